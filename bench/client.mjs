// What the benchmarks share: the built server as a child with a minimal client, a project to work in, medians.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const program = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist', 'code-intel.js');

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** Starts a server over standard input and output. `request` rejects for an error of the protocol or a result with `isError`. */
export function startServer(command, args, { cwd, env = process.env }) {
  const child = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let buffer = '';
  let lastId = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    buffer += chunk;
    for (let end = buffer.indexOf('\n'); end !== -1; end = buffer.indexOf('\n')) {
      const answer = JSON.parse(buffer.slice(0, end));
      buffer = buffer.slice(end + 1);
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
    }
  });
  const ended = new Promise((done) => child.once('close', done));
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  async function request(method, params) {
    const id = ++lastId;
    const answered = new Promise((done) => waiting.set(id, done));
    send({ id, method, params });
    const answer = await Promise.race([
      answered,
      ended.then(() => ({ error: { message: 'the server ended' } })),
    ]);
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  return {
    child,
    ended,
    request,
    async initialize() {
      await request('initialize', initialize);
      send({ method: 'notifications/initialized' });
    },
    async call(name, args) {
      const { content, isError } = await request('tools/call', { name, arguments: args });
      if (isError) throw new Error(`${name}: ${content[0].text}`);
      return JSON.parse(content[0].text);
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

/** A git repository of a few files, with one commit; `remove` deletes it. */
export function makeProject() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-intel-bench-')));
  const root = join(folder, 'project');
  mkdirSync(join(root, 'src'), { recursive: true });
  for (let n = 0; n < 20; n++)
    writeFileSync(join(root, 'src', `part-${n}.ts`), `export const part${n} = ${n};\n`);
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  git('init', '-b', 'main');
  git('add', '.');
  git('commit', '-m', 'start');
  const env = {
    ...process.env,
    CLAUDE_PROJECT_DIR: root,
    CODE_INTEL_CONFIG_DIR: join(folder, 'config'),
    CLAUDE_CODE_MESSAGING_SOCKET: '',
  };
  return {
    root,
    env,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const milliseconds = (value) => `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;

/** One row of the results: the ratio of the medians of runs that alternated. */
export const compare = (what, ours, [peerName, peer], target) => ({
  what,
  ours: milliseconds(median(ours)),
  peer: `${peerName}: ${milliseconds(median(peer))}`,
  ratio: (median(ours) / median(peer)).toFixed(2),
  target,
});

export const notMeasured = (what, peer, target) => ({ what, ours: '', peer, ratio: 'not measured', target });
