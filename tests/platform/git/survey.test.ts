import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isBranchName } from '../../../src/platform/git/ref-names.ts';
import { gitIn, record, refusal, sandbox, taskName } from './support.ts';

describe('survey', () => {
  it('tells a folder without a repository', async () => {
    const box = sandbox();
    expect(await box.with({ root: box.home }).survey()).toEqual({ kind: 'not_a_repository' });
  });

  it('tells a repository without a commit, and leaves it as it is', async () => {
    const box = sandbox({ commit: false });
    expect(await box.repo.survey()).toMatchObject({
      kind: 'repository',
      head: null,
      branch: 'main',
      dirty: ['seed.txt'],
    });
    expect(box.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
  });

  it('tells a detached HEAD', async () => {
    const box = sandbox();
    const head = box.git('rev-parse', 'HEAD').trim();
    box.git('checkout', '-q', '--detach');
    expect(await box.repo.survey()).toMatchObject({ branch: null, head });
  });

  it.runIf(process.getuid?.() === 0)(
    "gives git's words where it refuses another user's folder, and writes no setting",
    async () => {
      const box = sandbox();
      for (const path of [box.top, join(box.top, '.git')]) chownSync(path, 1234, 1234);
      const survey = await box.repo.survey();
      expect(survey).toMatchObject({ kind: 'unusable' });
      expect(JSON.stringify(survey)).toContain('dubious ownership');
      expect(JSON.stringify(survey)).toContain(box.top);
      expect(existsSync(join(box.home, '.gitconfig'))).toBe(false);
      const { code, details } = await refusal(box.repo.snapshot());
      expect([code, String(details.output).includes('dubious ownership')]).toEqual(['git_state', true]);
    },
  );

  it('says that git is missing where it is', async () => {
    const box = sandbox();
    const { PATH } = process.env;
    process.env.PATH = box.home;
    const survey = await box.repo.survey().finally(() => {
      process.env.PATH = PATH;
    });
    expect(survey).toMatchObject({
      kind: 'unusable',
      reason: expect.stringContaining('could not be started'),
    });
  });

  it('speaks to git in C, whatever the locale, and decides by what git does, not by what it says', async () => {
    const box = sandbox();
    const real = process.env.PATH;
    const bin = join(box.home, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'git'), `#!/bin/sh\nenv >> "${box.home}/env"\nPATH="${real}" exec git "$@"\n`);
    chmodSync(join(bin, 'git'), 0o755);
    Object.assign(process.env, {
      PATH: `${bin}:${real}`,
      LANG: 'ja_JP.UTF-8',
      LC_ALL: 'ja_JP.UTF-8',
      LANGUAGE: 'ja',
      GIT_TRACE: '1',
      PAGER: 'less',
    });
    const survey = await box.repo.survey();
    for (const key of ['LC_ALL', 'LANGUAGE', 'GIT_TRACE', 'PAGER']) delete process.env[key];
    process.env.PATH = real;
    expect(survey).toMatchObject({ kind: 'repository', branch: 'main' });
    const env = readFileSync(join(box.home, 'env'), 'utf8').split('\n');
    expect(env.filter((line) => line.startsWith('LC_ALL=')).every((line) => line === 'LC_ALL=C')).toBe(true);
    expect(env.filter((line) => /^(LANGUAGE|GIT_TRACE|PAGER)=/.test(line))).toEqual([]);
    expect(env).toContain('GIT_PAGER=cat');
  });

  it.each([
    ['merge', (box: ReturnType<typeof sandbox>) => attempt(box, 'merge', 'other')],
    ['rebase', (box: ReturnType<typeof sandbox>) => attempt(box, 'rebase', 'other')],
    ['cherry-pick', (box: ReturnType<typeof sandbox>) => attempt(box, 'cherry-pick', 'other')],
    ['revert', (box: ReturnType<typeof sandbox>) => attempt(box, 'revert', 'HEAD~1')],
    ['bisect', (box: ReturnType<typeof sandbox>) => attempt(box, 'bisect', 'start')],
    [
      'am',
      (box: ReturnType<typeof sandbox>) => {
        const patch = box.git('format-patch', '-1', 'other', '--stdout');
        writeFileSync(join(box.home, 'p'), patch);
        attempt(box, 'am', join(box.home, 'p'));
      },
    ],
  ] as const)('tells a %s under way', async (operation, arrange) => {
    const box = sandbox();
    box.git('checkout', '-q', '-b', 'other');
    box.write('seed.txt', 'other\n');
    box.git('commit', '-qam', 'other');
    box.git('checkout', '-q', 'main');
    box.write('seed.txt', 'second\n');
    box.git('commit', '-qam', 'second');
    box.write('seed.txt', 'third\n');
    box.git('commit', '-qam', 'third');
    arrange(box);
    const before = record(box.top);
    const survey = await box.repo.survey();
    expect(survey).toMatchObject({ operation });
    if (!['bisect', 'am'].includes(operation)) expect(survey).toMatchObject({ conflicts: ['seed.txt'] });
    expect(record(box.top)).toEqual(before);
  });

  it('tells a merge under way in a linked worktree, and there only', async () => {
    const box = sandbox();
    const tree = join(box.home, 'tree');
    box.git('worktree', 'add', '-q', '-b', 'side', tree);
    writeFileSync(join(tree, 'seed.txt'), 'side\n');
    gitIn(tree, 'commit', '-qam', 'side');
    box.write('seed.txt', 'main\n');
    box.git('commit', '-qam', 'main');
    expect(() => gitIn(tree, 'merge', 'main')).toThrow();
    expect(await box.with({ root: tree }).survey()).toMatchObject({
      branch: 'side',
      operation: 'merge',
      conflicts: ['seed.txt'],
    });
    expect(await box.repo.survey()).toMatchObject({ branch: 'main', operation: null, conflicts: [] });
  });

  it('lists what is changed by its real name, relative to the project, without its own folder', async () => {
    const box = sandbox({
      prefix: 'packages/web',
      files: { 'packages/web/日本語.ts': '1\n', 'packages/api/b.ts': '1\n' },
    });
    box.write('packages/web/日本語.ts', '2\n');
    box.write('packages/api/b.ts', '2\n');
    box.write('packages/web/q"q\n.md', 'n\n');
    box.write('packages/web/.code-intel/sessions/x.json', '{}');
    expect(await box.repo.survey()).toMatchObject({
      prefix: 'packages/web/',
      dirty: ['../api/b.ts', 'q"q\n.md', '日本語.ts'],
    });
  });
});

describe('staleBranches', () => {
  it("finds task branches and nothing of the user's", async () => {
    const box = sandbox();
    for (const name of [
      'task-list-ui',
      'tasks/x',
      'llm_task_notes',
      'llm_task_ab_from_main',
      'llm_task_ABCDEFGH_from_main',
      'feature/x',
    ])
      box.git('branch', name);
    box.git('checkout', '-q', '-b', taskName('feature/x'));
    box.write('a.ts', '1\n');
    box.git('add', '-A');
    box.git('commit', '-qm', 'one');
    box.git('commit', '-q', '--allow-empty', '-m', 'two');
    const tip = box.git('rev-parse', 'HEAD').trim();
    box.git('branch', taskName('gone', '20261130-gone'));
    box.git('branch', taskName('main', '20261130-done'), 'main');
    box.git('branch', taskName('main', '20261130-mine'));
    box.git('branch', taskName('main', '20261130-held'));
    box.git('worktree', 'add', '-q', '-b', taskName('main', '20261130-tree'), join(box.home, 'tree'));
    box.write('seed.txt', 'dirty\n');
    box.write('.code-intel/sessions/x', '');
    const stale = await box.repo.staleBranches({
      own: taskName('main', '20261130-mine'),
      held: [taskName('main', '20261130-held')],
    });
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(stale).toEqual([
      {
        branch: taskName('feature/x'),
        base: 'feature/x',
        base_exists: true,
        tip,
        unmerged_commits: 2,
        uncommitted_files: 1,
        checked_out: true,
        last_commit_at: at,
        session_restorable: false,
      },
      {
        branch: taskName('main', '20261130-done'),
        base: 'main',
        base_exists: true,
        tip: box.git('rev-parse', 'main').trim(),
        unmerged_commits: 0,
        uncommitted_files: 0,
        checked_out: false,
        last_commit_at: at,
        session_restorable: false,
      },
      {
        branch: taskName('gone', '20261130-gone'),
        base: 'gone',
        base_exists: false,
        tip,
        unmerged_commits: 3,
        uncommitted_files: 0,
        checked_out: false,
        last_commit_at: at,
        session_restorable: false,
      },
    ]);
  });
});

describe('position', () => {
  it('tells where everything is, and whose commits stand on the task branch', async () => {
    const box = sandbox();
    box.git('checkout', '-q', '-b', taskName());
    box.git('commit', '-q', '--allow-empty', '-m', 'ours');
    const ours = box.git('rev-parse', 'HEAD').trim();
    box.git('commit', '-q', '--allow-empty', '-m', '誰かの "変更"');
    const tip = box.git('rev-parse', 'HEAD').trim();
    const ask = { task_branch: taskName(), base_branch: 'main', known_tip: ours, own_commits: [ours] };
    expect(await box.repo.position(ask)).toEqual({
      branch: taskName(),
      head: tip,
      task_tip: tip,
      task_contains_tip: true,
      foreign_commits: [`${tip.slice(0, 7)} 誰かの "変更"`],
      base_tip: box.git('rev-parse', 'main').trim(),
      branches: [taskName(), 'main'],
    });
    box.git('reset', '-q', '--hard', 'main');
    expect(await box.repo.position(ask)).toMatchObject({ task_contains_tip: false, foreign_commits: [] });
    box.git('checkout', '-q', 'main');
    box.git('branch', '-D', taskName());
    expect(await box.repo.position(ask)).toMatchObject({
      branch: 'main',
      task_tip: null,
      task_contains_tip: false,
    });
  });

  it('takes nothing that is no branch name', async () => {
    const box = sandbox();
    const inj = join(box.home, 'INJ');
    for (const name of [`--output=${inj}`, '-D', 'main..other', 'a b', '@{-1}', '']) {
      const ask = { task_branch: name, base_branch: 'main', known_tip: null, own_commits: [] };
      expect((await refusal(box.repo.position(ask))).code).toBe('git_state');
      expect((await refusal(box.repo.position({ ...ask, task_branch: null, base_branch: name }))).code).toBe(
        'git_state',
      );
    }
    expect(existsSync(inj)).toBe(false);
  });
});

describe('branch names', () => {
  it.each([
    'main',
    'a/b',
    '-x',
    '--x',
    'a..b',
    'a b',
    'a~',
    'a^',
    'a:',
    'a?',
    'a*',
    'a[',
    'a\\b',
    'a.lock',
    'a.lock/b',
    '.a',
    'a/.b',
    'a.',
    '/a',
    'a/',
    'a//b',
    '@',
    '@{',
    'a@{b',
    'a@b',
    'HEAD',
    '日本語',
    "it's",
    'a\u0001',
    'a\u007f',
    '',
    'refs/heads/x',
  ])('holds %j for a name where git does, and only there', (name) => {
    const box = sandbox();
    const git = (() => {
      try {
        // `@` and HEAD pass here, but stand for HEAD wherever a revision is read.
        return (
          gitIn(box.top, 'check-ref-format', '--branch', name).trim() === name &&
          !['HEAD', '@'].includes(name)
        );
      } catch {
        return false;
      }
    })();
    expect(isBranchName(name)).toBe(git);
  });
});

function attempt(box: ReturnType<typeof sandbox>, ...args: string[]): void {
  try {
    box.git(...args);
  } catch {
    // It stops with conflicts: that is what is wanted.
  }
}
