import { z } from 'zod';
import { message } from '../../text/text.ts';
import { type JudgedReview, judgeReview, reviewable } from '../changes.ts';
import { hasEvidence, sendBackToVerify } from '../evidence.ts';
import { type Changes, known } from '../facts.ts';
import { requireTaskBranch } from '../git-guard.ts';
import { choice, fields, list, text } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';
import type { Session } from '../session.ts';

const DECISIONS = ['keep', 'discard', 'leave'] as const;

/** What differs from the verified tree although it would be committed; discards and left files do not count. */
function changedSinceVerified(
  session: Session,
  changes: Changes,
  { keep, discard, left }: JudgedReview,
): string[] {
  if (!hasEvidence(session)) return [];
  const kept = new Set(keep);
  const earlier = session.left_files.filter((path) => !kept.has(path));
  const harmless = new Set([...discard, ...left.map(({ path }) => path), ...earlier]);
  return (changes.since_evidence ?? []).filter((path) => !harmless.has(path) && !path.startsWith('../'));
}

/** Step 17: every changed file is reviewed, then exactly the kept ones are committed. */
export const preCommit = definePhase(
  'PRE_COMMIT',
  { editsOnly: true, skippedBy: ['quick_mode'] },
  defineStep({
    step: 17,
    payload: z.object({
      reviewed_files: list(
        // The object first: one that arrives as text would pass for a path.
        z.union([fields({ path: text(), decision: choice(DECISIONS), reason: text().optional() }), text()]),
      ),
      commit_message: text(),
    }),
    facts: () => [{ fact: 'position' }, { fact: 'changes' }],
    materials: () => [{ file: 'review_prompts/garbage_detection.md' }],
    instruction: () => [message('session.at_pre_commit')],
    decide: (session, { reviewed_files, commit_message }, facts) => {
      const position = known(facts, 'position');
      const changes = known(facts, 'changes');
      const guarded = requireTaskBranch(session, position);
      const review = reviewed_files.map((each) =>
        typeof each === 'string' ? { path: each, decision: 'keep' as const } : each,
      );
      const judged = judgeReview(reviewable(changes), review, changes.prefix);
      const unverified = changedSinceVerified(session, changes, judged);
      if (unverified.length > 0) return sendBackToVerify(session, unverified, guarded.warnings);

      const left = judged.left.map(({ path }) => path);
      const settled = new Set([...judged.keep, ...judged.discard]);
      const eol = judged.left
        .filter(({ because }) => because === 'only_line_endings')
        .map(({ path }) => path);
      return {
        session: {
          ...session,
          pre_commit_review: { reviewed_files: review, commit_message },
          left_files: [...new Set([...session.left_files.filter((path) => !settled.has(path)), ...left])],
        },
        to: 'next',
        effect: {
          kind: 'commit',
          session_id: session.session_id,
          head: position.head ?? '',
          branch: session.task_branch ?? '',
          message: commit_message,
          keep: judged.keep,
          discard: judged.discard,
          start: session.start_snapshot,
          committed_before: session.commits.length > 0,
        },
        reply: {
          kept: judged.keep.slice(0, 100),
          left: judged.left.slice(0, 100),
          ...(judged.mixed.length > 0 && { mixed: judged.mixed }),
        },
        warnings: [
          ...guarded.warnings,
          ...(judged.mixed.length > 0
            ? [message('session.mixed_committed', { files: judged.mixed.join(', ') })]
            : []),
          ...(judged.untouched.length > 0
            ? [message('session.users_files_stay', { files: judged.untouched.slice(0, 20).join(', ') })]
            : []),
          ...(eol.length > 0
            ? [message('session.only_line_endings', { files: eol.slice(0, 20).join(', ') })]
            : []),
        ],
      };
    },
  }),
);
