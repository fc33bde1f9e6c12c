// The first page of `search_text` against plain `rg --json`, and `search_files` against plain `rg --files`, whole process each,
// on a generated repository; and the memory that a million matches cost the server. Alone: node bench/search.mjs [files] [program].

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rgPath } from '@vscode/ripgrep';
import { compare, notMeasured, program, startServer } from './client.mjs';

const runs = 7;
const target = 'at most 1.3 × on 100,000 files';

/** A repository of `count` source files of 4 KB: one word in each thousandth, one in each tenth, one in each. */
function makeTree(count) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-intel-bench-search-')));
  const root = join(folder, 'project');
  for (let n = 0; n < count; n++) {
    const below = join(root, `package-${n % 50}`, 'src', `module-${Math.floor(n / 50) % 40}`);
    if (n < 2_000) mkdirSync(below, { recursive: true });
    const body = Array.from(
      { length: 40 },
      (_, line) =>
        `export function part_${n}_${line}(value: number): number { return value * ${line}; } // plain\n`,
    ).join('');
    const marks = `${n % 1_000 === 0 ? '// RAREWORD 日本語\n' : ''}${n % 10 === 0 ? '// COMMONWORD\n' : ''}`;
    writeFileSync(join(below, `file-${n}.ts`), body + marks);
  }
  writeFileSync(join(root, '.gitignore'), 'node_modules/\ndist/\n*.log\n');
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  git('init', '-b', 'main');
  git('add', '.');
  git('commit', '-m', 'start');
  const env = { ...process.env, CLAUDE_PROJECT_DIR: root, CODE_INTEL_CONFIG_DIR: join(folder, 'config') };
  return {
    root,
    env,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

/** Milliseconds until a plain ripgrep has ended, its output read and dropped. */
function plainRipgrep(root, args) {
  const began = performance.now();
  const child = spawn(rgPath, [...args, './'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  return new Promise((done) => child.once('close', () => done(performance.now() - began)));
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The most memory that a process has had, in MB; null where the system does not tell. */
function peakMemory(pid) {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return null;
  }
}

export async function benchSearch({ server: served = program, files = 20_000 } = {}) {
  const tree = makeTree(files);
  const server = startServer(process.execPath, [served], { cwd: tree.root, env: tree.env });
  const rows = [];
  try {
    await server.initialize();
    const measure = async (what, call, args) => {
      const ours = [];
      const peer = [];
      // The first of each warms the caches of the system.
      for (let n = 0; n <= runs; n++) {
        const values = [await timed(call), await plainRipgrep(tree.root, args)];
        if (n > 0) {
          ours.push(values[0]);
          peer.push(values[1]);
        }
      }
      rows.push(compare(`${what}, ${files} files`, ours, [`rg ${args[0]}`, peer], target));
    };
    const text = (pattern) => () => server.call('search_text', { pattern });
    await measure('search_text, a rare word', text('RAREWORD'), ['--json', 'RAREWORD']);
    await measure('search_text, a word in each tenth file', text('COMMONWORD'), ['--json', 'COMMONWORD']);
    await measure('search_text, an expression', text('part_\\d+_7\\('), ['--json', 'part_\\d+_7\\(']);
    await measure('search_text, a Japanese word', text('日本語'), ['--json', '日本語']);
    await measure('search_files, a name', () => server.call('search_files', { pattern: 'file-77.ts' }), [
      '--files',
    ]);
    const most = await server.call('search_text', { pattern: 'value' });
    const memory = peakMemory(server.child.pid);
    const what = `search_text, ${most.total_matches} matches: memory of the server`;
    if (memory === null) rows.push(notMeasured(what, '', 'at most 150 MB'));
    else rows.push({ what, ours: `${Math.round(memory)} MB`, peer: '', ratio: '', target: 'at most 150 MB' });
  } finally {
    await server.stop();
    tree.remove();
  }
  return rows;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , files = '20000', server = program] = process.argv;
  for (const row of await benchSearch({ files: Number(files), server })) {
    process.stdout.write(`${row.what}\n  ${row.ours}  |  ${row.peer}  |  ${row.ratio}  (${row.target})\n`);
  }
}
