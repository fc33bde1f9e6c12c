import { z } from 'zod';
import { head, shorten } from '../../shared/characters.ts';
import { Refusal } from '../../shared/refusal.ts';
import { type Message, message } from '../../text/text.ts';
import { acceptAsVerified } from '../acceptance.ts';
import { branchCommands } from '../branch-name.ts';
import { requireTaskBranch } from '../git-guard.ts';
import { choice, fields, idText, int, list, text } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';
import type { Session } from '../session.ts';
import {
  completeTask,
  nextTask,
  plan,
  planWarnings,
  progressOf,
  requireAllComplete,
  resetFailures,
  shownTask,
} from '../tasks.ts';

const MAX_REASON = 1000;

const tasks = list(
  fields({
    id: idText(),
    description: text(),
    status: choice(['pending', 'completed']),
    failure_count: int().optional(),
    revert_reason: text().optional(),
  }),
);

const listed = ({ tasks }: Session) =>
  tasks.length === 0
    ? []
    : [
        message('session.task_list', {
          tasks: tasks
            .slice(0, 40)
            .map(
              ({ id, status, failure_count, description }) =>
                `- ${id} [${status}${failure_count ? `, failures: ${failure_count}` : ''}] ${head(description, 120)}`,
            )
            .join('\n'),
        }),
      ];

/** What the user is shown when asked: what failed last, or that exploring was begun again and again. */
const whyAsked = ({ revert_reason, exploration_revert_count }: Session): Message =>
  revert_reason === null
    ? message('session.explored_too_often', { count: exploration_revert_count })
    : message('session.what_failed', { reason: shorten(revert_reason, MAX_REASON) });

function planningInstruction(session: Session): Message[] {
  return [
    ...(session.user_escalation ? [message('session.ask_the_user'), whyAsked(session)] : []),
    ...(session.reverted_from && session.revert_reason !== null
      ? [
          message('session.sent_back', {
            phase: session.reverted_from,
            reason: shorten(session.revert_reason, MAX_REASON),
          }),
        ]
      : []),
    message('session.at_ready_planning'),
    ...listed(session),
  ];
}

/** Step 12. Always takes the complete list; while the user has to decide, it takes nothing without the decision. */
const planning = defineStep({
  step: 12,
  substep: 'planning',
  payload: (session) =>
    session.user_escalation
      ? z.object({ user_decision: choice(['continue', 'accept', 'end']), tasks: tasks.optional() })
      : z.object({ tasks }),
  facts: (session, payload, { position }) => {
    if (!('user_decision' in payload) || payload.user_decision !== 'accept') return [];
    if (session.task_branch === null) return [{ fact: 'snapshot' }];
    if (!position) return [{ fact: 'position' }];
    requireTaskBranch(session, position);
    return [{ fact: 'snapshot' }];
  },
  materials: ({ user_escalation }) => [
    ...(user_escalation ? [{ file: 'interventions/user_escalation.md' }] : []),
    { file: 'task_planning.md' },
  ],
  instruction: planningInstruction,
  decide: (session, payload, facts) => {
    const decision = 'user_decision' in payload ? payload.user_decision : null;
    const unused =
      decision !== null && decision !== 'continue' && payload.tasks
        ? [message('session.tasks_not_taken')]
        : [];
    if (decision === 'end')
      return {
        session: { ...session, user_escalation: false },
        to: 'leave',
        reply: branchCommands(session),
        warnings: unused,
      };
    if (decision === 'accept')
      return {
        session: acceptAsVerified(session, facts.snapshot ?? null),
        to: 'PRE_COMMIT',
        warnings: unused,
      };
    const freed =
      decision === 'continue'
        ? {
            ...resetFailures(session),
            intervention_count: 0,
            exploration_revert_count: 0,
            user_escalation: false,
          }
        : session;
    if (payload.tasks === undefined) return { session: freed, to: 'planning' };
    const planned = plan(freed, payload.tasks);
    const due = nextTask(planned.tasks);
    return {
      session: { ...planned, revert_reason: null, reverted_from: null },
      to: 'implementing',
      reply: { ...progressOf(planned.tasks), next_task: due ? shownTask(due) : null },
      warnings: planWarnings(freed, planned),
    };
  },
});

/** Step 13, once a task, in list order. */
const implementing = defineStep({
  step: 13,
  substep: 'implementing',
  payload: z.object({ task_id: idText(), summary: text() }),
  instruction: (session) => {
    const due = nextTask(session.tasks);
    return [
      message('session.at_ready_implementing', {
        progress: progressOf(session.tasks).progress,
        id: due?.id ?? '',
        description: shorten(due?.description ?? '', 1000),
      }),
    ];
  },
  decide: (session, { task_id, summary }) => {
    const done = completeTask(session, task_id, summary);
    const due = nextTask(done.tasks);
    return due
      ? { session: done, to: 'implementing', reply: { ...progressOf(done.tasks), next_task: shownTask(due) } }
      : {
          session: done,
          to: 'finishing',
          reply: { ...progressOf(done.tasks), next_task: null, all_complete: true },
        };
  },
});

/** Step 14: the way out of READY. */
const finishing = defineStep({
  step: 14,
  substep: 'finishing',
  payload: z.object({}),
  instruction: () => [message('session.at_ready_finishing')],
  decide: (session) => {
    requireAllComplete(session);
    return { session, to: 'next', reply: progressOf(session.tasks) };
  },
});

/** Steps 12 to 14. Re-planning is allowed in all of them; the payload tells which one is meant. */
export const ready = definePhase(
  'READY',
  {
    editsOnly: true,
    pick: (session, data) => {
      const current = session.ready_substep ?? 'planning';
      if (session.user_escalation && !('user_decision' in data))
        throw new Refusal('user_decision_required', message('session.user_decision_required'));
      if ('tasks' in data || 'user_decision' in data) return planning;
      if ('task_id' in data && (current !== 'planning' || !nextTask(session.tasks))) return implementing;
      if (Object.keys(data).length === 0 && (current !== 'planning' || session.tasks.length === 0))
        return finishing;
      return current === 'planning' ? planning : current === 'implementing' ? implementing : finishing;
    },
  },
  planning,
  implementing,
  finishing,
);
