import { z } from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { free } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';

/** So many files are asked for at most (session-flow.md, QUERY_FRAME to IMPACT_ANALYSIS). */
const MOST_ASKED_FOR = 30;

/** The files that a summary has to speak of and does not: neither by path nor by name. */
function unmentioned(mustVerify: readonly string[], summary: unknown): string[] {
  const said = (JSON.stringify(summary) ?? '').normalize('NFC');
  return mustVerify.slice(0, MOST_ASKED_FOR).filter((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    // As it stands in JSON: a name may hold a quote or a backslash.
    return ![path, name].some((word) => said.includes(JSON.stringify(word.normalize('NFC')).slice(1, -1)));
  });
}

/**
 * Step 11: what the change reaches. Files that `analyze_impact` named as `must_verify` have to be in the summary: it is
 * refused once with the list, then passes with a warning.
 */
export const impactAnalysis = definePhase(
  'IMPACT_ANALYSIS',
  { skippedBy: ['fast_mode', 'quick_mode'] },
  defineStep({
    step: 11,
    payload: z.object({ impact_summary: free() }),
    instruction: ({ impact_must_verify }) => [
      message('session.at_impact_analysis'),
      ...(impact_must_verify.length > 0
        ? [
            message('session.impact_must_verify', {
              files: impact_must_verify.slice(0, MOST_ASKED_FOR).join(', '),
            }),
          ]
        : []),
    ],
    decide: (session, { impact_summary }) => {
      const missing = unmentioned(session.impact_must_verify, impact_summary);
      const files = missing.join(', ');
      if (missing.length > 0 && !session.impact_reminded)
        return {
          session: { ...session, impact_reminded: true },
          to: 'stay',
          refusal: new Refusal('invalid_payload', message('session.impact_unmentioned', { files }), {
            issues: missing.map((path) => ({
              path: 'impact_summary',
              expected: path,
              received: 'not mentioned',
            })),
            must_verify: missing,
          }),
        };
      return {
        session: { ...session, impact_analysis: { impact_summary } },
        to: 'READY',
        ...(missing.length > 0 && { warnings: [message('session.impact_left_out', { files })] }),
      };
    },
  }),
);
