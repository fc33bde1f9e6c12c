import { z } from 'zod';
import { message } from '../../text/text.ts';
import { branchBase } from '../branch-name.ts';
import { choice } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';
import { makesBranch } from '../session.ts';

/** What is shown of a stale branch before anything is chosen. */
const shown = (branches: readonly { branch: string; base: string | null; unmerged_commits: number }[]) =>
  branches
    .slice(0, 10)
    .map(({ branch, base, unmerged_commits }) => `${branch} (${base ?? '?'}, +${unmerged_commits})`)
    .join(', ');

/** Step 2: task branches that earlier sessions left (session-flow.md, Stale branches). */
export const branchIntervention = definePhase(
  'BRANCH_INTERVENTION',
  { detour: 'stale' },
  defineStep({
    step: 2,
    payload: z.object({ choice: choice(['delete', 'merge', 'continue']) }),
    instruction: ({ stale_branches }) => [
      message('session.at_branch_intervention', {
        count: stale_branches.length,
        branches: shown(stale_branches),
      }),
    ],
    decide: (session, { choice: chosen }) => {
      const branches = session.stale_branches;
      if (chosen !== 'continue')
        return {
          session: { ...session, stale_branches: [] },
          to: 'next',
          effect: {
            kind: 'resolve_stale',
            action: chosen,
            branches,
            session_id: session.session_id,
            message: session.query.trim().split('\n')[0] ?? '',
          },
        };
      const held = branches.find(({ checked_out }) => checked_out);
      const adopted = held && makesBranch(session) ? held : undefined;
      return {
        session: {
          ...session,
          stale_branches: [],
          ...(adopted && {
            task_branch: adopted.branch,
            base_branch: adopted.base ?? branchBase(adopted.branch),
            task_tip: adopted.tip,
          }),
        },
        to: 'next',
        reply: {
          adopted_branch: adopted?.branch ?? null,
          left_branches: branches.filter((each) => each !== adopted).map(({ branch }) => branch),
        },
      };
    },
  }),
);
