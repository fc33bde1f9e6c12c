import { z } from 'zod';
import { head } from '../../shared/characters.ts';
import { message } from '../../text/text.ts';
import { float, looseList } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';
import { shownTask } from '../tasks.ts';

const worded = (issue: unknown): string => (typeof issue === 'string' ? issue : JSON.stringify(issue));

/** Step 18: issues send the session back to planning; the third review with issues goes on, marked as forced. */
export const qualityReview = definePhase(
  'QUALITY_REVIEW',
  { editsOnly: true, skippedBy: ['no_quality', 'fast_mode', 'quick_mode'] },
  defineStep({
    step: 18,
    payload: z.object({ quality_score: float(), issues: looseList() }),
    materials: () => [{ file: 'review_prompts/quality_review.md' }],
    instruction: () => [message('session.at_quality_review')],
    decide: (session, { quality_score, issues }) => {
      const reviewed = { ...session, quality_review: { quality_score, issues } };
      if (issues.length === 0)
        return { session: { ...reviewed, quality_review_completed: true }, to: 'next' };
      const quality_revert_count = session.quality_revert_count + 1;
      if (quality_revert_count >= session.quality_review_max_revert)
        return {
          session: { ...reviewed, quality_revert_count, quality_review_completed: true },
          to: 'next',
          reply: { forced_completion: true },
        };
      return {
        session: {
          ...reviewed,
          quality_revert_count,
          reverted_from: 'QUALITY_REVIEW',
          revert_reason: head(issues.slice(0, 20).map(worded).join('\n'), 2000),
        },
        to: 'READY',
        reply: { reverted_from: 'QUALITY_REVIEW', tasks: session.tasks.map(shownTask) },
      };
    },
  }),
);
