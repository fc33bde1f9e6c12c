import { shellWord } from '../shared/shell-word.ts';
import { type Session, SessionId } from './session.ts';

/** The name of a session's task branch; a base with slashes works (session-flow.md, Stale branches). */
export const taskBranchName = (sessionId: string, base: string): string =>
  `llm_task_${sessionId}_from_${base}`;

/** What a task branch's name says; null where the name is not that of one. */
function readName(branch: string): { session: string; base: string } | null {
  const [, session = '', base = ''] = /^llm_task_([a-z0-9-]+)_from_(.+)$/s.exec(branch) ?? [];
  return SessionId.safeParse(session).success ? { session, base } : null;
}

/** The base in a task branch's name; null where the name is not that of a task branch. */
export const branchBase = (branch: string): string | null => readName(branch)?.base ?? null;

/** The session in a task branch's name; null where the name is not that of a task branch. */
export const branchSession = (branch: string): string | null => readName(branch)?.session ?? null;

/**
 * Whether a session may work on its task branch: it has none, or one whose name says that it was made from the session's
 * base. A checkpoint that says otherwise was changed by hand, and would lead effects to a branch that is nobody's task.
 */
export const ownsTaskBranch = ({ task_branch, base_branch }: Pick<Session, 'task_branch' | 'base_branch'>) =>
  task_branch === null || (base_branch !== null && branchBase(task_branch) === base_branch);

/** The git commands with which the user merges or deletes the branch of a session that was left. */
export function branchCommands({ task_branch, base_branch }: Pick<Session, 'task_branch' | 'base_branch'>) {
  if (task_branch === null) return { task_branch };
  const [task, base] = [shellWord(task_branch), shellWord(base_branch ?? '')];
  return {
    task_branch,
    to_merge: `git switch ${base} && git merge --no-ff ${task}`,
    to_delete: `git switch ${base} && git branch -D ${task}`,
  };
}
