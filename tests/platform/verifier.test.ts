import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createVerifier } from '../../src/platform/verifier.ts';
import type { Verifier } from '../../src/session/ports.ts';
import { speaker } from '../../src/text/text.ts';
import { bundled } from '../support/bundled.ts';
import { isAlive, until } from '../support/processes.ts';

let root: string;
let verifier: Verifier;

const verifierIn = (folder: string, progressEveryMs = 5_000): Verifier =>
  createVerifier({ root: folder, say: speaker('en'), env: process.env, progressEveryMs });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'verifier-'));
  verifier = verifierIn(root);
});
afterEach(async () => {
  await verifier.cancel();
  rmSync(root, { recursive: true, force: true });
});

const node = JSON.stringify(process.execPath);
const file = (name: string): string => join(root, name);
const read = (name: string): string => readFileSync(file(name), 'utf8');
const lines = (name: string): number => (existsSync(file(name)) ? read(name).split('\n').length - 1 : 0);
const script = (name: string, text: string): string => {
  writeFileSync(file(name), text);
  return `${node} ${name}`;
};

type RunInput = Parameters<Verifier['run']>[0];
const request = (commands: readonly string[], more: Partial<RunInput> = {}): RunInput => ({
  key: commands.join('\n'),
  commands,
  timeoutMs: 60_000,
  waitMs: 60_000,
  signal: new AbortController().signal,
  progress: () => {},
  ...more,
});
async function results(commands: readonly string[], more: Partial<RunInput> = {}) {
  const answer = await verifier.run(request(commands, more));
  if (answer.status !== 'finished') throw new Error('still running');
  return answer.results;
}
async function only(command: string, more: Partial<RunInput> = {}) {
  const [result] = await results([command], more);
  if (result === undefined) throw new Error('no result');
  return result;
}

/** A tree of processes: the shell's child, its child in the group, one in a session of its own, a daemon that left all. All ignore SIGTERM. */
const stubbornTree = (): string => {
  writeFileSync(
    file('stubborn.cjs'),
    `process.on('SIGTERM', () => {});
     require('node:fs').appendFileSync('pids', process.pid + '\\n');
     setInterval(() => {}, 1000);`,
  );
  return script(
    'tree.cjs',
    `const { spawn } = require('node:child_process');
     process.on('SIGTERM', () => {});
     const own = { stdio: 'ignore', detached: true };
     spawn(process.execPath, ['stubborn.cjs'], { stdio: 'inherit' });
     spawn(process.execPath, ['stubborn.cjs'], own);
     // The parent of this one ends at once: it hangs on process 1, in a session of its own.
     spawn('/bin/sh', ['-c', ${JSON.stringify(`${node} stubborn.cjs &`)}], own);
     require('node:fs').appendFileSync('pids', process.pid + '\\n');
     setInterval(() => {}, 1000);`,
  );
};
const treePids = (): number[] => read('pids').trim().split('\n').map(Number);
const treeIsUp = () => until('the tree is up', 20_000, () => lines('pids') === 4);

describe('what a command is given', () => {
  test('it runs through the shell, in the project, with CI=1, standard input closed, no terminal', async () => {
    const result = await only(
      'pwd -P > where; echo "$CI" > ci; cat > input; test ! -t 1 && echo a && exit 3',
    );
    expect(result).toMatchObject({ exit_code: 3, ended: 'exit', output_tail: 'a\n' });
    expect(read('where').trim()).toBe(root);
    expect(read('ci')).toBe('1\n');
    expect(read('input')).toBe('');
  });

  test('a command that reads its input does not hang', async () => {
    const result = await only(script('ask.cjs', "process.stdin.on('end', () => process.exit(0)).resume()"));
    expect(result).toMatchObject({ exit_code: 0, ended: 'exit', output_tail: '' });
  });

  test('NODE_OPTIONS of the user reach the command', async () => {
    verifier = createVerifier({
      root,
      say: speaker('en'),
      env: { ...process.env, NODE_OPTIONS: '--title=mine' },
    });
    expect(await only(`${node} -p process.title >&2; exit 1`)).toMatchObject({ output_tail: 'mine\n' });
  });
});

describe('what comes out', () => {
  test('commands run one after the other and stop at the first that fails', async () => {
    const answer = await results(['echo one', 'echo two; exit 2', 'touch third']);
    expect(answer.map(({ exit_code }) => exit_code)).toEqual([0, 2]);
    expect(answer[0]).toMatchObject({
      command: 'echo one',
      output_tail: '',
      output_sha256: createHash('sha256').update('one\n').digest('hex'),
    });
    expect(answer[1]?.output_tail).toBe('two\n');
    expect(existsSync(file('third'))).toBe(false);
  });

  test('standard output and error are kept in the order they were written', async () => {
    expect((await only('echo 1; echo 2 >&2; echo 3; exit 1')).output_tail).toBe('1\n2\n3\n');
  });

  test('a flood of 200 MB is hashed whole, its last 8,000 characters kept, memory stays flat', async () => {
    const line = `${'0123456789'.repeat(9)}012345678\n`;
    const command = `head -c 209715100 /dev/zero | tr '\\0' 'x'; echo ${line.trimEnd()}; exit 1`;
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const result = await only(command);
    clearInterval(watch);
    const hash = createHash('sha256');
    const block = Buffer.alloc(1_048_576, 'x');
    for (let left = 209_715_100; left > 0; left -= block.length)
      hash.update(block.subarray(0, Math.min(left, block.length)));
    hash.update(line);
    expect(result.output_sha256).toBe(hash.digest('hex'));
    expect(result.output_tail).toHaveLength(8_000);
    expect(result.output_tail.endsWith(line)).toBe(true);
    expect((peak - before) / 1e6).toBeLessThan(80);
  });

  test.each([
    [127, 'no-such-program-anywhere'],
    [126, './not-executable'],
  ])('exit code %i says that a program was not found or not run', async (code, command) => {
    writeFileSync(file('not-executable'), 'x');
    const result = await only(command);
    expect(result).toMatchObject({ exit_code: code, ended: 'exit' });
    expect(result.output_tail).toContain(`Exit code ${code}: the shell could not find or run a program.`);
  });

  test('a project folder that is gone is told as not started', async () => {
    rmSync(root, { recursive: true });
    const result = await only('true');
    expect(result).toMatchObject({ exit_code: null, ended: 'not_started' });
    expect(result.output_tail).toContain(root);
  });

  test('a command line that no shell can be given is told as not started', async () => {
    expect(await only('echo a\0b')).toMatchObject({ exit_code: null, ended: 'not_started' });
  });

  test('a command killed from outside is told as ended by a signal', async () => {
    const result = await only('kill -9 $$');
    expect(result).toMatchObject({ exit_code: null, ended: 'signal' });
    expect(result.output_tail).toContain('SIGKILL');
  });

  test('a supervisor killed from outside takes the command with it', async () => {
    const result = await only(`echo $$ > pid; kill -9 $PPID; sleep 60`);
    expect(result).toMatchObject({ exit_code: null, ended: 'signal' });
    expect(isAlive(Number(read('pid')))).toBe(false);
  });
});

describe('time', () => {
  test('the limit holds for all commands together; the command that meets it is killed with all its children', async () => {
    const answer = await results(['sleep 1.5', stubbornTree()], { timeoutMs: 5_000 });
    expect(answer.map(({ ended, exit_code }) => [ended, exit_code])).toEqual([
      ['exit', 0],
      ['timeout', null],
    ]);
    expect(answer[1]?.duration_ms).toBeLessThan(4_900);
    expect(answer[1]?.output_tail).toContain('longer than 5 s');
    expect(treePids().filter(isAlive)).toEqual([]);
  });

  test('progress tells the command, the time and the last line of output', async () => {
    verifier = verifierIn(root, 100);
    const told: string[] = [];
    const command = "sleep 0.3; printf '\\033[32mone\\033[0m\\n50%%\\r60%%'; sleep 0.4";
    await results([command], { progress: (text) => told.push(text) });
    expect(told[0]).toMatch(/: running for \d+ s, no output yet\.$/);
    expect(told[0]?.startsWith(command)).toBe(true);
    expect(told.at(-1)).toMatch(/: running for \d+ s\. Last line: 60%$/);
  });

  test('a call waits no longer than it is told; the next call for the same key joins and takes the result', async () => {
    const command = 'echo x >> runs; sleep 1; exit 4';
    const first = await verifier.run(request([command], { waitMs: 200 }));
    expect(first).toMatchObject({ status: 'running' });
    expect(verifier.has(command)).toBe(true);
    expect(verifier.has('another')).toBe(false);
    expect((await only(command)).exit_code).toBe(4);
    expect(lines('runs')).toBe(1);
  });

  test('a finished result is handed out again for the same key, and not for another', async () => {
    await only('echo x >> runs');
    const { exit_code } = await only('echo x >> runs', { waitMs: 0 });
    expect([exit_code, lines('runs')]).toEqual([0, 1]);
    await only('echo x >> runs', { key: 'other files' });
    expect(lines('runs')).toBe(2);
  });

  test('what says nothing of the files is handed out once: a program that was missing is looked for again', async () => {
    expect((await only('./tool')).exit_code).toBe(127);
    expect(verifier.has('./tool')).toBe(false);
    writeFileSync(file('tool'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
    expect((await only('./tool')).exit_code).toBe(0);
  });
});

describe('ending', () => {
  test('cancel ends the run with all its children, also those that ignore SIGTERM or left group and session', async () => {
    const run = verifier.run(request([stubbornTree()])).catch((error: Error) => error.name);
    await treeIsUp();
    const pids = treePids();
    expect(pids.filter(isAlive)).toHaveLength(4);
    const began = Date.now();
    await verifier.cancel();
    expect(Date.now() - began).toBeLessThan(3_000);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(await run).toBe('AbortError');
    expect(verifier.has(request([stubbornTree()]).key)).toBe(false);
  });

  test('children get the chance to tidy up before they are killed', async () => {
    const run = verifier.run(
      request(["trap 'touch tidied; exit 0' TERM; touch up; while :; do sleep 0.01; done"]),
    );
    await until('it is up', 10_000, () => existsSync(file('up')));
    await Promise.all([verifier.cancel(), expect(run).rejects.toThrow()]);
    expect(existsSync(file('tidied'))).toBe(true);
  });

  test('a cancelled call ends the run, and the result is not kept', async () => {
    const call = new AbortController();
    const command = stubbornTree();
    const run = verifier.run(request([command], { signal: call.signal }));
    await treeIsUp();
    call.abort(new Error('the user pressed escape'));
    await expect(run).rejects.toThrow('the user pressed escape');
    expect(treePids().filter(isAlive)).toEqual([]);
    expect(verifier.has(command)).toBe(false);
  });

  test('a call that is cancelled before it begins starts nothing', async () => {
    await expect(verifier.run(request(['touch ran'], { signal: AbortSignal.abort() }))).rejects.toThrow();
    expect(existsSync(file('ran'))).toBe(false);
  });

  test('a run for another key ends the old one first', async () => {
    const old = verifier.run(request([stubbornTree()])).catch((error: Error) => error.name);
    await treeIsUp();
    const alive = await only(`for pid in $(cat pids); do ps -o stat= -p $pid; done | grep -v Z >&2; exit 1`);
    expect(alive.output_tail).toBe('');
    expect(await old).toBe('AbortError');
  });

  test('what a command leaves in the background ends with it, and its open output is not waited for', async () => {
    const began = Date.now();
    const result = await only('sleep 60 & echo $! > pid; echo done; exit 1');
    expect(result).toMatchObject({ exit_code: 1, output_tail: 'done\n' });
    expect(isAlive(Number(read('pid')))).toBe(false);
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  test.runIf(process.platform === 'linux')(
    'a daemon that a command put into a session of its own ends with it, whatever came out',
    async () => {
      for (const code of [0, 1]) {
        const ready = `until [ -s daemon${code} ]; do sleep 0.02; done; exit ${code}`;
        const result = await only(
          `setsid sh -c 'trap "" TERM HUP; echo $$ > daemon${code}; sleep 60; :' > /dev/null 2>&1 & ${ready}`,
        );
        expect(result.exit_code).toBe(code);
        expect(isAlive(Number(read(`daemon${code}`)))).toBe(false);
      }
    },
  );

  test('cancel with nothing under way does nothing, and keeps a finished result', async () => {
    await verifier.cancel();
    await only('echo x >> runs');
    await verifier.cancel();
    expect(verifier.has('echo x >> runs')).toBe(true);
  });

  test('a server that is killed outright takes the command and all its children with it within a second', async () => {
    const module = await bundled('src/platform/verifier.ts', root, 'verifier');
    const command = stubbornTree();
    writeFileSync(
      file('server.mjs'),
      `import { createVerifier } from ${JSON.stringify(module)};
       const verifier = createVerifier({ root: ${JSON.stringify(root)}, say: () => '', env: process.env });
       verifier.run({ key: 'k', commands: [${JSON.stringify(command)}], timeoutMs: 60000, waitMs: 60000,
         signal: new AbortController().signal, progress() {} });`,
    );
    const server = spawn(process.execPath, ['server.mjs'], { cwd: root, stdio: 'ignore' });
    await treeIsUp();
    const pids = treePids();
    expect(pids.filter(isAlive)).toHaveLength(4);
    server.kill('SIGKILL');
    await until('all are gone', 1_000, () => pids.every((pid) => !isAlive(pid)));
  });
});
