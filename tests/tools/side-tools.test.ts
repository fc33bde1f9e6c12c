import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openProject, type Project, toReady } from '../support/project.ts';

let project: Project;
beforeEach(async () => {
  project = await openProject();
});
afterEach(() => project.close());

const start = (flags: string[] = [], intent = 'MODIFY') =>
  project.call('start_session', { intent, query: 'q', flags });
const submitAll = async (payloads: readonly unknown[]) => {
  for (const data of payloads) expect(await project.submit(data)).toMatchObject({ isError: false });
};
const task = { id: 't', description: 'd', status: 'pending' };
const gate = async (file_path: string, allow_new_files = true) =>
  (await project.call('check_write_target', { file_path, allow_new_files })).allowed;

describe('check_write_target', () => {
  test('nothing is enforced without a session', async () => {
    expect(await gate('src/a.ts')).toBe(true);
  });

  test('nothing before step 13, then explored and new files, then nothing again', async () => {
    await start(['--no-verify']);
    expect(await gate('src/a.ts')).toBe(false);
    await submitAll(toReady);
    expect(await gate('src/a.ts')).toBe(false);
    await submitAll([{ tasks: [task] }]);
    expect([await gate('src/a.ts'), await gate('src/b.ts'), await gate('src/new.ts')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([
      await gate('src/new.ts', false),
      await gate('README.md'),
      await gate('.code-intel/sessions/x.json'),
    ]).toEqual([false, true, false]);
    const refused = await project.call('check_write_target', { file_path: 'src/b.ts' });
    expect(refused).toMatchObject({
      phase: 'READY',
      recovery: ['add_explored_files({ files: ["src/b.ts"] })', 'cleanup_stale_branches({ action: "end" })'],
    });
    expect(await project.call('add_explored_files', { files: ['src/b.ts', 'src/nowhere.ts'] })).toMatchObject(
      {
        added: ['src/b.ts'],
        unknown: ['src/nowhere.ts'],
        explored_files: ['src/a.ts', 'src/b.ts'],
      },
    );
    expect(await project.call('add_explored_files', { files: ['../outside.ts'] })).toMatchObject({
      error: 'outside_root',
    });
    expect(await gate('src/b.ts')).toBe(true);
    await project.restart();
    expect([await gate('src/b.ts'), await gate('.code-intel/sessions/x.json')]).toEqual([true, false]);
    await submitAll([{ task_id: 't', summary: 's' }, {}]);
    expect(await gate('src/a.ts')).toBe(false);
  });

  test.each(['../project-evil/s.ts', '/etc/passwd'])('%s lies outside and is refused', async (file_path) => {
    expect(await project.call('check_write_target', { file_path })).toMatchObject({
      isError: true,
      error: 'outside_root',
    });
  });
});

test('add_explored_files and review_changes wait for the exploration; with --fast they need none', async () => {
  await start();
  for (const [name, args] of [
    ['add_explored_files', { files: ['src/a.ts'] }],
    ['review_changes', {}],
  ] as const)
    expect(await project.call(name, args)).toMatchObject({ isError: true, error: 'wrong_phase' });
  await project.call('cleanup_stale_branches', { action: 'end' });
  await start(['--fast']);
  expect(await project.call('add_explored_files', { files: ['src/a.ts'] })).toMatchObject({
    added: ['src/a.ts'],
  });
});

describe('revert_to_exploration', () => {
  test('keeping the results, READY follows at once; tasks and branch stay', async () => {
    await start();
    await submitAll([...toReady, { tasks: [task] }]);
    const branch = project.git('branch', '--show-current');
    expect(await project.call('revert_to_exploration')).toMatchObject({
      phase: 'EXPLORATION',
      reverted_from: 'READY',
    });
    expect(await project.submit({ explored_files: ['src/b.ts'], findings: ['f'] })).toMatchObject({
      phase: 'READY',
      step: 12,
    });
    const status = await project.call('get_session_status');
    expect(status).toMatchObject({ tasks: [{ id: 't' }], counters: { exploration_revert_count: 1 } });
    expect(project.git('branch', '--show-current')).toBe(branch);
    expect(project.checkpoint(status.session_id)).toMatchObject({
      exploration: { explored_files: ['src/a.ts', 'src/b.ts'] },
    });
  });

  test('clearing them, every phase comes again; the third time the user decides', async () => {
    await start();
    await submitAll([...toReady, { tasks: [task] }]);
    await project.call('revert_to_exploration', { keep_results: false });
    expect(await project.submit(toReady[2])).toMatchObject({ phase: 'Q1' });
    await project.call('revert_to_exploration');
    await submitAll([toReady[2]]);
    expect(await project.call('revert_to_exploration')).toMatchObject({
      phase: 'READY',
      step: 12,
      user_escalation: true,
    });
    expect(await project.submit({ tasks: [task] })).toMatchObject({ error: 'user_decision_required' });
    const ended = await project.submit({ user_decision: 'end' });
    expect(ended).toMatchObject({
      phase: 'SESSION_COMPLETE',
      call: null,
      to_delete: expect.stringMatching(/^git switch main && git branch -D llm_task_/),
    });
    expect(ended.instruction).toMatch(/^The session was ended/);
    expect(project.checkpoints()).toEqual([]);
  });

  test('an investigation ends at the third time, with its report', async () => {
    await start([], 'INVESTIGATE');
    await submitAll(toReady.slice(0, 3));
    for (let time = 0; time < 2; time++) {
      await project.call('revert_to_exploration', { keep_results: false });
      await submitAll([toReady[2]]);
    }
    expect(await project.call('revert_to_exploration')).toMatchObject({
      phase: 'SESSION_COMPLETE',
      report: { findings: ['a is a constant'] },
    });
    expect(project.checkpoints()).toEqual([]);
  });
});

describe('cleanup_stale_branches', () => {
  test('end leaves the session: tree, index and branch as they are, the gate open, the commands told', async () => {
    await start();
    await submitAll([...toReady, { tasks: [task] }]);
    project.write('src/a.ts', 'half\n');
    project.git('add', 'src/a.ts');
    const branch = project.git('branch', '--show-current').trim();
    const left = await project.call('cleanup_stale_branches', { action: 'end' });
    expect(left).toMatchObject({
      task_branch: branch,
      to_merge: `git switch main && git merge --no-ff ${branch}`,
    });
    expect(project.git('status', '--porcelain')).toBe('M  src/a.ts\n');
    expect(project.git('branch', '--show-current').trim()).toBe(branch);
    expect(project.checkpoints()).toEqual([]);
    expect(await gate('src/b.ts')).toBe(true);
    expect(await project.submit({})).toMatchObject({ isError: true, error: 'no_session' });
    expect(await project.call('cleanup_stale_branches', { action: 'end' })).toMatchObject({
      error: 'no_session',
    });
  });

  test('without an action everything of this client goes, and can be brought back', async () => {
    await start();
    await submitAll([...toReady, { tasks: [task] }]);
    project.write('mine.txt', 'mine\n');
    const branch = project.git('branch', '--show-current').trim();
    const cleaned = await project.call('cleanup_stale_branches');
    expect(cleaned).toMatchObject({ session_reset: true, branches: [{ branch, action: 'deleted' }] });
    expect(project.git('branch', '--format=%(refname:short)')).toBe('main\n');
    expect(project.read('mine.txt')).toBe('mine\n');
    expect(await project.submit({})).toMatchObject({ error: 'no_session' });
    expect(await start()).toMatchObject({ phase: 'DOCUMENT_RESEARCH' });
  });

  test('list only tells; a name that is no stale branch is refused', async () => {
    project.git('branch', 'llm_task_20250101-120000-00000000_from_main');
    expect(await project.call('cleanup_stale_branches', { action: 'list' })).toMatchObject({
      branches: [
        { branch: 'llm_task_20250101-120000-00000000_from_main', base: 'main', unmerged_commits: 0 },
      ],
    });
    expect(await project.call('cleanup_stale_branches', { branches: ['main'] })).toMatchObject({
      isError: true,
      error: 'invalid_arguments',
    });
    expect(project.git('branch', '--format=%(refname:short)').split('\n')).toContain('main');
  });
});

test('what a merged session learned lies in agreements/learned, where git does not see it', async () => {
  await start(['--fast', '--no-verify', '--no-doc']);
  await submitAll([toReady[1], { tasks: [task] }]);
  project.write('src/a.ts', 'export const a = 2;\n');
  await submitAll([
    { task_id: 't', summary: 'a is two' },
    {},
    { reviewed_files: ['src/a.ts'], commit_message: 'two' },
  ]);
  const { session_id } = await project.submit({});
  const learned = project.read(`.code-intel/agreements/learned/${session_id}.md`);
  expect(learned).toContain('- src/a.ts');
  expect(learned).toContain('- a (src/a.ts:1');
  expect(project.git('status', '--porcelain')).toBe('');
});
