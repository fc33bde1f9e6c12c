import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  clientIdentity,
  clientPid,
  identityOf,
  isAlive,
  isSameProcess,
  ownIdentity,
  processFacts,
  psFacts,
  readProcStat,
  readPsLine,
} from '../../src/platform/process-identity.ts';
import { until } from '../support/processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'identity-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stat = (name: string, state = 'S'): string =>
  `42 (${name}) ${state} ${Array.from({ length: 18 }, (_, n) => n).join(' ')} 987654 1 2 3`;

describe('the start time of a process', () => {
  it.each(['node', 'a b', 'x) S 1 2 3', '((', 'tmux: server', ') Z ('])(
    'is read whatever its name: %s',
    (name) => {
      expect(readProcStat(stat(name))).toEqual({ started: '987654', zombie: false });
    },
  );

  it('is read of a real process whose name is meant to mislead', async () => {
    const program = join(folder, 'a) R 1 (b');
    copyFileSync(process.execPath, program);
    const child = spawn(program, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    try {
      const { pid = 0 } = child;
      await until('it runs under its name', 5_000, () =>
        readFileSync(`/proc/${pid}/stat`, 'utf8').includes('a) R 1'),
      );
      const { started } = await identityOf(pid);
      expect(started).toMatch(/^\d+$/);
      expect(await isAlive({ pid, started })).toBe(true);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('comes from ps where there is no /proc', async () => {
    expect(readPsLine('Ss   Mon Nov 30 20:58:43 2026\n')).toEqual({
      started: 'Mon Nov 30 20:58:43 2026',
      zombie: false,
    });
    expect(readPsLine('Z+   Mon Nov 30 20:58:43 2026\n').zombie).toBe(true);
    const own = await psFacts(process.pid);
    expect(own?.started).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
    expect(await psFacts(process.pid)).toEqual(own);
    expect(await psFacts(2 ** 22 + 1)).toBeNull();
  });
});

describe('isAlive', () => {
  it('knows this process, and not a later or earlier one of its number', async () => {
    const own = await ownIdentity();
    expect(own.pid).toBe(process.pid);
    expect(await isAlive(own)).toBe(true);
    expect(await isAlive({ pid: process.pid, started: '1' })).toBe(false);
    expect(await isAlive({ pid: process.pid, started: null })).toBe(true);
  });

  it.each([0, -1, -process.pid, 1.5, 2 ** 40, Number.NaN])(
    'takes the number %s for no process',
    async (pid) => {
      expect(await isAlive({ pid, started: null })).toBe(false);
      expect(await processFacts(pid)).toBeNull();
    },
  );

  it('takes a process that was killed, but not yet noticed by its parent, for dead', async () => {
    // The shell starts a child and becomes a program that never waits for it: killed then, the child is a zombie. (Killed
    // before, the shell itself may notice it.)
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 61'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
      const become = () => readFileSync(`/proc/${parent.pid}/cmdline`, 'utf8').includes('sleep\0' + '61');
      await until('the shell is that program', 5_000, become);
      process.kill(pid, 'SIGKILL');
      await until('it is a zombie', 5_000, () => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
      expect(await isAlive({ pid, started: null })).toBe(false);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});

describe('the client', () => {
  it.each<[string | undefined, number]>([
    ['/run/user/0/claude/4711.sock', 4711],
    ['\\\\.\\pipe\\claude\\4711.sock', 4711],
    ['4711.sock', 4711],
    [undefined, 7],
    ['', 7],
    ['/run/claude/abc.sock', 7],
    ['/run/claude/x4711.sock', 7],
    ['/run/claude/0.sock', 7],
    ['/run/claude/4711.sock.old', 7],
  ])('with the socket %s is process %d', (socket, pid) => {
    expect(clientPid({ CLAUDE_CODE_MESSAGING_SOCKET: socket }, 7)).toBe(pid);
  });

  it('has a start time', async () => {
    const own = await ownIdentity();
    expect(await clientIdentity({ CLAUDE_CODE_MESSAGING_SOCKET: `/x/${process.pid}.sock` }, 7)).toEqual(own);
    expect(isSameProcess(own, { pid: own.pid, started: null })).toBe(true);
    expect(isSameProcess(own, { pid: own.pid, started: '1' })).toBe(false);
    expect(isSameProcess(own, { pid: own.pid + 1, started: own.started })).toBe(false);
  });
});
