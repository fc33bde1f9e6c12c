import type { Message } from '../text/text.ts';

/** Why a call was declined (specification: session-flow.md, Refusals). The caller can act on each of them. */
export type RefusalCode =
  | 'payload_mismatch'
  | 'invalid_payload'
  | 'no_session'
  | 'session_open'
  | 'conflicting_flags'
  | 'unknown_flag'
  | 'git_required'
  | 'git_state'
  | 'user_decision_required'
  | 'tasks_empty'
  | 'no_pending_task'
  | 'duplicate_task_id'
  | 'no_tasks_registered'
  | 'unknown_task'
  | 'task_already_completed'
  | 'task_out_of_order'
  | 'tasks_incomplete'
  | 'unknown_files'
  | 'unreviewed_files'
  | 'commit_failed'
  | 'merge_conflict'
  | 'checkpoint_failed'
  | 'wrong_phase'
  | 'unknown_session'
  | 'worker_session'
  | 'invalid_workflow'
  | 'outside_root'
  | 'no_project'
  | 'invalid_arguments'
  | 'unknown_tool'
  | 'search_failed'
  | 'no_grammar'
  | 'navigation_failed';

/**
 * An expected failure: thrown where it is found, rendered once, in `server/result.ts`.
 * `reason` is the next step in words; `details` are merged into the answer beside `error` and `message`.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: RefusalCode,
    readonly reason: Message,
    readonly details: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(`${code}: ${reason.key}`, options);
  }
}
