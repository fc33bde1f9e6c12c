import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../support/project.ts';
import { againstPlan, begin, type Run, run, start, TASKS } from './session.ts';

/** The test plan of the v1.11 document: each name begins the title of a test here. */
const PLAN = `
  test_document_research_payload test_query_frame_payload test_exploration_payload test_payload_mismatch_returns_error
  test_response_contains_expected_payload test_q1_true_enters_semantic test_q1_false_proceeds_to_q2
  test_q2_true_enters_verification test_q2_false_proceeds_to_q3 test_q3_true_enters_impact test_q3_false_proceeds_to_ready
  test_gate_level_full_forces_all test_register_tasks test_complete_task_in_order test_reject_wrong_order
  test_block_incomplete_implementation test_allow_complete_implementation test_passed_to_pre_commit
  test_passed_quick_to_complete test_failed_to_ready test_intervention_after_3 test_stale_branch_detected
  test_no_stale_branch_skips test_choice_delete test_choice_merge test_choice_continue
  test_task_failure_count_triggers_intervention test_intervention_resets_failure_count test_no_intervention_flag_skips
  test_user_escalation_after_2_interventions test_quality_revert_forced_completion test_quality_revert_count_increments
  test_intervention_count_increments test_clean_resets_session_state test_get_session_status_returns_expected_payload
  test_payload_mismatch_provides_recovery test_default_full_flow test_quick_flow test_quick_no_verify_flow test_fast_flow
  test_no_verify_flow test_investigation_flow test_exploration_all_skip_to_ready
  test_verification_failure_revert_and_retry test_quality_review_revert_flow test_verify_intervention_flow
`
  .trim()
  .split(/\s+/);

test('every test of the plan is here, once', () => {
  expect(PLAN).toHaveLength(46);
  expect(againstPlan(PLAN, readFileSync(import.meta.filename, 'utf8'))).toEqual({
    missing: [],
    repeated: [],
  });
});

const COMMON = ['session_id', 'phase', 'step', 'instruction', 'expected_payload', 'call'];
const failed = { passed: false, failed_tasks: ['task_1'], details: 'test X is red' };

/** Fails the verification of a session that stands at 12 or before, so often, with the same task each time. */
async function failing(session: Run, times: number): Promise<Answer> {
  let answer: Answer | null = null;
  for (let time = 0; time < times; time++) {
    await session.to(15);
    answer = await session.submit(failed);
  }
  if (!answer) throw new Error('nothing was submitted');
  return answer;
}

/** Until the user has to decide: three failures, the intervention, and the same again. */
async function untilEscalation(session: Run): Promise<Answer> {
  await failing(session, 3);
  await session.to(12);
  await failing(session, 3);
  return session.submit({ prompt_used: 'hypothesis_review', action_taken: 'asked what was assumed' });
}

const twice = { quality_score: 4, issues: ['the name says nothing'] };

describe.concurrent('submit_phase is dispatched by phase', () => {
  test('test_document_research_payload: DOCUMENT_RESEARCH takes documents_reviewed', async () => {
    const session = await begin();
    expect(session.first).toMatchObject({
      phase: 'DOCUMENT_RESEARCH',
      step: 3,
      expected_payload: { documents_reviewed: 'list' },
    });
    const answer = await session.submit({
      documents_reviewed: [{ path: 'README.md', summary: 'what it is' }, 'CLAUDE.md'],
    });
    expect(answer).toMatchObject({ phase: 'QUERY_FRAME', step: 4, isError: false });
    expect(session.project.checkpoint(answer.session_id).documents_reviewed).toHaveLength(2);
  });

  test('test_query_frame_payload: QUERY_FRAME takes the slots, and tells where the symbols stand', async () => {
    const session = await begin(['--no-doc']);
    const answer = await session.submit({
      action_type: 'modify',
      target_symbols: ['a', 'noSuchSymbolAnywhere'],
      scope: 'src',
      constraints: ['keep the type'],
    });
    expect(answer).toMatchObject({ phase: 'EXPLORATION', step: 5, isError: false });
    expect(answer.mapped_symbols).toMatchObject([
      { name: 'a', source: 'FACT' },
      { name: 'noSuchSymbolAnywhere', source: 'UNRESOLVED' },
    ]);
    expect(answer.mapped_symbols[0].evidence.places).toContain('src/a.ts:1');
    expect(session.project.checkpoint(answer.session_id).query_frame).toMatchObject({
      scope: 'src',
      constraints: ['keep the type'],
    });
  });

  test('test_exploration_payload: EXPLORATION takes files that exist, and no others', async () => {
    const session = await begin(['--no-doc']);
    const due = await session.to(5);
    expect(due.expected_payload).toEqual({ explored_files: 'list[str]', findings: 'list[str]' });
    const refused = await session.submit({
      explored_files: ['src/a.ts', 'src/none.ts', '../../etc/passwd'],
      findings: [],
    });
    expect(refused).toMatchObject({
      isError: true,
      error: 'unknown_files',
      unknown: ['src/none.ts', '../../etc/passwd'],
    });
    const answer = await session.submit({ explored_files: ['src/a.ts'], findings: ['a is 1'] });
    expect(answer).toMatchObject({ phase: 'Q1', step: 6, isError: false });
  });

  test('test_payload_mismatch_returns_error: the payload of another phase is refused with what is due', async () => {
    const session = await begin(['--no-doc']);
    const before = session.project.checkpoint(session.first.session_id);
    const refused = await session.submit({ task_id: 'task_1', summary: 'done' });
    expect(refused).toMatchObject({
      isError: true,
      error: 'payload_mismatch',
      current_phase: 'QUERY_FRAME',
      step: 4,
      expected_payload: {
        action_type: 'str',
        target_symbols: 'list[str]',
        scope: 'str',
        constraints: 'list[str]',
      },
      call: 'submit_phase',
    });
    expect(refused.message).toContain('QUERY_FRAME');
    expect(refused.instruction).toContain('target_symbols');
    expect(session.project.checkpoint(session.first.session_id)).toEqual(before);
  });

  test('test_response_contains_expected_payload: every answer of a whole session has the common keys, in order', async () => {
    const session = await begin(['--gate=full']);
    const shown = (answer: Answer) => Object.keys(answer).slice(0, COMMON.length);
    const steps = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19];
    for (const step of steps) {
      const answer = await session.to(step);
      expect(shown(answer)).toEqual(COMMON);
      expect(answer.call).toBe('submit_phase');
      const empty = step === 14 || step === 19;
      expect(Object.keys(answer.expected_payload).length > 0).toBe(!empty);
    }
    const end = await session.to(null);
    expect(shown(end)).toEqual(COMMON);
    expect(end).toMatchObject({ phase: 'SESSION_COMPLETE', step: null, expected_payload: {}, call: null });
  });
});

describe.concurrent('Q1, Q2 and Q3', () => {
  const reason = 'because';

  test('test_q1_true_enters_semantic: a yes leads to SEMANTIC', async () => {
    const session = await begin(['--no-doc']);
    await session.to(6);
    expect(await session.submit({ needs_more_information: true, reason })).toMatchObject({
      phase: 'SEMANTIC',
      step: 7,
    });
  });

  test('test_q1_false_proceeds_to_q2: a no leads to Q2', async () => {
    const session = await begin(['--no-doc']);
    await session.to(6);
    expect(await session.submit({ needs_more_information: 'false', reason })).toMatchObject({
      phase: 'Q2',
      step: 8,
    });
  });

  test('test_q2_true_enters_verification: a yes leads to VERIFICATION', async () => {
    const session = await begin(['--no-doc']);
    await session.to(8);
    expect(await session.submit({ has_unverified_hypotheses: true, reason })).toMatchObject({
      phase: 'VERIFICATION',
      step: 9,
      expected_payload: { hypotheses_verified: 'list[{hypothesis, result, evidence}]' },
    });
  });

  test('test_q2_false_proceeds_to_q3: a no leads to Q3', async () => {
    const session = await begin(['--no-doc']);
    await session.to(8);
    expect(await session.submit({ has_unverified_hypotheses: false, reason })).toMatchObject({
      phase: 'Q3',
      step: 10,
    });
  });

  test('test_q3_true_enters_impact: a yes leads to IMPACT_ANALYSIS', async () => {
    const session = await begin(['--no-doc']);
    await session.to(10);
    expect(await session.submit({ needs_impact_analysis: true, reason })).toMatchObject({
      phase: 'IMPACT_ANALYSIS',
      step: 11,
    });
  });

  test('test_q3_false_proceeds_to_ready: a no leads to READY, on a task branch', async () => {
    const session = await begin(['--no-doc']);
    await session.to(10);
    const answer = await session.submit({ needs_impact_analysis: false, reason });
    expect(answer).toMatchObject({ phase: 'READY', step: 12 });
    expect(session.project.git('branch', '--show-current').trim()).toBe(
      `llm_task_${answer.session_id}_from_main`,
    );
  });

  test('test_gate_level_full_forces_all: every answer is no, every phase is visited', async () => {
    const session = await begin(['--gate=full']);
    await session.to(12, { q1: false, q2: false, q3: false });
    expect(session.visited).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });
});

describe.concurrent('the tasks of READY', () => {
  const two = [...TASKS, { id: 'task_2', description: 'and b', status: 'pending' }];

  test('test_register_tasks: the complete list is registered, again and again the same', async () => {
    const session = await begin(['--fast']);
    await session.to(12);
    const once = await session.submit({ tasks: two });
    expect(once).toMatchObject({ phase: 'READY', step: 13, progress: '0/2', next_task: { id: 'task_1' } });
    const again = await session.submit({ tasks: two });
    expect(again).toEqual(once);
    for (const [tasks, error] of [
      [[], 'tasks_empty'],
      [[...TASKS, ...TASKS], 'duplicate_task_id'],
      [[{ ...TASKS[0], status: 'completed' }], 'no_pending_task'],
    ])
      expect(await session.submit({ tasks })).toMatchObject({ isError: true, error });
  });

  test('test_complete_task_in_order: one after the other, then all are complete', async () => {
    const session = await begin(['--fast']);
    await session.to(12);
    await session.submit({ tasks: two });
    expect(await session.submit({ task_id: 'task_1', summary: 'done' })).toMatchObject({
      step: 13,
      progress: '1/2',
      next_task: { id: 'task_2' },
    });
    expect(await session.submit({ task_id: 'task_2', summary: 'done' })).toMatchObject({
      step: 14,
      progress: '2/2',
      all_complete: true,
      expected_payload: {},
    });
  });

  test('test_reject_wrong_order: a task before its turn is refused, naming the one that is due', async () => {
    const session = await begin(['--fast']);
    await session.to(12);
    expect(await session.submit({ task_id: 'task_1', summary: 'x' })).toMatchObject({
      error: 'no_tasks_registered',
    });
    await session.submit({ tasks: two });
    expect(await session.submit({ task_id: 'task_2', summary: 'x' })).toMatchObject({
      isError: true,
      error: 'task_out_of_order',
      next_task: { id: 'task_1' },
      current_phase: 'READY',
      step: 13,
    });
    expect(await session.submit({ task_id: 'task_9', summary: 'x' })).toMatchObject({
      error: 'unknown_task',
    });
    await session.submit({ task_id: 'task_1', summary: 'x' });
    expect(await session.submit({ task_id: 'task_1', summary: 'x' })).toMatchObject({
      error: 'task_already_completed',
    });
  });

  test('test_block_incomplete_implementation: {} is refused while tasks are missing or pending', async () => {
    const session = await begin(['--fast']);
    await session.to(12);
    expect(await session.submit({})).toMatchObject({ isError: true, error: 'no_tasks_registered' });
    await session.submit({ tasks: two });
    await session.submit({ task_id: 'task_1', summary: 'x' });
    expect(await session.submit({})).toMatchObject({
      isError: true,
      error: 'tasks_incomplete',
      pending: [{ id: 'task_2' }],
      step: 13,
    });
  });

  test('test_allow_complete_implementation: {} leads on once all are complete', async () => {
    const session = await begin(['--fast']);
    await session.to(14);
    expect(await session.submit({})).toMatchObject({ phase: 'POST_IMPL_VERIFY', step: 15, isError: false });
  });
});

describe.concurrent('POST_IMPL_VERIFY', () => {
  test('test_passed_to_pre_commit: a pass leads to PRE_COMMIT', async () => {
    const session = await begin(['--fast']);
    await session.to(15);
    expect(await session.submit({ passed: true, details: 'green' })).toMatchObject({
      phase: 'PRE_COMMIT',
      step: 17,
      unverified_claim: true,
    });
  });

  test('test_passed_quick_to_complete: with --quick a pass ends the session', async () => {
    const session = await begin(['--quick']);
    await session.to(15);
    expect(await session.submit({ passed: true, details: 'green' })).toMatchObject({
      phase: 'SESSION_COMPLETE',
      step: null,
    });
    expect(session.project.checkpoints()).toEqual([]);
  });

  test('test_failed_to_ready: a failure leads back to planning, with reason and tasks', async () => {
    const session = await begin(['--fast']);
    await session.to(15);
    const answer = await session.submit(failed);
    expect(answer).toMatchObject({
      phase: 'READY',
      step: 12,
      reverted_from: 'POST_IMPL_VERIFY',
      tasks: [{ id: 'task_1', failure_count: 1, revert_reason: 'test X is red' }],
    });
    expect(answer.instruction).toContain('test X is red');
    expect(answer.instruction).toContain('task_1');
  });

  test('test_intervention_after_3: the third failure of a task opens VERIFY_INTERVENTION', async () => {
    const session = await begin(['--fast']);
    expect(await failing(session, 2)).toMatchObject({ phase: 'READY', step: 12 });
    expect(await failing(session, 1)).toMatchObject({
      phase: 'VERIFY_INTERVENTION',
      step: 16,
      expected_payload: { prompt_used: 'str', action_taken: 'str' },
    });
  });
});

/** A task branch that an earlier session left, with a commit of its own. */
const LEFT = 'llm_task_20260101-000000-deadbeef_from_main';
const leftBranch = (at: Run['project']) => {
  at.git('switch', '-q', '-c', LEFT);
  at.write('left.txt', 'work of an earlier session\n');
  at.git('add', 'left.txt');
  at.git('commit', '-q', '-m', 'left work');
  at.git('switch', '-q', 'main');
};
const branches = (at: Run['project']) =>
  at.git('branch', '--format=%(refname:short)').trim().split('\n').sort();

describe.concurrent('BRANCH_INTERVENTION', () => {
  test('test_stale_branch_detected: a task branch that is left leads there', async () => {
    const { first } = await begin([], { before: leftBranch });
    expect(first).toMatchObject({
      phase: 'BRANCH_INTERVENTION',
      step: 2,
      expected_payload: { choice: '"delete" | "merge" | "continue"' },
      stale_branches: [{ branch: LEFT, base: 'main', unmerged_commits: 1, checked_out: false }],
    });
    expect(first.instruction).toContain(LEFT);
  });

  test('test_no_stale_branch_skips: without one the session begins at DOCUMENT_RESEARCH', async () => {
    const { first } = await begin([], {
      before: (at) => {
        at.git('branch', 'feature/llm_task');
        at.git('branch', 'llm_task_mine');
      },
    });
    expect(first).toMatchObject({ phase: 'DOCUMENT_RESEARCH', step: 3 });
  });

  test('test_choice_delete: the branch is gone, its tip can be brought back', async () => {
    const session = await begin([], { before: leftBranch });
    const tip = session.project.git('rev-parse', LEFT).trim();
    const answer = await session.submit({ choice: 'delete' });
    expect(answer).toMatchObject({ phase: 'DOCUMENT_RESEARCH', step: 3, isError: false });
    expect(branches(session.project)).toEqual(['main']);
    expect(session.project.git('for-each-ref', '--format=%(objectname)', 'refs/code-intel/trash')).toContain(
      tip,
    );
    const [command = '', ...args] = (answer.resolved_branches[0].restore as string).split(' ');
    expect(command).toBe('git');
    session.project.git(...args);
    expect(session.project.git('rev-parse', LEFT).trim()).toBe(tip);
  });

  test('test_choice_merge: the branch is merged into its base, then gone', async () => {
    const session = await begin([], { before: leftBranch });
    expect(await session.submit({ choice: 'merge' })).toMatchObject({
      phase: 'DOCUMENT_RESEARCH',
      isError: false,
    });
    expect(branches(session.project)).toEqual(['main']);
    expect(session.project.git('show', 'main:left.txt')).toBe('work of an earlier session\n');
    expect(session.project.git('log', '-1', '--format=%s', 'main').trim()).toBe(`Merge ${LEFT}`);
  });

  test('test_choice_continue: everything stays, the session goes on', async () => {
    const session = await begin([], { before: leftBranch });
    expect(await session.submit({ choice: 'continue' })).toMatchObject({
      phase: 'DOCUMENT_RESEARCH',
      left_branches: [LEFT],
      isError: false,
    });
    expect(branches(session.project)).toEqual([LEFT, 'main']);
  });
});

describe.concurrent('VERIFY_INTERVENTION', () => {
  test('test_task_failure_count_triggers_intervention: the count of the task is what opens it', async () => {
    const session = await begin(['--fast']);
    const answer = await failing(session, 3);
    expect(answer).toMatchObject({
      phase: 'VERIFY_INTERVENTION',
      tasks: [{ id: 'task_1', failure_count: 3 }],
    });
    expect(answer.instruction).toContain('structure_review');
  });

  test('test_intervention_resets_failure_count: the counts are 0 at step 12, whatever is sent then', async () => {
    const session = await begin(['--fast']);
    await failing(session, 3);
    const answer = await session.submit({ prompt_used: 'structure_review', action_taken: 'looked' });
    expect(answer).toMatchObject({ phase: 'READY', step: 12, reverted_from: 'VERIFY_INTERVENTION' });
    expect(answer.tasks[0]).not.toHaveProperty('failure_count');
    await session.submit({ tasks: [{ ...TASKS[0], failure_count: 2 }] });
    expect(session.project.checkpoint(answer.session_id).tasks).toMatchObject([
      { id: 'task_1', failure_count: 0 },
    ]);
  });

  test('test_no_intervention_flag_skips: with --no-intervention the user decides at step 12', async () => {
    const session = await begin(['--fast', '--no-intervention']);
    const answer = await failing(session, 3);
    expect(answer).toMatchObject({ phase: 'READY', step: 12, user_escalation: true });
    expect(answer.expected_payload).toHaveProperty('user_decision');
    expect(await session.submit({ tasks: TASKS })).toMatchObject({
      isError: true,
      error: 'user_decision_required',
    });
  });

  test('test_user_escalation_after_2_interventions: the instruction begins with asking the user', async () => {
    const session = await begin(['--fast']);
    const answer = await untilEscalation(session);
    expect(answer).toMatchObject({ phase: 'READY', step: 12, user_escalation: true });
    expect(answer.instruction).toContain('AskUserQuestion');
    expect(answer.instruction.indexOf('ask the user')).toBeLessThan(100);
    const goes = await session.submit({ user_decision: 'continue', tasks: TASKS });
    expect(goes).toMatchObject({ step: 13, isError: false });
    expect(session.project.checkpoint(goes.session_id)).toMatchObject({
      intervention_count: 0,
      user_escalation: false,
    });
  });
});

describe.concurrent('loops end', () => {
  test('test_quality_revert_forced_completion: the third review with issues leads to MERGE, with a warning', async () => {
    const session = await begin(['--no-doc', '--no-verify']);
    for (const _ of [1, 2]) {
      await session.to(18);
      expect(await session.submit(twice)).toMatchObject({ phase: 'READY', step: 12 });
    }
    await session.to(18);
    const answer = await session.submit(twice);
    expect(answer).toMatchObject({ phase: 'MERGE', step: 19, forced_completion: true });
    expect(answer.warning).toBe('Completed with quality issues unresolved.');
    expect(await session.to(null)).toMatchObject({
      phase: 'SESSION_COMPLETE',
      report: { quality: { open_issues: ['the name says nothing'] } },
    });
  });

  test('test_quality_revert_count_increments: each way back from QUALITY_REVIEW counts', async () => {
    const session = await begin(['--no-doc', '--no-verify']);
    for (const count of [1, 2]) {
      await session.to(18);
      await session.submit(twice);
      const { counters } = await session.project.call('get_session_status');
      expect(counters.quality_revert_count).toBe(count);
    }
  });

  test('test_intervention_count_increments: each intervention counts', async () => {
    const session = await begin(['--fast']);
    for (const count of [1, 2]) {
      await failing(session, 3);
      await session.submit({ prompt_used: 'p', action_taken: 'a' });
      const { counters } = await session.project.call('get_session_status');
      expect(counters.intervention_count).toBe(count);
    }
  });

  test('test_clean_resets_session_state: cleaning puts the session away, the next one begins at 0', async () => {
    const session = await begin(['--fast']);
    await failing(session, 2);
    const { session_id } = session.first;
    const cleaned = await session.project.call('cleanup_stale_branches');
    expect(cleaned).toMatchObject({
      session_reset: true,
      checkpoints_set_aside: [session_id],
      isError: false,
    });
    expect(session.project.checkpoints()).toEqual([]);
    expect(branches(session.project)).toEqual(['main']);
    expect(await session.submit({})).toMatchObject({ isError: true, error: 'no_session' });
    session.project.git('checkout', '-q', '--', '.');
    const next = run(session.project, await start(session.project, ['--fast']));
    expect(next.first).toMatchObject({ phase: 'DOCUMENT_RESEARCH', isError: false });
    expect(await failing(next, 1)).toMatchObject({ tasks: [{ failure_count: 1 }] });
    const { counters } = await session.project.call('get_session_status');
    expect(counters).toEqual({ intervention_count: 0, quality_revert_count: 0, exploration_revert_count: 0 });
  });
});

describe.concurrent('after a compaction', () => {
  test('test_get_session_status_returns_expected_payload: the status says all that the last answer said', async () => {
    const session = await begin(['--no-doc']);
    const last = await session.to(9, { q2: true });
    const status = await session.project.call('get_session_status');
    for (const key of [...COMMON, 'intent', 'query']) expect(status[key]).toEqual(last[key]);
    expect(status).toMatchObject({ completed_steps: [1, 4, 5, 6, 8], task_progress: null, tasks: [] });
    expect(status.expected_payload).toEqual({ hypotheses_verified: 'list[{hypothesis, result, evidence}]' });
  });

  test('test_payload_mismatch_provides_recovery: the refusal alone is enough to go on', async () => {
    const session = await begin(['--no-doc']);
    const last = await session.to(9, { q2: true });
    const refused = await session.submit({ documents_reviewed: [] });
    expect(refused).toMatchObject({
      isError: true,
      error: 'payload_mismatch',
      current_phase: 'VERIFICATION',
      step: 9,
    });
    expect(refused.message).toContain('DOCUMENT_RESEARCH');
    expect(refused.expected_payload).toEqual(last.expected_payload);
    expect(refused.instruction).toBe(last.instruction);
    expect(await session.to(10)).toMatchObject({ phase: 'Q3' });
  });
});

describe.concurrent('from end to end', () => {
  test('test_default_full_flow: from the request to the merge', async () => {
    const session = await begin();
    const end = await session.to(null);
    expect(session.visited).toEqual([3, 4, 5, 6, 8, 10, 12, 13, 14, 15, 17, 18, 19]);
    expect(end).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
    expect(session.project.git('log', '--topo-order', '--format=%s', 'main')).toMatch(
      /^Merge llm_task_.*\na is two\nfirst\n$/,
    );
    expect(branches(session.project)).toEqual(['main']);
    expect(session.project.git('status', '--porcelain')).toBe('');
    expect(session.project.checkpoints()).toEqual([]);
  });

  test('test_quick_flow: no exploration, no branch, no commit', async () => {
    const session = await begin(['--quick']);
    expect(await session.to(null)).toMatchObject({ phase: 'SESSION_COMPLETE' });
    expect(session.visited).toEqual([3, 4, 12, 13, 14, 15]);
    expect(branches(session.project)).toEqual(['main']);
    expect(session.project.git('status', '--porcelain')).toBe(' M src/a.ts\n');
  });

  test('test_quick_no_verify_flow: ends after step 14', async () => {
    const session = await begin(['--quick', '--no-verify']);
    expect(await session.to(null)).toMatchObject({
      phase: 'SESSION_COMPLETE',
      report: { not_verified: '--no-verify' },
    });
    expect(session.visited).toEqual([3, 4, 12, 13, 14]);
  });

  test('test_fast_flow: no exploration, no quality review, but a branch and a merge', async () => {
    const session = await begin(['--fast']);
    expect(await session.to(null)).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
    expect(session.visited).toEqual([3, 4, 12, 13, 14, 15, 17, 19]);
    expect(session.project.git('show', 'main:src/a.ts')).toContain('export const a = 2;');
  });

  test('test_no_verify_flow: no POST_IMPL_VERIFY, and the report says so', async () => {
    const session = await begin(['--no-verify']);
    expect(await session.to(null)).toMatchObject({
      phase: 'SESSION_COMPLETE',
      merged: true,
      report: { not_verified: '--no-verify' },
    });
    expect(session.visited).toEqual([3, 4, 5, 6, 8, 10, 12, 13, 14, 17, 18, 19]);
  });

  test('test_investigation_flow: ends after exploring, with what was found', async () => {
    const session = await begin([], { intent: 'INVESTIGATE', query: 'where is a used?' });
    const end = await session.to(null, { q1: true, q3: true });
    expect(session.visited).toEqual([3, 4, 5, 6, 7, 8, 10, 11]);
    expect(end).toMatchObject({
      phase: 'SESSION_COMPLETE',
      report: { explored_files: ['src/a.ts'], findings: ['src/a.ts:1 holds a'] },
    });
    expect(branches(session.project)).toEqual(['main']);
  });

  test('test_exploration_all_skip_to_ready: three noes lead straight to READY', async () => {
    const session = await begin(['--no-doc']);
    expect(await session.to(12)).toMatchObject({ phase: 'READY', step: 12 });
    expect(session.visited).toEqual([4, 5, 6, 8, 10]);
  });

  test('test_verification_failure_revert_and_retry: a failure, a fix, and the merge', async () => {
    const session = await begin(['--fast']);
    await session.to(15);
    await session.submit(failed);
    const fix = {
      id: 'fix_1',
      description: 'mend test X',
      status: 'pending',
      failure_count: 1,
      revert_reason: 'test X is red',
    };
    const planned = await session.submit({ tasks: [{ ...TASKS[0], status: 'completed' }, fix] });
    expect(planned).toMatchObject({
      step: 13,
      progress: '1/2',
      next_task: { id: 'fix_1', failure_count: 1 },
    });
    expect(planned).not.toHaveProperty('warnings');
    expect(await session.to(null)).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
    expect(session.visited).toEqual([3, 4, 12, 13, 14, 15, 12, 13, 14, 15, 17, 19]);
  });

  test('test_quality_review_revert_flow: issues, a fix, a second review, and the merge', async () => {
    const session = await begin(['--no-doc']);
    await session.to(18);
    const back = await session.submit(twice);
    expect(back).toMatchObject({
      phase: 'READY',
      step: 12,
      reverted_from: 'QUALITY_REVIEW',
      tasks: [{ id: 'task_1' }],
    });
    expect(back.instruction).toContain('the name says nothing');
    await session.submit({
      tasks: [
        { ...TASKS[0], status: 'completed' },
        { id: 'fix', description: 'a name', status: 'pending' },
      ],
    });
    const end = await session.to(null);
    expect(end).toMatchObject({
      phase: 'SESSION_COMPLETE',
      merged: true,
      report: { quality: { open_issues: [] } },
    });
    expect(session.project.git('log', '--first-parent', '--format=%s', 'main^2').trim().split('\n')).toEqual([
      'a is two',
      'a is two',
      'first',
    ]);
  });

  test('test_verify_intervention_flow: three failures, the intervention, planning anew, and the merge', async () => {
    const session = await begin(['--fast']);
    await failing(session, 3);
    expect(await session.to(12)).toMatchObject({ phase: 'READY', reverted_from: 'VERIFY_INTERVENTION' });
    expect(await session.to(null)).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
    expect(session.visited.filter((step) => step === 16)).toHaveLength(1);
  });
});
