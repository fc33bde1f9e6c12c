import { z } from 'zod';
import type { Session } from '../../session/session.ts';
import { isComplete } from '../../session/submit.ts';
import { nextTask, progressOf, shownTask } from '../../session/tasks.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { type Call, defineTool } from '../tool.ts';
import { endJob } from './active-session.ts';
import { type Answering, answer, withBrief } from './answer.ts';
import type { Done } from './carry-out.ts';
import { checkedId, currentSession, refuseWorker, sortedOut } from './current.ts';
import { noSession } from './no-session.ts';
import { checkpointInfo, findRestorable, recoveredWords, repositoryWarnings, restore } from './restore.ts';
import { submitData } from './submit-phase.ts';
import { waitForJob } from './take.ts';

const input = z.object({
  session_id: z
    .string()
    .optional()
    .describe('Which unfinished session to restore; by default the newest of this client.'),
  kind: z
    .enum(['code', 'workflow'])
    .optional()
    .describe('Look only at /code sessions, or only at workflow runs.'),
});

/** What the status adds to the common keys (session-flow.md, get_session_status). */
function statusOf(session: Session) {
  const due = nextTask(session.tasks);
  const planned = session.completed_steps.includes(12) || session.tasks.length > 0;
  return {
    completed_steps: session.completed_steps,
    task_progress: planned ? { ...progressOf(session.tasks), next_task: due ? shownTask(due) : null } : null,
    tasks: session.tasks.slice(0, 50).map(shownTask),
    flags: {
      no_verify: session.no_verify,
      no_quality: session.no_quality,
      fast_mode: session.fast_mode,
      quick_mode: session.quick_mode,
      no_doc: session.no_doc,
      no_intervention: session.no_intervention,
      only_explore: session.only_explore,
      only_verify: session.only_verify,
      doc_research: session.doc_research,
      gate_level: session.gate_level,
    },
    counters: {
      intervention_count: session.intervention_count,
      quality_revert_count: session.quality_revert_count,
      exploration_revert_count: session.exploration_revert_count,
    },
    branch: { base_branch: session.base_branch, task_branch: session.task_branch },
  };
}

async function statusAnswer(context: ToolContext, session: Session, extra: Answering = {}) {
  if (isComplete(session)) return answer(context, session, extra);
  const answered = await answer(context, session, {
    ...extra,
    reply: { ...statusOf(session), ...extra.reply },
    standing: await repositoryWarnings(context, session),
  });
  return { ...answered, warnings: answered.warnings ?? [] };
}

/** What runs is waited for, and its result taken: the answer is that of the new phase. */
async function underWay(context: ToolContext, call: Call): Promise<Record<string, unknown> | null> {
  const { active } = context;
  if (active.job && active.session) return waitForJob(context, active.job, active.session, call);
  const run = active.verification;
  if (run && active.session?.session_id === run.session_id) return submitData(context, run.payload, call);
  return null;
}

/** A session to which something was submitted does not give way to the one that is restored by name. */
function refuseToLeave(open: Session): void {
  if (open.submissions > 0)
    throw new Refusal('session_open', message('session.other_session_open', { id: open.session_id }), {
      open_session: open.session_id,
    });
}

async function restoredAnswer(
  context: ToolContext,
  named: string | undefined,
  kind: 'code' | 'workflow' | undefined,
) {
  // Workflow runs come with the workflow engine; until then there is none to restore.
  const found = kind === 'workflow' ? null : await findRestorable(context, named);
  if (!found) throw noSession(context, await context.checkpoints.list());
  const open = context.active.session;
  if (open) refuseToLeave(open);
  await endJob(context.active);
  const done: Done = await restore(context, found);
  if (open) {
    // Only now: a restore that failed has cost nothing.
    if (open.git) await context.git.forget(open.session_id);
    await context.checkpoints.remove(open.session_id);
  }
  const sorted = sortedOut(await context.checkpoints.list(), done.session.session_id);
  const others = [...sorted.free, ...sorted.foreign].slice(0, 10).map(checkpointInfo);
  return statusAnswer(context, done.session, {
    reply: {
      recovered_from_checkpoint: true,
      ...(others.length > 0 && { other_sessions: others }),
      ...done.reply,
    },
    warnings: done.warnings,
    before: isComplete(done.session) ? [] : recoveredWords(done.session),
  });
}

export const getSessionStatus = defineTool({
  name: 'get_session_status',
  title: 'Where the session stands',
  description:
    'Tells where the /code session stands and what to submit next: phase, step, instruction, expected_payload, tasks, counters. Call it whenever you are unsure: after the context was compacted, after a restart, after an interruption. With no session in memory it restores the unfinished one from its checkpoint (recovered_from_checkpoint: true); session_id names a certain one. Also waits for what still runs. Not for subagents.',
  searchHint:
    'get session status resume restore recover checkpoint where phase step state get_session_status',
  input,
  readOnly: false,
  sessionTool: true,
  async run({ session_id, kind }, context, call) {
    refuseWorker(context);
    if (session_id !== undefined) checkedId(session_id);
    const open = await currentSession(context);
    const asked = session_id === undefined || session_id === open?.session.session_id;
    if (open && asked && kind !== 'workflow') {
      const running = await underWay(context, call);
      return running ?? statusAnswer(context, open.session, { reply: open.reply, warnings: open.warnings });
    }
    const restored = () => restoredAnswer(context, session_id, kind);
    return open ? withBrief(context, open.session, restored) : restored();
  },
});
