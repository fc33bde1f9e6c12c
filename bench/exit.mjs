// From the end of standard input until the server and a verify command that it runs are gone.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeProject, median, milliseconds, program, startServer } from './client.mjs';

const runs = 7;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // A zombie has ended; its parent has only not asked yet.
    return (
      process.platform !== 'linux' || !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    );
  } catch {
    return false;
  }
}

async function endWithChild({ root, env }) {
  const pidFile = join(root, 'child.pid');
  writeFileSync(pidFile, '');
  const server = startServer(process.execPath, [program], { cwd: root, env });
  await server.initialize();
  await server.call('start_session', { intent: 'IMPLEMENT', query: 'verify', flags: ['--only-verify'] });
  server.call('submit_phase', { data: { passed: true, details: 'run it' } }).catch(() => undefined);
  while (readFileSync(pidFile, 'utf8').trim() === '') await wait(5);
  const child = Number(readFileSync(pidFile, 'utf8'));
  const began = performance.now();
  server.child.stdin.end();
  await server.ended;
  while (isAlive(child)) await wait(1);
  return performance.now() - began;
}

export async function benchExit() {
  const project = makeProject();
  const sleeper = `node -e "require('fs').writeFileSync('child.pid', String(process.pid)); setTimeout(() => {}, 600000)"`;
  mkdirSync(join(project.root, '.code-intel'));
  writeFileSync(
    join(project.root, '.code-intel', 'config.json'),
    JSON.stringify({ verify: { commands: [sleeper] } }),
  );
  execFileSync(process.execPath, [program, 'trust', '--yes'], {
    cwd: project.root,
    env: project.env,
    stdio: 'ignore',
  });
  const times = [];
  try {
    for (let run = 0; run < runs; run++) {
      times.push(await endWithChild(project));
      if (existsSync(join(project.root, '.code-intel', 'sessions')))
        execFileSync('rm', ['-rf', join(project.root, '.code-intel', 'sessions')]);
    }
  } finally {
    project.remove();
  }
  return [
    {
      what: 'standard input closes to all gone, a running verify command included',
      ours: milliseconds(median(times)),
      peer: `slowest of ${runs}: ${milliseconds(Math.max(...times))}`,
      ratio: '',
      target: 'at most 200 ms',
    },
  ];
}
