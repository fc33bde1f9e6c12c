import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PhaseName, Session } from '../../src/session/session.ts';
import { tools } from '../../src/tools/index.ts';
import { connected } from '../support/client.ts';
import type { Answer, Project } from '../support/project.ts';
import { againstPlan, begin, project, run, start, TASKS } from './session.ts';

/** The test plan of the v1.12 document: each name begins the title of a test here. */
const PLAN = `
  test_round_trip_all_fields test_definitions_cache_tuple_keys test_phase_enum_round_trip test_partial_checkpoint_defaults
  test_nested_dataclass_restore test_task_model_round_trip test_save_and_load test_atomic_write test_list_checkpoints
  test_delete_checkpoints test_merge_deletes_checkpoint test_get_session_status_recovers_from_checkpoint
  test_start_session_shows_recovery_available test_recovered_session_has_correct_phase test_tool_count
  test_removed_tools_return_error test_submit_phase_still_works test_clean_deletes_session_files
  test_resume_skips_start_session test_resume_no_checkpoint_returns_error test_resume_rejects_other_flags
  test_resume_restores_saved_flags test_start_session_returns_checkpoint_info test_discard_deletes_old_checkpoint
  test_small_response_unchanged test_large_response_truncated test_truncation_includes_warning
  test_truncation_applies_to_all_tools
`
  .trim()
  .split(/\s+/);

test('every test of the plan is here, once', () => {
  expect(PLAN).toHaveLength(28);
  expect(againstPlan(PLAN, readFileSync(import.meta.filename, 'utf8'))).toEqual({
    missing: [],
    repeated: [],
  });
});

const path = (id: string) => `.code-intel/sessions/${id}.json`;
/** Changes the checkpoint on the disk, as another version of the server would have written it. */
function rewrite(at: Project, id: string, change: (checkpoint: Record<string, unknown>) => unknown): void {
  at.write(path(id), JSON.stringify(change(at.checkpoint(id))));
}
const restored = async (at: Project, args: Record<string, unknown> = {}): Promise<Answer> => {
  await at.restart();
  return at.call('get_session_status', args);
};
/** What a session is, apart from who holds it and when it was written. */
const content = ({ owner: _owner, checkpoint_at: _at, ...rest }: Record<string, unknown>) => rest;

const full = {
  gate_level: 'full',
  no_quality: true,
  tasks: [
    { id: 'a', description: 'first', status: 'completed', failure_count: 0 },
    { id: 'b', description: 'second', status: 'pending', failure_count: 2, revert_reason: 'red' },
    { id: 'c', description: 'third', status: 'pending', failure_count: 0 },
  ],
  failure_counts: [{ id: 'b', count: 2 }],
  completed_task_ids: ['a'],
  intervention_count: 1,
  intervention_turn: 1,
  quality_revert_count: 2,
  exploration_revert_count: 1,
  documents_reviewed: ['README.md', { path: '設計.md', summary: '要約' }],
  query_frame: {
    action_type: 'modify',
    target_symbols: ['a'],
    scope: 'src',
    constraints: ['none'],
    mapped_symbols: [
      {
        name: 'a',
        source: 'FACT',
        confidence: 0.9,
        evidence: { tool: 'search_text', places: ['src/a.ts:1'] },
        suggestions: [],
      },
    ],
  },
  exploration: { explored_files: ['src/a.ts'], findings: ['a is 1'] },
  semantic: { search_results: [{ file: 'src/b.ts' }] },
  verification: { hypotheses_verified: [{ hypothesis: 'h', result: 'confirmed', evidence: 'e' }] },
  impact_analysis: { impact_summary: { 'src/b.ts': 'uses a' } },
  phase_assessments: {
    q1: { needs_more_information: true, reason: 'r1' },
    q2: { has_unverified_hypotheses: false, reason: 'r2' },
    q3: { needs_impact_analysis: true, reason: 'r3' },
  },
  pre_commit_review: { reviewed_files: [{ path: 'src/a.ts', decision: 'keep' }], commit_message: 'm' },
  quality_review: { quality_score: 7.5, issues: ['i'] },
  map_results: [{ id: 1 }],
  forest_results: ['f'],
  map_hit: { score: 0.5 },
};

describe.concurrent('the checkpoint holds the whole session', () => {
  test('test_round_trip_all_fields: what one server wrote, the next one holds and writes again', async () => {
    const { project: at, first } = await begin(['--quick'], { git: false });
    const id = first.session_id as string;
    rewrite(at, id, (checkpoint) => ({
      ...checkpoint,
      ...full,
      phase: 'READY',
      ready_substep: 'implementing',
      from_the_future: { x: 1 },
    }));
    const before = at.checkpoint(id);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(Object.keys(Session.shape)));
    expect(await restored(at)).toMatchObject({ recovered_from_checkpoint: true, isError: false });
    expect(content(at.checkpoint(id))).toEqual(content(before));
    await at.submit({ task_id: 'b', summary: 'done' });
    const { tasks: _tasks, completed_task_ids, submissions, ...after } = content(at.checkpoint(id));
    expect(completed_task_ids).toEqual(['a', 'b']);
    expect(submissions).toBe((before.submissions as number) + 1);
    const { tasks: _sent, completed_task_ids: _seen, ...kept } = full;
    expect(after).toMatchObject({ ...kept, from_the_future: { x: 1 } });
  });

  test('test_definitions_cache_tuple_keys: the keys are JSON arrays, what is none is dropped', async () => {
    const { project: at, first } = await begin(['--quick'], { git: false });
    const id = first.session_id as string;
    const kept = {
      [JSON.stringify(['a","b', 'src/日本', null, true])]: ['src/a.ts:1'],
      [JSON.stringify(['x', '', 'ts', false])]: [],
    };
    rewrite(at, id, (checkpoint) => ({
      ...checkpoint,
      definitions_cache: { ...kept, "('x', 'src', None, True)": [], '["x"]': [], '': [] },
    }));
    expect(await restored(at)).toMatchObject({ isError: false });
    await at.submit({ documents_reviewed: [] });
    expect(at.checkpoint(id).definitions_cache).toEqual(kept);
  });

  test('test_phase_enum_round_trip: every phase and every substep comes back as it was', async () => {
    const { project: at, first } = await begin(['--quick'], { git: false });
    const id = first.session_id as string;
    const places = PhaseName.options.flatMap((phase): { phase: PhaseName; ready_substep: string | null }[] =>
      phase === 'READY'
        ? ['planning', 'implementing', 'finishing'].map((ready_substep) => ({ phase, ready_substep }))
        : [{ phase, ready_substep: null }],
    );
    const steps: number[] = [];
    for (const place of places) {
      rewrite(at, id, (checkpoint) => ({ ...checkpoint, ...place }));
      const answer = await restored(at);
      expect(answer).toMatchObject({ phase: place.phase, call: 'submit_phase', isError: false });
      expect(at.checkpoint(id)).toMatchObject(place);
      steps.push(answer.step as number);
    }
    expect(steps).toEqual(Array.from({ length: 18 }, (_, index) => index + 2));
  });

  test('test_partial_checkpoint_defaults: what is missing takes its default', async () => {
    const at = await project({ git: false });
    const id = '20260101-000000-deadbeef';
    at.write(
      path(id),
      JSON.stringify({ session_id: id, intent: 'MODIFY', query: 'old', phase: 'Q2', checkpoint_version: 2 }),
    );
    expect(await at.call('get_session_status', { session_id: id })).toMatchObject({
      phase: 'Q2',
      step: 8,
      recovered_from_checkpoint: true,
      tasks: [],
      flags: { no_verify: false, gate_level: 'auto', doc_research: null },
      counters: { intervention_count: 0, quality_revert_count: 0, exploration_revert_count: 0 },
    });
    expect(at.checkpoint(id)).toMatchObject({
      quality_review_enabled: true,
      quality_review_max_revert: 3,
      definitions_cache: {},
    });
  });

  test('test_nested_dataclass_restore: the results of the phases come back, and are told', async () => {
    const { project: at, first } = await begin(['--no-doc'], { intent: 'INVESTIGATE' });
    const session = run(at, first);
    await session.to(10, { q1: true, q2: true });
    const id = first.session_id as string;
    const before = at.checkpoint(id);
    const answer = await restored(at);
    for (const key of ['query_frame', 'exploration', 'semantic', 'verification', 'phase_assessments'])
      expect(at.checkpoint(id)[key]).toEqual(before[key]);
    expect(before.query_frame).toMatchObject({
      mapped_symbols: [{ name: 'a', evidence: { tool: expect.any(String) } }],
    });
    expect(answer.instruction).toContain('src/a.ts:1 holds a');
    expect(await session.to(null)).toMatchObject({
      phase: 'SESSION_COMPLETE',
      report: { hypotheses: [{ hypothesis: 'a is used', result: 'confirmed' }] },
    });
  });

  test('test_task_model_round_trip: id, description, status, failures and reason come back', async () => {
    const { project: at, first } = await begin(['--quick'], { git: false });
    const session = run(at, first);
    await session.to(15);
    await session.submit({ passed: false, failed_tasks: ['task_1'], details: 'red' });
    const answer = await restored(at);
    expect(answer).toMatchObject({ phase: 'READY', step: 12 });
    expect(answer.tasks).toEqual([
      {
        id: 'task_1',
        description: 'make a two',
        status: 'completed',
        failure_count: 1,
        revert_reason: 'red',
      },
    ]);
  });
});

/** Another process that reads a file as fast as it can until its input ends. */
const READER = `
  const { readFileSync, statSync } = require('node:fs');
  const file = process.argv[1];
  let reads = 0, broken = 0, over = false;
  const inodes = new Set();
  process.stdin.on('end', () => { over = true; }).resume();
  process.stdout.write('reading');
  (function read() {
    if (over) return process.stdout.write(JSON.stringify({ reads, broken, inodes: inodes.size }));
    try {
      inodes.add(statSync(file).ino);
      JSON.parse(readFileSync(file, 'utf8')).session_id.length;
    } catch { broken++; }
    reads++;
    setImmediate(read);
  })();
`;

describe.concurrent('the checkpoint on the disk', () => {
  test('test_save_and_load: it is written after start_session and after every submission', async () => {
    const session = await begin(['--quick'], { git: false });
    const id = session.first.session_id as string;
    for (const step of [3, 4, 12, 13, 14, 15]) {
      const answer = await session.to(step);
      expect(session.project.checkpoints()).toEqual([`${id}.json`]);
      expect(session.project.checkpoint(id)).toMatchObject({ session_id: id, phase: answer.phase });
    }
  });

  test('test_atomic_write: whoever reads it meanwhile reads a whole one, and no temporary file stays', async () => {
    const session = await begin(['--quick'], { git: false });
    const id = session.first.session_id as string;
    const folder = join(session.project.root, '.code-intel/sessions');
    const file = join(folder, `${id}.json`);
    await session.to(12);
    const reader = spawn(process.execPath, ['-e', READER, file], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const told = new Promise<string>((resolve) => reader.stdout.once('end', () => resolve(text)));
    let text = '';
    reader.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const begun = new Promise((resolve) => reader.stdout.once('data', resolve));
    await begun;
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...TASKS[0],
      id: `t${index}`,
      description: '長い'.repeat(500),
    }));
    for (let count = 0; count < 10; count++)
      expect(await session.project.submit({ tasks: many.slice(0, 190 + count) })).toMatchObject({
        isError: false,
      });
    reader.stdin.end();
    const { reads, broken, inodes } = JSON.parse((await told).replace('reading', '')) as Record<
      string,
      number
    >;
    expect(reads).toBeGreaterThan(20);
    expect(broken).toBe(0);
    // A renamed file is another file: it was never written in place.
    expect(inodes).toBeGreaterThan(1);
    expect(readdirSync(folder).filter((name) => name.includes('tmp'))).toEqual([]);
  });

  test('test_list_checkpoints: each unfinished session is listed', async () => {
    const { project: at, first } = await begin(['--quick'], { git: false, query: 'the first' });
    await at.restart();
    const second = await start(at, ['--quick'], { query: 'the second' });
    const listed = await at.call('cleanup_stale_branches', { action: 'list' });
    const ids = [...listed.checkpoints, ...listed.held].map(
      ({ session_id }: { session_id: string }) => session_id,
    );
    expect(ids.sort()).toEqual([first.session_id, second.session_id].sort());
    expect(at.checkpoints()).toHaveLength(2);
  });

  test('test_delete_checkpoints: cleaning sets all of them aside', async () => {
    const { project: at, first } = await begin(['--quick'], { git: false });
    await at.restart();
    const second = await start(at, ['--quick']);
    const cleaned = await at.call('cleanup_stale_branches');
    expect([...cleaned.checkpoints_set_aside].sort()).toEqual([first.session_id, second.session_id].sort());
    expect(at.checkpoints()).toEqual([]);
    expect(readdirSync(join(at.root, '.code-intel/sessions/discarded'))).toHaveLength(2);
    expect(await restored(at)).toMatchObject({ isError: true, error: 'no_session' });
  });

  test('test_merge_deletes_checkpoint: at SESSION_COMPLETE nothing is left to restore', async () => {
    const session = await begin(['--fast']);
    await session.to(19);
    expect(session.project.checkpoints()).toHaveLength(1);
    expect(await session.to(null)).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
    expect(session.project.checkpoints()).toEqual([]);
    expect(await restored(session.project)).toMatchObject({ isError: true, error: 'no_session' });
  });
});

describe.concurrent('after a restart', () => {
  test('test_get_session_status_recovers_from_checkpoint: the status restores the session', async () => {
    const session = await begin(['--no-doc']);
    const last = await session.to(8);
    const answer = await restored(session.project);
    expect(answer).toMatchObject({
      session_id: last.session_id,
      recovered_from_checkpoint: true,
      phase: 'Q2',
      step: 8,
      expected_payload: last.expected_payload,
      isError: false,
    });
    expect(answer.instruction).toContain('project’s rules');
    expect(answer.instruction).toContain('make a two');
    expect(answer.instruction).toContain(last.instruction);
    expect(await session.to(10)).toMatchObject({ phase: 'Q3' });
  });

  test('test_start_session_shows_recovery_available: a new session tells of the old one, and both stay', async () => {
    const session = await begin(['--fast']);
    await session.to(13);
    await session.project.restart();
    const answer = await start(session.project, ['--only-explore'], { query: 'something else' });
    expect(answer).toMatchObject({
      isError: false,
      recovery_available: true,
      checkpoint_info: { session_id: session.first.session_id, phase: 'READY', step: 13 },
    });
    expect(answer.session_id).not.toBe(session.first.session_id);
    expect(answer.instruction).toContain('AskUserQuestion');
    expect(session.project.checkpoints()).toHaveLength(2);
  });

  test('test_recovered_session_has_correct_phase: the session goes on where it stood, to its end', async () => {
    const session = await begin(['--fast']);
    await session.to(12);
    await session.submit({ tasks: [...TASKS, { id: 'task_2', description: 'and b', status: 'pending' }] });
    await session.submit({ task_id: 'task_1', summary: 'done' });
    const answer = await restored(session.project);
    expect(answer).toMatchObject({
      phase: 'READY',
      step: 13,
      task_progress: { progress: '1/2', next_task: { id: 'task_2' } },
      branch: { base_branch: 'main', task_branch: `llm_task_${answer.session_id}_from_main` },
    });
    expect(await session.to(null)).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
  });
});

/** In the order of the specification; the others of its 21 are listed when they work. */
const TOOLS = [
  'start_session',
  'submit_phase',
  'get_session_status',
  'search_text',
  'search_files',
  'find_definitions',
  'find_references',
  'analyze_structure',
  'get_symbols',
  'get_function_at_line',
  'query',
  'check_write_target',
  'add_explored_files',
  'revert_to_exploration',
  'review_changes',
  'analyze_impact',
  'cleanup_stale_branches',
];

const REMOVED = `
  check_phase_necessity set_query_frame begin_phase_gate submit_for_review submit_exploration submit_semantic
  submit_verification submit_impact_analysis submit_quality_review finalize_changes merge_to_base
  record_verification_failure record_intervention_used get_intervention_status record_outcome get_outcome_stats
  validate_symbol_relevance confirm_symbol_relevance
`
  .trim()
  .split(/\s+/);

describe.concurrent('the tools', () => {
  test('test_tool_count: exactly these, in this order', async () => {
    const { client } = await connected({ tools });
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(TOOLS);
    expect(listed.filter(({ name }) => REMOVED.includes(name))).toEqual([]);
  });

  test('test_removed_tools_return_error: each of the 18 is unknown, with what replaced it', async () => {
    expect(REMOVED).toHaveLength(18);
    const at = await project({ git: false });
    for (const name of REMOVED) {
      const answer = await at.call(name, { data: {} });
      expect(answer, name).toMatchObject({ isError: true, error: 'unknown_tool' });
      expect(answer.message, name).toContain(name);
      expect(answer.message, name).toMatch(
        /submit_phase|get_session_status|find_references|removed|no longer/,
      );
    }
  });

  test('test_submit_phase_still_works: the one exit of every phase', async () => {
    const session = await begin(['--quick'], { git: false });
    expect(await session.project.call('submit_phase', { documents_reviewed: [] })).toMatchObject({
      phase: 'QUERY_FRAME',
    });
    expect(
      await session.project.call('submit_phase', {
        data: JSON.stringify({ action_type: 'add', target_symbols: [], scope: 's', constraints: [] }),
      }),
    ).toMatchObject({ phase: 'READY', step: 12 });
  });

  test('test_clean_deletes_session_files: branches and checkpoints of earlier sessions go, restorably', async () => {
    const session = await begin(['--fast']);
    await session.to(13);
    const { session_id: id } = session.first;
    await session.project.restart();
    const cleaned = await session.project.call('cleanup_stale_branches');
    expect(cleaned).toMatchObject({
      isError: false,
      checkpoints_set_aside: [id],
      branches: [{ branch: `llm_task_${id}_from_main` }],
    });
    expect(session.project.checkpoints()).toEqual([]);
    expect(session.project.git('branch', '--format=%(refname:short)').trim()).toBe('main');
    expect(readdirSync(join(session.project.root, '.code-intel/sessions/discarded'))).toEqual([`${id}.json`]);
  });
});

describe.concurrent('--resume', () => {
  test('test_resume_skips_start_session: start_session names the call to make instead, which restores', async () => {
    const session = await begin(['--fast']);
    await session.to(12);
    await session.project.restart();
    const refused = await start(session.project, ['--resume']);
    expect(refused.isError).toBe(true);
    expect(refused.message).toContain('get_session_status');
    expect(session.project.checkpoints()).toHaveLength(1);
    expect(await session.project.call('get_session_status', { kind: 'code' })).toMatchObject({
      recovered_from_checkpoint: true,
      session_id: session.first.session_id,
      phase: 'READY',
      step: 12,
    });
  });

  test('test_resume_no_checkpoint_returns_error: nothing to restore is said, and nothing is written', async () => {
    const at = await project();
    const answer = await at.call('get_session_status', { kind: 'code' });
    expect(answer).toMatchObject({ isError: true, error: 'no_session' });
    expect(answer.message).toContain('no active session, no checkpoint found');
    expect(at.checkpoints()).toEqual([]);
  });

  test('test_resume_rejects_other_flags: it stands alone', async () => {
    const at = await project();
    for (const flags of [
      ['--resume', '--no-verify'],
      ['-f', '-r'],
      ['--resume', '--gate=full'],
    ]) {
      const answer = await start(at, flags);
      expect(answer).toMatchObject({ isError: true, error: 'conflicting_flags' });
      expect(answer.flags).toContain(flags.find((flag) => flag === '--resume' || flag === '-r'));
    }
    expect(at.checkpoints()).toEqual([]);
  });

  test('test_resume_restores_saved_flags: the flags are those of the session', async () => {
    const session = await begin(['--no-verify', '--no-quality', '--no-doc', '-ni', '--gate=full']);
    const answer = await restored(session.project);
    expect(answer.flags).toEqual({
      no_verify: true,
      no_quality: true,
      fast_mode: false,
      quick_mode: false,
      no_doc: true,
      no_intervention: true,
      only_explore: false,
      only_verify: false,
      doc_research: null,
      gate_level: 'full',
    });
    const end = await session.to(null);
    expect(session.visited).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 19]);
    expect(end).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
  });
});

describe.concurrent('an unfinished session beside a new one', () => {
  test('test_start_session_returns_checkpoint_info: id, phase, step, query and time', async () => {
    const session = await begin(['--fast'], { query: 'CSSを直す' });
    await session.to(13);
    const { session_id, checkpoint_at } = session.project.checkpoint(session.first.session_id);
    await session.project.restart();
    const answer = await start(session.project, ['-e']);
    expect(answer.checkpoint_info).toEqual({
      session_id,
      phase: 'READY',
      step: 13,
      query: 'CSSを直す',
      checkpoint_at,
    });
    expect(answer.instruction).toContain('CSSを直す');
    expect(answer.instruction).toContain(`get_session_status({ session_id: "${session_id}" })`);
  });

  test('test_discard_deletes_old_checkpoint: the first submission sets the old one aside, no sooner', async () => {
    const { project: at, first } = await begin(['--quick'], { git: false });
    await at.restart();
    const second = await start(at, ['--quick']);
    expect(at.checkpoints()).toHaveLength(2);
    expect(await at.submit({ nonsense: 1 })).toMatchObject({ isError: true });
    expect(at.checkpoints()).toHaveLength(2);
    expect(await at.submit({ documents_reviewed: [] })).toMatchObject({ isError: false });
    expect(at.checkpoints()).toEqual([`${second.session_id}.json`]);
    const discarded = join(at.root, '.code-intel/sessions/discarded', `${first.session_id}.json`);
    renameSync(discarded, join(at.root, '.code-intel/sessions', `${first.session_id}.json`));
    expect(at.checkpoint(first.session_id)).toMatchObject({ query: 'make a two' });
  });
});

const MOST_BYTES = 262_144;
const bytes = (answer: Answer) => {
  const { isError: _isError, ...value } = answer;
  return Buffer.byteLength(JSON.stringify(value));
};
/** One file whose diff alone is more than an answer may hold. */
const giant = (at: Project) =>
  at.write(
    'src/a.ts',
    Array.from({ length: 9_000 }, (_, line) => `export const a${line} = '${'値'.repeat(40)}';`).join('\n'),
  );

describe.concurrent('the size of an answer', () => {
  test('test_small_response_unchanged: what is small is whole', async () => {
    const at = await project();
    const answer = await at.call('search_text', { pattern: 'const a' });
    expect(answer).toMatchObject({ total_matches: 1, returned_matches: 1, truncated: false, isError: false });
    expect(answer.matches[0]).toMatchObject({ file: 'src/a.ts', line: 1, text: 'export const a = 1;' });
    expect(answer).not.toHaveProperty('message');
  });

  test('test_large_response_truncated: over 262,144 bytes are cut to valid JSON of whole characters', async () => {
    const session = await begin(['--fast']);
    await session.to(13);
    giant(session.project);
    const answer = await session.project.call('review_changes', { max_diff_lines: 10_000 });
    expect(answer).toMatchObject({ isError: false, truncated: true });
    expect(bytes(answer)).toBeLessThanOrEqual(MOST_BYTES);
    expect(bytes(answer)).toBeGreaterThan(MOST_BYTES / 2);
    expect(answer.files[0].path).toBe('src/a.ts');
    expect(JSON.stringify(answer)).not.toMatch(/\\ud[89a-f]|\ufffd/i);
  });

  test('test_truncation_includes_warning: truncated, the counts, and a word to narrow it', async () => {
    const nav = Array.from({ length: 7_644 }, (_, index) => `<nav aria-label="breadcrumb ${index}">`).join(
      '\n',
    );
    const session = await begin(['--fast'], {
      files: { 'src/a.ts': 'export const a = 1;\n', 'web/index.html': nav },
    });
    const search = await session.project.call('search_text', {
      pattern: ['<nav', 'aria-label', 'breadcrumb'],
      max_results: 1000,
    });
    expect(search).toMatchObject({ truncated: true, isError: false });
    expect(search.total_matches).toBeGreaterThanOrEqual(1000);
    expect(search.returned_matches).toBeLessThan(search.total_matches);
    await session.to(13);
    giant(session.project);
    const review = await session.project.call('review_changes', { max_diff_lines: 10_000 });
    expect(review).toMatchObject({ truncated: true, total_matches: 1, returned_matches: 1 });
    expect(review.message.length).toBeGreaterThan(20);
  });

  test('test_truncation_applies_to_all_tools: session tools 20,000 characters, refusals 10,000, every other 262,144 bytes', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [
        `src/${'deep-folder-name/'.repeat(8)}file-${index}.ts`,
        `export const needle${index} = 1;\n`,
      ]),
    );
    const session = await begin(['--quick'], {
      git: false,
      files: { ...files, 'src/a.ts': 'x\n' },
      query: 'q'.repeat(9_000),
    });
    const at = session.project;
    await session.to(12);
    const tasks = Array.from({ length: 400 }, (_, index) => ({
      ...TASKS[0],
      id: `t${index}`,
      description: '長い説明'.repeat(200),
    }));
    const planned = await at.submit({ tasks });
    expect(planned).toMatchObject({ step: 13, isError: false });
    const status = await at.call('get_session_status');
    const refused = await at.submit({ passed: 'x'.repeat(50_000), details: 'y'.repeat(50_000) });
    const refusedTasks = await at.submit({ tasks: tasks.map((task) => ({ ...task, status: 'doing' })) });
    for (const answer of [planned, status])
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(20_000 + 20);
    for (const answer of [refused, refusedTasks]) {
      expect(answer.isError).toBe(true);
      expect(JSON.stringify(answer).length).toBeLessThanOrEqual(10_000 + 20);
      expect(answer.expected_payload).toEqual(status.expected_payload);
    }
    const others: Answer[] = [
      await at.call('search_text', { pattern: 'needle', max_results: 1000, context_lines: 5 }),
      await at.call('search_files', { pattern: '**/*.ts', max_results: 1000 }),
      await at.call('check_write_target', { file_path: `src/${'x'.repeat(200)}.ts` }),
      await at.call('add_explored_files', { files: Object.keys(files) }),
      await at.call('cleanup_stale_branches', { action: 'list' }),
      await at.call('x'.repeat(300_000)),
      await at.call('search_text', { pattern: 'x'.repeat(300_000) }),
    ];
    for (const answer of others) expect(bytes(answer)).toBeLessThanOrEqual(MOST_BYTES);
  });
});
