import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readCheckpoint } from '../../src/session/checkpoint.ts';
import { openProject, type Project, toReady } from '../support/project.ts';

let project: Project;
afterEach(() => project.close());

const task = (id: string) => ({ id, description: id, status: 'pending' });
const commands = { verify: { commands: ['test ! -e broken'] } };

/** A project whose verify command is allowed, with a session at READY. */
async function atReady(flags: string[] = []): Promise<void> {
  const { createTrust } = await import('../../src/platform/trust.ts');
  project = await openProject({ config: commands });
  const home = join(project.root, '..', 'home');
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
  await createTrust({ root: project.root, env, notice: () => {} }).allow(
    'verify.commands',
    commands.verify.commands,
  );
  await project.call('start_session', {
    intent: 'MODIFY',
    query: 'q',
    flags: ['--fast', '--no-doc', ...flags],
  });
  await project.submit(toReady[1]);
}

async function implement(id: string, files: Record<string, string>): Promise<void> {
  await project.submit({ tasks: [task(id)] });
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  await project.submit({ task_id: id, summary: 's' });
  await project.submit({});
  expect(await project.submit({ passed: true, details: 'd' })).toMatchObject({
    phase: 'PRE_COMMIT',
    verification: 'passed',
  });
}

test('what somebody commits over a left or discarded file after the verification is not merged unverified', async () => {
  await atReady();
  await implement('one', { 'src/a.ts': 'a\n', 'src/b.ts': 'noise\n', 'src/c.ts': 'later\n' });
  await project.submit({
    reviewed_files: [
      'src/a.ts',
      { path: 'src/b.ts', decision: 'discard' },
      { path: 'src/c.ts', decision: 'leave' },
    ],
    commit_message: 'one',
  });
  project.write('src/b.ts', 'UNVERIFIED\n');
  project.git('add', 'src/b.ts', 'src/c.ts');
  project.git('commit', '-qm', 'by somebody');
  expect(await project.submit({})).toMatchObject({
    phase: 'POST_IMPL_VERIFY',
    evidence_void: true,
    changed_since_verified: ['src/b.ts'],
    isError: false,
  });
});

test('a file that was left once, and is kept now, has to be as it was verified', async () => {
  await atReady();
  await implement('one', { 'src/a.ts': 'a\n', 'src/c.ts': 'one\n' });
  await project.submit({
    reviewed_files: ['src/a.ts', { path: 'src/c.ts', decision: 'leave' }],
    commit_message: 'one',
  });
  project.git('commit', '--allow-empty', '-qm', 'by somebody');
  await project.call('cleanup_stale_branches', { action: 'list' });
  project.write('src/a.ts', 'again\n');
  project.git('commit', '-qam', 'changes what was verified');
  expect(await project.submit({})).toMatchObject({ phase: 'POST_IMPL_VERIFY' });
  expect(await project.submit({ passed: true, details: 'd' })).toMatchObject({ phase: 'PRE_COMMIT' });
  project.write('src/c.ts', 'UNVERIFIED\n');
  expect(await project.submit({ reviewed_files: ['src/c.ts'], commit_message: 'two' })).toMatchObject({
    phase: 'POST_IMPL_VERIFY',
    changed_since_verified: ['src/c.ts'],
  });
});

test('nothing is verified on another branch than the session’s', async () => {
  await atReady();
  await project.submit({ tasks: [task('t')] });
  await project.submit({ task_id: 't', summary: 's' });
  await project.submit({});
  project.git('switch', '-q', 'main');
  const refused = await project.submit({ passed: true, details: 'd' });
  expect(refused).toMatchObject({ isError: true, error: 'git_state', current_phase: 'POST_IMPL_VERIFY' });
  expect(refused.message).toContain('git switch llm_task_');
});

test('commands that were not allowed are said to be not used: before, in the answer, and in the report', async () => {
  project = await openProject({ config: commands });
  await project.call('start_session', { intent: 'MODIFY', query: 'q', flags: ['--quick'] });
  for (const data of [
    { documents_reviewed: [] },
    toReady[1],
    { tasks: [task('t')] },
    { task_id: 't', summary: 's' },
  ])
    await project.submit(data);
  expect((await project.submit({})).instruction).toContain('npx code-intel trust');
  expect(await project.submit({ passed: true, details: 'd' })).toMatchObject({
    verification: 'untrusted',
    unverified_claim: true,
    report: { unverified_claim: true, verify_commands_not_allowed: ['test ! -e broken'] },
  });
});

test('a session of another machine is told, not passed over: it is restored when named', async () => {
  project = await openProject();
  const { session_id } = await project.call('start_session', { intent: 'MODIFY', query: 'q' });
  const path = `.code-intel/sessions/${session_id}.json`;
  const read = readCheckpoint(project.read(path));
  if (!('session' in read) || !read.session.owner) throw new Error('no checkpoint');
  project.write(
    path,
    JSON.stringify({ ...read.session, owner: { ...read.session.owner, host: 'elsewhere' } }),
  );
  await project.restart();
  for (const answer of [
    await project.call('get_session_status'),
    await project.submit({ documents_reviewed: [] }),
  ])
    expect(answer).toMatchObject({
      error: 'no_session',
      other_sessions: [{ session_id, host: 'elsewhere' }],
    });
  expect(await project.call('get_session_status', { session_id })).toMatchObject({
    recovered_from_checkpoint: true,
    step: 3,
  });
});

test('a submission that still ran when the session went back is not answered with what is no longer true', async () => {
  project = await openProject({ composition: { patienceMs: 100 } });
  await project.call('start_session', { intent: 'MODIFY', query: 'q', flags: ['--no-verify', '--no-doc'] });
  for (const data of [...toReady.slice(1), { tasks: [task('t')] }]) await project.submit(data);
  project.write('src/a.ts', 'a\n');
  for (const data of [{ task_id: 't', summary: 's' }, {}]) await project.submit(data);
  project.write('.git/hooks/pre-commit', '#!/bin/sh\nsleep 8\n');
  chmodSync(join(project.root, '.git/hooks/pre-commit'), 0o755);
  const review = { reviewed_files: ['src/a.ts'], commit_message: 'a' };
  expect(await project.submit(review)).toMatchObject({ running: true, phase: 'PRE_COMMIT' });
  expect((await project.call('check_write_target', { file_path: 'src/a.ts' })).allowed).toBe(false);
  expect(await project.call('revert_to_exploration')).toMatchObject({ phase: 'EXPLORATION' });
  expect(await project.submit(review)).toMatchObject({
    isError: true,
    error: 'payload_mismatch',
    current_phase: 'EXPLORATION',
  });
  expect(project.git('rev-list', '--count', 'HEAD')).toBe('1\n');
}, 90_000);

test('hints look beyond what is shown, and at the size', async () => {
  await atReady();
  await project.submit({ tasks: [task('t')] });
  project.write('src/long.ts', `${'// line\n'.repeat(500)}console.log('here');\n`);
  project.write('src/large.ts', `// ${'x'.repeat(2_000_000)}\n`);
  const { files } = await project.call('review_changes', { max_diff_lines: 10 });
  const kinds = Object.fromEntries(
    files.map(({ path, hints }: { path: string; hints: { kind: string }[] }) => [
      path,
      hints.map(({ kind }) => kind),
    ]),
  );
  expect(kinds['src/long.ts']).toEqual(['debug_output']);
  expect(kinds['src/large.ts']).toContain('large_file');
});

test('where merging stale branches stops, the answer speaks of the branches that are left', async () => {
  project = await openProject();
  const [good, bad] = ['aaaaaaaa', 'bbbbbbbb'].map((id) => `llm_task_20250101-120000-${id}_from_main`) as [
    string,
    string,
  ];
  for (const [branch, file] of [
    [good, 'src/new.ts'],
    [bad, 'src/a.ts'],
  ] as const) {
    project.git('switch', '-q', '-c', branch, 'main');
    project.write(file, `${branch}\n`);
    project.git('add', '-A', 'src');
    project.git('commit', '-qm', branch);
  }
  project.git('switch', '-q', 'main');
  project.write('src/a.ts', 'other\n');
  project.git('commit', '-qam', 'other');
  await project.call('start_session', { intent: 'MODIFY', query: 'q' });
  const stopped = await project.submit({ choice: 'merge' });
  expect(stopped).toMatchObject({
    isError: true,
    error: 'merge_conflict',
    open: [bad],
    stale_branches: [{ branch: bad }],
  });
  expect(stopped.instruction).not.toContain(good);
  expect(await project.submit({ choice: 'delete' })).toMatchObject({ phase: 'DOCUMENT_RESEARCH' });
});

test('what the user had changed, and the session undid or deleted, is asked for; discarded, it comes back', async () => {
  project = await openProject();
  project.write('src/b.ts', 'the user’s\n');
  project.write('notes.txt', 'the user’s\n');
  await project.call('start_session', {
    intent: 'MODIFY',
    query: 'q',
    flags: ['--fast', '--no-doc', '--no-verify'],
  });
  await project.submit(toReady[1]);
  await project.submit({ tasks: [task('t')] });
  project.git('checkout', '--', 'src/b.ts');
  rmSync(join(project.root, 'notes.txt'));
  await project.submit({ task_id: 't', summary: 's' });
  await project.submit({});
  const { files } = await project.call('review_changes');
  expect(files).toMatchObject([
    { path: 'notes.txt', status: 'reverted', due: true, diff: expect.stringContaining('-the user’s') },
    { path: 'src/b.ts', status: 'reverted', due: true },
  ]);
  expect(await project.submit({ reviewed_files: [], commit_message: 'm' })).toMatchObject({
    error: 'unreviewed_files',
    missing: ['notes.txt', 'src/b.ts'],
  });
  const discard = ['notes.txt', 'src/b.ts'].map((path) => ({ path, decision: 'discard' }));
  expect(await project.submit({ reviewed_files: discard, commit_message: 'm' })).toMatchObject({
    phase: 'MERGE',
    committed: false,
  });
  expect([project.read('src/b.ts'), project.read('notes.txt')]).toEqual(['the user’s\n', 'the user’s\n']);
});

test('a branch name that a shell would run is quoted in the commands that are handed out', async () => {
  project = await openProject();
  const base = ['$(touch$', '{IFS}PWNED)'].join('');
  project.git('switch', '-q', '-c', base);
  await project.call('start_session', { intent: 'MODIFY', query: 'q', flags: ['--fast', '--no-doc'] });
  await project.submit(toReady[1]);
  project.write('mine.txt', 'mine\n');
  const left = await project.call('cleanup_stale_branches', { action: 'end' });
  expect(left.uncommitted_files).toEqual(['mine.txt']);
  execFileSync('sh', ['-c', left.to_merge], { cwd: project.root, stdio: 'ignore' });
  expect(existsSync(join(project.root, 'PWNED'))).toBe(false);
  expect(project.git('branch', '--show-current').trim()).toBe(base);
});
