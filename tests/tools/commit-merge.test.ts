import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openProject, type Project, toReady } from '../support/project.ts';

let project: Project;
beforeEach(async () => {
  project = await openProject();
});
afterEach(() => project.close());

const task = { id: 't', description: 'd', status: 'pending' };

/** A session that has changed `src/a.ts` and stands at PRE_COMMIT; answers with its task branch. */
async function toPreCommit(): Promise<string> {
  await project.call('start_session', {
    intent: 'MODIFY',
    query: '件名\n\n本文',
    flags: ['--fast', '--no-doc', '--no-verify'],
  });
  await project.submit(toReady[1]);
  await project.submit({ tasks: [task] });
  project.write('src/a.ts', 'export const a = 2;\n');
  await project.submit({ task_id: 't', summary: 's' });
  expect(await project.submit({})).toMatchObject({ phase: 'PRE_COMMIT' });
  return project.git('branch', '--show-current').trim();
}

function hook(name: string, script: string): void {
  const path = join(project.root, '.git/hooks', name);
  project.write(`.git/hooks/${name}`, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const review = { reviewed_files: ['src/a.ts'], commit_message: 'a is 2' };
const state = () => [
  project.git('status', '--porcelain'),
  project.git('rev-parse', 'HEAD', 'main'),
  project.git('ls-files', '-s'),
];

/** A refusal changes nothing: neither session, nor repository, nor checkpoint. */
async function refused(data: unknown, expected: Record<string, unknown>) {
  const [file = ''] = project.checkpoints();
  const before = [...state(), project.read(`.code-intel/sessions/${file}`)];
  const answer = await project.submit(data);
  expect(answer).toMatchObject({
    isError: true,
    instruction: expect.any(String),
    expected_payload: expect.anything(),
    ...expected,
  });
  expect([...state(), project.read(`.code-intel/sessions/${file}`)]).toEqual(before);
  return answer;
}

test('a hook that refuses the commit is heard in its own words; made to pass, the same payload commits once', async () => {
  await toPreCommit();
  hook('pre-commit', 'echo "lint failed: src/a.ts:3" >&2; exit 1');
  const answer = await refused(review, { error: 'commit_failed', current_phase: 'PRE_COMMIT', step: 17 });
  expect(JSON.stringify(answer)).toContain('lint failed: src/a.ts:3');
  hook('pre-commit', 'exit 0');
  expect(await project.submit(review)).toMatchObject({ phase: 'MERGE', committed: true });
  await refused(review, { error: 'payload_mismatch', current_phase: 'MERGE', payload_fits: 'PRE_COMMIT' });
  expect(project.git('rev-list', '--count', 'HEAD')).toBe('2\n');
});

test('no list becomes "everything", and no message is made up: each is refused with nothing staged or committed', async () => {
  await toPreCommit();
  project.write('.env.local', 'SECRET=1\n');
  const refusals: [unknown, string][] = [
    [{ ...review, reviewed_files: [] }, 'unreviewed_files'],
    [{ ...review, reviewed_files: ['.'] }, 'unknown_files'],
    [{ ...review, reviewed_files: ['*'] }, 'unknown_files'],
    [{ ...review, reviewed_files: [':!seed'] }, 'unknown_files'],
    [{ ...review, reviewed_files: [':/'] }, 'unknown_files'],
    [{ ...review, reviewed_files: [''] }, 'invalid_payload'],
    [{ ...review, reviewed_files: ['src/a.ts', '--output=x'] }, 'unknown_files'],
    [{ ...review, commit_message: '   ' }, 'invalid_payload'],
    [{ reviewed_files: ['src/a.ts'] }, 'invalid_payload'],
    [{ ...review, commit_message: 123 }, 'invalid_payload'],
  ];
  for (const [data, error] of refusals) await refused(data, { error });
});

test('left out of the review, a new file is asked for; discarded, it can be brought back', async () => {
  await toPreCommit();
  project.write('debug.log', 'noise\n');
  const answer = await refused(review, { error: 'unreviewed_files' });
  expect(answer.missing).toEqual(['debug.log']);
  const done = await project.submit({
    ...review,
    reviewed_files: ['src/a.ts', { path: 'debug.log', decision: 'discard', reason: 'noise' }],
  });
  expect(done).toMatchObject({ committed: true, discarded: [{ path: 'debug.log' }] });
  expect(existsSync(join(project.root, 'debug.log'))).toBe(false);
  const [{ restore }] = done.discarded;
  expect(restore).toMatch(/^git /);
  project.git(
    ...restore
      .split(' ')
      .slice(1)
      .map((word: string) => word.replace(/^'|'$/g, '')),
  );
  expect(project.read('debug.log')).toBe('noise\n');
});

test('a conflict is aborted and undone; merged and resolved on the task branch, {} goes through', async () => {
  const branch = await toPreCommit();
  await project.submit(review);
  project.git('switch', '-q', 'main');
  project.write('src/a.ts', 'export const a = 3;\n');
  project.git('commit', '-qam', 'three');
  project.git('switch', '-q', branch);
  project.write('mine.txt', 'mine\n');
  project.git('add', 'mine.txt');

  const answer = await refused(
    {},
    { error: 'merge_conflict', kind: 'conflict', files: ['src/a.ts'], current_phase: 'MERGE' },
  );
  expect(answer.message).toContain('git merge');
  // What is staged stands in the way of that very command: named, with the way out, which works.
  expect(answer.staged).toEqual(['mine.txt']);
  expect(() => project.git('merge', '-q', 'main')).toThrow();
  expect(existsSync(join(project.root, '.git/MERGE_HEAD'))).toBe(false);
  const unstage = 'git restore --staged -- mine.txt';
  expect(answer.message).toContain(unstage);
  execFileSync('sh', ['-c', unstage], { cwd: project.root });
  expect((await refused({}, { error: 'merge_conflict', kind: 'conflict' })).staged).toBeUndefined();
  project.git('add', 'mine.txt');
  expect(existsSync(join(project.root, '.git/MERGE_HEAD'))).toBe(false);

  const gate = async () => (await project.call('check_write_target', { file_path: 'src/a.ts' })).allowed;
  expect(await gate()).toBe(false);
  project.git('commit', '-qm', 'mine', 'mine.txt');
  expect(() => project.git('merge', '-q', 'main')).toThrow();
  expect(await gate()).toBe(true);
  project.write('src/a.ts', 'export const a = 5;\n');
  project.git('add', 'src/a.ts');
  expect(await gate()).toBe(true);
  project.git('commit', '-qm', 'resolved');
  const merged = await project.submit({});
  expect(merged).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
  expect(merged.warnings.join()).toContain('resolved');
  expect(project.git('show', 'main:src/a.ts')).toBe('export const a = 5;\n');
});

test('a checkpoint that was changed to name the user’s branch commits nothing there, and is set aside by name', async () => {
  await toPreCommit();
  project.git('switch', '-q', 'main');
  const before = project.git('rev-parse', 'main');
  const [file = ''] = project.checkpoints();
  const saved = JSON.parse(project.read(`.code-intel/sessions/${file}`));
  project.write(`.code-intel/sessions/${file}`, JSON.stringify({ ...saved, task_branch: 'main' }));
  await project.restart();
  expect(await project.submit(review)).toMatchObject({ isError: true, error: 'no_session' });
  expect(project.git('rev-parse', 'main')).toBe(before);
  expect(project.checkpoints()).toEqual([]);
  const next = await project.call('start_session', { intent: 'INVESTIGATE', query: 'q', flags: [] });
  expect(next.warnings.join()).toContain(file);
  expect(next.warnings.join()).toContain('llm_task_<session>_from_<base>');
});

test.each([
  ['commit', 'index.lock'],
  ['merge', 'HEAD.lock'],
])(
  'a lock that stays is waited for once; the refused %s leaves the checkpoint as it was',
  async (at, name) => {
    await toPreCommit();
    if (at === 'merge') await project.submit(review);
    const data = at === 'merge' ? {} : review;
    const lock = join(project.root, '.git', name);
    writeFileSync(lock, '');
    const began = performance.now();
    const answer = await refused(data, { error: 'git_state', file: lock });
    const waited = performance.now() - began;
    expect(answer.message).toContain('Nothing was done');
    rmSync(lock);
    const again = performance.now();
    expect(await project.submit(data)).toMatchObject({ isError: false });
    // One wait is three seconds; the rest of the call takes as long as it does without a lock.
    expect(waited - (performance.now() - again)).toBeLessThan(5_000);
  },
);

test('a commit after which git fails, and a lock stays, is called unsettled, and found once that is mended', async () => {
  await toPreCommit();
  const lock = join(project.root, '.git/packed-refs.lock');
  hook('post-commit', `echo broken > "${join(project.root, '.git/index')}"; touch "${lock}"`);
  const answer = await project.submit(review);
  expect(answer).toMatchObject({ isError: true, error: 'git_state', file: lock });
  expect(answer.message).toContain('get_session_status');
  expect(answer.message).not.toContain('Nothing was done');
  rmSync(lock);
  rmSync(join(project.root, '.git/index'));
  project.git('read-tree', 'HEAD');
  expect(await project.call('get_session_status')).toMatchObject({ phase: 'MERGE' });
  expect(project.git('rev-list', '--count', 'HEAD')).toBe('2\n');
  expect(project.git('status', '--porcelain')).toBe('');
});

test('what a hook adds to the commit is named, not called left; the command given takes it out and keeps it on the disk', async () => {
  project.write('src/b.ts', 'export const mine = 1;\n');
  project.write("it's.txt", 'mine\n');
  await toPreCommit();
  hook('pre-commit', 'git add -A -- . ":!.code-intel"');
  const branch = project.git('branch', '--show-current').trim();
  const answer = await project.submit(review);
  expect(answer).toMatchObject({ committed: true, kept: ['src/a.ts'] });
  expect(answer.committed_by_hooks).toEqual(["it's.txt", 'src/b.ts']);
  expect(answer.left).toEqual([]);
  expect(answer.warnings.join()).toContain('src/b.ts');
  expect(answer.warnings.join()).not.toContain('were left alone');
  execFileSync('sh', ['-c', answer.take_out], { cwd: project.root, stdio: 'ignore' });
  expect(project.git('diff', '--name-only', `main...${branch}`)).toBe('src/a.ts\n');
  expect(project.git('status', '--porcelain', '-z')).toBe(" M src/b.ts\0?? it's.txt\0");
  const done = await project.submit({});
  expect(done).toMatchObject({ merged: true, report: { committed_by_hooks: ["it's.txt", 'src/b.ts'] } });
});

test('a hook that refuses the merge leaves everything as it was', async () => {
  await toPreCommit();
  await project.submit(review);
  hook('pre-merge-commit', 'echo "not on a Friday" >&2; exit 1');
  const answer = await refused({}, { error: 'merge_conflict', kind: 'hook' });
  expect(JSON.stringify(answer)).toContain('not on a Friday');
  expect(existsSync(join(project.root, '.git/MERGE_HEAD'))).toBe(false);
  rmSync(join(project.root, '.git/hooks/pre-merge-commit'));
  expect(await project.submit({})).toMatchObject({ merged: true });
  expect(await project.submit({})).toMatchObject({ isError: true, error: 'no_session' });
  expect(project.git('log', '-1', '--format=%B')).toMatch(/^Merge llm_task_.*_from_main\n\n件名\n/);
});

test('HEAD on another branch: warned in READY, refused at PRE_COMMIT with the command that goes back', async () => {
  const branch = await toPreCommit();
  project.git('stash', '-q');
  project.git('switch', '-q', 'main');
  const answer = await refused(review, { error: 'git_state', expected: branch, actual: 'main' });
  expect(answer.message).toContain(`git switch ${branch}`);
  await project.restart();
  const status = await project.call('get_session_status');
  expect(status.recovered_from_checkpoint).toBe(true);
  expect(status.warnings.join()).toContain(`git switch ${branch}`);
  project.git('switch', '-q', branch);
  project.git('stash', 'pop', '-q');
  expect(await project.submit(review)).toMatchObject({ committed: true });
});

test('a task branch that is gone is named with the command that brings it back', async () => {
  const branch = await toPreCommit();
  const tip = project.git('rev-parse', branch).trim();
  project.git('stash', '-q');
  project.git('switch', '-q', 'main');
  project.git('branch', '-D', '-q', branch);
  const answer = await refused(review, { error: 'git_state' });
  expect(answer.message).toContain(`git branch ${branch} ${tip}`);
  expect(await project.call('get_session_status')).toMatchObject({ phase: 'PRE_COMMIT', isError: false });
});

test('nothing changed: no commit, and on; nothing committed: no merge, and the branch goes', async () => {
  await toPreCommit();
  project.git('checkout', '--', 'src/a.ts');
  expect(await project.submit({ reviewed_files: [], commit_message: 'none' })).toMatchObject({
    phase: 'MERGE',
    committed: false,
    commit: null,
    nothing_to_commit: true,
  });
  expect(await project.submit({})).toMatchObject({ phase: 'SESSION_COMPLETE', merged: false });
  expect(project.git('branch', '--format=%(refname:short)')).toBe('main\n');
});

test('a message is committed to the letter, and nothing in it is executed', async () => {
  await toPreCommit();
  const commit_message = '# no comment\n\n件名 "q" $(touch PWNED) `touch PWNED`\n-m injected';
  await project.submit({ ...review, commit_message });
  expect(project.git('log', '-1', '--format=%B').trimEnd()).toBe(commit_message);
  expect(existsSync(join(project.root, 'PWNED'))).toBe(false);
});

test('names that git would quote are reviewed and committed as they are, a rename by its new path', async () => {
  for (const name of ['日本語.ts', 'old.ts']) project.write(name, `${'line\n'.repeat(20)}${name}\n`);
  project.git('add', '-A', '--', '日本語.ts', 'old.ts');
  project.git('commit', '-qm', 'names');
  await toPreCommit();
  project.git('mv', '日本語.ts', '改名.ts');
  for (const name of ['設計書.txt', 'a b.ts', 'q"q.ts', '[slug].ts']) project.write(name, 'new\n');
  const { files } = await project.call('review_changes');
  const due = files.filter((file: { due: boolean }) => file.due);
  expect(due).toContainEqual(
    expect.objectContaining({ path: '改名.ts', old_path: '日本語.ts', status: 'renamed' }),
  );
  await project.submit({
    reviewed_files: due.map(({ path }: { path: string }) => path),
    commit_message: 'all',
  });
  expect(
    project
      .git('-c', 'core.quotepath=off', 'show', '--format=', '--name-status', '-M', '-z', 'HEAD')
      .split('\0')
      .filter(Boolean),
  ).toEqual(expect.arrayContaining(['改名.ts', '設計書.txt', 'a b.ts', 'q"q.ts', '[slug].ts', 'src/a.ts']));
  expect(project.git('status', '--porcelain')).toBe('');
});
