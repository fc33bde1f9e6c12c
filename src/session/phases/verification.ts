import { z } from 'zod';
import { message } from '../../text/text.ts';
import { choice, fields, list, text } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';

/** Step 9: hypotheses about the code, each with its result and evidence. */
export const verification = definePhase(
  'VERIFICATION',
  { skippedBy: ['fast_mode', 'quick_mode'] },
  defineStep({
    step: 9,
    payload: z.object({
      hypotheses_verified: list(
        fields({
          hypothesis: text(),
          result: choice(['confirmed', 'rejected', 'inconclusive']),
          evidence: text(),
        }),
      ),
    }),
    instruction: () => [message('session.at_verification')],
    decide: (session, { hypotheses_verified }) => ({
      session: { ...session, verification: { hypotheses_verified } },
      to: 'next',
    }),
  }),
);
