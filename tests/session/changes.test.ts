import { describe, expect, it } from 'vitest';
import { type FileReview, judgeReview, type LeftBecause, reviewable } from '../../src/session/changes.ts';
import type { Changes } from '../../src/session/facts.ts';
import type { TreeChange } from '../../src/session/ports.ts';
import type { Session } from '../../src/session/session.ts';
import { at, change, changes, refusal, said, snapshot, take } from './support.ts';

const keep = (path: string): FileReview => ({ path, decision: 'keep' });
const discard = (path: string): FileReview => ({ path, decision: 'discard' });
const leave = (path: string): FileReview => ({ path, decision: 'leave' });
const judge = (found: Changes, ...reviewed: readonly FileReview[]) =>
  judgeReview(reviewable(found), reviewed, found.prefix);

const mine = change('src/mine.ts');
/** One change beside one of the session's own; what is different about it is the case. */
const beside = (other: TreeChange, over: Partial<Changes> = {}): Changes => changes([mine, other], over);

interface Case {
  readonly found: Changes;
  readonly left: LeftBecause | null;
  readonly mixed?: boolean;
}

const other = change('x');
const cases: Readonly<Record<string, Case>> = {
  'made by the session: due': { found: beside(other), left: null },
  'there before and not touched since': {
    found: beside(other, { dirty_at_start: ['x'], since_start: ['src/mine.ts'] }),
    left: 'as_at_start',
  },
  'there before and touched again: due, mixed': {
    found: beside(other, { dirty_at_start: ['x'] }),
    left: null,
    mixed: true,
  },
  'made between the start and READY': {
    found: beside(other, { since_ready: ['src/mine.ts'] }),
    left: 'before_ready',
  },
  'written by the verify commands only': {
    found: beside(other, { written_by_verify: ['x'] }),
    left: 'written_by_verify',
  },
  'outside the project folder': {
    found: beside(change('x', { outside: true })),
    left: 'outside_project',
  },
  'a submodule': { found: beside(change('x', { submodule: true })), left: 'submodule' },
  'only its line endings changed': {
    found: beside(change('x', { eol_only: true })),
    left: 'only_line_endings',
  },
  'left at the last review and unchanged since': {
    found: beside(other, { since_reviewed: ['src/mine.ts'] }),
    left: 'left_before',
  },
  'left at the last review and changed again: due': {
    found: beside(other, { since_reviewed: ['x', 'src/mine.ts'] }),
    left: null,
  },
  'no snapshot of the start, called dirty then': {
    found: beside(other, { since_start: null, dirty_at_start: ['x'] }),
    left: 'as_at_start',
  },
  'no snapshot of the start, clean then: due': {
    found: beside(other, { since_start: null, dirty_at_start: ['y'] }),
    left: null,
  },
  'no snapshot of READY either: due': {
    found: beside(other, { since_start: null, since_ready: null }),
    left: null,
  },
  'committed by the session and undone to what it was at the start: due': {
    found: beside(other, { committed: ['x'], since_start: ['src/mine.ts'] }),
    left: null,
  },
  'committed by the session, undone to what it was at READY: due': {
    found: beside(other, { committed: ['x'], since_ready: ['src/mine.ts'] }),
    left: null,
  },
  'committed whole although the user had changed it, then edited again: no longer mixed': {
    found: beside(other, { committed: ['x'], dirty_at_start: ['x'] }),
    left: null,
    mixed: false,
  },
  'new and large: due': { found: beside(change('x', { status: 'added', large: true })), left: null },
  'deleted by the session: due': { found: beside(change('x', { status: 'deleted' })), left: null },
  'another type now: due': { found: beside(change('x', { status: 'type_changed' })), left: null },
};

describe('a change is due for review, or left alone for a reason', () => {
  it.each(Object.entries(cases))('%s', (_, { found, left, mixed = false }) => {
    const [own, judged] = reviewable(found);
    expect(own).toMatchObject({ path: 'src/mine.ts', left: null, mixed: false });
    expect(judged).toMatchObject({ path: 'x', left, mixed });
    if (left === null) {
      const refused = refusal(() => judge(found, keep('src/mine.ts')));
      expect(refused.code).toBe('unreviewed_files');
      expect(refused.details.missing).toEqual(['x']);
    } else {
      const review = judge(found, keep('src/mine.ts'));
      expect(review.keep).toEqual(['src/mine.ts']);
      expect(review.left).toEqual([{ path: 'x', because: left }]);
    }
  });

  it('nothing changed: nothing is due', () => {
    expect(judge(changes())).toEqual({ keep: [], discard: [], left: [], mixed: [], untouched: [] });
  });
});

describe('a rename', () => {
  const renamed = change('new.ts', { status: 'renamed', old_path: 'old.ts' });

  it('is one change: the new path covers the old, both are committed', () => {
    const [only, ...rest] = reviewable(changes([renamed]));
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ path: 'new.ts', old_path: 'old.ts', left: null });
    expect(judge(changes([renamed]), keep('new.ts')).keep).toEqual(['new.ts', 'old.ts']);
    expect(judge(changes([renamed]), discard('new.ts')).discard).toEqual(['new.ts', 'old.ts']);
    expect(judge(changes([renamed]), keep('old.ts')).keep).toEqual(['new.ts', 'old.ts']);
    expect(judge(changes([renamed]), keep('old.ts'), keep('new.ts')).keep).toEqual(['new.ts', 'old.ts']);
  });

  it('cannot be decided in two ways by its two names', () => {
    const refused = refusal(() => judge(changes([renamed]), keep('new.ts'), discard('old.ts')));
    expect(refused.details.contradicting).toEqual(['old.ts']);
  });

  it('paired with a file that the user had deleted before is no rename: the deletion stays the user’s', () => {
    const found = changes([renamed], { dirty_at_start: ['old.ts'], since_start: ['new.ts'] });
    expect(reviewable(found)).toMatchObject([
      { path: 'old.ts', status: 'deleted', left: 'as_at_start' },
      { path: 'new.ts', status: 'added', left: null },
    ]);
    const review = judge(found, keep('new.ts'));
    expect(review.keep).toEqual(['new.ts']);
    expect(review.left).toEqual([{ path: 'old.ts', because: 'as_at_start' }]);
  });

  it('made by the user before the session stays the user’s whole', () => {
    const found = changes([renamed], { dirty_at_start: ['old.ts', 'new.ts'], since_start: [] });
    expect(judge(found).left).toEqual([{ path: 'new.ts', because: 'as_at_start' }]);
  });

  it('of a file that the user had changed before is mixed', () => {
    const found = changes([renamed], { dirty_at_start: ['old.ts'] });
    expect(reviewable(found)).toMatchObject([{ path: 'new.ts', mixed: true }]);
    expect(judge(found, keep('new.ts')).mixed).toEqual(['new.ts']);
  });
});

describe('the decisions', () => {
  const two = changes([change('a'), change('b')]);

  it('are keep, discard and leave', () => {
    const found = changes([change('a'), change('b'), change('c')]);
    expect(judge(found, keep('a'), discard('b'), leave('c'))).toEqual({
      keep: ['a'],
      discard: ['b'],
      left: [{ path: 'c', because: 'decided' }],
      mixed: [],
      untouched: [],
    });
  });

  it.each<[string, LeftBecause]>([
    ['made between the start and READY', 'before_ready'],
    ['written by the verify commands only', 'written_by_verify'],
    ['only its line endings changed', 'only_line_endings'],
    ['left at the last review and unchanged since', 'left_before'],
  ])('what was %s is committed where it is named', (name) => {
    const found = cases[name]?.found ?? two;
    expect(judge(found, keep('src/mine.ts'), keep('x')).keep).toEqual(['src/mine.ts', 'x']);
    expect(judge(found, keep('src/mine.ts'), discard('x')).discard).toEqual(['x']);
  });

  it.each([
    'there before and not touched since',
    'outside the project folder',
    'a submodule',
    'no snapshot of the start, called dirty then',
  ])('what was %s is neither committed nor discarded, whatever is named', (name) => {
    const found = cases[name]?.found ?? two;
    for (const decide of [keep, discard]) {
      const review = judge(found, keep('src/mine.ts'), decide('x'));
      expect(review).toMatchObject({ keep: ['src/mine.ts'], discard: [], untouched: ['x'] });
    }
    expect(judge(found, keep('src/mine.ts'), leave('x')).untouched).toEqual([]);
  });

  it('the same one twice is once', () => {
    expect(judge(two, keep('a'), keep('a'), keep('./a'), discard('b')).keep).toEqual(['a']);
  });

  it('two that contradict each other are refused', () => {
    const refused = refusal(() => judge(two, keep('a'), discard('a'), keep('b')));
    expect(refused.code).toBe('unknown_files');
    expect(refused.details).toMatchObject({ unknown: [], contradicting: ['a'], missing: [] });
    expect(said([refused.reason])).toContain('a');
  });

  it('what is missing and what is unknown is told at once', () => {
    const refused = refusal(() => judge(two, keep('a'), keep('zzz')));
    expect(refused.code).toBe('unknown_files');
    expect(refused.details).toMatchObject({ unknown: ['zzz'], missing: ['b'] });
  });
});

describe('a list that would stand for everything is none (E7)', () => {
  const found = changes([change('.env.local', { status: 'added' }), change('src/a.ts')]);

  it('an empty list names what is missing', () => {
    const refused = refusal(() => judge(found));
    expect(refused.code).toBe('unreviewed_files');
    expect(refused.details.missing).toEqual(['.env.local', 'src/a.ts']);
  });

  it.each([
    '.',
    '*',
    './',
    ':/',
    ':!seed',
    ':(top)',
    '**',
    'src',
    'src/',
    'src/*',
    '..',
    '/',
    '--',
    '-A',
    '__proto__',
  ])('%j is no file', (path) => {
    const refused = refusal(() => judge(found, keep(path)));
    expect(refused.code).toBe('unknown_files');
    expect(refused.details.unknown).toEqual([path]);
  });

  it.each(['', '  '])('%j is no payload at all', (path) => {
    const refused = refusal(() =>
      take(at(17), { reviewed_files: [path], commit_message: 'm' }, { changes: found }),
    );
    expect(refused.code).toBe('invalid_payload');
  });
});

describe('a path as models write it', () => {
  const nfc = 'docs/日本語プ.md'.normalize('NFC');
  const nfd = nfc.normalize('NFD');

  it.each<[string, string, string, string]>([
    ['with ./', '', 'src/a.ts', './src/a.ts'],
    ['with ././', '', 'src/a.ts', '././src/a.ts'],
    ['with backslashes', '', 'src/a.ts', 'src\\a.ts'],
    ['with spaces around', '', 'src/a.ts', ' src/a.ts\n'],
    ['from the top of the repository', 'packages/web/', 'src/a.ts', 'packages/web/src/a.ts'],
    [
      'from the project, where the project is a folder of the repository',
      'packages/web/',
      'src/a.ts',
      'src/a.ts',
    ],
    ['composed, where the file system decomposes', '', nfd, nfc],
    ['decomposed, where the file system composes', '', nfc, nfd],
    ['with spaces that are part of the name', '', ' a .ts', ' a .ts'],
    ['a name that begins with a dash', '', '-x.ts', '-x.ts'],
    ['a name with brackets', '', 'app/[slug]/(shop)/page.tsx', 'app/[slug]/(shop)/page.tsx'],
    ['a name with a star', '', 'a*.ts', 'a*.ts'],
  ])('%s', (_, prefix, real, sent) => {
    expect(judge(changes([change(real)], { prefix }), keep(sent)).keep).toEqual([real]);
  });

  it('the exact name wins over what it could also mean', () => {
    const both = changes([change('web/a.ts'), change('a.ts')], { prefix: 'web/' });
    expect(judge(both, keep('web/a.ts'), discard('a.ts'))).toMatchObject({
      keep: ['web/a.ts'],
      discard: ['a.ts'],
    });
  });

  it('nothing but case apart is another file', () => {
    expect(refusal(() => judge(changes([change('A.ts')]), keep('a.ts'))).code).toBe('unknown_files');
  });
});

describe('PRE_COMMIT', () => {
  const reviewed = (now: Session, reviewed_files: unknown, found: Changes) =>
    take(now, { reviewed_files, commit_message: 'a message' }, { changes: found });
  const found = changes([change('a'), change('b'), change('c')]);

  it('commits exactly what is kept, discards what is not, and goes on', () => {
    const list = ['a', { path: 'b', decision: 'discard', reason: 'debug' }, { path: 'c', decision: 'leave' }];
    const { effect, session: next, reply } = reviewed(at(17), list, found);
    expect(effect).toMatchObject({
      kind: 'commit',
      keep: ['a'],
      discard: ['b'],
      message: 'a message',
      head: 'head0',
      committed_before: false,
      start: { tree: 'tree0' },
    });
    expect(next).toMatchObject({
      phase: 'QUALITY_REVIEW',
      commits: ['commit1'],
      task_tip: 'commit1',
      left_files: ['c'],
    });
    expect(next.discarded_files.map(({ path }) => path)).toEqual(['b']);
    expect(reply).toMatchObject({ committed: true, commit: 'commit1', kept: ['a'], left: [{ path: 'c' }] });
  });

  it('a list that came as text is a list', () => {
    expect(reviewed(at(17), '["a","b","c"]', found).effect).toMatchObject({ keep: ['a', 'b', 'c'] });
    expect(reviewed(at(17), ['a', 'b', '{"path":"c","decision":"Discard"}'], found).effect).toMatchObject({
      keep: ['a', 'b'],
      discard: ['c'],
    });
  });

  it.each([
    [['a', { path: 'b' }, 'c']],
    [['a', { path: 'b', decision: 'commit' }, 'c']],
    ['a'],
    [[1]],
    [null],
  ])('reviewed_files: %j is invalid', (list) => {
    expect(refusal(() => reviewed(at(17), list, found)).code).toBe('invalid_payload');
  });

  it.each([[''], ['   '], [undefined], [123], [null]])('commit_message: %j is invalid', (commit_message) => {
    const refused = refusal(() => take(at(17), { reviewed_files: [], commit_message }));
    expect(refused.code).toBe('invalid_payload');
    expect(refused.details.issues).toMatchObject([{ path: 'commit_message' }]);
  });

  it('with no change at all nothing is committed, and the session goes on', () => {
    const { session: next, reply } = reviewed(at(17), [], changes());
    expect(reply).toMatchObject({ committed: false, commit: null, nothing_to_commit: true });
    expect(next).toMatchObject({ phase: 'QUALITY_REVIEW', commits: [] });
  });

  it('names what is mixed, left untouched, or changed in line endings only', () => {
    const all = changes([change('a'), change('users'), change('eol', { eol_only: true })], {
      dirty_at_start: ['a', 'users'],
      since_start: ['a', 'eol'],
    });
    const { warnings, reply } = reviewed(at(17), ['a', 'users'], all);
    expect(warnings.map(({ key }) => key)).toEqual([
      'session.mixed_committed',
      'session.users_files_stay',
      'session.only_line_endings',
    ]);
    expect(reply.mixed).toEqual(['a']);
  });

  const verified = (): Session => {
    const { session: next } = take(
      at(15),
      { passed: true, details: 'x' },
      {
        verification: {
          status: 'finished',
          results: [],
          before: snapshot('t'),
          after: snapshot('t'),
          at: '',
        },
      },
    );
    return next;
  };

  it('leads back to the verification where what would be committed is no longer what was verified', () => {
    const changed = { ...found, since_evidence: ['a'] };
    const { effect, session: next, reply, warnings } = reviewed(verified(), ['a', 'b', 'c'], changed);
    expect(effect).toBeNull();
    expect(next).toMatchObject({ phase: 'POST_IMPL_VERIFY', evidence: null });
    expect(next.tasks[0]?.failure_count).toBe(0);
    expect(reply).toMatchObject({ evidence_void: true, changed_since_verified: ['a'] });
    expect(warnings.map(({ key }) => key)).toContain('session.evidence_void');
  });

  it.each<[string, unknown, Partial<Changes>]>([
    ['discarded', ['b', 'c', { path: 'a', decision: 'discard' }], { since_evidence: ['a'] }],
    ['left', ['b', 'c', { path: 'a', decision: 'leave' }], { since_evidence: ['a'] }],
    ['the user’s', ['b', 'c'], { since_evidence: ['a'], since_start: ['b', 'c'], dirty_at_start: ['a'] }],
    ['outside the project', ['a', 'b', 'c'], { since_evidence: ['../x'] }],
    ['nothing', ['a', 'b', 'c'], { since_evidence: [] }],
    ['not to be told (no tree)', ['a', 'b', 'c'], { since_evidence: null }],
  ])('goes on where what changed since the verification is %s', (_, list, over) => {
    expect(reviewed(verified(), list, { ...found, ...over }).session.phase).toBe('QUALITY_REVIEW');
  });

  it('a claim without evidence cannot become void', () => {
    expect(reviewed(at(17), ['a', 'b', 'c'], { ...found, since_evidence: ['a'] }).session.phase).toBe(
      'QUALITY_REVIEW',
    );
    const without = { ...verified(), no_verify: true };
    expect(reviewed(without, ['a', 'b', 'c'], { ...found, since_evidence: ['a'] }).session.phase).toBe(
      'QUALITY_REVIEW',
    );
  });

  it.each([
    ['HEAD is elsewhere', { branch: 'main' }, 'session.not_on_task_branch'],
    ['HEAD is detached', { branch: null }, 'session.not_on_task_branch'],
    ['the task branch is gone', { task_tip: null, task_contains_tip: false }, 'session.task_branch_gone'],
    ['the task branch was rewound', { task_contains_tip: false }, 'session.task_branch_rewound'],
    ['the base is gone', { base_tip: null }, 'session.base_gone'],
  ] as const)('is refused where %s; so is MERGE', (_, where, key) => {
    for (const [step, data] of [
      [17, { reviewed_files: [], commit_message: 'm' }],
      [19, {}],
    ] as const) {
      const refused = refusal(() => take(at(step), data, { position: where }));
      expect(refused.code).toBe('git_state');
      expect(refused.reason.key).toBe(key);
      expect(said([refused.reason])).toMatch(/git (switch|branch)/);
    }
  });

  it('commits of someone else on the task branch are named and taken along', () => {
    const { warnings, session: next } = take(
      at(19),
      {},
      { position: { foreign_commits: ['abc123 theirs'] } },
    );
    expect(next.phase).toBe('SESSION_COMPLETE');
    expect(said(warnings)).toContain('abc123 theirs');
  });
});

describe('MERGE', () => {
  it('merges the task branch into its base, with the first line of the query', () => {
    const now = { ...at(19), query: 'first line\nsecond line' };
    const { effect } = take(now, {});
    expect(effect).toMatchObject({
      kind: 'merge',
      task_branch: now.task_branch,
      base_branch: 'main',
      message: `Merge ${now.task_branch}\n\nfirst line`,
    });
  });

  const proven = (): Session => ({
    ...at(19),
    left_files: ['left'],
    discarded_files: [{ path: 'gone', trash_ref: 'r' }],
    evidence: { kind: 'commands', results: [], snapshot: snapshot('t'), at: '' },
  });

  const verifiedOtherwise = (paths: readonly string[], foreign: readonly string[] = []) =>
    take(proven(), {}, { unverified: { paths, foreign } });

  it('leads to the verification first where the tree is not the verified one', () => {
    const { session: next, effect } = verifiedOtherwise(['a', 'left']);
    expect(effect).toBeNull();
    expect(next.phase).toBe('POST_IMPL_VERIFY');
  });

  it.each([[[]], [['left']], [['gone']], [['../outside']]])('goes on where only %j differs', (paths) => {
    expect(verifiedOtherwise(paths).session.phase).toBe('SESSION_COMPLETE');
  });

  it('goes on where there is no verified tree to compare with', () => {
    expect(take(proven(), {}, { unverified: null }).session.phase).toBe('SESSION_COMPLETE');
  });

  it.each(['left', 'gone'])('a file that was %s is verified once somebody else has committed it', (path) => {
    expect(verifiedOtherwise([path], [path]).session.phase).toBe('POST_IMPL_VERIFY');
  });
});
