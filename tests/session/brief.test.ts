import { describe, expect, it } from 'vitest';
import { brief, instructionOf, materialsFor, refusalBrief } from '../../src/session/brief.ts';
import { phases } from '../../src/session/phases/index.ts';
import type { Material } from '../../src/session/ports.ts';
import { closingReport } from '../../src/session/report.ts';
import type { Session } from '../../src/session/session.ts';
import { cap } from '../../src/shared/cap.ts';
import { languages, message, speaker } from '../../src/text/text.ts';
import { at, session, started, take, walk } from './support.ts';

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const huge = '🧪 reason '.repeat(5_000);
const material = (path: string, text: string, shipped = false): Material => ({
  path: `.code-intel/${path}`,
  text,
  shipped,
});

const many = Array.from({ length: 300 }, (_, index) => ({
  id: `task_${index}`,
  description: '絵文字🧪と長い説明'.repeat(50),
  status: index % 2 === 0 ? 'completed' : 'pending',
  failure_count: index % 4,
  revert_reason: huge.slice(0, 500),
}));

/** A session at each step in which everything that can be long is as long as it can be. */
const swollen = phases.flatMap((phase) =>
  phase.steps.map((step): [number, Session] => [
    step.step,
    session({
      phase: phase.name,
      ready_substep: step.substep ?? null,
      query: huge.slice(0, 10_000),
      user_escalation: true,
      intervention_count: 1,
      reverted_from: 'QUALITY_REVIEW',
      revert_reason: huge,
      tasks: many,
      task_branch: `llm_task_20261130-210000-abcd1234_from_${'b'.repeat(200)}`,
      verify: { commands: Array(50).fill('npm test'.repeat(50)), trusted: true },
      stale_branches: Array.from({ length: 60 }, (_, index) => ({
        branch: `llm_task_20261101-${index}aaaa_from_${'x'.repeat(200)}`,
        base: 'x'.repeat(200),
        base_exists: true,
        tip: 'tip',
        unmerged_commits: 1,
        uncommitted_files: 0,
        checked_out: false,
        last_commit_at: '',
      })),
    }),
  ]),
);

describe('an instruction', () => {
  it.each(swollen)('of step %i is at most 8,000 characters, files and all', (_, now) => {
    const files = Array.from({ length: 5 }, (__, index) =>
      material(`doc_research/${index}.md`, '資料🧪'.repeat(9_000)),
    );
    for (const language of languages) {
      const { instruction } = brief(now, speaker(language), files, [
        message('session.recovered', { intent: 'MODIFY', query: huge.slice(0, 300) }),
      ]);
      expect(instruction.length).toBeLessThanOrEqual(8_000);
      expect(instruction).not.toMatch(LONE);
    }
  });

  it.each(swollen)('of step %i begins with the step’s own words', (_, now) => {
    const own = instructionOf(now, speaker('en'));
    expect(
      brief(now, speaker('en'), [material('task_planning.md', 'x'.repeat(20_000))]).instruction.slice(0, 150),
    ).toBe(own.slice(0, 150));
  });

  it('holds files in marked blocks with their paths, cut at 6,000 characters together', () => {
    const files = ['a', 'b', 'c'].map((name) => material(`doc_research/${name}.md`, name.repeat(30_000)));
    const { instruction } = brief(at(3), speaker('en'), files);
    for (const { path } of files) expect(instruction).toContain(`--- from ${path} ---\n`);
    expect(instruction.match(/--- end ---/g)).toHaveLength(3);
    const [a = 0, b = 0, c = 0] = ['a', 'b', 'c'].map((name) =>
      Math.max(...(instruction.match(new RegExp(`${name}+`, 'g')) ?? ['']).map((run) => run.length)),
    );
    expect(a + b + c).toBeLessThanOrEqual(6_000);
    expect(a + b + c).toBeGreaterThan(5_000);
    expect(Math.max(a, b, c) - Math.min(a, b, c)).toBeLessThan(100);
  });

  it('gives a small file what it needs, and the rest to the large one', () => {
    const { instruction } = brief(at(3), speaker('en'), [
      material('doc_research/small.md', 'short'),
      material('doc_research/large.md', 'L'.repeat(30_000)),
    ]);
    expect(instruction).toContain('small.md ---\nshort\n');
    expect(instruction.match(/L{4000,}/)?.[0].length).toBeGreaterThan(5_000);
  });

  it('says of a shipped default that it is one', () => {
    const shown = brief(at(12), speaker('en'), [material('task_planning.md', 'divide', true)]).instruction;
    expect(shown).toContain('--- default for .code-intel/task_planning.md ---\ndivide\n--- end ---');
  });

  it.each([0, 1])('is never cut inside a character (offset %i)', (offset) => {
    const dense = 'x'.repeat(offset) + '🧪'.repeat(20_000);
    for (const [, now] of swollen) {
      const full = {
        ...now,
        query: dense,
        revert_reason: dense,
        tasks: now.tasks.map((task) => ({ ...task, description: dense })),
      };
      const shown = brief(full, speaker('ja'), [material('task_planning.md', dense)]);
      expect(JSON.stringify(shown)).not.toMatch(/\\ud[89a-f]/i);
      expect(shown.instruction.length).toBeLessThanOrEqual(8_000);
    }
  });

  it('that leads back to step 12 holds the reason and the list of tasks, however long the reason is', () => {
    const tasks = many.slice(0, 10).map((task) => ({ ...task, revert_reason: undefined }));
    for (const user_escalation of [false, true]) {
      const now = session({
        phase: 'READY',
        ready_substep: 'planning',
        reverted_from: 'POST_IMPL_VERIFY',
        revert_reason: `the test of the cart is red ${huge}`,
        user_escalation,
        tasks,
      });
      const { instruction } = brief(now, speaker('en'), [material('task_planning.md', 'Divide the work.')]);
      expect(instruction).toContain('the test of the cart is red');
      for (const { id, status } of tasks) expect(instruction).toContain(`- ${id} [${status}`);
      expect(instruction).toContain('Divide the work.');
    }
  });
});

describe('the common keys', () => {
  it.each(swollen)('of step %i come in the order of the specification', (step, now) => {
    const shown = brief(now, speaker('en'));
    expect(Object.keys(shown)).toEqual([
      'session_id',
      'phase',
      'step',
      'instruction',
      'expected_payload',
      'call',
      'intent',
      'query',
    ]);
    expect(shown.step).toBe(step);
    expect(shown.query.length).toBeLessThanOrEqual(500);
    expect(shown.query).not.toMatch(LONE);
  });

  it.each(swollen)('of a refusal at step %i are what a caller needs to go on', (step, now) => {
    const shown = refusalBrief(now, speaker('en'));
    expect(Object.keys(shown)).toEqual(['current_phase', 'step', 'instruction', 'expected_payload', 'call']);
    expect(shown.step).toBe(step);
    expect(shown.call).toBe('submit_phase');
    expect(shown.expected_payload).toEqual(brief(now, speaker('en')).expected_payload);
  });

  it.each(swollen)('of step %i stay whole in an answer of 20,000 characters', (_, now) => {
    const say = speaker('en');
    const shown = brief(now, say, [material('task_planning.md', 'x'.repeat(90_000))]);
    const text = cap(
      { ...shown, bulk: Array(9_000).fill('bulk') },
      { max: 20_000, measure: 'characters', say },
    );
    expect(text.length).toBeLessThanOrEqual(20_000);
    const read = JSON.parse(text) as Record<string, unknown>;
    expect(read.instruction).toBe(shown.instruction);
    expect(read.expected_payload).toEqual(shown.expected_payload);
  });
});

describe('each step is said in both languages', () => {
  it.each(swollen)('step %i', (_, now) => {
    const [english, japanese] = (['en', 'ja'] as const).map((language) => brief(now, speaker(language)));
    expect(japanese?.instruction).toMatch(/[\u3040-\u30ff]/);
    expect(english?.instruction).not.toMatch(/[\u3040-\u30ff]{4,}.*submit_phase/);
    const { instruction: _en, ...englishRest } = english ?? { instruction: '' };
    const { instruction: _ja, ...japaneseRest } = japanese ?? { instruction: '' };
    expect(japaneseRest).toEqual(englishRest);
    expect(`${english?.instruction}${japanese?.instruction}`).not.toMatch(/%\{(?!id)\w+\}/);
  });
});

describe('the files that an instruction carries', () => {
  it.each<[number, readonly string[], unknown[]]>([
    [3, [], [{ folder: 'doc_research', names: null }]],
    [3, ['--doc-research=api,db'], [{ folder: 'doc_research', names: ['api', 'db'] }]],
    [12, [], [{ file: 'task_planning.md' }]],
    [15, [], [{ file: 'verifiers/backend.md' }]],
    [15, ['--fast'], [{ file: 'verifiers/generic.md' }]],
    [17, [], [{ file: 'review_prompts/garbage_detection.md' }]],
    [18, [], [{ file: 'review_prompts/quality_review.md' }]],
    [4, [], []],
    [13, [], []],
    [19, [], []],
  ])('at step %i with %j', (step, flags, expected) => {
    expect(materialsFor(at(step, flags))).toEqual(expected);
  });

  it.each<[readonly string[], readonly string[]]>([
    [['src/a.py'], ['backend']],
    [['index.html', 'a.css'], ['html_css']],
    [
      ['src/a.go', 'web/a.vue'],
      ['backend', 'html_css'],
    ],
    [['README.md', 'Makefile'], ['generic']],
    [[], ['generic']],
  ])('the verifiers fit what was explored: %j', (explored_files, names) => {
    const now = session({ phase: 'POST_IMPL_VERIFY', exploration: { explored_files, findings: [] } });
    expect(materialsFor(now)).toEqual(names.map((name) => ({ file: `verifiers/${name}.md` })));
  });

  it('none when the session is complete', () => {
    expect(materialsFor(session({ phase: 'SESSION_COMPLETE' }))).toEqual([]);
  });
});

describe('the closing report', () => {
  it('of an investigation holds what was found, and nothing of an implementation', () => {
    const { session: end } = walk(started(['--only-explore', '--gate=full']));
    expect(closingReport(end)).toEqual({
      explored_files: ['src/a.ts'],
      findings: ['src/a.ts:1 is it'],
      search_results: [],
      hypotheses: [],
      impact: {},
    });
  });

  it('of an implementation holds tasks, verification, commits and quality', () => {
    const { session: end } = walk(started());
    expect(closingReport(end)).toEqual({
      tasks: [{ id: 't1', description: 'do it', status: 'completed' }],
      verification: { passed: true, details: 'all green', failed_tasks: [] },
      unverified_claim: true,
      quality: { score: 9, open_issues: [] },
    });
  });

  it('says where nothing was verified', () => {
    expect(closingReport(walk(started(['--no-verify'])).session).not_verified).toBe('--no-verify');
  });

  it('of --only-verify holds the result', () => {
    const { session: end } = take(started(['-v']), { passed: false, details: 'two are red' });
    expect(closingReport(end).verification).toMatchObject({ passed: false, details: 'two are red' });
  });

  it('stays small, whatever the session holds', () => {
    const now = session({
      phase: 'SESSION_COMPLETE',
      tasks: many,
      exploration: { explored_files: Array(5_000).fill('src/a.ts'), findings: Array(500).fill(huge) },
    });
    expect(JSON.stringify(closingReport(now)).length).toBeLessThan(20_000);
    expect(JSON.stringify(closingReport({ ...now, intent: 'QUESTION' })).length).toBeLessThan(30_000);
  });
});
