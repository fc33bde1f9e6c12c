import { z } from 'zod';
import { shorten } from '../../shared/characters.ts';
import { message } from '../../text/text.ts';
import { text } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';
import type { Session } from '../session.ts';
import { MAX_INTERVENTIONS, resetFailures, shownTask } from '../tasks.ts';

const TURN = ['structure_review', 'hypothesis_review', 'step_back'] as const;

/** Whether this intervention is the one after which the user decides. */
const isLast = ({ intervention_count }: Session) => intervention_count + 1 >= MAX_INTERVENTIONS;

/** Step 16: a task has failed three times; another way of looking is due before more code is written. */
export const verifyIntervention = definePhase(
  'VERIFY_INTERVENTION',
  { editsOnly: true, detour: 'at 3 failures', skippedBy: ['no_verify', 'quick_mode', 'no_intervention'] },
  defineStep({
    step: 16,
    payload: z.object({ prompt_used: text(), action_taken: text() }),
    materials: (session) => [
      ...(isLast(session) ? [{ file: 'interventions/user_escalation.md' }] : []),
      { file: `interventions/${TURN[session.intervention_turn % TURN.length]}.md` },
    ],
    instruction: (session) => [
      ...(isLast(session) ? [message('session.user_decides_next')] : []),
      message('session.at_verify_intervention', { reason: shorten(session.revert_reason ?? '', 1500) }),
    ],
    decide: (session) => {
      const reset = resetFailures(session);
      const intervention_count = session.intervention_count + 1;
      const user_escalation = intervention_count >= MAX_INTERVENTIONS;
      return {
        session: {
          ...reset,
          intervention_count,
          intervention_turn: session.intervention_turn + 1,
          user_escalation,
          reverted_from: 'VERIFY_INTERVENTION',
        },
        to: 'READY',
        reply: {
          reverted_from: 'VERIFY_INTERVENTION',
          tasks: reset.tasks.map(shownTask),
          ...(user_escalation && { user_escalation: true }),
        },
      };
    },
  }),
);
