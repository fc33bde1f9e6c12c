import { z } from 'zod';
import { message } from '../../text/text.ts';
import { hasEvidence, sendBackToVerify } from '../evidence.ts';
import { known } from '../facts.ts';
import { requireTaskBranch } from '../git-guard.ts';
import { definePhase, defineStep } from '../phase.ts';

/** Step 19: the task branch goes into the base it came from. */
export const merge = definePhase(
  'MERGE',
  { editsOnly: true, skippedBy: ['quick_mode'] },
  defineStep({
    step: 19,
    payload: z.object({}),
    facts: (session) => [
      { fact: 'position' },
      ...(hasEvidence(session) ? [{ fact: 'unverified' } as const] : []),
    ],
    instruction: ({ task_branch, base_branch }) => [
      message('session.at_merge', { branch: task_branch ?? '', base: base_branch ?? '' }),
    ],
    decide: (session, _, facts) => {
      const position = known(facts, 'position');
      const { warnings } = requireTaskBranch(session, position);
      // What a review left or discarded was verified otherwise than it is committed, and may be: unless somebody else
      // committed it since.
      const put_aside = new Set([...session.left_files, ...session.discarded_files.map(({ path }) => path)]);
      const foreign = new Set(facts.unverified?.foreign ?? []);
      const unverified = (facts.unverified?.paths ?? []).filter(
        (path) => !path.startsWith('../') && (foreign.has(path) || !put_aside.has(path)),
      );
      if (unverified.length > 0) return sendBackToVerify(session, unverified, warnings);
      return {
        session,
        to: 'next',
        effect: {
          kind: 'merge',
          session_id: session.session_id,
          task_branch: session.task_branch ?? '',
          base_branch: session.base_branch ?? '',
          tip: position.task_tip ?? '',
          message: `Merge ${session.task_branch}\n\n${session.query.trim().split('\n')[0] ?? ''}`,
        },
        warnings,
      };
    },
  }),
);
