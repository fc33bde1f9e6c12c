import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gitRepository } from '../../../src/platform/git/repository.ts';
import type { Effect, Outcome } from '../../../src/session/effects.ts';
import { bundled } from '../../support/bundled.ts';
import { isAlive, until } from '../../support/processes.ts';
import {
  commitEffect,
  commitWith,
  gitIn,
  mergeEffect,
  record,
  refusal,
  type Sandbox,
  sandbox,
  sid,
  taskName,
  taskSandbox,
} from './support.ts';

/** Every moment with `npm run test:long`, else a sample. */
const step = process.env.CODE_INTEL_LONG === undefined ? 12 : 1;
const realPath = process.env.PATH ?? '';
let folder = '';
let child = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'code-intel-crash-'));
  child = await bundled('tests/support/git-child.ts', folder, 'git-child');
  // The first `git` on the PATH: counts its calls, and kills the server before or after the one that was named.
  writeFileSync(
    join(folder, 'git'),
    [
      '#!/bin/sh',
      'printf x >> "$CRASH_COUNT"',
      'n=$(($(wc -c < "$CRASH_COUNT")))',
      `real() { PATH="${realPath}" git "$@"; }`,
      'if [ "$n" -lt "$CRASH_AT" ]; then real "$@"; exit $?; fi',
      '[ "$CRASH_WHEN" = after ] && real "$@"',
      'kill -9 $PPID',
      'exit 1',
    ].join('\n'),
  );
  chmodSync(join(folder, 'git'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What must be the same however the effect came to its end: no ids, since times are in them. */
function result(top: string) {
  const { status, index, stash, operation, files } = record(top);
  const branches = gitIn(top, 'for-each-ref', '--format=%(refname) %(tree) %(subject)', 'refs/heads');
  const head = readFileSync(join(top, '.git/HEAD'), 'utf8');
  return { status, index, stash, operation, files, branches, head };
}

/** Kills the server before and after each of its git calls in turn, recovers, and holds the outcome to all or nothing. */
async function crashEverywhere(box: Sandbox, effect: Effect): Promise<{ nothing: number; all: number }> {
  const effectFile = join(box.home, 'effect.json');
  writeFileSync(effectFile, JSON.stringify(effect));
  const copy = (name: string) => {
    const top = join(box.home, name);
    cpSync(box.top, top, { recursive: true, verbatimSymlinks: true });
    return { top, repo: gitRepository({ root: top, now: () => new Date() }) };
  };
  const done = copy('done');
  await done.repo.perform(effect);
  const all = result(done.top);
  const before = record(box.top);
  const counts = { nothing: 0, all: 0 };

  for (const when of ['before', 'after']) {
    for (let at = step === 1 ? 1 : 4; ; at += step) {
      const trial = copy(`${when}-${at}`);
      const count = join(box.home, `count-${when}-${at}`);
      const env = {
        ...process.env,
        PATH: `${folder}:${realPath}`,
        CRASH_COUNT: count,
        CRASH_AT: String(at),
        CRASH_WHEN: when,
      };
      const run = spawnSync(process.execPath, [child, trial.top, effectFile], { env, encoding: 'utf8' });
      const name = `killed ${when} git call ${at}`;
      if (run.status === 0) break;
      expect([name, run.signal]).toEqual([name, 'SIGKILL']);
      const outcome: Outcome | null = await trial.repo.recover(effect);
      if (outcome === null) {
        counts.nothing++;
        expect([name, record(trial.top)]).toEqual([name, before]);
        await trial.repo.perform(effect);
      } else {
        counts.all++;
        expect([name, await trial.repo.recover(effect)]).toEqual([name, outcome]);
      }
      expect([name, result(trial.top)]).toEqual([name, all]);
      rmSync(trial.top, { recursive: true });
    }
  }
  return counts;
}

function disturb(box: Sandbox): void {
  box.write('user.ts', 'user\n');
  box.write('staged.ts', '2\n');
  box.write('fresh.ts', 'f\n');
  box.git('add', 'staged.ts', 'fresh.ts');
  box.write('staged.ts', '3\n');
  box.git('rm', '-q', 'gone.ts');
  box.write('notes.md', 'n\n');
}
const seed = { 'seed.txt': 's\n', 'user.ts': '1\n', 'staged.ts': '1\n', 'gone.ts': '1\n', 'junk.ts': '1\n' };

describe('a server killed at any moment', () => {
  it('has made the task branch, or not', { timeout: 600_000 }, async () => {
    const box = sandbox({ files: seed });
    disturb(box);
    const head = box.git('rev-parse', 'HEAD').trim();
    await crashEverywhere(box, { kind: 'create_task_branch', branch: taskName(), base: 'main', head });
  });

  it('has committed and discarded, or done nothing', { timeout: 600_000 }, async () => {
    const box = taskSandbox({ files: seed });
    disturb(box);
    const start = await box.repo.snapshot();
    box.write('work.ts', 'w\n');
    box.write('junk.ts', 'session\n');
    box.write('user.ts', 'session\n');
    box.write('new.ts', 'n\n');
    const counts = await crashEverywhere(
      box,
      commitEffect(box, { keep: ['work.ts'], discard: ['junk.ts', 'user.ts', 'new.ts'], start }),
    );
    if (step === 1) expect(Math.min(counts.all, counts.nothing)).toBeGreaterThan(0);
  });

  it('has discarded, where nothing was kept, or done nothing', { timeout: 600_000 }, async () => {
    const box = taskSandbox({ files: seed });
    disturb(box);
    const start = await box.repo.snapshot();
    box.write('junk.ts', 'session\n');
    box.write('new.ts', 'n\n');
    await crashEverywhere(box, commitEffect(box, { discard: ['junk.ts', 'new.ts'], start }));
  });

  it('has merged, or done nothing', { timeout: 600_000 }, async () => {
    const box = sandbox({ files: seed });
    box.git('switch', '-q', '-c', taskName());
    box.write('work.ts', 'w\n');
    box.write('seed.txt', 'session\n');
    box.git('add', 'work.ts', 'seed.txt');
    box.git('commit', '-qm', 'work');
    box.git('switch', '-q', 'main');
    box.write('elsewhere.ts', 'e\n');
    box.git('add', 'elsewhere.ts');
    box.git('commit', '-qm', 'meanwhile');
    box.git('switch', '-q', taskName());
    disturb(box);
    const counts = await crashEverywhere(box, mergeEffect(box));
    if (step === 1) expect(Math.min(counts.all, counts.nothing)).toBeGreaterThan(0);
  });

  it.each(['delete', 'merge'] as const)(
    'has resolved leftover branches (%s), or done nothing',
    { timeout: 600_000 },
    async (action) => {
      const box = sandbox({ files: seed });
      for (const id of ['20261130-aaaa', '20261130-bbbb']) {
        box.git('switch', '-q', '-c', taskName('main', id), 'main');
        box.write(`${id}.ts`, 'x\n');
        box.git('add', `${id}.ts`);
        box.git('commit', '-qm', id);
      }
      disturb(box);
      const branches = await box.repo.staleBranches({ own: null, held: [] });
      const counts = await crashEverywhere(box, {
        kind: 'resolve_stale',
        action,
        branches,
        session_id: sid,
        message: 'query',
      });
      if (step === 1) expect(Math.min(counts.all, counts.nothing)).toBeGreaterThan(0);
    },
  );
});

describe('recovery', () => {
  it('ends the hook that a killed server left running, and undoes what it was part of', async () => {
    const box = taskSandbox({ files: seed });
    disturb(box);
    box.write('work.ts', 'w\n');
    const pidFile = join(box.home, 'pid');
    box.hook('pre-commit', `echo $$ > "${pidFile}"; sleep 300`);
    const before = record(box.top);
    const effect = commitEffect(box, { keep: ['work.ts'] });
    const effectFile = join(box.home, 'effect.json');
    writeFileSync(effectFile, JSON.stringify(effect));
    const server = spawn(process.execPath, [child, box.top, effectFile], { stdio: 'ignore' });
    await until(
      'the hook runs',
      30_000,
      () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim() !== '',
    );
    server.kill('SIGKILL');
    expect(await box.repo.recover(effect)).toBeNull();
    expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
    expect(record(box.top)).toEqual(before);
  });

  it('puts back files of a merge that git was writing when it was ended', async () => {
    const box = sandbox({ files: seed });
    box.git('switch', '-q', '-c', taskName());
    box.write('work.ts', 'w\n');
    box.write('seed.txt', 'session\n');
    box.git('add', '-A');
    box.git('commit', '-qm', 'work');
    disturb(box);
    const before = record(box.top);
    const effect = mergeEffect(box);
    const baseTip = box.git('rev-parse', 'main').trim();
    // As it stands when `git merge` has written files and has not come to its commit.
    const own = join(box.top, '.git/code-intel');
    mkdirSync(own);
    const staged = box
      .git('diff-index', '--cached', '--raw', '--no-abbrev', '--no-renames', 'HEAD')
      .trim()
      .split('\n')
      .map((line) => {
        const [, mode = '', , oid = ''] = line.split('\t')[0]?.split(' ') ?? [];
        return [line.split('\t')[1], mode === '000000' ? null : { mode, oid }];
      });
    writeFileSync(
      join(own, 'merge.json'),
      JSON.stringify({
        session_id: sid,
        branch: taskName(),
        tip: effect.tip,
        base: 'main',
        base_tip: baseTip,
        origin: taskName(),
        origin_oid: effect.tip,
        staged: { entries: staged, intended: [] },
      }),
    );
    box.git('read-tree', '--reset', 'HEAD');
    box.git('switch', '-q', 'main');
    box.write('work.ts', 'w\n');
    expect(await box.repo.recover(effect)).toBeNull();
    expect(record(box.top)).toEqual(before);
    expect(await box.repo.perform(effect)).toMatchObject({ merged: true });
  });

  /** A merge whose server was killed while a hook of it ran, the user's changes around it; what was before it. */
  async function killedInMerge() {
    const box = taskSandbox({ files: seed });
    box.write('work.ts', 'w\n');
    box.git('add', '-A');
    box.git('commit', '-qm', 'work');
    disturb(box);
    const before = record(box.top);
    const effect = mergeEffect(box);
    const pidFile = join(box.home, 'pid');
    box.hook('pre-merge-commit', `echo $$ > "${pidFile}"; sleep 300`);
    const effectFile = join(box.home, 'effect.json');
    writeFileSync(effectFile, JSON.stringify(effect));
    const server = spawn(process.execPath, [child, box.top, effectFile], { stdio: 'ignore' });
    const told = () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim() !== '';
    await until('the hook runs', 30_000, told);
    server.kill('SIGKILL');
    rmSync(join(box.top, '.git/hooks/pre-merge-commit'));
    return { box, before, effect, hook: Number(readFileSync(pidFile, 'utf8')) };
  }

  it('undoes the half merge of another session before an effect, which then finds HEAD back', async () => {
    const { box, before, effect, hook } = await killedInMerge();
    const branch = taskName('main', '20261130-next');
    const head = box.git('rev-parse', 'main').trim();
    const next: Effect = { kind: 'create_task_branch', branch, base: 'main', head };
    const { code, details } = await refusal(box.repo.perform(next));
    expect([code, details.actual]).toEqual(['git_state', taskName()]);
    expect(isAlive(hook)).toBe(false);
    expect(record(box.top)).toEqual(before);
    expect(await box.repo.recover(effect)).toBeNull();
    expect(await box.repo.perform(effect)).toMatchObject({ merged: true });
  });

  it('loses nothing that was staged where another session merges over a half merge', async () => {
    const { box, before } = await killedInMerge();
    const tip = box.git('rev-parse', taskName()).trim();
    const stale = { base: 'main', base_exists: true, tip, unmerged_commits: 1, uncommitted_files: 0 };
    const outcome = await box.repo.perform({
      kind: 'resolve_stale',
      action: 'merge',
      branches: [
        { ...stale, branch: taskName(), checked_out: true, last_commit_at: '', session_restorable: false },
      ],
      session_id: '20261130-next',
      message: '',
    });
    expect(outcome).toMatchObject({ done: [{ branch: taskName(), action: 'merged' }] });
    const after = record(box.top);
    expect([after.status, after.operation]).toEqual([before.status, []]);
  });

  it('lets a merge be that another living server is at work on', async () => {
    const { box, before, effect } = await killedInMerge();
    const note = join(box.top, '.git/code-intel/merge.json');
    const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
    const written = { ...JSON.parse(readFileSync(note, 'utf8')), server: { pid: other.pid, started: null } };
    writeFileSync(note, JSON.stringify(written));
    for (const settle of [() => box.repo.perform(effect), () => box.repo.recover(effect)]) {
      const { code, details } = await refusal(settle());
      expect([code, details.pid]).toEqual(['git_state', other.pid]);
      expect(JSON.parse(readFileSync(note, 'utf8'))).toEqual(written);
    }
    other.kill('SIGKILL');
    await until('it is gone', 10_000, () => other.signalCode !== null);
    expect(await box.repo.recover(effect)).toBeNull();
    expect(record(box.top)).toEqual(before);
  });

  it('tells our commit where there is no reflog, and a commit of the user’s from ours', async () => {
    const box = taskSandbox({ files: seed });
    box.git('config', 'core.logAllRefUpdates', 'false');
    rmSync(join(box.top, '.git/logs'), { recursive: true, force: true });
    box.write('work.ts', 'w\n');
    const effect = commitEffect(box, { keep: ['work.ts'] });
    const { commit } = await commitWith(box, { keep: ['work.ts'] });
    expect(await box.repo.recover(effect)).toMatchObject({ commit });
    box.git('reset', '-q', '--soft', 'HEAD~1');
    box.write('other.ts', 'o\n');
    box.git('add', 'other.ts');
    box.git('commit', '-qm', 'by hand');
    expect(await box.repo.recover(effect)).toBeNull();
  });

  it('waits for a lock that is about to go, and names one that stays', async () => {
    const box = taskSandbox();
    box.write('work.ts', 'w\n');
    const effect = commitEffect(box, { keep: ['work.ts'] });
    const lock = join(box.top, '.git/HEAD.lock');
    writeFileSync(lock, '');
    const { code, details } = await refusal(box.with({ limits: { lock: 100 } }).recover(effect));
    expect([code, details.file]).toEqual(['git_state', lock]);
    setTimeout(() => rmSync(lock), 200);
    expect(await box.repo.recover(effect)).toBeNull();
  });
});
