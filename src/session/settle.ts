import { type Message, message } from '../text/text.ts';
import type { Outcome } from './effects.ts';
import type { Session } from './session.ts';

/** What an outcome adds to the session as decided, and to the answer. */
export interface Settled {
  readonly session: Session;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Message[];
}

/**
 * What was decided to be said, without what doing it proved wrong: files that a hook committed were not left alone.
 */
export function stillTrue(
  { reply, warnings }: Pick<Settled, 'reply' | 'warnings'>,
  outcome: Outcome,
): Pick<Settled, 'reply' | 'warnings'> {
  if (outcome.kind !== 'commit' || !outcome.added) return { reply, warnings };
  const { files } = outcome.added;
  const { left, ...rest } = reply;
  const leftAlone = ['session.users_files_stay', 'session.only_line_endings'];
  return {
    reply: Array.isArray(left)
      ? { ...rest, left: left.filter((entry: { path: string }) => !files.includes(entry.path)) }
      : reply,
    warnings: warnings.filter(({ key }) => !leftAlone.includes(key)),
  };
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
      const { commit, discarded, added } = outcome;
      const files = added?.files ?? [];
      return {
        session: {
          ...session,
          ...(commit && { commits: [...session.commits, commit], task_tip: commit }),
          discarded_files: [
            ...session.discarded_files,
            ...discarded.map(({ path, trash_ref }) => ({ path, trash_ref })),
          ],
          left_files: session.left_files.filter((path) => !files.includes(path)),
          committed_by_hooks: [...new Set([...session.committed_by_hooks, ...files])],
        },
        reply: {
          committed: commit !== null,
          commit,
          ...(commit === null && { nothing_to_commit: true }),
          ...(discarded.length > 0 && { discarded }),
          ...(added && { committed_by_hooks: files.slice(0, 100), take_out: added.undo }),
        },
        warnings: [
          ...(added
            ? [message('git.commit_added', { files: files.slice(0, 20).join(', '), undo: added.undo })]
            : []),
          ...(discarded.length > 0
            ? [message('session.discarded', { restore: discarded[0]?.restore ?? '' })]
            : []),
        ],
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
