import { z } from 'zod';
import { message } from '../../text/text.ts';
import { looseList } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';

/** Step 3: design documents and rules, read by subagents side by side. */
export const documentResearch = definePhase(
  'DOCUMENT_RESEARCH',
  { skippedBy: ['no_doc'] },
  defineStep({
    step: 3,
    payload: z.object({ documents_reviewed: looseList() }),
    materials: ({ doc_research }) => [{ folder: 'doc_research', names: doc_research }],
    instruction: () => [message('session.at_document_research')],
    decide: (session, { documents_reviewed }) => ({
      session: { ...session, documents_reviewed },
      to: 'next',
    }),
  }),
);
