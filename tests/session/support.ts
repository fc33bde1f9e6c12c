import { type Effect, Effect as EffectSchema, type Outcome } from '../../src/session/effects.ts';
import type { Changes, FactRequest, Facts } from '../../src/session/facts.ts';
import { parseFlags } from '../../src/session/flags.ts';
import type { Position, TreeChange } from '../../src/session/ports.ts';
import { stepOf } from '../../src/session/route.ts';
import { type Intent, Session, type Snapshot, type StaleBranch } from '../../src/session/session.ts';
import { settle } from '../../src/session/settle.ts';
import { begin, newSession, placeInRepository } from '../../src/session/start.ts';
import { submit } from '../../src/session/submit.ts';
import { nextTask } from '../../src/session/tasks.ts';
import { Refusal } from '../../src/shared/refusal.ts';
import { type Message, speaker } from '../../src/text/text.ts';

/** A session at any place, everything else by the schema's defaults. */
export const session = (over: Record<string, unknown> = {}): Session =>
  Session.parse({
    session_id: '20261130-210000-abcd1234',
    intent: 'IMPLEMENT',
    query: 'add a thing',
    phase: 'DOCUMENT_RESEARCH',
    completed_steps: [1],
    base_branch: 'main',
    ...over,
  });

export const snapshot = (tree: string | null, over: Partial<Snapshot> = {}): Snapshot => ({
  tree,
  head: 'head0',
  at: '2026-11-30T21:00:00.000Z',
  large: {},
  dirty: [],
  given_up: tree === null,
  ...over,
});

export const stale = (over: Partial<StaleBranch> = {}): StaleBranch => ({
  branch: 'llm_task_20261101-aaaa_from_main',
  base: 'main',
  base_exists: true,
  tip: 'oldtip',
  unmerged_commits: 1,
  uncommitted_files: 0,
  checked_out: false,
  last_commit_at: '2026-11-01T00:00:00Z',
  session_restorable: false,
  ...over,
});

interface Start {
  readonly intent?: Intent;
  readonly stale?: readonly StaleBranch[];
  readonly branch?: string;
  readonly git?: boolean;
  readonly commands?: readonly string[];
}

/** A session as start_session opens it: flags as typed, on `main` of a clean repository. */
export function started(flags: readonly string[] = [], options: Start = {}): Session {
  const { intent = 'IMPLEMENT', branch = 'main', git = true, commands = [] } = options;
  const { session: made } = newSession({
    session_id: '20261130-210000-abcd1234',
    intent,
    query: 'add a thing',
    repo_path: '.',
    flags: parseFlags(flags, intent),
    config: {
      language: 'en',
      include: [],
      exclude: [],
      verify: { commands, timeout_s: 1800 },
      lsp: { typescript: true },
      problems: [],
    },
    verify_trusted: true,
    created_at: '2026-11-30T21:00:00.000Z',
  });
  const placed = placeInRepository(
    made,
    git
      ? {
          kind: 'repository',
          prefix: '',
          branch,
          head: 'head0',
          operation: null,
          conflicts: [],
          dirty: [],
        }
      : { kind: 'not_a_repository' },
    '/project',
    [],
  );
  return begin(placed, {
    stale: options.stale ?? [],
    start: git ? snapshot('tree0') : null,
    offered: null,
  });
}

export const change = (path: string, over: Partial<TreeChange> = {}): TreeChange => ({
  path,
  status: 'modified',
  eol_only: false,
  submodule: false,
  outside: false,
  large: false,
  ...over,
});

/** Changes of a session that began in a clean tree: everything that is there now was made by it. */
export const changes = (all: readonly TreeChange[] = [], over: Partial<Changes> = {}): Changes => {
  const paths = all.flatMap(({ path, old_path }) => (old_path === undefined ? [path] : [path, old_path]));
  return {
    now: snapshot('tree1'),
    prefix: '',
    all,
    since_start: paths,
    since_ready: paths,
    since_reviewed: null,
    since_evidence: null,
    dirty_at_start: [],
    committed: [],
    written_by_verify: [],
    ...over,
  };
};

const position = ({ task_branch, base_branch, task_tip }: Session): Position => ({
  branch: task_branch ?? base_branch,
  head: task_tip ?? 'head0',
  task_tip: task_branch === null ? null : (task_tip ?? 'head0'),
  task_contains_tip: task_branch !== null,
  foreign_commits: [],
  base_tip: 'head0',
  branches: ['main'],
});

/** What the world answers; each fact may be a value of its own. */
export interface World extends Omit<Facts, 'position'> {
  readonly position?: Partial<Position>;
  /** Files that exist; all do by default. */
  readonly files?: readonly string[];
  /** What is answered to an effect, in place of success. */
  outcome?(effect: Effect): Outcome;
}

function factFor(now: Session, request: FactRequest, world: World): Facts {
  switch (request.fact) {
    case 'position':
      return { position: { ...position(now), ...world.position } };
    case 'snapshot':
      return { snapshot: world.snapshot === undefined ? snapshot('tree1') : world.snapshot };
    case 'ready':
      return { ready: world.ready ?? { snapshot: snapshot('tree0'), made_meanwhile: [] } };
    case 'changes':
      return { changes: world.changes ?? changes() };
    case 'unverified':
      return { unverified: world.unverified ?? null };
    case 'paths':
      return {
        paths: request.paths.map((sent) => ({
          sent,
          located: { path: sent, kind: !world.files || world.files.includes(sent) ? 'file' : 'missing' },
        })),
      };
    case 'has_files':
      return { has_files: world.has_files ?? true };
    case 'symbols':
      return { symbols: world.symbols ?? [] };
    case 'verification':
      return { verification: world.verification ?? { status: 'none' } };
  }
}

/** Every effect works, as git would do it. */
function success(effect: Effect): Outcome {
  switch (effect.kind) {
    case 'create_task_branch':
      return { kind: 'create_task_branch', tip: effect.head };
    case 'resolve_stale':
      return {
        kind: 'resolve_stale',
        branch: 'main',
        done: effect.branches.map(({ branch, tip }) => ({
          branch,
          tip,
          action: effect.action === 'delete' ? 'deleted' : 'merged',
          restore: `git branch ${branch} ${tip}`,
        })),
      };
    case 'commit':
      return {
        kind: 'commit',
        commit: effect.keep.length > 0 ? 'commit1' : null,
        discarded: effect.discard.map((path) => ({
          path,
          trash_ref: `refs/code-intel/trash/${path}`,
          restore: `git restore ${path}`,
        })),
      };
    case 'merge':
      return { kind: 'merge', merged: true, commit: 'merge1', base_tip: 'merge1', restore: 'git branch x y' };
  }
}

export interface Taken {
  readonly session: Session;
  readonly effect: Effect | null;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Message[];
  readonly left: boolean;
  readonly stays: boolean;
  readonly refusal?: Refusal | null;
}

/** One submission, with the facts it asks for and its effect done: what the tools do, without a world. */
export function take(now: Session, data: unknown, world: World = {}): Taken {
  let facts: Facts = {};
  for (let round = 0; round < 4; round++) {
    const result = submit(now, data, facts);
    if (result.kind === 'needs') {
      for (const request of result.requests) facts = { ...facts, ...factFor(now, request, world) };
      continue;
    }
    const { effect, left, stays } = result;
    if (effect === null) return { ...result, effect, left, stays };
    EffectSchema.parse(effect);
    const settled = settle(result.session, (world.outcome ?? success)(effect));
    return {
      effect,
      left,
      stays,
      session: settled.session,
      reply: { ...result.reply, ...settled.reply },
      warnings: [...result.warnings, ...settled.warnings],
    };
  }
  throw new Error('the decision asks for facts without end');
}

export interface Answers {
  readonly q1?: boolean;
  readonly q2?: boolean;
  readonly q3?: boolean;
}

/** A payload that the present step takes, and that leads on. */
export function good(now: Session, { q1 = false, q2 = false, q3 = false }: Answers = {}): unknown {
  const reason = 'because';
  switch (stepOf(now)) {
    case 2:
      return { choice: 'continue' };
    case 3:
      return { documents_reviewed: [] };
    case 4:
      return { action_type: 'add', target_symbols: [], scope: 'src', constraints: [] };
    case 5:
      return { explored_files: ['src/a.ts'], findings: ['src/a.ts:1 is it'] };
    case 6:
      return { needs_more_information: q1, reason };
    case 7:
      return { search_results: [] };
    case 8:
      return { has_unverified_hypotheses: q2, reason };
    case 9:
      return { hypotheses_verified: [] };
    case 10:
      return { needs_impact_analysis: q3, reason };
    case 11:
      return { impact_summary: {} };
    case 12:
      return now.user_escalation
        ? { user_decision: 'continue', tasks: [{ id: 't1', description: 'do it', status: 'pending' }] }
        : { tasks: [{ id: 't1', description: 'do it', status: 'pending' }] };
    case 13:
      return { task_id: nextTask(now.tasks)?.id, summary: 'done' };
    case 15:
      return { passed: true, details: 'all green' };
    case 16:
      return { prompt_used: 'structure_review', action_taken: 'looked again' };
    case 17:
      return { reviewed_files: [], commit_message: 'a message' };
    case 18:
      return { quality_score: 9, issues: [] };
    default:
      return {};
  }
}

/** Submits what leads on until `until` holds or the session is complete; the steps that were visited. */
export function walk(
  from: Session,
  options: {
    readonly answers?: Answers;
    readonly world?: World;
    readonly until?: (now: Session) => boolean;
  } = {},
): { readonly steps: number[]; readonly session: Session; readonly last: Taken | null } {
  const { answers = {}, world = {}, until = () => false } = options;
  const steps: number[] = [];
  let now = from;
  let last: Taken | null = null;
  while (now.phase !== 'SESSION_COMPLETE' && !until(now)) {
    if (steps.length > 60) throw new Error(`no end: ${steps.join(' ')}`);
    steps.push(stepOf(now) ?? 0);
    last = take(now, good(now, answers), world);
    now = last.session;
  }
  return { steps, session: now, last };
}

/** A session of these flags, walked to the step. */
export const at = (step: number, flags: readonly string[] = [], answers: Answers = {}): Session => {
  const { session: found } = walk(started(flags), { answers, until: (now) => stepOf(now) === step });
  if (stepOf(found) !== step) throw new Error(`step ${step} is never reached`);
  return found;
};

/** What was refused; anything else that is thrown, or nothing, fails. */
export function refusal(work: () => unknown): Refusal {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

export const said = (messages: readonly Message[]): string => messages.map(speaker('en')).join('\n');
