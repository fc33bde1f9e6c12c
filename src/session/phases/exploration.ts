import { z } from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { knownFiles } from '../explored-files.ts';
import { list, text } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';
import { isInvestigation } from '../session.ts';

/** Step 5: what was read and found. The files named here are what the write gate allows later. */
export const exploration = definePhase(
  'EXPLORATION',
  { skippedBy: ['fast_mode', 'quick_mode'] },
  defineStep({
    step: 5,
    payload: z.object({ explored_files: list(text()), findings: list(text()) }),
    facts: (_, { explored_files }) =>
      explored_files.length > 0 ? [{ fact: 'paths', paths: explored_files }] : [{ fact: 'has_files' }],
    instruction: (session) => [
      isInvestigation(session) ? message('session.at_investigation') : message('session.at_exploration'),
      ...(session.reexploring ? [message('session.at_exploration_again')] : []),
    ],
    decide: (session, { findings }, { paths = [], has_files = false }) => {
      const before = session.reexploring ? (session.exploration ?? null) : null;
      if (paths.length === 0 && has_files && !before?.explored_files.length)
        throw new Refusal('invalid_payload', message('session.no_explored_files'), {
          issues: [{ path: 'explored_files', expected: 'list[str], at least one', received: '[]' }],
        });
      const explored_files = knownFiles(paths);
      return {
        session: {
          ...session,
          reexploring: false,
          exploration: {
            explored_files: [...new Set([...(before?.explored_files ?? []), ...explored_files])],
            findings: [...(before?.findings ?? []), ...findings],
          },
        },
        to: session.reexploring ? (isInvestigation(session) ? 'complete' : 'READY') : 'next',
      };
    },
  }),
);
