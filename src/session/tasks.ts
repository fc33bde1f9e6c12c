import { head } from '../shared/characters.ts';
import { Refusal } from '../shared/refusal.ts';
import { type Message, message } from '../text/text.ts';
import type { Session, Task } from './session.ts';

/** Failures of one task that open the intervention, and interventions that call for the user (session-flow.md, loops that end). */
const MAX_TASK_FAILURES = 3;
export const MAX_INTERVENTIONS = 2;
export const MAX_EXPLORATION_REVERTS = 3;

/** A task as it is sent at step 12. */
export interface PlannedTask {
  readonly id: string;
  readonly description: string;
  readonly status: 'pending' | 'completed';
  readonly failure_count?: number | undefined;
  readonly revert_reason?: string | undefined;
}

/** The task that is due: the first pending one. */
export const nextTask = (tasks: readonly Task[]): Task | undefined =>
  tasks.find(({ status }) => status === 'pending');

/** `"2/5"` and counts. */
export function progressOf(tasks: readonly Task[]) {
  const completed = tasks.filter(({ status }) => status === 'completed').length;
  return {
    progress: `${completed}/${tasks.length}`,
    completed,
    pending: tasks.length - completed,
    total: tasks.length,
  };
}

/** A task as it is shown: without the keys that say nothing. */
export const shownTask = ({ id, description, status, failure_count, revert_reason }: Task) => ({
  id,
  description,
  status,
  ...(failure_count > 0 && { failure_count }),
  ...(revert_reason && { revert_reason }),
});

/**
 * Takes the complete list of step 12 in place of what was there: the same list sent twice gives the same state.
 * Refuses an empty list, one without a pending task, and a repeated id. Failure counts are the server's where it has
 * counted; a new pending task inherits the greatest count of the tasks that failed last, so that renaming resets nothing.
 */
export function plan(session: Session, sent: readonly PlannedTask[]): Session {
  if (sent.length === 0) throw new Refusal('tasks_empty', message('session.tasks_empty'));
  const repeated = sent.find(({ id }, index) => sent.findIndex((other) => other.id === id) !== index);
  if (repeated)
    throw new Refusal('duplicate_task_id', message('session.duplicate_task_id', { id: repeated.id }));
  if (!sent.some(({ status }) => status === 'pending'))
    throw new Refusal('no_pending_task', message('session.no_pending_task'));

  const counted = new Map(session.failure_counts.map(({ id, count }) => [id, count]));
  const before = new Map(session.tasks.map((task) => [task.id, task]));
  const inherits = ({ id, status }: PlannedTask) =>
    status === 'pending' && !before.has(id) && session.inherited_failures > 0;
  const tasks = sent.map((task): Task => {
    const { id, description, status, failure_count = 0, revert_reason } = task;
    return {
      id,
      description,
      status,
      failure_count:
        counted.get(id) ?? Math.max(failure_count, inherits(task) ? session.inherited_failures : 0),
      ...(revert_reason !== undefined && { revert_reason }),
    };
  });
  // An inherited count is the server's from here on: sending the list again resets nothing.
  const inherited = sent.filter(inherits).map(({ id }) => id);

  const sentIds = new Set(sent.map(({ id }) => id));
  const seen = new Set(session.completed_task_ids);
  const dropped = session.tasks
    .filter(({ id, status }) => status === 'pending' && !sentIds.has(id))
    .map(({ id }) => id);
  const unseen = tasks
    .filter(({ id, status }) => status === 'completed' && !seen.has(id))
    .map(({ id }) => id);
  return {
    ...session,
    tasks,
    failure_counts: countsOf(session, tasks, inherited),
    completed_since_plan: [],
    unseen_completions: [
      ...new Set([...session.unseen_completions.filter((id) => sentIds.has(id)), ...unseen]),
    ],
    dropped_tasks: [...new Set([...session.dropped_tasks, ...dropped])].filter((id) => !sentIds.has(id)),
  };
}

/** What a plan claims that the server did not see, each said once: here, and again in the closing report. */
export function planWarnings(before: Session, after: Session): Message[] {
  const fresh = (now: readonly string[], then: readonly string[]) =>
    now.filter((id) => !then.includes(id)).join(', ');
  const unseen = fresh(after.unseen_completions, before.unseen_completions);
  const dropped = fresh(after.dropped_tasks, before.dropped_tasks);
  return [
    ...(unseen ? [message('session.unseen_completions', { ids: unseen })] : []),
    ...(dropped ? [message('session.dropped_tasks', { ids: dropped })] : []),
  ];
}

/** Completes the task that is due. Refused, each with its own code: nothing registered, unknown, already done, out of order. */
export function completeTask(session: Session, id: string, summary: string): Session {
  if (session.tasks.length === 0)
    throw new Refusal('no_tasks_registered', message('session.no_tasks_registered'));
  const task = session.tasks.find((each) => each.id === id);
  const due = nextTask(session.tasks);
  const next_task = due ? shownTask(due) : null;
  if (!task)
    throw new Refusal(
      'unknown_task',
      message('session.unknown_task', { id, known: session.tasks.map((each) => each.id).join(', ') }),
      { next_task },
    );
  if (task.status === 'completed')
    throw new Refusal('task_already_completed', message('session.task_already_completed', { id }), {
      next_task,
    });
  if (due?.id !== id)
    throw new Refusal('task_out_of_order', message('session.task_out_of_order', { id, due: due?.id ?? '' }), {
      next_task,
    });
  return {
    ...session,
    tasks: session.tasks.map((each) => (each.id === id ? { ...each, status: 'completed' } : each)),
    completed_task_ids: [...new Set([...session.completed_task_ids, id])],
    completed_since_plan: [...new Set([...session.completed_since_plan, id])],
    task_summaries: [...session.task_summaries.filter((each) => each.id !== id), { id, summary }],
  };
}

/** Refused while tasks are missing or pending, naming them. */
export function requireAllComplete({ tasks }: Session): void {
  if (tasks.length === 0) throw new Refusal('no_tasks_registered', message('session.no_tasks_registered'));
  const pending = tasks.filter(({ status }) => status === 'pending');
  const due = pending[0];
  if (due)
    throw new Refusal(
      'tasks_incomplete',
      message('session.tasks_incomplete', { ids: pending.map(({ id }) => id).join(', '), due: due.id }),
      { pending: pending.slice(0, 50).map(shownTask), next_task: shownTask(due) },
    );
}

/** Counts a failed verification against `failed`; tells whether a task has now failed too often. */
export function countFailures(
  session: Session,
  failed: readonly string[],
  reason: string,
): { session: Session; exhausted: boolean } {
  const tasks = session.tasks.map((task) =>
    failed.includes(task.id)
      ? { ...task, failure_count: task.failure_count + 1, revert_reason: head(reason, 500) }
      : task,
  );
  const greatest = Math.max(
    0,
    ...tasks.filter(({ id }) => failed.includes(id)).map((task) => task.failure_count),
  );
  return {
    session: {
      ...session,
      tasks,
      inherited_failures: greatest,
      failure_counts: countsOf(session, tasks, failed),
    },
    exhausted: greatest >= MAX_TASK_FAILURES,
  };
}

/** Sets every failure count to 0, also the one that new tasks would inherit. */
export function resetFailures(session: Session): Session {
  const tasks = session.tasks.map((task) => ({ ...task, failure_count: 0 }));
  const known = session.failure_counts.map(({ id }) => ({ id, count: 0 }));
  const all = tasks.map(({ id }) => id);
  return {
    ...session,
    tasks,
    inherited_failures: 0,
    failure_counts: countsOf({ ...session, failure_counts: known }, tasks, all),
  };
}

/** The server's counts, with those of `ids` as they stand in `tasks`. */
function countsOf(
  session: Session,
  tasks: readonly Task[],
  ids: readonly string[],
): Session['failure_counts'] {
  const now = new Set(ids);
  return [
    ...session.failure_counts.filter(({ id }) => !now.has(id)),
    ...tasks.filter(({ id }) => now.has(id)).map(({ id, failure_count }) => ({ id, count: failure_count })),
  ];
}
