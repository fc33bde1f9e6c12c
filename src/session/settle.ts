import { type Message, message } from '../text/text.ts';
import type { Outcome } from './effects.ts';
import type { Session } from './session.ts';

/** What an outcome adds to the session as decided, and to the answer. */
export interface Settled {
  readonly session: Session;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Message[];
}

/** Folds what only doing could tell into the decided session. Pure, so that a restart settles in the same words. */
export function settle(session: Session, outcome: Outcome): Settled {
  switch (outcome.kind) {
    case 'create_task_branch':
      return { session: { ...session, task_tip: outcome.tip }, reply: {}, warnings: [] };
    case 'resolve_stale':
      return {
        session: { ...session, base_branch: outcome.branch ?? session.base_branch },
        reply: { resolved_branches: outcome.done },
        warnings: [],
      };
    case 'commit': {
      const { commit, discarded } = outcome;
      return {
        session: {
          ...session,
          ...(commit && { commits: [...session.commits, commit], task_tip: commit }),
          discarded_files: [
            ...session.discarded_files,
            ...discarded.map(({ path, trash_ref }) => ({ path, trash_ref })),
          ],
        },
        reply: {
          committed: commit !== null,
          commit,
          ...(commit === null && { nothing_to_commit: true }),
          ...(discarded.length > 0 && { discarded }),
        },
        warnings:
          discarded.length > 0
            ? [message('session.discarded', { restore: discarded[0]?.restore ?? '' })]
            : [],
      };
    }
    case 'merge':
      return {
        session,
        reply: {
          merged: outcome.merged,
          merge_commit: outcome.commit,
          base_tip: outcome.base_tip,
          restore_task_branch: outcome.restore,
        },
        warnings: [],
      };
  }
}
