import { describe, expect, it } from 'vitest';
import { brief } from '../../src/session/brief.ts';
import { parseFlags } from '../../src/session/flags.ts';
import { phases } from '../../src/session/phases/index.ts';
import { revertToExploration } from '../../src/session/revert.ts';
import { isPresent, locate, phaseNamed, stepOf } from '../../src/session/route.ts';
import { PhaseName, type Session } from '../../src/session/session.ts';
import { speaker } from '../../src/text/text.ts';
import { type Answers, at, good, refusal, session, snapshot, stale, started, take, walk } from './support.ts';

/** The table of the specification (session-flow.md, Which phases a session visits), as it stands there. */
const MATRIX = `
| step | phase | default | investigation | --no-verify | --no-quality | --fast | --quick | --no-doc | -ni |
| --- | --- | :-: | :-: | :-: | :-: | :-: | :-: | :-: | :-: |
| 2 | BRANCH_INTERVENTION | stale | stale | stale | stale | stale | stale | stale | stale |
| 3 | DOCUMENT_RESEARCH | ✅ | ✅ | ✅ | ✅ | ✅ | ✅ | — | ✅ |
| 4 | QUERY_FRAME | ✅ | ✅ | ✅ | ✅ | ✅ | ✅ | ✅ | ✅ |
| 5-11 | EXPLORATION … IMPACT_ANALYSIS | ✅ | ✅ | ✅ | ✅ | — | — | ✅ | ✅ |
| 12-14 | READY | ✅ | — | ✅ | ✅ | ✅ | ✅ | ✅ | ✅ |
| 15 | POST_IMPL_VERIFY | ✅ | — | — | ✅ | ✅ | ✅ | ✅ | ✅ |
| 16 | VERIFY_INTERVENTION | at 3 failures | — | — | at 3 | at 3 | — | at 3 | — |
| 17 | PRE_COMMIT | ✅ | — | ✅ | ✅ | ✅ | — | ✅ | ✅ |
| 18 | QUALITY_REVIEW | ✅ | — | ✅ | — | — | — | ✅ | ✅ |
| 19 | MERGE | ✅ | — | ✅ | ✅ | ✅ | — | ✅ | ✅ |
`;

const rows = MATRIX.trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const columns = rows[0]?.slice(2) ?? [];
const cells = rows.slice(2).flatMap(([steps = '', phase = '', ...row]) => {
  const [from = 0, to = from] = steps.split('-').map(Number);
  return row.map((cell, index) => ({ from, to, phase, column: columns[index] ?? '', cell }));
});

const ofColumn = (column: string): Session =>
  column === 'investigation'
    ? started([], { intent: 'INVESTIGATE' })
    : started(column === 'default' ? [] : [column]);

describe('the phase matrix of the specification holds cell by cell', () => {
  it('has 10 rows and 8 columns, and covers each of the 16 phases', () => {
    expect(cells).toHaveLength(80);
    expect(PhaseName.options).toHaveLength(16);
    expect(phases.map(({ name }) => name)).toEqual(PhaseName.options);
    expect(phases.flatMap(({ steps }) => steps.map(({ step }) => step))).toEqual(
      Array.from({ length: 18 }, (_, index) => index + 2),
    );
  });

  it.each(cells)('$phase under $column: $cell', ({ from, to, phase, column, cell }) => {
    const now = ofColumn(column);
    const inRow = phases.filter(({ steps }) => steps.some(({ step }) => step >= from && step <= to));
    expect(inRow[0]?.name).toBe(phase.split(' ')[0]);
    expect(inRow.at(-1)?.name).toBe(phase.split(' ').at(-1));
    for (const each of inRow) {
      const entered = {
        '✅': null,
        stale: 'stale',
        'at 3': 'at 3 failures',
        'at 3 failures': 'at 3 failures',
      };
      expect(isPresent(each, now), each.name).toBe(cell !== '—');
      if (cell !== '—') expect(each.detour).toBe(entered[cell as keyof typeof entered]);
    }
  });

  it.each(['INVESTIGATE', 'QUESTION'] as const)(
    'intent %s and --only-explore are the same column',
    (intent) => {
      const byIntent = started([], { intent });
      const byFlag = started(['--only-explore']);
      for (const phase of phases) expect(isPresent(phase, byIntent)).toBe(isPresent(phase, byFlag));
    },
  );

  it('--only-verify has POST_IMPL_VERIFY alone', () => {
    const now = started(['--only-verify']);
    expect(phases.filter((phase) => isPresent(phase, now)).map(({ name }) => name)).toEqual([
      'POST_IMPL_VERIFY',
    ]);
  });
});

describe('expected_payload', () => {
  const golden: readonly [number, Record<string, string>][] = [
    [2, { choice: '"delete" | "merge" | "continue"' }],
    [3, { documents_reviewed: 'list' }],
    [4, { action_type: 'str', target_symbols: 'list[str]', scope: 'str', constraints: 'list[str]' }],
    [5, { explored_files: 'list[str]', findings: 'list[str]' }],
    [6, { needs_more_information: 'bool', reason: 'str' }],
    [7, { search_results: 'list' }],
    [8, { has_unverified_hypotheses: 'bool', reason: 'str' }],
    [9, { hypotheses_verified: 'list[{hypothesis, result, evidence}]' }],
    [10, { needs_impact_analysis: 'bool', reason: 'str' }],
    [11, { impact_summary: '{...}' }],
    [12, { tasks: 'list[{id, description, status, failure_count?, revert_reason?}]' }],
    [13, { task_id: 'str', summary: 'str' }],
    [14, {}],
    [15, { passed: 'bool', 'failed_tasks?': 'list[str]', details: 'str' }],
    [16, { prompt_used: 'str', action_taken: 'str' }],
    [17, { reviewed_files: 'list', commit_message: 'str' }],
    [18, { quality_score: 'float', issues: 'list' }],
    [19, {}],
  ];
  const say = speaker('en');
  const standing = (step: number) => {
    const phase = phases.find(({ steps }) => steps.some((each) => each.step === step));
    const found = phase?.steps.find((each) => each.step === step);
    return session({ phase: phase?.name, ready_substep: found?.substep ?? null });
  };

  it.each(golden)('of step %i', (step, expected) => {
    const shown = brief(standing(step), say);
    expect(shown.step).toBe(step);
    expect(JSON.stringify(shown.expected_payload)).toBe(JSON.stringify(expected));
    expect(shown.call).toBe('submit_phase');
    expect(shown.instruction.length).toBeGreaterThan(60);
  });

  it('covers every step from 2 to 19', () => {
    expect(golden.map(([step]) => step)).toEqual(Array.from({ length: 18 }, (_, index) => index + 2));
  });

  it('of step 12 asks for the decision as well while the user has to decide', () => {
    expect(brief({ ...standing(12), user_escalation: true }, say).expected_payload).toEqual({
      user_decision: '"continue" | "accept" | "end"',
      'tasks?': 'list[{id, description, status, failure_count?, revert_reason?}]',
    });
  });

  it('is empty, with nothing to call, when the session is complete', () => {
    const shown = brief(session({ phase: 'SESSION_COMPLETE' }), say);
    expect(shown).toMatchObject({ phase: 'SESSION_COMPLETE', step: null, expected_payload: {}, call: null });
  });
});

/** Steps 5 to 11 as Q1 to Q3 are answered. */
const exploring = ({ q1, q2, q3 }: Answers, full = false) => [
  5,
  6,
  ...(q1 || full ? [7] : []),
  8,
  ...(q2 || full ? [9] : []),
  10,
  ...(q3 || full ? [11] : []),
];
const NO: Answers = { q1: false, q2: false, q3: false };
const answered = [false, true].flatMap((q1) =>
  [false, true].flatMap((q2) => [false, true].map((q3): Answers => ({ q1, q2, q3 }))),
);

describe('the gates', () => {
  it.each(answered)('visit what they guard on yes only: %o', (answers) => {
    const rest = [12, 13, 14, 15, 17, 18, 19];
    expect(walk(started(), { answers }).steps).toEqual([3, 4, ...exploring(answers), ...rest]);
  });

  it.each(answered)('lead an investigation to its end: %o', (answers) => {
    const { steps, session: end } = walk(started([], { intent: 'QUESTION' }), { answers });
    expect(steps).toEqual([3, 4, ...exploring(answers)]);
    expect(end.phase).toBe('SESSION_COMPLETE');
  });

  it.each(answered)('are asked and ignored with --gate=full: %o', (answers) => {
    const { steps, session: end } = walk(started(['--gate=full']), { answers });
    expect(steps).toEqual([3, 4, ...exploring(answers, true), 12, 13, 14, 15, 17, 18, 19]);
    expect(end.phase_assessments.q1?.needs_more_information).toBe(answers.q1);
    expect(end.phase_assessments.q2?.has_unverified_hypotheses).toBe(answers.q2);
    expect(end.phase_assessments.q3?.needs_impact_analysis).toBe(answers.q3);
  });
});

/** Steps that each flag leaves of a session whose gates are all answered no; as the specification's columns say. */
const DEFAULT = [3, 4, 5, 6, 8, 10, 12, 13, 14, 15, 17, 18, 19];
const SINGLES: Readonly<Record<string, readonly number[]>> = {
  '--quick': [3, 4, 12, 13, 14, 15],
  '--fast': [3, 4, 12, 13, 14, 15, 17, 19],
  '--no-verify': [3, 4, 5, 6, 8, 10, 12, 13, 14, 17, 18, 19],
  '--only-verify': [15],
  '--only-explore': [3, 4, 5, 6, 8, 10],
  '--no-quality': [3, 4, 5, 6, 8, 10, 12, 13, 14, 15, 17, 19],
  '--no-doc': [4, 5, 6, 8, 10, 12, 13, 14, 15, 17, 18, 19],
  '--doc-research=default': DEFAULT,
  '-ni': DEFAULT,
  '--gate=full': [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19],
};
const FORBIDDEN = [
  ['--quick', '--fast'],
  ['--only-verify', '--no-verify'],
  ['--no-doc', '--doc-research=default'],
  ['--only-explore', '--quick'],
  ['--only-explore', '--fast'],
  ['--only-explore', '--only-verify'],
].map((pair) => pair.join(' '));
const names = Object.keys(SINGLES);
const pairs = names.flatMap((one, index) =>
  names.slice(index + 1).map((other): [string, string] => [one, other]),
);
const forbidden = (one: string, other: string) =>
  FORBIDDEN.includes(`${one} ${other}`) || FORBIDDEN.includes(`${other} ${one}`);

/** A pair visits what both visit; only --gate=full adds, where its steps are explored at all. */
function together(one: string, other: string): number[] {
  const [a, b] = [SINGLES[one] ?? [], SINGLES[other] ?? []];
  const gate = [one, other].includes('--gate=full');
  const partner = one === '--gate=full' ? b : a;
  return (gate ? (SINGLES['--gate=full'] ?? []) : DEFAULT).filter((step) =>
    gate && [7, 9, 11].includes(step) ? partner.includes(5) : a.includes(step) && b.includes(step),
  );
}

describe('a whole session', () => {
  it('visits every step of the default once, and completes', () => {
    const { steps, session: end, last } = walk(started(), { answers: NO });
    expect(steps).toEqual(DEFAULT);
    expect(end.completed_steps).toEqual([1, ...DEFAULT]);
    expect(last?.reply.merged).toBe(true);
  });

  it.each(Object.entries(SINGLES))('with %s visits %j', (flag, expected) => {
    const { steps, session: end } = walk(started([flag]), { answers: NO });
    expect(steps).toEqual(expected);
    expect(end.phase).toBe('SESSION_COMPLETE');
  });

  it.each(pairs.filter(([one, other]) => !forbidden(one, other)))(
    'with %s %s visits what both visit',
    (one, other) => {
      const { steps, session: end } = walk(started([one, other]), { answers: NO });
      expect(steps).toEqual(together(one, other));
      expect(end.phase).toBe('SESSION_COMPLETE');
    },
  );

  it.each(pairs.filter(([one, other]) => forbidden(one, other)))('with %s %s is refused', (one, other) => {
    expect(refusal(() => parseFlags([one, other], 'MODIFY')).code).toBe('conflicting_flags');
  });

  it.each<[string[], number[]]>([
    [
      ['--quick', '--no-verify'],
      [3, 4, 12, 13, 14],
    ],
    [
      ['--quick', '--no-doc', '--no-verify'],
      [4, 12, 13, 14],
    ],
    [
      ['--fast', '--no-verify', '--no-doc'],
      [4, 12, 13, 14, 17, 19],
    ],
    [
      ['--no-verify', '--no-quality', '--no-doc', '-ni'],
      [4, 5, 6, 8, 10, 12, 13, 14, 17, 19],
    ],
    [
      ['--only-explore', '--no-doc', '--gate=full'],
      [4, 5, 6, 7, 8, 9, 10, 11],
    ],
  ])('with %j visits %j', (flags, expected) => {
    expect(walk(started(flags), { answers: NO }).steps).toEqual(expected);
  });

  it.each([[[]], [['--no-doc']], [['--quick']], [['--fast']], [['--only-explore']], [['--gate=full']]])(
    'begins at BRANCH_INTERVENTION where a task branch is found: %j',
    (flags: string[]) => {
      const found = started(flags, { stale: [stale()] });
      expect(stepOf(found)).toBe(2);
      const without = walk(started(flags), { answers: NO }).steps;
      expect(walk(found, { answers: NO }).steps).toEqual([2, ...without]);
    },
  );

  it('never begins there with --only-verify', () => {
    expect(stepOf(started(['--only-verify'], { stale: [stale()] }))).toBe(15);
  });

  it.each(['--quick', '--only-verify', '--only-explore'])(
    'runs outside git with %s, and touches none',
    (flag) => {
      const { session: end, last } = walk(started([flag], { git: false }), { answers: NO });
      expect(end.phase).toBe('SESSION_COMPLETE');
      expect(end.task_branch).toBeNull();
      expect(last?.effect).toBeNull();
    },
  );

  it.each([[[]], [['--fast']], [['--no-verify']], [['--no-doc']]])(
    'is refused outside git with %j',
    (flags: string[]) => {
      expect(refusal(() => started(flags, { git: false })).code).toBe('git_required');
    },
  );
});

describe('the task branch', () => {
  it('is made on entering READY for the first time, from the branch of the beginning', () => {
    const before = at(10);
    const entered = take(before, good(before));
    const branch = `llm_task_${before.session_id}_from_main`;
    expect(entered.effect).toEqual({ kind: 'create_task_branch', branch, base: 'main', head: 'head0' });
    expect(entered.session).toMatchObject({ phase: 'READY', task_branch: branch, task_tip: 'head0' });
    expect(entered.reply.task_branch).toBe(branch);
    expect(entered.session.ready_snapshot?.tree).toBe('tree0');
  });

  it('has the whole name of a base with slashes', () => {
    const before = walk(started(['--fast'], { branch: 'feature/a/b' }), {
      until: (now) => stepOf(now) === 4,
    });
    expect(take(before.session, good(before.session)).session.task_branch).toMatch(/_from_feature\/a\/b$/);
  });

  it('is not made with --quick', () => {
    const before = at(4, ['--quick']);
    const entered = take(before, good(before));
    expect(entered.effect).toBeNull();
    expect(entered.session).toMatchObject({ phase: 'READY', task_branch: null });
  });

  it('is refused while HEAD is elsewhere, and nothing changed', () => {
    const before = at(10);
    const refused = refusal(() => take(before, good(before), { position: { branch: 'other' } }));
    expect(refused.code).toBe('git_state');
    expect(refused.details).toEqual({ expected: 'main', actual: 'other' });
    expect(refusal(() => take(before, good(before), { position: { branch: null } })).code).toBe('git_state');
  });

  it('is made as well where the third way back to exploration leads to READY past its entry', () => {
    const reverted = [1, 2, 3].reduce<Session>((now) => {
      const at6 = stepOf(now) === 5 ? take(now, good(now)).session : now;
      return revertToExploration(at6, false);
    }, at(6));
    expect(reverted).toMatchObject({ phase: 'READY', user_escalation: true, task_branch: null });
    const planned = take(reverted, good(reverted));
    expect(planned.effect?.kind).toBe('create_task_branch');
    expect(planned.session).toMatchObject({ ready_substep: 'implementing', task_branch: expect.any(String) });
    const accepted = take(reverted, { user_decision: 'accept' });
    expect(accepted.effect?.kind).toBe('create_task_branch');
    expect(accepted.session.phase).toBe('PRE_COMMIT');
    expect(refusal(() => take(reverted, good(reverted), { position: { branch: 'other' } })).code).toBe(
      'git_state',
    );
  });

  it('names what changed before READY, without blame', () => {
    const before = at(10);
    const { warnings } = take(before, good(before), {
      ready: { snapshot: snapshot('tree9'), made_meanwhile: ['src/b.ts'] },
    });
    expect(warnings.map(({ key }) => key)).toEqual(['session.made_meanwhile']);
    expect(warnings[0]?.values.files).toBe('src/b.ts');
  });
});

describe('BRANCH_INTERVENTION', () => {
  const two = [stale(), stale({ branch: 'llm_task_20261102-bbbb_from_release/1', base: 'release/1' })];

  it.each(['delete', 'merge'] as const)('%s does it to every stale branch, then goes on', (choice) => {
    const { effect, session: next, reply } = take(started([], { stale: two }), { choice });
    expect(effect).toMatchObject({ kind: 'resolve_stale', action: choice, branches: two });
    expect(next).toMatchObject({ phase: 'DOCUMENT_RESEARCH', stale_branches: [] });
    expect(reply.resolved_branches).toHaveLength(2);
  });

  it('continue leaves them where HEAD is not on one', () => {
    const { effect, session: next, reply } = take(started([], { stale: two }), { choice: 'continue' });
    expect(effect).toBeNull();
    expect(next).toMatchObject({ phase: 'DOCUMENT_RESEARCH', task_branch: null, stale_branches: [] });
    expect(reply).toEqual({ adopted_branch: null, left_branches: two.map(({ branch }) => branch) });
  });

  const held = [
    ...two,
    stale({ branch: 'llm_task_20261103-cccc_from_dev', base: 'dev', checked_out: true, tip: 'c' }),
  ];

  it('continue takes over the one that is checked out, with the base from its name', () => {
    const { session: next } = take(started([], { stale: held }), { choice: 'continue' });
    expect(next).toMatchObject({ task_branch: held[2]?.branch, base_branch: 'dev', task_tip: 'c' });
    const entering = walk(next, { until: (now) => now.phase === 'READY' });
    expect(entering.last?.effect).toBeNull();
    expect(entering.session.task_branch).toBe(held[2]?.branch);
  });

  it.each(['--quick', '--only-explore'])('continue leaves even that one with %s', (flag) => {
    const { session: next, reply } = take(started([flag], { stale: held }), { choice: 'continue' });
    expect(next.task_branch).toBeNull();
    expect(reply.left_branches).toHaveLength(3);
  });
});

describe('what a payload is', () => {
  it('that of another phase: refused, naming that phase', () => {
    const refused = refusal(() => take(at(6), { has_unverified_hypotheses: true, reason: 'x' }));
    expect(refused.code).toBe('payload_mismatch');
    expect(refused.details).toEqual({ payload_fits: 'Q2' });
  });

  it('of no phase: refused, with what is due', () => {
    const refused = refusal(() => take(at(6), { nonsense: 1 }));
    expect(refused.code).toBe('payload_mismatch');
    expect(refused.reason.values).toMatchObject({ came: 'nonsense', due: 'needs_more_information, reason' });
  });

  it('with a right key and another that is wrong: invalid, with each place', () => {
    const refused = refusal(() => take(at(6), { needs_more_information: 'maybe' }));
    expect(refused.code).toBe('invalid_payload');
    expect(refused.details.issues).toEqual([
      { path: 'needs_more_information', expected: 'bool', received: '"maybe"' },
      { path: 'reason', expected: 'str', received: 'nothing' },
    ]);
  });

  it('with more than was asked for: taken, what is extra is named', () => {
    const { session: next, warnings } = take(at(6), {
      needs_more_information: false,
      reason: 'x',
      mood: 'good',
    });
    expect(next.phase).toBe('Q2');
    expect(warnings[0]).toMatchObject({ key: 'session.ignored_keys', values: { keys: 'mood' } });
    expect(next.phase_assessments.q1).toEqual({ needs_more_information: false, reason: 'x' });
  });

  it.each([
    ['an object as text', '{"needs_more_information": "false", "reason": "enough"}'],
    ['text in text', JSON.stringify('{"needs_more_information": false, "reason": "enough"}')],
    ['a boolean as text', { needs_more_information: 'false', reason: 'enough' }],
    ['a boolean as text in capitals', { needs_more_information: ' FALSE ', reason: 'enough' }],
  ])('%s is understood: false is a no', (_, data) => {
    expect(take(at(6), data).session).toMatchObject({ phase: 'Q2' });
  });

  it('passed: "false" is a failed verification, never a pass', () => {
    const { session: next } = take(at(15), { passed: 'false', details: '2 failed', failed_tasks: ['t1'] });
    expect(stepOf(next)).toBe(12);
    expect(next.tasks[0]?.failure_count).toBe(1);
  });

  it.each([[[]], [['a']], [42], [true], ['no json'], ['[1]'], ['"x"']])(
    '%j is no object, and refused',
    (data) => {
      expect(refusal(() => take(at(6), data)).code).toBe('payload_mismatch');
    },
  );

  it('blank text where text is due is refused', () => {
    const refused = refusal(() => take(at(6), { needs_more_information: true, reason: ' \n ' }));
    expect(refused.details.issues).toEqual([
      { path: 'reason', expected: 'str, not blank', received: JSON.stringify(' \n ') },
    ]);
  });

  it('nothing is taken by a complete session', () => {
    expect(refusal(() => take(session({ phase: 'SESSION_COMPLETE' }), {})).code).toBe('no_session');
  });
});

describe('EXPLORATION', () => {
  it('refuses by name what is no file of the project', () => {
    const data = { explored_files: ['src/a.ts', 'nope.ts', 'src'], findings: [] };
    const refused = refusal(() => take(at(5), data, { files: ['src/a.ts'] }));
    expect(refused.code).toBe('unknown_files');
    expect(refused.details.unknown).toEqual(['nope.ts', 'src']);
  });

  it('wants at least one file, unless the project has none', () => {
    const data = { explored_files: [], findings: [] };
    expect(refusal(() => take(at(5), data)).code).toBe('invalid_payload');
    expect(take(at(5), data, { has_files: false }).session.phase).toBe('Q1');
  });

  it.each(['ADD', ' fix ', 'other'])('QUERY_FRAME knows the action %j', (action_type) => {
    const { session: next } = take(at(4), {
      action_type,
      target_symbols: ['f'],
      scope: 's',
      constraints: [],
    });
    expect(next.query_frame?.action_type).toBe(action_type.trim().toLowerCase());
  });

  it('QUERY_FRAME counts any other action as other', () => {
    const { session: next } = take(at(4), {
      action_type: 'dance',
      target_symbols: [],
      scope: 's',
      constraints: [],
    });
    expect(next.query_frame?.action_type).toBe('other');
  });

  it.each(['confirmed', 'Rejected', 'inconclusive'])('VERIFICATION takes the result %j', (result) => {
    const sent = { hypotheses_verified: [{ hypothesis: 'h', result, evidence: 'e' }] };
    const { session: next } = take(at(9, ['--gate=full']), sent);
    expect(next.verification?.hypotheses_verified[0]?.result).toBe(result.toLowerCase());
  });

  it('VERIFICATION refuses any other result', () => {
    const sent = { hypotheses_verified: [{ hypothesis: 'h', result: 'perhaps', evidence: 'e' }] };
    expect(refusal(() => take(at(9, ['--gate=full']), sent)).code).toBe('invalid_payload');
  });
});

describe('the way back to exploration', () => {
  it.each([6, 8, 10, 12, 13, 14, 15, 17, 18, 19])(
    'is open from step %i; tasks, branch and counters stay',
    (step) => {
      const before = at(step);
      const now = revertToExploration(before, true);
      expect(now).toMatchObject({ phase: 'EXPLORATION', reexploring: true, exploration_revert_count: 1 });
      expect(now.tasks).toEqual(before.tasks);
      expect(now.task_branch).toBe(before.task_branch);
      expect(now.completed_steps).toEqual(before.completed_steps.filter((done) => done < 5));
      expect(stepOf(take(now, good(now)).session)).toBe(12);
    },
  );

  it.each([3, 4, 5])('is closed at step %i', (step) => {
    expect(refusal(() => revertToExploration(at(step), true)).code).toBe('wrong_phase');
  });

  it.each(['--fast', '--quick', '--only-verify'])('is closed with %s', (flag) => {
    expect(refusal(() => revertToExploration(at(15, [flag]), true)).code).toBe('wrong_phase');
  });

  it('with results kept adds to them, and an investigation then ends', () => {
    const before = walk(started(['--only-explore']), { until: (now) => stepOf(now) === 10 }).session;
    const now = revertToExploration(before, true);
    const { session: end } = take(now, { explored_files: ['src/b.ts'], findings: ['more'] });
    expect(end.phase).toBe('SESSION_COMPLETE');
    expect(end.exploration).toEqual({
      explored_files: ['src/a.ts', 'src/b.ts'],
      findings: ['src/a.ts:1 is it', 'more'],
    });
  });

  it('with results cleared goes through 5 to 11 again', () => {
    const full = at(12, ['--gate=full']);
    const now = revertToExploration(full, false);
    expect(now).toMatchObject({
      exploration: null,
      semantic: null,
      verification: null,
      impact_analysis: null,
    });
    expect(now.phase_assessments).toEqual({ q1: null, q2: null, q3: null });
    const { steps } = walk(now, { until: (each) => each.phase === 'READY' });
    expect(steps).toEqual([5, 6, 7, 8, 9, 10, 11]);
  });

  it('leads to the user at the third time; an investigation ends', () => {
    const third = (from: Session) => revertToExploration({ ...from, exploration_revert_count: 2 }, true);
    expect(third(at(17))).toMatchObject({ phase: 'READY', ready_substep: 'planning', user_escalation: true });
    const investigation = walk(started(['-e']), { until: (now) => stepOf(now) === 8 }).session;
    expect(third(investigation).phase).toBe('SESSION_COMPLETE');
  });
});

describe('locating a session', () => {
  it('finds the substep of READY, and the first where none is noted', () => {
    expect(locate(session({ phase: 'READY', ready_substep: 'finishing' }))?.step.step).toBe(14);
    expect(locate(session({ phase: 'READY' }))?.step.step).toBe(12);
    expect(locate(session({ phase: 'SESSION_COMPLETE' }))).toBeNull();
    expect(phaseNamed('Q1').name).toBe('Q1');
  });
});
