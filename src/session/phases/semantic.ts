import { z } from 'zod';
import { message } from '../../text/text.ts';
import { looseList } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';

/** Step 7: further search, by meaning where the tool is there. */
export const semantic = definePhase(
  'SEMANTIC',
  { skippedBy: ['fast_mode', 'quick_mode'] },
  defineStep({
    step: 7,
    payload: z.object({ search_results: looseList() }),
    instruction: () => [message('session.at_semantic')],
    decide: (session, { search_results }) => ({
      session: { ...session, semantic: { search_results } },
      to: 'next',
    }),
  }),
);
