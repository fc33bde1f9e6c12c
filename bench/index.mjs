// The index of symbols through the built server: the first, one without a change, one with a changed file, and warm questions,
// next to `ctags -R` over the same tree. Alone: node bench/index.mjs [files ...] (30000 takes minutes).

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { compare, notMeasured, program, startServer } from './client.mjs';

const runs = 5;
const target = 'recorded';

/** Source files of some 4 KB: classes, functions, imports of the file before, one name that all use. */
function makeTree(count) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-intel-bench-index-')));
  const root = join(folder, 'project');
  const place = (n) => `package-${n % 50}/module-${Math.floor(n / 50) % 40}`;
  for (let n = 0; n < count; n++) {
    mkdirSync(join(root, place(n)), { recursive: true });
    const before = Math.max(0, n - 1);
    const parts = Array.from(
      { length: 20 },
      (_, k) =>
        `/** Part ${k}. */\nexport function part_${n}_${k}(value: number, scale = ${k}): number {\n` +
        `  const local = value * scale;\n  if (local > ${k}) return shared_${before}(local);\n  return local;\n}\n`,
    );
    const head =
      `import { shared_${before} } from '../../${place(before)}/file-${before}.ts';\n` +
      `export class Holder${n} {\n  constructor(private readonly value: number) {}\n  read(): number { return this.value; }\n}\n` +
      `export function shared_${n}(value: number): number { return value; }\n`;
    writeFileSync(join(root, place(n), `file-${n}.ts`), head + parts.join(''));
  }
  const env = { ...process.env, CLAUDE_PROJECT_DIR: root, CODE_INTEL_CONFIG_DIR: join(folder, 'config') };
  return {
    root,
    env,
    changed: join(root, place(1), 'file-1.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Milliseconds of `ctags -R` with its output dropped. */
const ctags = (root) =>
  timed(
    () =>
      new Promise((done) =>
        spawn('ctags', ['-R', '-f', '/dev/null', '.'], { cwd: root, stdio: 'ignore' }).once('close', done),
      ),
  );

/** Memory of a process in MB; null where the system does not tell. */
function memory(pid) {
  try {
    return Math.round(
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    );
  } catch {
    return null;
  }
}

export async function benchIndex({ server: served = program, sizes = [500, 3_000] } = {}) {
  const hasCtags = spawnSync('ctags', ['--version'], { stdio: 'ignore' }).status === 0;
  const rows = [];
  for (const files of sizes) {
    const tree = makeTree(files);
    const server = startServer(process.execPath, [served], { cwd: tree.root, env: tree.env });
    try {
      await server.initialize();
      const ask = (tool, symbol) => server.call(tool, { symbol });
      const whole = async () => {
        for (;;) {
          const answer = await ask('find_definitions', 'shared_1');
          if (answer.index?.state !== 'building') return;
          await wait(20);
        }
      };
      const peer = [];
      if (hasCtags) for (let n = 0; n < 3; n++) peer.push(await ctags(tree.root));
      const add = (what, ours) => {
        const name = `${what}, ${files} files`;
        if (hasCtags) rows.push(compare(name, ours, ['ctags -R', peer], target));
        else
          rows.push({
            ...compare(name, ours, ['', ours], target),
            ...{ peer: 'ctags is not installed', ratio: 'not measured' },
          });
      };
      add('first index', [await timed(whole)]);
      const several = async (act, before = () => {}) => {
        const times = [];
        for (let n = 0; n < runs; n++) {
          before(n);
          times.push(await timed(act));
        }
        return times;
      };
      await ask('find_references', 'shared_1');
      add('find_definitions, nothing changed', await several(() => ask('find_definitions', 'shared_1')));
      add('find_references, nothing changed', await several(() => ask('find_references', 'shared_1')));
      const text = readFileSync(tree.changed, 'utf8');
      add(
        'find_definitions, one changed file',
        await several(
          () => ask('find_definitions', 'shared_1'),
          (n) => writeFileSync(tree.changed, `${text}export const more${n} = ${n};\n`),
        ),
      );
      const used = memory(server.child.pid);
      const what = `memory of the server, ${files} files`;
      rows.push(
        used === null
          ? notMeasured(what, '', target)
          : { what, ours: `${used} MB`, peer: '', ratio: '', target },
      );
    } finally {
      await server.stop();
      tree.remove();
    }
  }
  return rows;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = process.argv.slice(2).map(Number);
  for (const row of await benchIndex(sizes.length > 0 ? { sizes } : {})) {
    process.stdout.write(`${row.what}\n  ${row.ours}  |  ${row.peer}  |  ${row.ratio}  (${row.target})\n`);
  }
}
