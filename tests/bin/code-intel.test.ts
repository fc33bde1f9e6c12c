import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';

const product = inject('product');
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

function run(...args: string[]) {
  if (product.error !== null) throw new Error(`the product does not build: ${product.error}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [product.program, ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
    input: '',
  });
  return { status, stdout, stderr };
}

test.each(['--version', '-v'])('%s prints the version and nothing else', (option) => {
  expect(run(option)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

test.each(['--help', '-h', 'help'])('%s names every command and its options', (option) => {
  const { status, stdout, stderr } = run(option);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const command of ['init', 'trust', '--ja', '--check', '--yes', '--version', '--help'])
    expect(stdout).toContain(command);
});

test.each([
  ['innit', '`init`'],
  ['turst', '`trust`'],
  ['--versoin', '`--version`'],
  ['zzzzzzzzzzzz', '--help'],
  ['__proto__', '--help'],
  ['constructor', '--help'],
])('the unknown command %s is refused with status 2, on standard error', (name, named) => {
  const { status, stdout, stderr } = run(name);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(name);
  expect(stderr).toContain(named);
});

test.each([[[]], [['serve']]])(
  'without a command, and with %j, it serves until standard input closes',
  (args) => {
    expect(run(...args)).toEqual({ status: 0, stdout: '', stderr: '' });
  },
);

test.each([
  ['init', '.claude/commands/code.md'],
  ['init --check', null],
  ['trust', null],
  ['--help', null],
  ['--version', null],
])('%s does what it does, and does not crash, where nobody reads its output', async (line, written) => {
  if (product.error !== null) throw new Error(`the product does not build: ${product.error}`);
  const folder = mkdtempSync(join(tmpdir(), 'unread-'));
  try {
    const child = spawn(process.execPath, [product.program, ...line.split(' ')], { cwd: folder });
    child.stdin.end();
    child.stdout.destroy();
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect({ status, err }).toEqual({ status: line === 'init --check' ? 1 : 0, err: '' });
    if (written !== null) expect(existsSync(join(folder, written))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
