import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brief } from '../../src/session/brief.ts';
import { asCheckpoint, readCheckpoint, writeCheckpoint } from '../../src/session/checkpoint.ts';
import { revertToExploration } from '../../src/session/revert.ts';
import { locate, stepOf } from '../../src/session/route.ts';
import type { Intent, Session } from '../../src/session/session.ts';
import { Refusal } from '../../src/shared/refusal.ts';
import { speaker } from '../../src/text/text.ts';
import { change, changes, good, stale, started, take, type World, walk } from './support.ts';

const FLAGS = [
  '--quick',
  '--fast',
  '--no-verify',
  '--only-verify',
  '--only-explore',
  '--no-quality',
  '--no-doc',
  '--doc-research=default',
  '-ni',
  '--gate=full',
] as const;

/** Any session that can be started: flags that conflict are refused and drawn again. */
const session: fc.Arbitrary<Session> = fc
  .record({
    flags: fc.subarray([...FLAGS]),
    intent: fc.constantFrom<Intent>('IMPLEMENT', 'MODIFY', 'INVESTIGATE', 'QUESTION'),
    left: fc.boolean(),
  })
  .map(({ flags, intent, left }) => {
    try {
      return started(flags, { intent, stale: left ? [stale()] : [] });
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  })
  .filter((each) => each !== null);

const id = fc.constantFrom('a', 'b', ' a ', '', '__proto__', 'constructor', '1', 't1', '名前');
const task = fc.record({
  id: fc.oneof(id, fc.constant(1)),
  description: fc.constantFrom('do it', '', '🧪'),
  status: fc.constantFrom('pending', 'completed', 'doing'),
  failure_count: fc.option(fc.integer({ min: -1, max: 5 }), { nil: undefined }),
});
const keys = [
  'choice',
  'documents_reviewed',
  'action_type',
  'target_symbols',
  'explored_files',
  'findings',
  'needs_more_information',
  'reason',
  'hypotheses_verified',
  'tasks',
  'task_id',
  'summary',
  'user_decision',
  'passed',
  'failed_tasks',
  'details',
  'reviewed_files',
  'commit_message',
  'quality_score',
  'issues',
  '__proto__',
  'toString',
];
const payload: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ withNullPrototype: true }),
  fc.json(),
  fc.string(),
  fc.dictionary(fc.constantFrom(...keys), fc.jsonValue(), { maxKeys: 5 }),
  fc.record({ tasks: fc.array(task, { maxLength: 4 }) }),
  fc.record({
    user_decision: fc.constantFrom('continue', 'accept', 'end', 'x'),
    tasks: fc.option(fc.array(task, { minLength: 1, maxLength: 3 }), { nil: undefined }),
  }),
  fc.record({ task_id: id, summary: fc.constantFrom('done', '') }),
  fc.record({
    passed: fc.constantFrom(true, false, 'false', 'maybe'),
    failed_tasks: fc.option(fc.array(id, { maxLength: 2 }), { nil: undefined }),
    details: fc.constant('x'),
  }),
  fc.record({ quality_score: fc.constant(5), issues: fc.array(fc.string(), { maxLength: 2 }) }),
  fc.record({
    reviewed_files: fc.array(fc.constantFrom('a', 'b', '.', '*', '__proto__'), { maxLength: 3 }),
    commit_message: fc.constant('m'),
  }),
  fc.constant({}),
);
type Move =
  | { kind: 'good'; yes: boolean }
  | { kind: 'any'; data: unknown }
  | { kind: 'revert'; keep: boolean };
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 5, arbitrary: fc.boolean().map((yes): Move => ({ kind: 'good', yes })) },
  { weight: 4, arbitrary: payload.map((data): Move => ({ kind: 'any', data })) },
  { weight: 1, arbitrary: fc.boolean().map((keep): Move => ({ kind: 'revert', keep })) },
);
const world: fc.Arbitrary<World> = fc.constantFrom<World>(
  {},
  { changes: changes([change('a')]) },
  { verification: { status: 'running', elapsed_ms: 5 } },
  { position: { branch: 'elsewhere' } },
  { has_files: false, files: [] },
);

const leads = (now: Session, yes: boolean) => good(now, { q1: yes, q2: yes, q3: yes });

/** The session after a move; the same one where it was refused. Anything but a refusal that is thrown fails. */
function moved(now: Session, each: Move, around: World): Session {
  try {
    if (each.kind === 'revert') return revertToExploration(now, each.keep);
    return take(now, each.kind === 'good' ? leads(now, each.yes) : each.data, around).session;
  } catch (error) {
    if (error instanceof Refusal) return now;
    throw error;
  }
}

const moves = fc.array(fc.tuple(move, world), { maxLength: 30 });
/** Every session that such moves pass through. */
function passed(from: Session, all: readonly (readonly [Move, World])[]): Session[] {
  const visited = [from];
  for (const [each, around] of all) visited.push(moved(visited.at(-1) ?? from, each, around));
  return visited;
}

describe('whatever is submitted', () => {
  it('the session stands on an existing step, or is complete', () => {
    fc.assert(
      fc.property(session, moves, (from, all) => {
        for (const now of passed(from, all)) {
          const here = locate(now);
          if (now.phase === 'SESSION_COMPLETE') expect(here).toBeNull();
          else {
            expect(here?.phase.name).toBe(now.phase);
            expect(here?.step.substep ?? null).toBe(now.ready_substep);
          }
          const step = stepOf(now);
          if (step !== null) expect(now.completed_steps.every((done) => done < step)).toBe(true);
          expect(brief(now, speaker('en')).instruction.length).toBeLessThanOrEqual(8_000);
        }
      }),
      { numRuns: 120 },
    );
  });

  it('what was passed in is not changed: refused or taken', () => {
    fc.assert(
      fc.property(session, moves, move, world, (from, all, last, around) => {
        const now = passed(from, all).at(-1) ?? from;
        const before = structuredClone(now);
        moved(now, last, around);
        expect(now).toEqual(before);
      }),
      { numRuns: 120 },
    );
  });

  it('a session that was written and read is the same session', () => {
    fc.assert(
      fc.property(session, moves, (from, all) => {
        const now = passed(from, all).at(-1) ?? from;
        const read = readCheckpoint(writeCheckpoint(now));
        if ('problem' in read) throw new Error(JSON.stringify(read.problem));
        expect(read.session).toEqual(asCheckpoint(now));
        expect(stepOf(read.session)).toBe(stepOf(now));
        expect(brief(read.session, speaker('en'))).toEqual(brief(asCheckpoint(now), speaker('en')));
      }),
      { numRuns: 120 },
    );
  });

  it('an editing session never goes past READY without its branch, nor --quick or an investigation with one', () => {
    fc.assert(
      fc.property(session, moves, (from, all) => {
        for (const now of passed(from, all)) {
          const step = stepOf(now) ?? 0;
          if (now.quick_mode || now.only_explore || now.only_verify) expect(now.task_branch).toBeNull();
          else if (step > 12) expect(now.task_branch).not.toBeNull();
        }
      }),
      { numRuns: 120 },
    );
  });
});

describe('loops end', () => {
  /** Always fails: no verification passes, every review has issues, tasks are renamed each time. */
  const adversary = (now: Session, round: number): unknown => {
    switch (stepOf(now)) {
      case 12:
        return {
          tasks: [{ id: `again_${round}`, description: 'the same', status: 'pending', failure_count: 0 }],
        };
      case 15:
        return { passed: false, details: 'red' };
      case 18:
        return { quality_score: 1, issues: ['bad'] };
      default:
        return good(now);
    }
  };
  const MOST = 80;
  const asked = (from: Session, answer: (now: Session, round: number) => unknown): number => {
    let now = from;
    for (let round = 0; round < MOST; round++) {
      if (now.phase === 'SESSION_COMPLETE' || now.user_escalation) return round;
      now = take(now, answer(now, round)).session;
    }
    return MOST;
  };

  it('one that always fails reaches the user, or the end', () => {
    fc.assert(
      fc.property(session, (from) => {
        expect(asked(from, adversary)).toBeLessThan(MOST);
      }),
      { numRuns: 100 },
    );
  });

  it('so does one whose reviews always have issues, and one that always goes back', () => {
    fc.assert(
      fc.property(session, fc.boolean(), (from, keep) => {
        const critic = (now: Session, round: number) =>
          stepOf(now) === 15 ? good(now) : adversary(now, round);
        expect(asked(from, critic)).toBeLessThan(MOST);
        const explored = (each: Session) => each.phase !== 'EXPLORATION';
        let now = walk(from, { until: ({ phase }) => phase === 'Q1' }).session;
        let reverts = 0;
        while (now.phase !== 'SESSION_COMPLETE' && !now.user_escalation && reverts < MOST) {
          now = walk(revertToExploration(now, keep), { until: explored }).session;
          reverts++;
        }
        expect(reverts).toBeLessThanOrEqual(3);
      }),
      { numRuns: 60 },
    );
  });
});
