import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openProject, type Project, toReady } from '../support/project.ts';

let project: Project;
afterEach(() => project.close());

const start = (flags: string[] = [], intent = 'MODIFY') =>
  project.call('start_session', { intent, query: 'make a two', flags });
const stale = 'llm_task_20250101-120000-00000000_from_main';

describe('what the repository does not allow', () => {
  test.each([
    ['without git', { git: false }, () => {}, 'git_required', /git init/],
    [
      'before the first commit',
      { git: false },
      (p: Project) => p.git('init', '-q', '-b', 'main'),
      'git_required',
      /first commit/,
    ],
    [
      'with a detached HEAD',
      {},
      (p: Project) => p.git('checkout', '-q', '--detach'),
      'git_state',
      /git switch/,
    ],
    [
      'in the middle of a merge',
      {},
      (p: Project) => {
        p.git('switch', '-q', '-c', 'other');
        p.write('src/a.ts', 'export const a = 3;\n');
        p.git('commit', '-qam', 'three');
        p.git('switch', '-q', 'main');
        p.write('src/c.ts', 'c\n');
        p.git('add', '-A', 'src');
        p.git('commit', '-qm', 'c');
        p.git('merge', '-q', '--no-ff', '--no-commit', 'other');
      },
      'git_state',
      /git merge --(continue|abort)/,
    ],
  ])(
    '%s a session that would make a branch is refused, with the way out',
    async (_, options, prepare, error, words) => {
      project = await openProject(options);
      prepare(project);
      const refused = await start();
      expect(refused).toMatchObject({ isError: true, error });
      expect(refused.message).toMatch(words);
      expect(project.checkpoints()).toEqual([]);
    },
  );

  test.each([
    ['an investigation', [], 'QUESTION'],
    ['--quick', ['--quick'], 'MODIFY'],
    ['--only-verify', ['-v'], 'MODIFY'],
  ])('without git %s runs all the same', async (_, flags, intent) => {
    project = await openProject({ git: false });
    expect(await start(flags, intent)).toMatchObject({ isError: false });
  });

  test('an investigation runs with a detached HEAD, and leaves it detached', async () => {
    project = await openProject();
    project.git('checkout', '-q', '--detach');
    expect(await start([], 'INVESTIGATE')).toMatchObject({
      isError: false,
      git: { will_make_branch: false },
    });
  });
});

test('right after the start git sees nothing new', async () => {
  project = await openProject();
  await start();
  expect(project.git('status', '--porcelain')).toBe('');
});

test('the changes that were there are told, and an index is said to be missing', async () => {
  project = await openProject();
  project.write('src/a.ts', 'mine\n');
  project.write('notes.md', 'mine\n');
  expect(await start()).toMatchObject({
    git: { base_branch: 'main', will_make_branch: true, dirty_files: ['notes.md', 'src/a.ts'] },
    index: { available: false },
  });
});

test.each([
  [['--quick', '--fast'], 'conflicting_flags', /--quick.*--fast/],
  [['--resume', '--no-verify'], 'conflicting_flags', /--resume/],
  [['--resume'], 'invalid_arguments', /get_session_status/],
  [['--clean'], 'invalid_arguments', /cleanup_stale_branches/],
  [['--rebuild'], 'invalid_arguments', /index/],
  [['--qiuck'], 'unknown_flag', /--quick/],
])('the flags %j are refused as %s', async (flags, error, words) => {
  project = await openProject();
  const refused = await start(flags);
  expect(refused).toMatchObject({ isError: true, error });
  expect(refused.message).toMatch(words);
});

test('a second start in the same server is refused, naming the open session', async () => {
  project = await openProject();
  const { session_id } = await start();
  expect(await start()).toMatchObject({ isError: true, error: 'session_open', open_session: session_id });
});

test('a query over 10,000 characters is cut, never inside a character, and said', async () => {
  project = await openProject();
  const answer = await project.call('start_session', {
    intent: 'QUESTION',
    query: `${'あ'.repeat(9_999)}🔥🔥`,
    flags: [],
  });
  expect(answer.warnings.join()).toMatch(/10,000/);
  expect(JSON.stringify(project.checkpoint(answer.session_id)).isWellFormed()).toBe(true);
});

describe('an unfinished session on disk', () => {
  test('is offered; going on sets it aside at the first submission', async () => {
    project = await openProject();
    const old = await start();
    await project.submit(toReady[0]);
    await project.restart();
    const next = await start();
    expect(next).toMatchObject({
      recovery_available: true,
      checkpoint_info: { session_id: old.session_id, phase: 'QUERY_FRAME', step: 4, query: 'make a two' },
    });
    expect(next.instruction).toMatch(/^An unfinished session was found/);
    expect(project.checkpoints()).toHaveLength(2);
    await project.submit(toReady[0]);
    expect(project.checkpoints()).toEqual([`${next.session_id}.json`]);
    expect(project.read(`.code-intel/sessions/discarded/${old.session_id}.json`)).toContain(old.session_id);
  });

  test('restored by name, the new session to which nothing was submitted is dropped', async () => {
    project = await openProject();
    const old = await start();
    await project.submit(toReady[0]);
    await project.restart();
    await start();
    const restored = await project.call('get_session_status', { session_id: old.session_id });
    expect(restored).toMatchObject({
      recovered_from_checkpoint: true,
      session_id: old.session_id,
      phase: 'QUERY_FRAME',
    });
    expect(project.checkpoints()).toEqual([`${old.session_id}.json`]);
    expect(project.git('for-each-ref', 'refs/code-intel/start').trim().split('\n')).toHaveLength(1);
  });

  test('with something submitted, the new session is not dropped', async () => {
    project = await openProject();
    const old = await start();
    await project.restart();
    const next = await start();
    await project.submit(toReady[0]);
    project.git('status');
    expect(await project.call('get_session_status', { session_id: old.session_id })).toMatchObject({
      isError: true,
    });
    expect(await project.call('get_session_status')).toMatchObject({ session_id: next.session_id });
  });
});

describe('a stale task branch', () => {
  const leave = () => {
    project.git('switch', '-q', '-c', stale);
    project.write('src/old.ts', 'old\n');
    project.git('add', '-A', 'src');
    project.git('commit', '-qm', 'old');
  };

  test('is shown with what would be lost, and nothing else is taken for one', async () => {
    project = await openProject();
    for (const name of ['task-list-ui', 'tasks/x', 'llm_task_notes']) project.git('branch', name);
    leave();
    project.git('switch', '-q', 'main');
    const started = await start();
    expect(started).toMatchObject({ phase: 'BRANCH_INTERVENTION', step: 2 });
    expect(started.stale_branches).toMatchObject([{ branch: stale, base: 'main', unmerged_commits: 1 }]);
    expect(started.stale_branches).toHaveLength(1);
  });

  test.each([
    ['delete', 'refused to nobody: the tip can be brought back', 'first\n'],
    ['merge', 'into its own base', `Merge ${stale}\nold\nfirst\n`],
  ])('choice %s: %s', async (choice, _, log) => {
    project = await openProject();
    leave();
    project.git('switch', '-q', 'main');
    await start();
    const answer = await project.submit({ choice });
    expect(answer).toMatchObject({ phase: 'DOCUMENT_RESEARCH', isError: false });
    expect(project.git('log', '--topo-order', '--format=%s', 'main')).toBe(log);
    expect(project.git('branch', '--list', 'llm_task*')).toBe('');
    const { restore } = answer.resolved_branches[0];
    project.git(...restore.split(' ').slice(1));
    expect(project.git('log', '-1', '--format=%s', stale)).toBe('old\n');
  });

  test('choice continue: the one that is checked out becomes this session’s, and is merged into its base', async () => {
    project = await openProject();
    leave();
    await start(['--fast', '--no-doc', '--no-verify']);
    expect(await project.submit({ choice: 'continue' })).toMatchObject({ adopted_branch: stale });
    expect(await project.submit(toReady[1])).toMatchObject({ step: 12 });
    await project.submit({ tasks: [{ id: 't', description: 'd', status: 'pending' }] });
    project.write('src/a.ts', 'export const a = 2;\n');
    await project.submit({ task_id: 't', summary: 's' });
    await project.submit({});
    await project.submit({ reviewed_files: ['src/a.ts'], commit_message: 'two' });
    expect(await project.submit({})).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
    expect(project.git('log', '--topo-order', '--format=%s', 'main')).toBe(
      `Merge ${stale}\ntwo\nold\nfirst\n`,
    );
  });
});

test('a state that cannot be saved refuses the start, saying how to mend it', async () => {
  project = await openProject();
  rmSync(join(project.root, '.code-intel'), { recursive: true, force: true });
  project.write('.code-intel', 'a file');
  const refused = await start();
  expect(refused).toMatchObject({ isError: true, error: 'checkpoint_failed' });
  rmSync(join(project.root, '.code-intel'));
  expect(await start()).toMatchObject({ isError: false });
});
