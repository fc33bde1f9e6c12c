import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asCheckpoint,
  isDefinitionsKey,
  readCheckpoint,
  writeCheckpoint,
} from '../../src/session/checkpoint.ts';
import { PhaseName, ReadySubstep, Session } from '../../src/session/session.ts';
import { plainJson } from '../../src/shared/plain-json.ts';

const ID = '20261130-aaaaaaaa';
const minimal = { session_id: ID, intent: 'IMPLEMENT', query: 'q', phase: 'READY' } as const;
const session = (more: object = {}): Session => Session.parse({ ...minimal, ...more });

function restored(text: string): Session {
  const read = readCheckpoint(text);
  if ('problem' in read) throw new Error(`${read.problem.key} ${JSON.stringify(read.problem.values)}`);
  return read.session;
}
const problem = (text: string): string => {
  const read = readCheckpoint(text);
  return 'problem' in read ? read.problem.key : 'none';
};

const snapshot = {
  tree: 'a'.repeat(40),
  head: 'b'.repeat(40),
  at: 't',
  large: { 'x.bin': '1:2' },
  dirty: ['d'],
  given_up: true,
};
const result = {
  command: 'npm test',
  exit_code: 1,
  ended: 'exit',
  duration_ms: 1.5,
  output_sha256: 'c',
  output_tail: 'no',
};
const identity = { pid: 7, started: '9' };

/** A value that is not the default, for every key of the document. */
const full = {
  checkpoint_version: 2,
  checkpoint_at: '2026-11-30T00:00:00.000Z',
  session_id: ID,
  repo_path: 'packages/web',
  intent: 'MODIFY',
  query: '"引用" \u2028 🔥\n',
  created_at: '2026-11-29T00:00:00.000Z',
  phase: 'POST_IMPL_VERIFY',
  ready_substep: 'finishing',
  completed_steps: [1, 3, 4],
  gate_level: 'full',
  submissions: 9,
  reexploring: true,
  no_verify: true,
  no_quality: true,
  fast_mode: true,
  quick_mode: true,
  no_doc: true,
  no_intervention: true,
  only_explore: true,
  only_verify: true,
  doc_research: ['A'],
  tasks: [
    {
      id: '__proto__',
      description: 'd',
      status: 'completed',
      failure_count: 2,
      revert_reason: 'r',
      extra: 1,
    },
  ],
  completed_task_ids: ['a'],
  completed_since_plan: ['b'],
  failure_counts: [{ id: 'constructor', count: 2 }],
  inherited_failures: 2,
  unseen_completions: ['c'],
  dropped_tasks: ['d'],
  revert_reason: 'r',
  reverted_from: 'QUALITY_REVIEW',
  intervention_count: 1,
  intervention_turn: 2,
  quality_revert_count: 2,
  quality_review_enabled: false,
  quality_review_max_revert: 4,
  quality_review_completed: true,
  exploration_revert_count: 1,
  user_escalation: true,
  documents_reviewed: ['doc', { path: 'p', nested: [null, true, 1.5] }],
  query_frame: {
    action_type: 'fix',
    target_symbols: ['s'],
    scope: 'x',
    constraints: ['c'],
    mapped_symbols: [
      {
        name: 's',
        source: 'FACT',
        confidence: 0.9,
        evidence: { tool: 'rg', places: ['a.ts:1'] },
        suggestions: ['t'],
      },
    ],
  },
  exploration: { explored_files: ['src/日本.ts'], findings: ['f'] },
  semantic: { search_results: ['r', { a: 1 }] },
  verification: { hypotheses_verified: [{ hypothesis: 'h', result: 'confirmed', evidence: 'e' }] },
  impact_analysis: { impact_summary: { risk: 'low', files: ['a'] } },
  phase_assessments: {
    q1: { needs_more_information: true, reason: 'r' },
    q2: { has_unverified_hypotheses: false, reason: 'r' },
    q3: { needs_impact_analysis: true, reason: 'r' },
  },
  task_summaries: [{ id: 'a', summary: 's' }],
  verify_result: { passed: false, details: 'd', failed_tasks: ['a'] },
  pre_commit_review: {
    reviewed_files: [{ path: 'a', decision: 'discard', reason: 'r' }],
    commit_message: 'm',
  },
  quality_review: { quality_score: 0.5, issues: ['i'] },
  map_results: [{ m: 1 }],
  forest_results: ['f'],
  map_hit: { score: 0.9 },
  pending: {
    step: 17,
    submission: { commit_message: 'm' },
    head: 'h',
    files: ['f'],
    message: 'm',
    effect: { kind: 'commit' },
    next: { phase: 'MERGE' },
    reply: { committed: true },
    at: 't',
  },
  git: false,
  base_branch: 'feature/x',
  task_branch: 'llm_task_20261101-aaaa_from_feature/x',
  task_tip: 't',
  stale_branches: [
    {
      branch: 'b',
      base: null,
      base_exists: false,
      tip: 't',
      unmerged_commits: 1,
      uncommitted_files: 2,
      checked_out: true,
      last_commit_at: 't',
      session_restorable: true,
    },
  ],
  commits: ['c'],
  start_snapshot: snapshot,
  ready_snapshot: snapshot,
  verify_snapshots: [{ before: snapshot, after: snapshot }],
  reviewed_snapshot: snapshot,
  impact_must_verify: ['m'],
  change_description: 'c',
  impact_reminded: true,
  left_files: ['l'],
  committed_by_hooks: ['h'],
  discarded_files: [{ path: 'p', trash_ref: 'refs/code-intel/trash/x' }],
  evidence: { kind: 'commands', results: [result], snapshot, at: 't' },
  unverified_claim: true,
  accepted_by_user: { failed: ['a'], reason: 'r' },
  verify: { commands: ['npm test'], timeout_s: 60, trusted: true },
  offered_session: '20261130-bbbbbbbb',
  definitions_cache: { '["a\\",\\"b","src/日本",null,true]': ['x'], '["x","","ts",false]': [{ file: 'y' }] },
  owner: { server: identity, client: identity, host: 'h' },
  a_key_of_a_newer_version: { deep: [1, { x: null }] },
};

describe('a session comes back from its checkpoint as it was', () => {
  it('every field, with a value that is not its default', () => {
    const defaults = session() as Record<string, unknown>;
    const given: Record<string, unknown> = full;
    // The table above is whole, and none of its values would also come back by itself.
    for (const key of Object.keys(Session.shape)) {
      if (key === 'checkpoint_version' || key === 'session_id') continue;
      expect.soft(given, key).toHaveProperty([key]);
      expect.soft(given[key], key).not.toEqual(defaults[key]);
    }
    const text = writeCheckpoint(Session.parse(full));
    expect(restored(text)).toEqual(full);
    expect(JSON.parse(text)).toEqual(full);
  });

  it.each([...PhaseName.options, 'SESSION_COMPLETE'])('in the phase %s', (phase) => {
    for (const ready_substep of [...ReadySubstep.options, null]) {
      const saved = session({ phase, ready_substep });
      expect(restored(writeCheckpoint(saved))).toEqual(saved);
    }
  });

  it('with defaults for whatever is missing', () => {
    expect(restored(JSON.stringify({ ...minimal, checkpoint_version: 2 }))).toEqual(session());
    expect(
      restored(JSON.stringify({ ...minimal, checkpoint_version: 2, phase_assessments: { q1: null } })),
    ).toEqual(session());
  });

  it('whatever is in it', () => {
    const text = fc.string({ unit: 'grapheme' });
    const anything = fc
      .jsonValue({ stringUnit: 'grapheme', noNullPrototype: true } as fc.JsonSharedConstraints)
      .map(plainJson);
    const task = fc.record({
      id: fc.oneof(text, fc.constant('__proto__')),
      description: text,
      status: fc.constantFrom('pending', 'completed'),
      failure_count: fc.nat(),
    });
    const cacheKey = fc
      .tuple(text, text, fc.option(text, { nil: null }), fc.boolean())
      .map((parts) => JSON.stringify(parts));
    const documents = fc.record(
      {
        query: text,
        phase: fc.constantFrom(...PhaseName.options),
        ready_substep: fc.option(fc.constantFrom(...ReadySubstep.options), { nil: null }),
        completed_steps: fc.array(fc.nat({ max: 19 })),
        tasks: fc.array(task),
        fast_mode: fc.boolean(),
        doc_research: fc.option(fc.array(text), { nil: null }),
        documents_reviewed: fc.array(anything),
        exploration: fc.option(fc.record({ explored_files: fc.array(text), findings: fc.array(text) }), {
          nil: null,
        }),
        impact_analysis: fc.record({
          impact_summary: fc.dictionary(text, anything, { noNullPrototype: true }),
        }),
        map_hit: anything,
        definitions_cache: fc.dictionary(cacheKey, anything, { noNullPrototype: true }),
        future_key: anything,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(documents, (document) => {
        const saved = session(document);
        expect(restored(writeCheckpoint(saved))).toEqual(saved);
        expect(asCheckpoint(saved)).toEqual(saved);
      }),
      { numRuns: 300 },
    );
  });

  it('as plain JSON, where a value is none: what is kept in memory is what the file gives back', () => {
    const odd = session({
      exploration: { explored_files: [], findings: ['half \ud83d of one'] },
      documents_reviewed: [
        new Map([['a', 1]]),
        new Map([[1, 'x']]),
        new Set([1]),
        new Date(0),
        [undefined, Number.NaN, Number.POSITIVE_INFINITY, -0],
        { gone: undefined, 'k\udc00': 1n },
      ],
    });
    const kept = asCheckpoint(odd);
    expect(kept.exploration?.findings).toEqual(['half \ufffd of one']);
    expect(kept.documents_reviewed).toEqual([
      { a: 1 },
      [[1, 'x']],
      [1],
      '1970-01-01T00:00:00.000Z',
      [null, null, null, 0],
      { 'k\ufffd': '1' },
    ]);
    expect(restored(writeCheckpoint(odd))).toEqual(kept);
    expect(Buffer.from(writeCheckpoint(odd)).toString('utf8')).toBe(writeCheckpoint(odd));
  });

  it('with keys called __proto__ as keys, and no prototype touched', () => {
    const saved = session({ documents_reviewed: [JSON.parse('{"__proto__":{"polluted":1},"x":"\ud83d"}')] });
    const [document] = restored(writeCheckpoint(saved)).documents_reviewed;
    expect(Object.keys(document as object)).toEqual(['__proto__', 'x']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('with what nobody could write, nested beyond all measure, cut short', () => {
    let deep: unknown = 'end';
    for (let n = 0; n < 100_000; n++) deep = [deep];
    const saved = session({ documents_reviewed: [deep] });
    expect(restored(writeCheckpoint(saved))).toEqual(asCheckpoint(saved));
  });
});

describe('what is no checkpoint', () => {
  it.each([
    ['', 'store.not_json'],
    ['{"session_id": "2026', 'store.not_json'],
    ['null', 'store.no_object'],
    ['[]', 'store.no_object'],
    ['"READY"', 'store.no_object'],
    ['{}', 'store.wrong_shape'],
    [JSON.stringify({ ...minimal, session_id: '../../x' }), 'store.wrong_shape'],
    [JSON.stringify({ ...minimal, phase: 'COFFEE' }), 'store.wrong_shape'],
    [JSON.stringify({ ...minimal, checkpoint_version: 2, tasks: 'all' }), 'store.wrong_shape'],
    ...[
      ['main', 'main', 'store.foreign_branch'],
      ['llm_task_20261101-aaaa_from_dev', 'main', 'store.foreign_branch'],
      ['llm_task_20261101-aaaa_from_main', null, 'store.foreign_branch'],
      ['llm_task_20261101-aaaa_from_feature/x', 'feature/x', 'none'],
      [null, 'main', 'none'],
    ].map(([task_branch, base_branch, due]): [string, string] => [
      JSON.stringify({ ...minimal, checkpoint_version: 2, task_branch, base_branch }),
      due ?? '',
    ]),
    [`\ufeff${JSON.stringify(minimal)}`, 'none'],
  ])('%j: %s', (text, due) => {
    expect(problem(text)).toBe(due);
  });

  it('is told apart from what a newer version may well read', () => {
    const read = (checkpoint_version: unknown) =>
      readCheckpoint(JSON.stringify({ ...minimal, phase: 'WORKFLOW_STEP', checkpoint_version }));
    expect(read(3)).toMatchObject({ newer: true });
    expect(read('3.1')).toMatchObject({ newer: true });
    expect(read(2)).toMatchObject({ newer: false });
    expect(read(undefined)).toMatchObject({ newer: false });
  });

  it('a newer one that can be read keeps its number and its keys', () => {
    const newer = { ...minimal, checkpoint_version: 3, new_key: [1] };
    expect(JSON.parse(writeCheckpoint(restored(JSON.stringify(newer))))).toMatchObject(newer);
  });
});

describe('definitions_cache', () => {
  it.each<[string, boolean]>([
    ['["a","b",null,true]', true],
    ['["a","b","ts",false]', true],
    ['["a","b",null]', false],
    ['["a","b",1,true]', false],
    ['["a","b",null,"true"]', false],
    ["('a', 'b', None, True)", false],
    ['{}', false],
    ['', false],
  ])('the key %s: kept %s', (key, kept) => {
    expect(isDefinitionsKey(key)).toBe(kept);
    const read = restored(
      JSON.stringify({ ...minimal, checkpoint_version: 2, definitions_cache: { [key]: 1 } }),
    );
    expect(Object.keys(read.definitions_cache)).toEqual(kept ? [key] : []);
  });

  it('that is none is empty', () => {
    expect(restored(JSON.stringify({ ...minimal, definitions_cache: [1] })).definitions_cache).toEqual({});
  });
});

describe('a checkpoint of the Python server (v1.12)', () => {
  const old = {
    session_id: 'abcd1234',
    repo_path: '/home/user/project',
    intent: 'MODIFY',
    query: 'CSS修正タスク',
    created_at: '2026-01-31T12:00:00',
    phase: 'READY',
    ready_substep: 'implementing',
    gate_level: 'auto',
    tasks: [
      { id: 'task_1', description: 'one', status: 'completed', failure_count: 2, revert_reason: null },
      { id: 2, description: 'two', status: 'in_progress' },
    ],
    no_quality: true,
    intervention_count: 1,
    quality_revert_count: 2,
    skip_implementation: false,
    commit_prepared: false,
    prepared_commit_message: null,
    prepared_kept_files: [],
    prepared_discarded_files: [],
    query_frame: {
      target_feature: 'nav',
      desired_action: 'fix',
      slot_source: { target_feature: 'FACT' },
      mapped_symbols: [{ name: 'Nav', source: 'HYPOTHESIS', confidence: 0.4, evidence: null }],
    },
    exploration: {
      symbols_identified: ['Nav'],
      entry_points: ['Nav.render'],
      files_analyzed: ['src/nav.css'],
      existing_patterns: ['BEM'],
      notes: 'n',
    },
    semantic: { hypotheses: [{ text: 'h', confidence: 0.5 }] },
    verification: { hypotheses: [{ hypothesis: 'h', status: 'confirmed', evidence: { file: 'a' } }] },
    impact_analysis: { verified_files: [{ file: 'a', status: 'ok' }] },
    pre_commit_review: { reviewed_files: [{ file_path: 'a.css', decision: 'keep' }, 'b.css'] },
    quality_review: null,
    phase_assessments: { Q1: { needs_more_information: true, reason: 'r' }, exploration: {} },
    map_results: null,
    definitions_cache: { '["Nav", "src", null, true]': [1], "('x',)": [2] },
    checkpoint_version: '1.12',
    checkpoint_at: '2026-01-31T12:34:56',
  };

  it('is read, and nothing of it that has a place is lost', () => {
    const read = restored(JSON.stringify(old));
    expect(read).toMatchObject({
      checkpoint_version: 2,
      repo_path: '.',
      session_id: 'abcd1234',
      query: 'CSS修正タスク',
      phase: 'READY',
      ready_substep: 'implementing',
      no_quality: true,
      intervention_count: 1,
      quality_revert_count: 2,
      checkpoint_at: '2026-01-31T12:34:56',
      pending: null,
      owner: null,
      tasks: [
        { id: 'task_1', status: 'completed', failure_count: 2 },
        { id: '2', status: 'pending', failure_count: 0 },
      ],
      query_frame: {
        action_type: 'other',
        scope: 'nav',
        desired_action: 'fix',
        mapped_symbols: [
          { name: 'Nav', source: 'UNRESOLVED', confidence: 0.4, evidence: { tool: '', places: [] } },
        ],
      },
      exploration: { explored_files: ['src/nav.css'], findings: ['BEM', 'n'], entry_points: ['Nav.render'] },
      semantic: { search_results: [], hypotheses: [{ text: 'h' }] },
      verification: {
        hypotheses_verified: [{ hypothesis: 'h', result: 'confirmed', evidence: '{"file":"a"}' }],
      },
      impact_analysis: { impact_summary: { verified_files: [{ file: 'a' }] } },
      pre_commit_review: {
        reviewed_files: [
          { path: 'a.css', decision: 'keep' },
          { path: 'b.css', decision: 'keep' },
        ],
      },
      phase_assessments: { q1: { needs_more_information: true, reason: 'r' }, q2: null, q3: null },
    });
    expect(Object.keys(read.definitions_cache)).toEqual(['["Nav", "src", null, true]']);
    expect(Object.keys(read).filter((key) => /prepared|skip_/.test(key))).toEqual([]);
    expect(restored(writeCheckpoint(read))).toEqual(read);
  });

  it('with a prepared commit has it as pending, and stands at PRE_COMMIT', () => {
    const read = restored(
      JSON.stringify({
        ...old,
        phase: 'QUALITY_REVIEW',
        completed_steps: [16, 17],
        commit_prepared: true,
        prepared_commit_message: 'Fix the nav',
        prepared_kept_files: ['a.css'],
        prepared_discarded_files: ['b.log'],
      }),
    );
    expect(read).toMatchObject({
      phase: 'PRE_COMMIT',
      completed_steps: [16],
      pending: {
        step: 17,
        files: ['a.css'],
        message: 'Fix the nav',
        submission: {
          reviewed_files: [
            { path: 'a.css', decision: 'keep' },
            { path: 'b.log', decision: 'discard' },
          ],
          commit_message: 'Fix the nav',
        },
      },
    });
  });

  it.each<[unknown, string]>([
    ['READY', 'READY'],
    ['Phase.READY', 'READY'],
    ['ready', 'READY'],
    [11, 'READY'],
    [1, 'BRANCH_INTERVENTION'],
    [16, 'MERGE'],
    ['SESSION_COMPLETE', 'SESSION_COMPLETE'],
  ])('spells its phase %j', (phase, due) => {
    expect(restored(JSON.stringify({ ...old, phase })).phase).toBe(due);
  });

  it.each([[undefined], [null], [1], ['1'], ['1.12'], ['v1.12'], [1.12]])(
    'says %j for its version',
    (checkpoint_version) => {
      expect(restored(JSON.stringify({ ...old, checkpoint_version }))).toMatchObject({
        checkpoint_version: 2,
        phase: 'READY',
      });
    },
  );

  it('that skips the implementation is an investigation', () => {
    expect(restored(JSON.stringify({ ...old, skip_implementation: true })).only_explore).toBe(true);
  });

  it.each([[{}], [[]], ['x'], [5]])('with %j for every record is still read', (value) => {
    const broken = Object.fromEntries(
      [
        'query_frame',
        'exploration',
        'semantic',
        'verification',
        'impact_analysis',
        'pre_commit_review',
        'tasks',
        'definitions_cache',
        'phase_assessments',
        'map_results',
      ].map((key) => [key, value]),
    );
    expect(restored(JSON.stringify({ ...old, ...broken }))).toMatchObject({
      phase: 'READY',
      query: 'CSS修正タスク',
    });
  });
});
