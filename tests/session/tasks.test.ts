import { describe, expect, it } from 'vitest';
import { brief, materialsFor } from '../../src/session/brief.ts';
import { closingReport } from '../../src/session/report.ts';
import { revertToExploration } from '../../src/session/revert.ts';
import { stepOf } from '../../src/session/route.ts';
import type { CommandResult, Session } from '../../src/session/session.ts';
import { speaker } from '../../src/text/text.ts';
import { at, good, refusal, said, session, snapshot, started, take, walk } from './support.ts';

interface Sent {
  readonly id: unknown;
  readonly description?: unknown;
  readonly status?: unknown;
  readonly failure_count?: unknown;
  readonly revert_reason?: unknown;
}
const task = (id: unknown, over: Partial<Sent> = {}): Sent => ({
  id,
  description: `do ${String(id)}`,
  status: 'pending',
  ...over,
});
const done = (id: unknown, over: Partial<Sent> = {}): Sent => task(id, { status: 'completed', ...over });

const plan = (now: Session, ...tasks: readonly Sent[]) => take(now, { tasks });
const planned = (...tasks: readonly Sent[]) => plan(at(12), ...tasks).session;
const complete = (now: Session, task_id: unknown) => take(now, { task_id, summary: 'done' });
/** Completes all that is pending and leaves READY. */
const finished = (now: Session) => walk(now, { until: ({ phase }) => phase !== 'READY' }).session;
const counts = ({ tasks }: Session) =>
  Object.fromEntries(tasks.map(({ id, failure_count }) => [id, failure_count]));
const fail = (now: Session, ...failed_tasks: readonly string[]) =>
  take(now, { passed: false, details: 'red', ...(failed_tasks.length > 0 && { failed_tasks }) }).session;
/** One round: plans the tasks, does them, fails the verification with `failed`. */
const round = (now: Session, tasks: readonly Sent[], ...failed: readonly string[]) =>
  fail(finished(plan(now, ...tasks).session), ...failed);

describe('step 12, refused', () => {
  it.each<[string, readonly Sent[], string]>([
    ['an empty list', [], 'tasks_empty'],
    ['no pending task', [done('a'), done('b')], 'no_pending_task'],
    ['an id twice', [task('a'), done('a')], 'duplicate_task_id'],
    ['the number 1 and the text "1"', [task(1), task('1')], 'duplicate_task_id'],
    ['ids that differ in spaces around them', [task('task_1'), task(' task_1 ')], 'duplicate_task_id'],
    ['__proto__ twice', [task('__proto__'), task('__proto__')], 'duplicate_task_id'],
    ['an empty id', [task('')], 'invalid_payload'],
    ['a blank id', [task('  ')], 'invalid_payload'],
    ['an empty description', [task('a', { description: '' })], 'invalid_payload'],
    ['a blank description', [task('a', { description: ' \t' })], 'invalid_payload'],
    ['another status', [task('a', { status: 'in_progress' })], 'invalid_payload'],
    ['a negative failure_count', [task('a', { failure_count: -1 })], 'invalid_payload'],
  ])('%s', (_, tasks, code) => {
    for (const step of [12, 13, 14]) expect(refusal(() => plan(at(step), ...tasks)).code).toBe(code);
  });

  it('an invalid task is named by its place', () => {
    const { details } = refusal(() => plan(at(12), task('a'), task('b', { status: 'doing' })));
    expect(details.issues).toEqual([
      { path: 'tasks[1].status', expected: '"pending" | "completed"', received: '"doing"' },
    ]);
  });
});

describe('step 12, taken', () => {
  it('the list replaces what was there, and its first pending task is due', () => {
    const { session: next, reply } = plan(planned(task('x')), done('a'), task('b'), task('c'));
    expect(next.tasks.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(reply).toMatchObject({
      progress: '1/3',
      completed: 1,
      pending: 2,
      total: 3,
      next_task: { id: 'b' },
    });
    expect(stepOf(next)).toBe(13);
  });

  it.each([
    ['plain', [task('a'), task('b')]],
    ['with completed ones and counts', [done('a'), task('b', { failure_count: 2, revert_reason: 'r' })]],
  ])('the same list twice gives the same state: %s', (_, tasks) => {
    const once = plan(at(12), ...tasks).session;
    const { submissions, ...twice } = plan(once, ...tasks).session;
    expect({ ...twice, submissions: submissions - 1 }).toEqual(once);
  });

  it('the same list twice gives the same state after a failure as well, inherited counts and all', () => {
    const back = fail(at(15), 't1');
    const tasks = [done('t1'), task('fix')];
    const once = plan(back, ...tasks).session;
    const { submissions, ...twice } = plan(once, ...tasks).session;
    expect({ ...twice, submissions: submissions - 1 }).toEqual(once);
    expect(counts(once)).toEqual({ t1: 1, fix: 1 });
  });

  it.each([13, 14])('is allowed again at step %i', (step) => {
    const { session: next } = plan(at(step), done('t1'), task('t2'));
    expect(stepOf(next)).toBe(13);
    expect(next.tasks.map(({ id }) => id)).toEqual(['t1', 't2']);
    expect(next.completed_steps.filter((each) => each >= 13)).toEqual([]);
  });

  it('takes numbers as ids, and a list or a task that came as text', () => {
    const { session: next } = take(at(12), {
      tasks: JSON.stringify([JSON.stringify(task(1)), task(2, { failure_count: '1' })]),
    });
    expect(counts(next)).toEqual({ 1: 0, 2: 1 });
    expect(stepOf(complete(complete(next, '1').session, 2).session)).toBe(14);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '名前', '<b>', 'a b', '%{id}'])(
    'the id %j works like any other',
    (id) => {
      const now = planned(task(id), task('other'));
      const failed = fail(finished(now), id);
      expect(failed.tasks.map((each) => [each.id, each.failure_count])).toEqual([
        [id, 1],
        ['other', 0],
      ]);
      expect(refusal(() => complete(planned(task('a')), id)).code).toBe('unknown_task');
      expect(complete(now, id).reply.next_task).toMatchObject({ id: 'other' });
    },
  );
});

describe('step 12, honesty', () => {
  it('names what a list marks completed that the server never saw', () => {
    const { warnings, session: next } = plan(at(12), done('a'), task('b'));
    expect(warnings).toEqual([{ key: 'session.unseen_completions', values: { ids: 'a' } }]);
    expect(closingReport(next).completed_without_the_server).toEqual(['a']);
  });

  it('names what was pending and is left out', () => {
    const { warnings, session: next } = plan(planned(task('a'), task('b'), task('c')), task('c'));
    expect(warnings).toEqual([{ key: 'session.dropped_tasks', values: { ids: 'a, b' } }]);
    expect(closingReport(next).dropped_while_pending).toEqual(['a', 'b']);
  });

  it('says nothing of what was seen completed, nor the same thing twice', () => {
    const now = complete(planned(task('a'), task('b')), 'a').session;
    expect(plan(now, done('a'), task('b')).warnings).toEqual([]);
    const dropped = plan(now, done('a'), task('c')).session;
    expect(plan(dropped, done('a'), task('c')).warnings).toEqual([]);
    expect(dropped.dropped_tasks).toEqual(['b']);
  });

  it('what was dropped and comes back is no longer reported', () => {
    const dropped = plan(planned(task('a'), task('b')), task('b')).session;
    const back = plan(dropped, task('a'), task('b')).session;
    expect(closingReport(back)).not.toHaveProperty('dropped_while_pending');
  });

  it('a task that was seen completed may be done again, and its completion is remembered', () => {
    const now = complete(planned(task('a'), task('b')), 'a').session;
    const again = plan(now, task('a'), task('b')).session;
    expect(plan(again, done('a'), task('b')).warnings).toEqual([]);
  });

  it('keeps its words to the end of the session', () => {
    const { session: end } = walk(plan(at(12), done('a'), task('b')).session);
    expect(end.phase).toBe('SESSION_COMPLETE');
    expect(closingReport(end).completed_without_the_server).toEqual(['a']);
  });
});

describe('step 13', () => {
  const three = () => planned(task('a'), task('b'), task('c'));

  it('takes the first pending task, in list order', () => {
    const first = complete(three(), 'a');
    expect(first.reply).toMatchObject({ progress: '1/3', next_task: { id: 'b', description: 'do b' } });
    expect(first.session.completed_task_ids).toEqual(['a']);
    const last = complete(complete(first.session, ' b ').session, 'c');
    expect(last.reply).toEqual({
      progress: '3/3',
      completed: 3,
      pending: 0,
      total: 3,
      next_task: null,
      all_complete: true,
    });
    expect(stepOf(last.session)).toBe(14);
  });

  it.each<[string, () => Session, string, string, string | null]>([
    ['nothing registered', () => at(12), 'a', 'no_tasks_registered', null],
    ['an unknown id', three, 'z', 'unknown_task', 'a'],
    ['out of order, naming the one that is due', three, 'b', 'task_out_of_order', 'a'],
    ['already completed', () => complete(three(), 'a').session, 'a', 'task_already_completed', 'b'],
    ['already completed, at step 14', () => at(14), 't1', 'task_already_completed', null],
    ['unknown, at step 14', () => at(14), 'z', 'unknown_task', null],
  ])('is refused: %s', (_, now, id, code, due) => {
    const refused = refusal(() => complete(now(), id));
    expect(refused.code).toBe(code);
    if (code !== 'no_tasks_registered')
      expect((refused.details.next_task as { id: string } | null)?.id ?? null).toBe(due);
    expect(speaker('en')(refused.reason)).toContain(code === 'no_tasks_registered' ? 'tasks:' : id);
  });

  it.each([
    [{ task_id: 'a' }],
    [{ summary: 's' }],
    [{ task_id: '', summary: 's' }],
    [{ task_id: 'a', summary: '  ' }],
    [{ task_id: null, summary: 's' }],
    [{ task_id: ['a'], summary: 's' }],
  ])('is invalid: %j', (data) => {
    expect(refusal(() => take(three(), data)).code).toBe('invalid_payload');
  });
});

describe('step 14', () => {
  it('is refused while tasks are pending, naming them and the one that is due', () => {
    const refused = refusal(() => take(complete(planned(task('a'), task('b'), task('c')), 'a').session, {}));
    expect(refused.code).toBe('tasks_incomplete');
    expect(refused.details).toMatchObject({ pending: [{ id: 'b' }, { id: 'c' }], next_task: { id: 'b' } });
    expect(refused.reason.values).toEqual({ ids: 'b, c', due: 'b' });
  });

  it('is refused while nothing is registered', () => {
    expect(refusal(() => take(at(12), {})).code).toBe('no_tasks_registered');
  });

  it('leads on once all are completed', () => {
    expect(take(at(14), {}).session.phase).toBe('POST_IMPL_VERIFY');
    expect(take(at(14, ['--no-verify']), {}).session.phase).toBe('PRE_COMMIT');
    expect(take(at(14, ['--quick', '--no-verify']), {}).session.phase).toBe('SESSION_COMPLETE');
  });
});

describe('the same payload once more (E11)', () => {
  it.each<[string, () => Session, unknown, string]>([
    ['a completed task', () => at(14), { task_id: 't1', summary: 's' }, 'task_already_completed'],
    ['the end of READY', () => at(15), {}, 'payload_mismatch'],
    ['a commit', () => at(18), { reviewed_files: [], commit_message: 'm' }, 'payload_mismatch'],
    ['a merge', () => walk(at(19)).session, {}, 'no_session'],
    ['a passed verification', () => at(17), { passed: true, details: 'd' }, 'payload_mismatch'],
  ])('%s is refused', (_, now, data, code) => {
    expect(refusal(() => take(now(), data)).code).toBe(code);
  });
});

describe('what {} means (L5)', () => {
  const spellings: readonly unknown[] = [{}, undefined, null, '', '{}', ' { } ', '"{}"', { data: null }];

  it.each(Array.from({ length: 18 }, (_, index) => index + 2))('at step %i', (step) => {
    const flags = [7, 9, 11].includes(step) ? ['--gate=full'] : [];
    const now =
      step === 2
        ? session({ phase: 'BRANCH_INTERVENTION' })
        : step === 16
          ? session({ phase: 'VERIFY_INTERVENTION', tasks: [done('a')] })
          : at(step, flags);
    for (const spelling of spellings) {
      const work = () => take(now, spelling).session;
      if (step === 14) expect(work().phase).toBe('POST_IMPL_VERIFY');
      else if (step === 19) expect(work().phase).toBe('SESSION_COMPLETE');
      else
        expect(refusal(work).code).toBe(
          step === 12 ? 'no_tasks_registered' : step === 13 ? 'tasks_incomplete' : 'payload_mismatch',
        );
    }
  });

  it('at step 12 after a way back is refused as well, whatever the old list says', () => {
    for (const now of [fail(at(15), 't1'), take(at(18), { quality_score: 1, issues: ['x'] }).session])
      for (const spelling of spellings)
        expect(refusal(() => take(now, spelling)).code).toBe('payload_mismatch');
  });

  it('while the user has to decide asks for the decision', () => {
    const now = session({ phase: 'READY', ready_substep: 'planning', user_escalation: true });
    for (const spelling of spellings)
      expect(refusal(() => take(now, spelling)).code).toBe('user_decision_required');
  });
});

describe('a failed verification (L4)', () => {
  it('counts for the tasks that it names', () => {
    const now = finished(planned(task('a'), task('b')));
    const { session: next, reply } = take(now, { passed: false, failed_tasks: ['b'], details: 'b is red' });
    expect(counts(next)).toEqual({ a: 0, b: 1 });
    expect(next).toMatchObject({
      phase: 'READY',
      ready_substep: 'planning',
      reverted_from: 'POST_IMPL_VERIFY',
    });
    expect(reply).toMatchObject({
      reverted_from: 'POST_IMPL_VERIFY',
      failed_tasks: ['b'],
      tasks: [{ id: 'a' }, { id: 'b', failure_count: 1, revert_reason: 'b is red' }],
    });
    const { instruction } = brief(next, speaker('en'));
    expect(instruction).toContain('b is red');
    expect(instruction).toContain('- b [completed, failures: 1]');
    expect(next.completed_steps.every((step) => step < 12)).toBe(true);
  });

  it('that names none counts for every task completed since the last plan', () => {
    const once = finished(planned(task('a'), task('b')));
    expect(counts(fail(once))).toEqual({ a: 1, b: 1 });
    const second = finished(plan(fail(once, 'b'), done('a'), done('b'), task('c')).session);
    expect(counts(fail(second))).toEqual({ a: 0, b: 1, c: 2 });
  });

  it.each([[null], [''], [[]], ['[]']])('failed_tasks: %j counts as naming none', (failed_tasks) => {
    expect(counts(take(at(15), { passed: false, failed_tasks, details: 'x' }).session)).toEqual({ t1: 1 });
  });

  it('is refused with an unknown id, naming it', () => {
    const refused = refusal(() => take(at(15), { passed: false, failed_tasks: ['t1', 'zzz'], details: 'x' }));
    expect(refused.code).toBe('unknown_task');
    expect(refused.reason.values).toEqual({ ids: 'zzz', known: 't1' });
  });

  it('is no pass at the same time', () => {
    const refused = refusal(() => take(at(15), { passed: true, failed_tasks: ['t1'], details: 'x' }));
    expect(refused.code).toBe('invalid_payload');
    expect(refused.details.issues).toMatchObject([{ path: 'failed_tasks' }]);
  });

  it.each([[{ passed: true, details: '' }], [{ passed: true }], [{ passed: 'maybe', details: 'x' }]])(
    '%j is invalid',
    (data) => {
      expect(refusal(() => take(at(15), data)).code).toBe('invalid_payload');
    },
  );

  it('--only-verify ends whatever the result, and ignores failed_tasks', () => {
    const now = started(['--only-verify']);
    for (const passed of [true, false]) {
      const { session: end, reply } = take(now, { passed, failed_tasks: ['zzz'], details: 'x' });
      expect(end.phase).toBe('SESSION_COMPLETE');
      expect(reply.verification).toBe(passed ? 'claimed' : 'failed');
    }
  });
});

const result = (exit_code: number | null, over: Partial<CommandResult> = {}): CommandResult => ({
  command: 'npm test',
  exit_code,
  ended: 'exit',
  duration_ms: 5,
  output_sha256: 'abc',
  output_tail: exit_code === 0 ? '' : 'one test is red',
  ...over,
});
const ran = (...results: readonly CommandResult[]) => ({
  verification: {
    status: 'finished' as const,
    results,
    before: snapshot('tree1'),
    after: snapshot('tree2'),
    at: '2026-11-30T21:30:00.000Z',
  },
});
const PASSED = { passed: true, details: 'all green' };

describe('the commands of the server', () => {
  it('stand behind a pass: evidence is tied to the tree after they ran', () => {
    const { session: next, reply } = take(at(15), PASSED, ran(result(0)));
    expect(next).toMatchObject({ phase: 'PRE_COMMIT', unverified_claim: false });
    expect(next.evidence).toMatchObject({ kind: 'commands', snapshot: { tree: 'tree2' } });
    expect(reply).toMatchObject({
      verification: 'passed',
      evidence: [{ command: 'npm test', exit_code: 0 }],
    });
    expect(closingReport(next).evidence).toMatchObject({ tied_to: 'tree2' });
  });

  it.each<[string, CommandResult]>([
    ['exits with 1', result(1)],
    ['is killed by a signal', result(null, { ended: 'signal' })],
    ['takes too long', result(null, { ended: 'timeout' })],
    ['cannot be started', result(null, { ended: 'not_started' })],
  ])('a claim is a failed verification where one %s', (_, failed) => {
    const { session: next, reply } = take(at(15), PASSED, ran(result(0, { command: 'lint' }), failed));
    expect(next).toMatchObject({ phase: 'READY', evidence: null, verify_result: { passed: false } });
    expect(counts(next)).toEqual({ t1: 1 });
    expect(reply.failed_command).toMatchObject({ command: 'npm test', output_tail: 'one test is red' });
    expect(next.revert_reason).toContain('npm test');
  });

  it('that still run keep the phase, and nothing is counted', () => {
    const now = at(15);
    const taken = take(now, PASSED, { verification: { status: 'running', elapsed_ms: 90_400 } });
    expect(taken).toMatchObject({ stays: true, reply: { verification: 'running', elapsed_s: 90 } });
    expect(taken.session).toEqual(now);
  });

  it('are not asked where the model itself says that it failed', () => {
    const { session: next } = take(at(15), { passed: false, details: 'red' }, ran(result(0)));
    expect(next.verify_result?.passed).toBe(false);
    expect(next.evidence).toBeNull();
  });

  it('without any, or untrusted, the claim is taken and reported as one', () => {
    for (const status of ['none', 'untrusted'] as const) {
      const { session: next, reply, warnings } = take(at(15), PASSED, { verification: { status } });
      expect(next).toMatchObject({ phase: 'PRE_COMMIT', unverified_claim: true, evidence: null });
      expect(reply).toMatchObject({
        verification: status === 'none' ? 'claimed' : 'untrusted',
        unverified_claim: true,
      });
      expect(warnings.map(({ key }) => key)).toEqual(
        status === 'untrusted' ? ['session.verify_untrusted'] : [],
      );
      expect(closingReport(next).unverified_claim).toBe(true);
    }
  });

  it('run for --only-verify also where the model says that it failed', () => {
    const { reply, session: end } = take(started(['-v']), { passed: true, details: 'x' }, ran(result(1)));
    expect(reply.verification).toBe('failed');
    expect(end.phase).toBe('SESSION_COMPLETE');
  });
});

describe('failure counts are the server’s', () => {
  it('what is sent for an id that it has counted is ignored', () => {
    const now = plan(fail(at(15), 't1'), task('t1', { failure_count: 0 })).session;
    expect(counts(now)).toEqual({ t1: 1 });
    expect(counts(plan(fail(at(15), 't1'), task('t1', { failure_count: 9 })).session)).toEqual({ t1: 1 });
  });

  it('what is sent for any other is taken', () => {
    expect(counts(planned(task('a', { failure_count: 2 })))).toEqual({ a: 2 });
  });

  it('a new pending task inherits the greatest of those that failed', () => {
    const first = round(at(12), [task('a'), task('b')], 'a');
    const second = round(first, [done('a'), done('b'), task('a2')], 'a2', 'b');
    expect(counts(second)).toEqual({ a: 1, b: 1, a2: 2 });
    const third = plan(second, done('a'), done('b'), done('a2'), task('c'), done('d')).session;
    expect(counts(third)).toEqual({ a: 1, b: 1, a2: 2, c: 2, d: 0 });
  });

  it('a smaller count that is sent for a new task gives way to the inherited one', () => {
    const now = plan(fail(at(15), 't1'), done('t1'), task('fix', { failure_count: 0 })).session;
    expect(counts(now)).toEqual({ t1: 1, fix: 1 });
  });

  it('renaming a task each round leads to the intervention at the third failure all the same', () => {
    const first = round(at(12), [task('a')]);
    const second = round(first, [task('b')]);
    const third = round(second, [task('c')]);
    expect([first, second, third].map(stepOf)).toEqual([12, 12, 16]);
    expect(third.tasks.map(({ failure_count }) => failure_count)).toEqual([3]);
  });

  it('a task that was left out and comes back has its count still', () => {
    const failed = fail(at(15), 't1');
    const without = plan(failed, task('x')).session;
    expect(counts(plan(without, task('t1')).session)).toEqual({ t1: 1 });
  });
});

/** Fails each time with the same two tasks, until the session stands elsewhere than at planning or the number is reached. */
const failing = (from: Session, times: number): Session =>
  Array.from({ length: times }).reduce<Session>((now) => round(now, [task('a'), task('b')], 'a'), from);

describe('three failures of one task', () => {
  it('open the intervention, not two', () => {
    expect(stepOf(failing(at(12), 2))).toBe(12);
    expect(stepOf(failing(at(12), 3))).toBe(16);
  });

  it('of different tasks do not', () => {
    const now = ['a', 'b', 'c'].reduce<Session>(
      (each, failed) => round(each, [task('a'), task('b'), task('c')], failed),
      at(12),
    );
    expect(stepOf(now)).toBe(12);
    expect(counts(now)).toEqual({ a: 1, b: 1, c: 1 });
  });

  it.each(['-ni', '--quick'])('escalate to the user at step 12 with %s', (flag) => {
    const now = failing(at(12, [flag]), 3);
    expect(now).toMatchObject({ phase: 'READY', ready_substep: 'planning', user_escalation: true });
  });
});

const intervened = (now: Session) => take(now, { prompt_used: 'p', action_taken: 'a' });

describe('the intervention', () => {
  it('sets every failure count to 0, counts itself, and leads to planning', () => {
    const { session: next, reply } = intervened(failing(at(12), 3));
    expect(counts(next)).toEqual({ a: 0, b: 0 });
    expect(next).toMatchObject({
      intervention_count: 1,
      user_escalation: false,
      reverted_from: 'VERIFY_INTERVENTION',
    });
    expect(stepOf(next)).toBe(12);
    expect(reply).toMatchObject({ reverted_from: 'VERIFY_INTERVENTION', tasks: [{ id: 'a' }, { id: 'b' }] });
    const after = plan(next, task('a', { failure_count: 2 }), task('new')).session;
    expect(counts(after)).toEqual({ a: 0, new: 0 });
  });

  it('takes its texts in turn, and the turn never goes back', () => {
    const file = (now: Session) =>
      materialsFor(now).map((each) => ('file' in each ? each.file.replace(/^.*\/|\.md$/g, '') : each.folder));
    const first = failing(at(12), 3);
    const second = failing(intervened(first).session, 3);
    const third = failing(decided(intervened(second).session, 'continue'), 3);
    const fourth = failing(intervened(third).session, 3);
    expect([first, second, third, fourth].map(file)).toEqual([
      ['structure_review'],
      ['user_escalation', 'hypothesis_review'],
      ['step_back'],
      ['user_escalation', 'structure_review'],
    ]);
  });

  it('the second leads to the user, whose decision is due at step 12', () => {
    const second = intervened(failing(intervened(failing(at(12), 3)).session, 3));
    expect(second.session).toMatchObject({ intervention_count: 2, user_escalation: true });
    expect(second.reply.user_escalation).toBe(true);
    const shown = brief(second.session, speaker('en'));
    expect(shown.step).toBe(12);
    expect(shown.instruction.indexOf('ask the user now')).toBeGreaterThan(-1);
    expect(shown.instruction.indexOf('ask the user now')).toBeLessThan(100);
    expect(shown.instruction).toContain('cleanup_stale_branches');
    expect(shown.expected_payload).toHaveProperty('user_decision');
  });

  it.each([
    [{ prompt_used: '', action_taken: 'a' }],
    [{ prompt_used: 'p' }],
    [{ prompt_used: 'p', action_taken: ' ' }],
  ])('%j is invalid', (data) => {
    expect(refusal(() => take(failing(at(12), 3), data)).code).toBe('invalid_payload');
  });
});

const escalated = (...flags: readonly string[]): Session =>
  failing(at(12, flags.length > 0 ? flags : ['-ni']), 3);
const decided = (now: Session, user_decision: string, tasks?: readonly Sent[]): Session =>
  take(now, { user_decision, ...(tasks && { tasks }) }).session;

describe('while the user has to decide', () => {
  it.each([
    [{ tasks: [task('a')] }],
    [{}],
    [{ task_id: 'a', summary: 's' }],
    [{ passed: true, details: 'x' }],
  ])('%j is refused', (data) => {
    expect(refusal(() => take(escalated(), data)).code).toBe('user_decision_required');
  });

  it('a word that is no decision is invalid', () => {
    expect(refusal(() => decided(escalated(), 'retry')).code).toBe('invalid_payload');
  });

  it('continue starts every counter anew and takes the tasks with it', () => {
    const before = { ...escalated(), intervention_count: 2, exploration_revert_count: 3 };
    const now = decided(before, 'Continue', [task('a'), task('new')]);
    expect(now).toMatchObject({ user_escalation: false, intervention_count: 0, exploration_revert_count: 0 });
    expect(counts(now)).toEqual({ a: 0, new: 0 });
    expect(stepOf(now)).toBe(13);
  });

  it('continue without tasks frees, and then only tasks are due', () => {
    const now = decided(escalated(), 'continue');
    expect(stepOf(now)).toBe(12);
    expect(now.user_escalation).toBe(false);
    expect(brief(now, speaker('en')).expected_payload).not.toHaveProperty('user_decision');
    expect(stepOf(plan(now, task('a')).session)).toBe(13);
  });

  it('accept goes on as if passed, tied to the content, and the report says what failed', () => {
    const taken = take(escalated(), { user_decision: 'accept' }, { snapshot: snapshot('tree7') });
    expect(taken.session).toMatchObject({ phase: 'PRE_COMMIT', user_escalation: false });
    expect(taken.session.evidence).toMatchObject({ kind: 'accepted_by_user', snapshot: { tree: 'tree7' } });
    expect(closingReport(taken.session).accepted_by_user).toEqual({ failed: ['a'], reason: 'red' });
    expect(closingReport(taken.session)).not.toHaveProperty('unverified_claim');
  });

  it('accept after two interventions names what failed as well, although the counts were reset', () => {
    const second = intervened(failing(intervened(failing(at(12), 3)).session, 3)).session;
    const now = decided(second, 'accept');
    expect(closingReport(now).accepted_by_user).toEqual({ failed: ['a'], reason: 'red' });
  });

  it('accept names the tasks of a failure that named none', () => {
    const unnamed = Array.from({ length: 3 }).reduce<Session>(
      (now) => round(now, [task('a'), task('b')]),
      at(12, ['-ni']),
    );
    expect(closingReport(decided(unnamed, 'accept')).accepted_by_user).toMatchObject({ failed: ['a', 'b'] });
  });

  it('accept ends a --quick session', () => {
    expect(decided(escalated('--quick'), 'accept').phase).toBe('SESSION_COMPLETE');
  });

  it('end leaves, and is answered as complete', () => {
    const taken = take(escalated(), { user_decision: 'end' });
    expect(taken).toMatchObject({ left: true, effect: null, session: { phase: 'SESSION_COMPLETE' } });
  });

  it('the acceptance is void once the content is verified anew', () => {
    const accepted = decided(escalated(), 'accept');
    const again = take({ ...accepted, phase: 'POST_IMPL_VERIFY' }, PASSED);
    expect(again.session.accepted_by_user).toBeNull();
  });
});

const issues = (now: Session) => take(now, { quality_score: 3, issues: ['too long'] });
const again = (now: Session): Session =>
  walk(plan(now, done('t1'), task('fix')).session, { until: ({ phase }) => phase === 'QUALITY_REVIEW' })
    .session;

describe('a review with issues', () => {
  it('leads back to step 12 with the reason and the tasks', () => {
    const { session: next, reply } = issues(at(18));
    expect(next).toMatchObject({ quality_revert_count: 1, reverted_from: 'QUALITY_REVIEW' });
    expect(stepOf(next)).toBe(12);
    expect(reply).toMatchObject({ reverted_from: 'QUALITY_REVIEW', tasks: [{ id: 't1' }] });
    const { instruction } = brief(next, speaker('en'));
    expect(instruction).toContain('too long');
    expect(instruction).toContain('- t1 [completed]');
  });

  it('is the forced completion at the third time', () => {
    const first = issues(at(18)).session;
    const second = issues(again(first)).session;
    const third = issues(again(second));
    expect([stepOf(first), stepOf(second), stepOf(third.session)]).toEqual([12, 12, 19]);
    expect(third.session).toMatchObject({ quality_revert_count: 3, quality_review_completed: true });
    expect(third.reply).toEqual({ forced_completion: true });
    expect(closingReport(third.session).quality).toEqual({ score: 3, open_issues: ['too long'] });
  });

  it('without issues leads to MERGE', () => {
    expect(take(at(18), { quality_score: '8.5', issues: [] }).session).toMatchObject({
      phase: 'MERGE',
      quality_review: { quality_score: 8.5, issues: [] },
    });
  });
});

describe('revert_to_exploration', () => {
  const reverted = (from: Session, times: number): Session =>
    Array.from({ length: times }).reduce<Session>((now) => {
      const counted = revertToExploration(now, true);
      return counted.user_escalation
        ? counted
        : walk(counted, { until: (each) => each.phase === 'READY' }).session;
    }, from);

  it('leads to the user at the third time', () => {
    expect(reverted(at(12), 2)).toMatchObject({ user_escalation: false, exploration_revert_count: 2 });
    const third = reverted(at(12), 3);
    expect(third).toMatchObject({ user_escalation: true, exploration_revert_count: 3 });
    expect(brief(third, speaker('en')).instruction).toContain('begun anew 3 times');
  });

  it('continue starts its count anew', () => {
    const now = decided(reverted(at(12), 3), 'continue', [task('a')]);
    expect(now.exploration_revert_count).toBe(0);
    expect(revertToExploration(now, true).user_escalation).toBe(false);
  });
});

describe('where the branch is not as the session left it, at steps 12 to 14', () => {
  it.each([12, 13, 14])('step %i takes the submission and says it', (step) => {
    const entered = at(step);
    const { warnings } = take(entered, good(entered), { position: { branch: 'main' } });
    expect(warnings.map(({ key }) => key)).toContain('session.not_on_task_branch');
    expect(said(warnings)).toContain(`git switch ${entered.task_branch}`);
  });
});
