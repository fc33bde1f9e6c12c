import { z } from 'zod';
import { isComplete } from '../../session/submit.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { type Call, defineTool } from '../tool.ts';
import { endJob } from './active-session.ts';
import { answer } from './answer.ts';
import type { Done } from './carry-out.ts';
import { currentSession, refuseWorker, sortedOut } from './current.ts';
import { noSession } from './no-session.ts';
import { restore } from './restore.ts';
import { payloadKey, submitAsJob, waitForJob } from './take.ts';

/** The session to submit to; with none in memory, the one of this client on disk is restored first. */
async function sessionToSubmitTo(context: ToolContext): Promise<Done> {
  const open = await currentSession(context);
  if (open) return open;
  const all = await context.checkpoints.list();
  const { free } = sortedOut(all);
  const own = free.find((checkpoint) => checkpoint.own);
  if (own) {
    const done = await restore(context, own);
    return { ...done, reply: { ...done.reply, recovered_from_checkpoint: true } };
  }
  if (free[0]) {
    const { session_id: id } = free[0].session;
    throw new Refusal('no_session', message('session.restore_first', { id }), { call: 'get_session_status' });
  }
  throw noSession(context, all);
}

/** Takes a submission, or waits for the one that is under way. */
export async function submitData(
  context: ToolContext,
  data: unknown,
  call: Call,
): Promise<Record<string, unknown>> {
  const { active } = context;
  const { job, session } = active;
  if (job && session) {
    if (job.key === payloadKey(data)) return waitForJob(context, job, session, call);
    // Another payload ends what runs, and is judged on what came of it.
    await endJob(active);
  }
  const start = await sessionToSubmitTo(context);
  // What was pending turned out to have ended the session: that is the answer.
  if (isComplete(start.session)) return answer(context, start.session, start);
  return submitAsJob(context, start, data, call);
}

export const submitPhase = defineTool({
  name: 'submit_phase',
  title: 'Submit the current phase',
  description:
    'Submits the result of the current phase of the /code session and answers with the next one. The one exit of every phase: do what the last instruction asked for, then call this with data in the form of its expected_payload. The server checks it, does the phase’s work (branch, verification, commit, merge), saves the state and says what to do next. Call it until phase is SESSION_COMPLETE. A refusal changes nothing and says what is due. If an answer says running, send the same payload again. Not for subagents.',
  searchHint:
    'submit phase session next step payload continue task complete plan verify commit merge submit_phase',
  input: z.object({
    // Whatever comes is judged by the phase, which refuses with all that a caller needs to go on.
    data: z.unknown().meta({
      type: 'object',
      additionalProperties: true,
      description:
        'The payload of the current phase: an object in the form of expected_payload of the last answer; {} where that is {}.',
    }),
  }),
  readOnly: false,
  sessionTool: true,
  // A model that forgets `data` puts its keys at the top.
  normalise: (args) => ('data' in args ? { ...args, data: args.data ?? {} } : { data: { ...args } }),
  async run({ data }, context, call) {
    refuseWorker(context);
    return submitData(context, data, call);
  },
});
