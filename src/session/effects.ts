import { z } from 'zod';
import { Snapshot, StaleBranch } from './session.ts';

/**
 * What a decision asks git to do before it takes hold: at most one a submission. Each has one point of no return and a
 * tail that is safe to repeat, so that `Repository.recover` can complete or drop it after a crash.
 */
export const Effect = z.discriminatedUnion('kind', [
  /** Makes `branch` at HEAD and switches to it; the working tree and the index stay as they are. */
  z.object({ kind: z.literal('create_task_branch'), branch: z.string(), base: z.string(), head: z.string() }),

  /** `delete`: tips go to trash, then the branches go. `merge`: each into its own base, then deleted; stops at the first that cannot be. */
  z.object({
    kind: z.literal('resolve_stale'),
    action: z.enum(['delete', 'merge']),
    branches: z.array(StaleBranch),
    session_id: z.string(),
    /** First line of the message of each merge commit is `Merge <branch>`; this is the rest. */
    message: z.string(),
  }),

  /** Commits `keep` through a private index, then puts `discard` back, its present content going to trash. */
  z.object({
    kind: z.literal('commit'),
    session_id: z.string(),
    /** Commit that HEAD is at: the parent of what is made. */
    head: z.string(),
    branch: z.string(),
    message: z.string(),
    /** Project-relative paths; of a rename both the old and the new one. */
    keep: z.array(z.string()),
    discard: z.array(z.string()),
    /** Discarded files go back to HEAD where the session has committed them, else to this. */
    start: Snapshot.nullable(),
    committed_before: z.boolean(),
  }),

  /** Merges the task branch into its base with a merge commit, then deletes it; with nothing to merge it is only deleted. */
  z.object({
    kind: z.literal('merge'),
    session_id: z.string(),
    task_branch: z.string(),
    base_branch: z.string(),
    tip: z.string(),
    message: z.string(),
  }),
]);
export type Effect = z.output<typeof Effect>;

/** What came of an effect: facts that only doing it could tell. */
export type Outcome =
  | { kind: 'create_task_branch'; tip: string }
  | {
      kind: 'resolve_stale';
      /** One a branch, in order: what was done and the command that undoes it. */
      done: readonly {
        branch: string;
        action: 'deleted' | 'merged';
        tip: string;
        restore: string;
        into?: string;
      }[];
      /** The branch that is checked out now. */
      branch: string | null;
      /** Set where a branch could not be merged or deleted: the rest is open. */
      stopped?: { branch: string; kind: MergeProblem; files: readonly string[]; output: string };
    }
  | {
      kind: 'commit';
      /** null: nothing was kept, no commit was made. */
      commit: string | null;
      discarded: readonly { path: string; trash_ref: string; restore: string }[];
      /** What stands in the commit besides `keep`, because a hook put it there, with the command that takes it out again. */
      added?: { files: readonly string[]; undo: string };
    }
  | { kind: 'merge'; merged: boolean; commit: string | null; base_tip: string; restore: string };

export type MergeProblem = 'conflict' | 'local_changes' | 'hook' | 'other';
