import { z } from 'zod';
import { message } from '../../text/text.ts';
import { list, text } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';

const ACTION_TYPES = ['add', 'modify', 'fix', 'refactor', 'remove', 'investigate', 'other'];

/** Step 4: the request in structured slots; the symbols it names are looked up in the code. */
export const queryFrame = definePhase(
  'QUERY_FRAME',
  {},
  defineStep({
    step: 4,
    payload: z.object({
      action_type: text(),
      target_symbols: list(text()),
      scope: text(),
      constraints: list(text()),
    }),
    facts: (_, { target_symbols }) => [{ fact: 'symbols', names: target_symbols }],
    instruction: () => [message('session.at_query_frame', { action_types: ACTION_TYPES.join(', ') })],
    decide: (session, { action_type, target_symbols, scope, constraints }, { symbols = [] }) => {
      const named = action_type.trim().toLowerCase();
      const mapped_symbols = [...symbols];
      return {
        session: {
          ...session,
          query_frame: {
            action_type: ACTION_TYPES.includes(named) ? named : 'other',
            target_symbols,
            scope,
            constraints,
            mapped_symbols,
          },
        },
        to: 'next',
        reply: {
          mapped_symbols,
          // One definition each, found by syntax in the whole project: there are no others.
          ...(mapped_symbols.length > 0 && {
            completeness: mapped_symbols.every(({ confidence }) => confidence === 1)
              ? 'exact'
              : 'lower_bound',
          }),
        },
      };
    },
  }),
);
