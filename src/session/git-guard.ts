import { Refusal } from '../shared/refusal.ts';
import { shellWord } from '../shared/shell-word.ts';
import { type Message, message } from '../text/text.ts';
import type { Position } from './ports.ts';
import type { Session } from './session.ts';

/** What differs between the session and the repository, in words; empty when they agree. */
function differences(session: Session, position: Position): Message[] {
  const { task_branch, base_branch, task_tip } = session;
  const found: Message[] = [];
  if (base_branch && position.base_tip === null)
    found.push(
      message('session.base_gone', {
        base: base_branch,
        branches: position.branches.slice(0, 20).join(', '),
      }),
    );
  if (!task_branch) return found;
  if (position.task_tip === null)
    found.push(
      message('session.task_branch_gone', {
        branch: task_branch,
        restore: `git branch ${shellWord(task_branch)} ${task_tip ?? ''}`.trim(),
      }),
    );
  else if (!position.task_contains_tip)
    found.push(
      message('session.task_branch_rewound', {
        branch: task_branch,
        restore: `git branch -f ${shellWord(task_branch)} ${task_tip ?? ''}`.trim(),
      }),
    );
  else if (position.branch !== task_branch)
    found.push(
      message('session.not_on_task_branch', {
        expected: task_branch,
        command: `git switch ${shellWord(task_branch)}`,
        actual: position.branch ?? `detached HEAD ${position.head?.slice(0, 9) ?? ''}`.trim(),
      }),
    );
  return found;
}

const foreign = ({ foreign_commits }: Position): Message[] =>
  foreign_commits.length > 0
    ? [message('session.foreign_commits', { commits: foreign_commits.slice(0, 10).join('; ') })]
    : [];

/** At a submission that uses git: refused `git_state` where HEAD, the task branch or the base is not as the session left it. */
export function requireTaskBranch(session: Session, position: Position): { warnings: Message[] } {
  const [first] = differences(session, position);
  if (first)
    throw new Refusal('git_state', first, {
      expected: session.task_branch,
      actual: position.branch,
      ...(position.base_tip === null && { branches: position.branches }),
    });
  return { warnings: foreign(position) };
}

/** At steps 12 to 14 the same is only a warning. */
export const positionWarnings = (session: Session, position: Position): Message[] => [
  ...differences(session, position),
  ...foreign(position),
];

/** On entering READY the branch is made from the one that was checked out when the session began; HEAD elsewhere is refused. */
export function requireBase(session: Session, position: Position): void {
  if (position.branch !== session.base_branch || position.head === null)
    throw new Refusal(
      'git_state',
      message('session.not_on_base', {
        expected: session.base_branch ?? '',
        command: `git switch ${shellWord(session.base_branch ?? '')}`,
        actual: position.branch ?? 'detached HEAD',
      }),
      { expected: session.base_branch, actual: position.branch },
    );
}
