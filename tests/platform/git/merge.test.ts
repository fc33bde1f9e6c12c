import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../src/session/effects.ts';
import { isAlive, until } from '../../support/processes.ts';
import {
  changedBy,
  commitEffect,
  mergeEffect,
  record,
  refusal,
  type Sandbox,
  sandbox,
  sid,
  taskName,
} from './support.ts';

/** A task branch with one commit (`work.ts`), checked out; the base moved on where asked. */
function task(
  options: { prefix?: string; baseMoves?: boolean; files?: Record<string, string> } = {},
): Sandbox {
  const box = sandbox({
    ...(options.prefix === undefined ? {} : { prefix: options.prefix }),
    files: { 'seed.txt': 's\n', 'user.ts': '1\n', 'staged.ts': '1\n', 'gone.ts': '1\n', ...options.files },
  });
  box.git('switch', '-q', '-c', taskName());
  box.write('work.ts', 'work\n');
  box.write('seed.txt', 'session\n');
  box.git('add', 'work.ts', 'seed.txt');
  box.git('commit', '-qm', 'work');
  if (options.baseMoves) {
    box.git('switch', '-q', 'main');
    box.write('elsewhere.ts', 'e\n');
    box.git('add', 'elsewhere.ts');
    box.git('commit', '-qm', 'meanwhile');
    box.git('switch', '-q', taskName());
  }
  return box;
}

/** Changes of the user's, of every kind. */
function disturb(box: Sandbox): void {
  box.write('user.ts', 'user\n');
  box.write('staged.ts', '2\n');
  box.write('fresh.ts', 'f\n');
  box.git('add', 'staged.ts', 'fresh.ts');
  box.write('staged.ts', '3\n');
  box.git('rm', '-q', 'gone.ts');
  box.write('intended.ts', 'i\n');
  box.git('add', '-N', 'intended.ts');
  box.write('設計書 メモ.md', 'n\n');
  box.write('.code-intel/sessions/x.json', '{}');
}

const withoutRefs = (box: Sandbox) => {
  const { head, refs, ...rest } = record(box.top);
  return { ...rest, head: '', refs: '', seen: `${head.length > 0}${refs.length > 0}` };
};

describe('merge', () => {
  it.each([false, true])(
    'merges with a merge commit and deletes the branch (base moved on: %s)',
    async (baseMoves) => {
      const box = task({ baseMoves });
      disturb(box);
      const before = withoutRefs(box);
      const effect = mergeEffect(box);
      const outcome = await box.repo.perform(effect);
      const head = box.git('rev-parse', 'main').trim();
      expect(outcome).toEqual({
        kind: 'merge',
        merged: true,
        commit: head,
        base_tip: head,
        restore: `git branch ${taskName()} ${effect.tip}`,
      });
      expect(box.git('log', '-1', '--format=%B', 'main').trimEnd()).toBe(effect.message);
      expect(box.git('rev-list', '--parents', '-1', 'main').split(' ')).toHaveLength(3);
      expect(changedBy(box, 'main')).toEqual(['seed.txt', 'work.ts']);
      expect(box.git('symbolic-ref', '--short', 'HEAD')).toBe('main\n');
      expect(box.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).toBe('main\n');
      const after = withoutRefs(box);
      const others = (lines: readonly string[]) => lines.filter((line) => !/(elsewhere)\.ts$/.test(line));
      expect(after.status).toEqual(before.status);
      expect(others(after.index)).toEqual(before.index);
      expect(others(Object.keys(after.files))).toEqual(Object.keys(before.files));
      expect(after.stash).toBe('');
      expect(after.operation).toEqual([]);
      box.git(...(outcome.kind === 'merge' ? outcome.restore.split(' ').slice(1) : []));
      expect(box.git('rev-parse', taskName()).trim()).toBe(effect.tip);
      expect(box.git('for-each-ref', '--format=%(objectname)', 'refs/code-intel/trash').trim()).toBe(
        effect.tip,
      );
    },
  );

  it('only deletes the branch where nothing was committed', async () => {
    const box = sandbox();
    box.git('switch', '-q', '-c', taskName());
    box.write('seed.txt', 'user\n');
    box.git('add', 'seed.txt');
    const before = withoutRefs(box);
    const outcome = await box.repo.perform(mergeEffect(box));
    expect(outcome).toMatchObject({
      merged: false,
      commit: null,
      base_tip: box.git('rev-parse', 'main').trim(),
    });
    expect(box.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).toBe('main\n');
    expect(withoutRefs(box)).toEqual(before);
  });

  it('merges where the user has settings that would make something else of it', async () => {
    const box = task();
    for (const [key, value] of [
      ['merge.ff', 'only'],
      ['merge.autoStash', 'true'],
      ['merge.log', 'true'],
      ['branch.main.mergeOptions', '--squash --no-commit'],
      ['commit.cleanup', 'strip'],
      ['core.editor', 'false'],
      ['rerere.enabled', 'true'],
    ] as const)
      box.git('config', key, value);
    box.write('user.ts', 'user\n');
    const effect = mergeEffect(box);
    expect(await box.repo.perform(effect)).toMatchObject({ merged: true });
    expect(box.git('log', '-1', '--format=%B', 'main').trimEnd()).toBe(effect.message);
    expect(box.git('status', '--porcelain')).toBe(' M user.ts\n');
  });

  it('does not take the exit code of a post-checkout hook for its own', async () => {
    const box = task();
    box.hook('post-checkout', 'exit 2');
    box.hook('post-merge', 'exit 2');
    expect(await box.repo.perform(mergeEffect(box))).toMatchObject({ merged: true });
    expect(box.git('symbolic-ref', '--short', 'HEAD')).toBe('main\n');
  });

  it('undoes a merge with conflicts and names the files, relative to the project', async () => {
    const box = task({ prefix: 'web', files: { 'web/日本語.ts': '1\n' } });
    box.write('web/日本語.ts', 'task\n');
    box.git('commit', '-qam', 'more');
    box.git('switch', '-q', 'main');
    box.write('web/日本語.ts', 'main\n');
    box.write('seed.txt', 'main\n');
    box.git('commit', '-qam', 'clash');
    box.git('switch', '-q', taskName());
    disturb(box);
    const before = record(box.top);
    const { code, details } = await refusal(box.repo.perform(mergeEffect(box)));
    expect(code).toBe('merge_conflict');
    expect(details).toMatchObject({ kind: 'conflict', files: ['../seed.txt', '日本語.ts'] });
    expect(record(box.top)).toEqual(before);
  });

  it('names a local change that the merge would overwrite', async () => {
    const box = task();
    box.git('switch', '-q', 'main');
    box.write('user.ts', 'main\n');
    box.git('commit', '-qam', 'meanwhile');
    box.git('switch', '-q', taskName());
    disturb(box);
    const before = record(box.top);
    const { details } = await refusal(box.repo.perform(mergeEffect(box)));
    expect(details).toMatchObject({ kind: 'local_changes', files: ['user.ts'] });
    expect(record(box.top)).toEqual(before);
    box.write('user.ts', '1\n');
    expect(await box.repo.perform(mergeEffect(box))).toMatchObject({ merged: true });
  });

  it('does not overwrite an ignored file that the base has', async () => {
    const box = task();
    box.git('switch', '-q', 'main');
    box.write('.env', 'base\n');
    box.git('add', '.env');
    box.git('commit', '-qm', 'env');
    box.git('switch', '-q', taskName());
    box.write('.git/info/exclude', '.env\n');
    box.write('.env', 'SECRET\n');
    const before = record(box.top);
    const { details } = await refusal(box.repo.perform(mergeEffect(box)));
    expect(details).toMatchObject({ kind: 'local_changes', files: ['.env'] });
    expect(record(box.top)).toEqual(before);
  });

  it.each(['pre-merge-commit', 'commit-msg'])('undoes a merge that a %s hook says no to', async (hook) => {
    const box = task({ baseMoves: true });
    disturb(box);
    box.hook(hook, 'echo "not today"; exit 1');
    const before = record(box.top);
    const { code, details } = await refusal(box.repo.perform(mergeEffect(box)));
    expect(code).toBe('merge_conflict');
    expect(details).toMatchObject({ kind: 'hook', files: [] });
    expect(details.output).toContain('not today');
    expect(record(box.top)).toEqual(before);
    box.hook(hook, 'exit 0');
    expect(await box.repo.perform(mergeEffect(box))).toMatchObject({ merged: true });
  });

  it('undoes a merge whose commit cannot be signed', async () => {
    const box = task({ baseMoves: true });
    box.git('config', 'commit.gpgSign', 'true');
    box.git('config', 'gpg.program', 'false');
    const before = record(box.top);
    const { details } = await refusal(box.repo.perform(mergeEffect(box)));
    expect(details).toMatchObject({ kind: 'other' });
    expect(record(box.top)).toEqual(before);
  });

  it('ends a hanging hook when it is aborted, with everything as before', async () => {
    const box = task({ baseMoves: true });
    disturb(box);
    const pidFile = join(box.home, 'pid');
    box.hook('pre-merge-commit', `sh -c 'echo $$ > "${pidFile}"; sleep 300'`);
    const before = record(box.top);
    const controller = new AbortController();
    const ended = expect(box.repo.perform(mergeEffect(box), controller.signal)).rejects.toThrow('enough');
    await until(
      'the hook runs',
      20_000,
      () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim() !== '',
    );
    controller.abort(new Error('enough'));
    await ended;
    expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
    expect(record(box.top)).toEqual(before);
  });

  it('leaves no merge under way where a post-merge hook ends git after the base has moved', async () => {
    const box = task({ baseMoves: true });
    disturb(box);
    box.hook('post-merge', 'kill -9 $PPID');
    const before = withoutRefs(box);
    const outcome = await box.repo.perform(mergeEffect(box));
    expect(outcome).toMatchObject({ kind: 'merge', merged: true });
    expect(record(box.top).operation).toEqual([]);
    expect(record(box.top).status).toEqual(before.status);
  });

  it('undoes a merge where a hook moved the base to what does not contain the branch', async () => {
    const box = task({ baseMoves: true });
    box.hook(
      'pre-merge-commit',
      'git update-ref HEAD "$(git commit-tree -p HEAD -m hook HEAD^{tree})"; exit 1',
    );
    const tip = box.git('rev-parse', taskName());
    expect((await refusal(box.repo.perform(mergeEffect(box)))).code).toBe('merge_conflict');
    expect(box.git('rev-parse', taskName())).toBe(tip);
    expect(box.git('symbolic-ref', '--short', 'HEAD').trim()).toBe(taskName());
    expect(record(box.top).operation).toEqual([]);
  });

  it('refuses a base that is missing, or checked out in another worktree', async () => {
    const box = task();
    box.git('worktree', 'add', '-q', join(box.home, 'tree'), 'main');
    const before = record(box.top);
    const elsewhere = await refusal(box.repo.perform(mergeEffect(box)));
    expect([elsewhere.code, elsewhere.details.worktree]).toEqual(['git_state', join(box.home, 'tree')]);
    const ofDevelop = taskName('develop');
    box.git('branch', '-m', ofDevelop);
    const missing = await refusal(
      box.repo.perform(mergeEffect(box, { task_branch: ofDevelop, base_branch: 'develop' })),
    );
    expect(missing.details).toEqual({ base: 'develop', branches: [ofDevelop, 'main'] });
    box.git('branch', '-m', taskName());
    const injected = await refusal(
      box.repo.perform(mergeEffect(box, { base_branch: `--output=${box.home}/INJ` })),
    );
    expect(injected.code).toBe('git_state');
    expect(existsSync(join(box.home, 'INJ'))).toBe(false);
    expect(record(box.top)).toEqual(before);
  });

  it('refuses where HEAD is elsewhere, and where the branch is not what was recorded', async () => {
    const box = task();
    const effect = mergeEffect(box);
    box.git('commit', '-q', '--allow-empty', '-m', 'by hand');
    expect((await refusal(box.repo.perform(effect))).code).toBe('git_state');
    box.git('switch', '-q', 'main');
    expect((await refusal(box.repo.perform(effect))).details.actual).toBe('main');
  });
});

describe('create_task_branch', () => {
  const effect = (box: Sandbox) => ({
    kind: 'create_task_branch' as const,
    branch: taskName(),
    base: 'main',
    head: box.git('rev-parse', 'HEAD').trim(),
  });

  it('makes the branch at HEAD over a changed tree, which stays as it is; once more is the same', async () => {
    const box = sandbox({
      files: { 'seed.txt': 's\n', 'user.ts': '1\n', 'staged.ts': '1\n', 'gone.ts': '1\n' },
    });
    disturb(box);
    box.git('config', 'branch.autoSetupMerge', 'always');
    const before = withoutRefs(box);
    const tip = box.git('rev-parse', 'HEAD').trim();
    expect(await box.repo.perform(effect(box))).toEqual({ kind: 'create_task_branch', tip });
    expect(box.git('symbolic-ref', '--short', 'HEAD').trim()).toBe(taskName());
    expect(withoutRefs(box)).toEqual(before);
    expect(await box.repo.perform(effect(box))).toEqual({ kind: 'create_task_branch', tip });
    expect(await box.repo.recover(effect(box))).toEqual({ kind: 'create_task_branch', tip });
  });

  it.each([
    ['feature/x', taskName('feature')],
    ['main', `${taskName()}/deeper`],
    ['main', taskName()],
  ])('names the branch in the way (base %s: %s)', async (base, clash) => {
    const box = sandbox();
    box.git('branch', clash);
    box.git('commit', '-q', '--allow-empty', '-m', 'second');
    if (base !== 'main') box.git('switch', '-q', '-c', base);
    const before = record(box.top);
    const { code, details } = await refusal(
      box.repo.perform({
        ...effect(box),
        branch: taskName(base),
        base,
        head: box.git('rev-parse', 'HEAD').trim(),
      }),
    );
    expect([code, details.clash]).toEqual(['git_state', clash]);
    expect(record(box.top)).toEqual(before);
  });

  it('makes none in a repository without a commit, or where HEAD is detached', async () => {
    const empty = sandbox({ commit: false });
    const zero = '0'.repeat(40);
    const wanted = { kind: 'create_task_branch' as const, branch: taskName(), base: 'main', head: zero };
    expect((await refusal(empty.repo.perform(wanted))).code).toBe('git_state');
    expect(empty.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
    const box = sandbox();
    const made = effect(box);
    box.git('checkout', '-q', '--detach');
    const before = record(box.top);
    expect((await refusal(box.repo.perform(made))).code).toBe('git_state');
    expect(record(box.top)).toEqual(before);
  });

  it('removes, after a crash, a branch that was made but never switched to', async () => {
    const box = sandbox();
    box.git('branch', taskName());
    const tip = box.git('rev-parse', 'HEAD');
    expect(await box.repo.recover(effect(box))).toBeNull();
    expect(box.git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).toBe('main\n');
    expect(box.git('for-each-ref', '--format=%(objectname)', 'refs/code-intel/trash')).toBe(tip);
  });
});

describe('a branch that is no task branch of this base', () => {
  it.each(['release', taskName('main', 'no session'), taskName('other')])(
    'is left alone (%s)',
    async (name) => {
      const box = sandbox();
      box.git('branch', '-q', 'other');
      const branch = name.replaceAll(' ', '_');
      box.git('switch', '-q', '-c', branch);
      box.write('work.ts', 'w\n');
      const tip = box.git('rev-parse', 'HEAD').trim();
      const stale = {
        branch,
        base: 'main',
        base_exists: true,
        tip,
        unmerged_commits: 0,
        uncommitted_files: 0,
        checked_out: true,
        last_commit_at: '',
        session_restorable: false,
      };
      const before = record(box.top);
      const effects: Effect[] = [
        { kind: 'create_task_branch', branch, base: 'main', head: tip },
        mergeEffect(box, { task_branch: branch }),
        // A commit has no base to be held against; the name alone decides.
        ...(name === taskName('other') ? [] : [commitEffect(box, { keep: ['work.ts'] })]),
        ...(['delete', 'merge'] as const).map((action) => ({
          kind: 'resolve_stale' as const,
          action,
          branches: [stale],
          session_id: sid,
          message: '',
        })),
      ];
      for (const effect of effects) {
        const { code, details } = await refusal(box.repo.perform(effect));
        expect([code, details.branch]).toEqual(['git_state', branch]);
        expect(await box.repo.recover(effect)).toBeNull();
      }
      expect(record(box.top)).toEqual(before);
    },
  );
});

describe('forget', () => {
  it('drops the start of this session alone, and trash after 30 days', async () => {
    const box = task();
    await box.repo.perform(mergeEffect(box));
    await box.repo.snapshot({ keep_as: sid });
    await box.repo.snapshot({ keep_as: '20261130-othr' });
    await box.repo.forget(sid);
    const refs = () => box.git('for-each-ref', '--format=%(refname)', 'refs/code-intel');
    expect(refs()).toMatch(/^refs\/code-intel\/start\/20261130-othr\nrefs\/code-intel\/trash\/[^\n]*\n$/);
    await box.with({ now: () => new Date(Date.now() + 31 * 24 * 3600 * 1000) }).forget(sid);
    expect(refs()).toBe('refs/code-intel/start/20261130-othr\n');
    await box.repo.forget('../../x');
    writeFileSync(join(box.home, 'plain'), '');
    await box.with({ root: box.home }).forget(sid);
  });
});
