import { z } from 'zod';

/** The 16 phases, in step order (session-flow.md, Phases and steps). */
export const PhaseName = z.enum([
  'BRANCH_INTERVENTION',
  'DOCUMENT_RESEARCH',
  'QUERY_FRAME',
  'EXPLORATION',
  'Q1',
  'SEMANTIC',
  'Q2',
  'VERIFICATION',
  'Q3',
  'IMPACT_ANALYSIS',
  'READY',
  'POST_IMPL_VERIFY',
  'VERIFY_INTERVENTION',
  'PRE_COMMIT',
  'QUALITY_REVIEW',
  'MERGE',
]);
export type PhaseName = z.output<typeof PhaseName>;

export const SESSION_COMPLETE = 'SESSION_COMPLETE';

export const ReadySubstep = z.enum(['planning', 'implementing', 'finishing']);
export type ReadySubstep = z.output<typeof ReadySubstep>;

export const Intent = z.enum(['IMPLEMENT', 'MODIFY', 'INVESTIGATE', 'QUESTION']);
export type Intent = z.output<typeof Intent>;

/** `[a-z0-9-]`, 8 to 40 characters: checked wherever one is read, since it names files and branches. */
export const SessionId = z.string().regex(/^[a-z0-9][a-z0-9-]{7,39}$/);

export const Task = z.looseObject({
  id: z.string(),
  description: z.string(),
  status: z.enum(['pending', 'completed']),
  failure_count: z.int().min(0).default(0),
  revert_reason: z.string().optional(),
});
export type Task = z.output<typeof Task>;

/**
 * The working tree at one moment. `tree` is a git tree of everything git tracks or would track; what is too big or a
 * submodule stands in `large` by size and time. `tree` is null where there is no git, or the snapshot took too long:
 * then `dirty` holds what git called changed (session-flow.md, Writes outside the flow).
 */
export const Snapshot = z.looseObject({
  tree: z.string().nullable(),
  /** Commit that HEAD was at; null without git or before the first commit. */
  head: z.string().nullable(),
  at: z.string(),
  /** Project-relative path → `size:mtime` of untracked files over 10 MB, and `commit` of submodules. */
  large: z.record(z.string(), z.string()).default({}),
  dirty: z.array(z.string()).default([]),
  given_up: z.boolean().default(false),
});
export type Snapshot = z.output<typeof Snapshot>;

/** One verify command as the server ran it. */
export const CommandResult = z.looseObject({
  command: z.string(),
  /** null: it never exited by itself (see `ended`). */
  exit_code: z.int().nullable(),
  ended: z.enum(['exit', 'timeout', 'signal', 'not_started']),
  duration_ms: z.number(),
  output_sha256: z.string(),
  /** The last 8,000 characters of its output, kept only where it failed. */
  output_tail: z.string().default(''),
});
export type CommandResult = z.output<typeof CommandResult>;

/** What stands behind "verified": commands the server ran, or the user's acceptance, tied to the content it was given on. */
const Evidence = z.looseObject({
  kind: z.enum(['commands', 'accepted_by_user']),
  results: z.array(CommandResult).default([]),
  /** The tree after the commands ran; null where there is no git. */
  snapshot: Snapshot.nullable().default(null),
  at: z.string(),
});

/** A process that cannot be confused with a later one of the same number. */
export const ProcessIdentity = z.looseObject({
  pid: z.int(),
  /** Start time as the system tells it; null where it does not. */
  started: z.string().nullable().default(null),
});
export type ProcessIdentity = z.output<typeof ProcessIdentity>;

/** Who works on a session: the server process, its host, and the client process that it belongs to (claude-code.md, Whose session). */
export const Owner = z.looseObject({
  server: ProcessIdentity,
  client: ProcessIdentity,
  host: z.string(),
});
export type Owner = z.output<typeof Owner>;

export const MappedSymbol = z.looseObject({
  name: z.string(),
  source: z.enum(['FACT', 'UNRESOLVED']),
  confidence: z.number(),
  evidence: z.looseObject({ tool: z.string(), places: z.array(z.string()) }),
  suggestions: z.array(z.string()).default([]),
});
export type MappedSymbol = z.output<typeof MappedSymbol>;

/** A task branch that no living session holds (session-flow.md, Stale branches). */
export const StaleBranch = z.looseObject({
  branch: z.string(),
  /** From its name; null where the name holds none. */
  base: z.string().nullable(),
  base_exists: z.boolean(),
  tip: z.string(),
  /** Commits that its base does not have (all it has, where the base is gone). */
  unmerged_commits: z.int(),
  /** Changed files in the working tree, where it is the branch checked out; else 0. */
  uncommitted_files: z.int(),
  checked_out: z.boolean(),
  last_commit_at: z.string(),
  session_restorable: z.boolean().default(false),
});
export type StaleBranch = z.output<typeof StaleBranch>;

/** What was decided but not yet carried out, saved before anything is touched, so that a restart can settle it. */
const Pending = z.looseObject({
  step: z.int(),
  submission: z.unknown(),
  /** Commit that HEAD was at before. */
  head: z.string().nullable().default(null),
  files: z.array(z.string()).default([]),
  message: z.string().default(''),
  /** An `Effect` (effects.ts). */
  effect: z.unknown(),
  /** The session as decided, without what the effect will tell. */
  next: z.record(z.string(), z.unknown()),
  reply: z.record(z.string(), z.unknown()).default({}),
  at: z.string(),
});

const flag = z.boolean().default(false);
const count = z.int().min(0).default(0);

/**
 * One `/code` session. What the server holds in memory is what a checkpoint file contains: this schema is the type, the
 * defaults and the validation of both (session-flow.md, Checkpoints). Keys that a newer version added are kept.
 */
export const Session = z.looseObject({
  checkpoint_version: z.int().default(2),
  checkpoint_at: z.string().default(''),

  session_id: SessionId,
  repo_path: z.string().default('.'),
  intent: Intent,
  query: z.string(),
  created_at: z.string().default(''),

  phase: z.union([PhaseName, z.literal(SESSION_COMPLETE)]),
  ready_substep: ReadySubstep.nullable().default(null),
  completed_steps: z.array(z.int()).default([]),
  gate_level: z.enum(['auto', 'full']).default('auto'),
  /** Successful submissions; 0 means that nothing was submitted to it yet. */
  submissions: count,
  /** A revert that kept the results: EXPLORATION leads to READY at once. */
  reexploring: flag,

  no_verify: flag,
  no_quality: flag,
  fast_mode: flag,
  quick_mode: flag,
  no_doc: flag,
  no_intervention: flag,
  only_explore: flag,
  only_verify: flag,
  doc_research: z.array(z.string()).nullable().default(null),

  tasks: z.array(Task).default([]),
  /** Ids that the server saw completed through step 13. */
  completed_task_ids: z.array(z.string()).default([]),
  /** Of those, the ones completed since the last plan. */
  completed_since_plan: z.array(z.string()).default([]),
  /** Failure counts that the server keeps; what a list says of these ids is ignored. */
  failure_counts: z.array(z.object({ id: z.string(), count })).default([]),
  /** Greatest count among the tasks that failed in the last failed verification; a new task inherits it. */
  inherited_failures: count,
  /** Tasks that a list marked completed, or dropped while pending, without the server having seen them done. */
  unseen_completions: z.array(z.string()).default([]),
  dropped_tasks: z.array(z.string()).default([]),
  /** Why the session was last sent back to step 12. */
  revert_reason: z.string().nullable().default(null),
  reverted_from: PhaseName.nullable().default(null),
  intervention_count: count,
  /** Whose turn it is among the intervention texts; never goes back. */
  intervention_turn: count,
  quality_revert_count: count,
  quality_review_enabled: z.boolean().default(true),
  quality_review_max_revert: z.int().min(1).default(3),
  quality_review_completed: flag,
  exploration_revert_count: count,
  user_escalation: flag,

  documents_reviewed: z.array(z.unknown()).default([]),
  query_frame: z
    .looseObject({
      action_type: z.string(),
      target_symbols: z.array(z.string()).default([]),
      scope: z.string().default(''),
      constraints: z.array(z.string()).default([]),
      mapped_symbols: z.array(MappedSymbol).default([]),
    })
    .nullable()
    .default(null),
  exploration: z
    .looseObject({
      explored_files: z.array(z.string()).default([]),
      findings: z.array(z.string()).default([]),
    })
    .nullable()
    .default(null),
  semantic: z
    .looseObject({ search_results: z.array(z.unknown()).default([]) })
    .nullable()
    .default(null),
  verification: z
    .looseObject({
      hypotheses_verified: z
        .array(z.looseObject({ hypothesis: z.string(), result: z.string(), evidence: z.string() }))
        .default([]),
    })
    .nullable()
    .default(null),
  impact_analysis: z
    .looseObject({ impact_summary: z.record(z.string(), z.unknown()).default({}) })
    .nullable()
    .default(null),
  /** What `analyze_impact` named as files that must be verified, newest call first (30 at most are asked for). */
  impact_must_verify: z.array(z.string()).default([]),
  /** What the last `analyze_impact` was told about the change. */
  change_description: z.string().default(''),
  /** The summary was refused once because it left some of them out. */
  impact_reminded: flag,
  phase_assessments: z
    .looseObject({
      q1: z.looseObject({ needs_more_information: z.boolean(), reason: z.string() }).nullable().default(null),
      q2: z
        .looseObject({ has_unverified_hypotheses: z.boolean(), reason: z.string() })
        .nullable()
        .default(null),
      q3: z.looseObject({ needs_impact_analysis: z.boolean(), reason: z.string() }).nullable().default(null),
    })
    .prefault({}),
  task_summaries: z.array(z.looseObject({ id: z.string(), summary: z.string() })).default([]),
  /** The last answer at POST_IMPL_VERIFY. */
  verify_result: z
    .looseObject({ passed: z.boolean(), details: z.string(), failed_tasks: z.array(z.string()).default([]) })
    .nullable()
    .default(null),
  pre_commit_review: z
    .looseObject({
      reviewed_files: z
        .array(
          z.looseObject({
            path: z.string(),
            decision: z.enum(['keep', 'discard', 'leave']),
            reason: z.string().optional(),
          }),
        )
        .default([]),
      commit_message: z.string().default(''),
    })
    .nullable()
    .default(null),
  quality_review: z
    .looseObject({ quality_score: z.number(), issues: z.array(z.unknown()).default([]) })
    .nullable()
    .default(null),
  map_results: z.array(z.unknown()).default([]),
  forest_results: z.array(z.unknown()).default([]),
  map_hit: z.unknown().default(null),

  pending: Pending.nullable().default(null),

  /** False: outside a repository, or before its first commit. */
  git: z.boolean().default(true),
  base_branch: z.string().nullable().default(null),
  task_branch: z.string().nullable().default(null),
  task_tip: z.string().nullable().default(null),
  stale_branches: z.array(StaleBranch).default([]),
  commits: z.array(z.string()).default([]),
  start_snapshot: Snapshot.nullable().default(null),
  ready_snapshot: Snapshot.nullable().default(null),
  verify_snapshots: z.array(z.looseObject({ before: Snapshot, after: Snapshot })).default([]),
  /** The tree after the last commit of this session; what has not changed since is not asked for again. */
  reviewed_snapshot: Snapshot.nullable().default(null),
  /** Files that the reviews left alone, by decision or by rule. */
  left_files: z.array(z.string()).default([]),
  /** Files that stand in the session's commits although nobody reviewed them: commit hooks put them there. */
  committed_by_hooks: z.array(z.string()).default([]),
  discarded_files: z.array(z.looseObject({ path: z.string(), trash_ref: z.string() })).default([]),

  evidence: Evidence.nullable().default(null),
  unverified_claim: flag,
  accepted_by_user: z
    .looseObject({ failed: z.array(z.string()).default([]), reason: z.string().default('') })
    .nullable()
    .default(null),
  verify: z
    .looseObject({
      commands: z.array(z.string()).default([]),
      timeout_s: z.number().default(1800),
      trusted: z.boolean().default(false),
    })
    .prefault({}),

  /** The old session that `start_session` offered; the first submission sets its checkpoint aside. */
  offered_session: SessionId.nullable().default(null).catch(null),

  definitions_cache: z.record(z.string(), z.unknown()).default({}),

  owner: Owner.nullable().default(null),
});
export type Session = z.output<typeof Session>;

/** Flags as they are stored in the session. */
export type Flag =
  | 'no_verify'
  | 'no_quality'
  | 'fast_mode'
  | 'quick_mode'
  | 'no_doc'
  | 'no_intervention'
  | 'only_explore'
  | 'only_verify';

/** Whether the session ends after exploring: by intent, or by `--only-explore`. */
export const isInvestigation = ({ intent, only_explore }: Session): boolean =>
  intent === 'INVESTIGATE' || intent === 'QUESTION' || only_explore;

/** Whether the session is to change files at all. */
export const edits = (session: Session): boolean => !isInvestigation(session) && !session.only_verify;

/** Whether the session makes a task branch, commits and merges. */
export const makesBranch = (session: Session): boolean => edits(session) && !session.quick_mode;
