import { z } from 'zod';
import { message } from '../../text/text.ts';
import { free } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';

/**
 * Step 11: what the change reaches. Nothing is demanded of the summary until `analyze_impact` can name what must be verified.
 */
export const impactAnalysis = definePhase(
  'IMPACT_ANALYSIS',
  { skippedBy: ['fast_mode', 'quick_mode'] },
  defineStep({
    step: 11,
    payload: z.object({ impact_summary: free() }),
    instruction: () => [message('session.at_impact_analysis')],
    decide: (session, { impact_summary }) => ({
      session: { ...session, impact_analysis: { impact_summary } },
      to: 'READY',
    }),
  }),
);
