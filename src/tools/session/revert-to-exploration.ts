import { z } from 'zod';
import { revertToExploration as revert } from '../../session/revert.ts';
import { isComplete } from '../../session/submit.ts';
import { defineTool } from '../tool.ts';
import { hold } from './active-session.ts';
import { answer, withBrief } from './answer.ts';
import { changeSession, openSession } from './change-session.ts';

export const revertToExploration = defineTool({
  name: 'revert_to_exploration',
  title: 'Go back to exploration',
  description:
    'Takes the session back to EXPLORATION when it turns out that the code was not understood, or that committed code has to change. Tasks, branch and counters stay. At the third time the user decides.',
  searchHint: 'revert back exploration explore again return session revert_to_exploration',
  input: z.object({
    keep_results: z
      .boolean()
      .default(true)
      .describe(
        'true: what was found stays, and READY follows EXPLORATION at once. false: explore, assess and analyse anew.',
      ),
  }),
  readOnly: false,
  async run({ keep_results }, context) {
    const open = await openSession(context);
    const session = await withBrief(context, open, () =>
      changeSession(context, (now) => revert(now, keep_results)),
    );
    if (context.active.verification) {
      context.active.verification = null;
      await context.verifier.cancel();
    }
    if (isComplete(session)) {
      await context.checkpoints.remove(session.session_id);
      if (session.git) await context.git.forget(session.session_id);
      hold(context.active, null);
    }
    return answer(context, session, { reply: { reverted_from: open.phase } });
  },
});
