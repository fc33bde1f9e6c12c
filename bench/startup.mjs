// From the start of the server to its answer to `initialize`, against an empty Node program and the reference server.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compare, makeProject, notMeasured, program, startServer } from './client.mjs';

const runs = 21;
const what = 'start to the answer to `initialize`';
const reference = '@modelcontextprotocol/server-filesystem';

/** Milliseconds of one whole run of an empty program. */
async function emptyNode() {
  const began = performance.now();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: ['pipe', 'pipe', 'ignore'] });
  await new Promise((done) => child.once('close', done));
  return performance.now() - began;
}

/** Milliseconds until a server has answered `initialize`. */
async function answering(args, { root, env }) {
  const began = performance.now();
  const server = startServer(process.execPath, args, { cwd: root, env });
  await server.initialize();
  const took = performance.now() - began;
  server.child.kill('SIGKILL');
  await server.ended;
  return took;
}

/** The reference server, where it lies on this machine: installed here, or below the folder that CODE_INTEL_BENCH_REFERENCE names. */
function referenceProgram() {
  const folder = process.env.CODE_INTEL_BENCH_REFERENCE ?? process.cwd();
  try {
    const manifest = createRequire(join(folder, 'x.js')).resolve(`${reference}/package.json`);
    const entry = join(dirname(manifest), 'dist', 'index.js');
    return existsSync(entry) ? entry : null;
  } catch {
    return null;
  }
}

export async function benchStartup() {
  const project = makeProject();
  const peer = referenceProgram();
  const ours = [];
  const empty = [];
  const theirs = [];
  try {
    for (let run = -2; run < runs; run++) {
      const [a, b] = [await answering([program], project), await emptyNode()];
      const c = peer === null ? null : await answering([peer, project.root], project);
      if (run < 0) continue; // the first runs only warm the disk cache
      ours.push(a);
      empty.push(b);
      if (c !== null) theirs.push(c);
    }
  } finally {
    project.remove();
  }
  return [
    compare(what, ours, ['`node -e 0`', empty], 'at most 2.5'),
    peer === null
      ? notMeasured(what, `\`${reference}\` (not on this machine)`, 'at most 1')
      : compare(what, ours, [`\`${reference}\``, theirs], 'at most 1'),
  ];
}
