import { type ChildProcess, spawn } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projectLock } from '../../src/platform/lock.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { bundled } from '../support/bundled.ts';
import type { ChildMode } from '../support/store-child.ts';

const built = join('.cache', `test-lock-${process.pid}`);
let program: string;
let root: string;
let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  program = await bundled('tests/support/store-child.ts', join(process.cwd(), built), 'store-child');
});
afterAll(() => rmSync(built, { recursive: true, force: true }));
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lock-'));
  folder = join(root, '.code-intel', 'sessions', 'lock');
  mkdirSync(folder, { recursive: true });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

const lockOf = (identity = ownIdentity()) =>
  projectLock({ find: () => folder, make: () => folder, identity, host: hostname() });

function child(
  ...args: [ChildMode, ...string[]]
): ChildProcess & { said: (word: string) => Promise<void>; ended: Promise<unknown> } {
  const process_ = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(process_);
  const said = (word: string) =>
    new Promise<void>((resolve) =>
      process_.stdout.on('data', (text) => String(text).includes(word) && resolve()),
    );
  return Object.assign(process_, { said, ended: new Promise((resolve) => process_.once('close', resolve)) });
}

describe('the lock of a project', () => {
  it('lets two processes count to 200 each and loses no count', async () => {
    writeFileSync(join(root, 'counter'), '0');
    const [one, two] = [child('count', root, '200'), child('count', root, '200')];
    expect(await Promise.all([one.ended, two.ended])).toEqual([0, 0]);
    expect(readFileSync(join(root, 'counter'), 'utf8')).toBe('400');
    // Old claims are tidied away: a bounded few are left, none of them held.
    expect(readdirSync(folder).length).toBeLessThanOrEqual(10);
  });

  it('runs what one process asks for in the order of the calls, one at a time', async () => {
    const lock = lockOf();
    const seen: string[] = [];
    const work = (name: string, ms: number) => () => {
      seen.push(`${name} begins`);
      return wait(ms).then(() => void seen.push(`${name} ends`));
    };
    await Promise.all([lock.run(work('a', 20)), lock.run(work('b', 1)), lock.run(work('c', 0))]);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('is free again after work that throws', async () => {
    const lock = lockOf();
    await expect(lock.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await lock.run(async () => 'next')).toBe('next');
    expect(await lockOf().run(async () => 'another')).toBe('another');
  });

  it('is taken over at once from a holder that was killed, again and again', async () => {
    const lock = lockOf();
    for (let n = 0; n < 5; n++) {
      const holder = child('hold', root);
      await holder.said('held');
      let entered = false;
      const waiting = lock.run(async () => {
        entered = true;
      });
      await wait(20);
      expect(entered).toBe(false);
      const killed = performance.now();
      holder.kill('SIGKILL');
      await waiting;
      expect(performance.now() - killed).toBeLessThan(1_000);
    }
  });

  it('of many that find a dead holder lets in one after the other', async () => {
    writeFileSync(
      join(folder, '5'),
      JSON.stringify({ holder: { pid: process.pid, started: '1' }, host: hostname(), token: 'dead' }),
    );
    let inside = 0;
    let most = 0;
    // Ten servers' locks, each with a queue of its own: only the files keep them apart.
    await Promise.all(
      Array.from({ length: 10 }, () =>
        lockOf().run(async () => {
          most = Math.max(most, ++inside);
          await wait(2);
          inside--;
        }),
      ),
    );
    expect(most).toBe(1);
  });

  it('goes by the greatest claim, whatever an older one says', async () => {
    const other = lockOf();
    let leave = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      leave = resolve;
    });
    writeFileSync(join(folder, '6.free'), '');
    let entered = (): void => undefined;
    const isIn = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const first = other.run(() => {
      entered();
      return held;
    });
    await isIn;
    rmSync(join(folder, '6.free'));
    expect(readdirSync(folder)).toEqual(['7']);
    writeFileSync(join(folder, '6'), 'a late claim, left by a killed process');
    let second = false;
    const late = lockOf().run(async () => {
      second = true;
    });
    await wait(150);
    expect(second).toBe(false);
    leave();
    await Promise.all([first, late]);
    expect(second).toBe(true);
  });

  it('waits for a claim of another machine while that is fresh', async () => {
    writeFileSync(
      join(folder, '1'),
      JSON.stringify({ holder: { pid: 1, started: '1' }, host: 'another-machine', token: 'x' }),
    );
    await expect(lockOf().run(async () => 'in', AbortSignal.timeout(200))).rejects.toThrow(/abort|timeout/i);
    const old = new Date(Date.now() - 120_000);
    utimesSync(join(folder, '1'), old, old);
    expect(await lockOf().run(async () => 'in')).toBe('in');
  });

  it('is not blocked for ever by a claim that says nothing', async () => {
    writeFileSync(join(folder, '1'), '');
    const began = Date.now();
    expect(await lockOf().run(async () => 'in', AbortSignal.timeout(10_000))).toBe('in');
    expect(Date.now() - began).toBeGreaterThan(1_000);
  });

  it('stops waiting when the call is cancelled, in the queue and before the door', async () => {
    const lock = lockOf();
    let leave = (): void => undefined;
    const first = lock.run(
      () =>
        new Promise<void>((resolve) => {
          leave = resolve;
        }),
    );
    await wait(20);
    const cancelled = lock.run(async () => 'never', AbortSignal.timeout(30));
    const outside = lockOf().run(async () => 'never', AbortSignal.timeout(30));
    const next = lock.run(async () => 'next');
    await expect(cancelled).rejects.toThrow();
    await expect(outside).rejects.toThrow();
    await expect(lock.run(async () => 'never', AbortSignal.abort())).rejects.toThrow();
    leave();
    await first;
    expect(await next).toBe('next');
  });

  it('sweeps what a process left that was killed while claiming', async () => {
    writeFileSync(join(folder, '3.999999999.tmp'), '');
    linkSync(join(folder, '3.999999999.tmp'), join(folder, '3.free'));
    await lockOf().run(async () => undefined);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
