import type { Facts } from '../../session/facts.ts';
import type { Session } from '../../session/session.ts';
import { type Submitted, submit } from '../../session/submit.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import type { Call } from '../tool.ts';
import { hold, type Job } from './active-session.ts';
import { answer, withBrief } from './answer.ts';
import { carryOut, type Done, settleGit } from './carry-out.ts';
import { gather } from './gather.ts';
import { noSession } from './no-session.ts';

/** Moves on while another process changed the session meanwhile; more often than this is no coincidence. */
const MOST_ATTEMPTS = 5;

/** Gathers what the decision asks for, and decides. */
async function decide(context: ToolContext, session: Session, data: unknown, call: Call): Promise<Submitted> {
  let facts: Facts = {};
  for (;;) {
    const result = submit(session, data, facts);
    if (result.kind === 'decided') return result;
    facts = { ...facts, ...(await gather(context, session, result.requests, data, call)) };
  }
}

/** The same state: nobody wrote the checkpoint since. */
const same = (a: Session, b: Session): boolean =>
  a.checkpoint_at === b.checkpoint_at && a.submissions === b.submissions;

/**
 * Takes one submission: facts, decision, effect, new state, answer. The decision is made without the lock (verify
 * commands take long) and holds only if the checkpoint is still the one that it was made on.
 */
async function takeSubmission(
  context: ToolContext,
  start: Done,
  data: unknown,
  call: Call,
): Promise<Record<string, unknown>> {
  const { active, checkpoints } = context;
  let session = start.session;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const current = session;
    const decided = await withBrief(context, current, () => decide(context, current, data, call));
    if (decided.stays)
      return answer(context, current, {
        reply: decided.reply,
        warnings: [...start.warnings, ...decided.warnings],
        before: [message('session.verification_running')],
      });
    const done = await withBrief(context, current, () =>
      checkpoints.locked(async (): Promise<Done | null> => {
        const now = active.unsaved ? null : await checkpoints.load(current.session_id);
        if (!now && !active.unsaved && (await checkpoints.ended(current.session_id))) {
          hold(active, null);
          return null;
        }
        if (now && !same(now.session, current)) {
          session = now.session;
          return null;
        }
        const done = await carryOut(context, current, decided, data, call.signal);
        if (decided.refusal) throw decided.refusal;
        return done;
      }, call.signal),
    );
    if (!active.session && !done) throw noSession(context, await checkpoints.list());
    if (!done) continue;
    await endVerification(context);
    if (current.offered_session !== null) await putAsideOffered(context, current.offered_session);
    return answer(context, done.session, {
      reply: done.reply,
      warnings: [...start.warnings, ...done.warnings],
      before: decided.left ? [message('session.left')] : [],
    });
  }
  throw new Error('the session was changed by another process again and again');
}

/** A submission that was taken ends a run of the verify commands that nobody waits for any more. */
async function endVerification({ active, verifier }: ToolContext): Promise<void> {
  if (!active.verification) return;
  active.verification = null;
  await verifier.cancel();
}

/** The first submission to a new session sets the old one aside, unless a client has taken it up meanwhile. */
async function putAsideOffered(context: ToolContext, id: string): Promise<void> {
  const { checkpoints } = context;
  const found = await checkpoints.load(id);
  if (!found || found.held) return;
  await settleGit(context, found.session);
  await checkpoints.discard(id);
}

/** Sorted keys: the same payload is the same text. */
export function payloadKey(data: unknown): string {
  return (
    JSON.stringify(data, (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ) ?? ''
  );
}

/** Starts a submission as a job and waits for it as long as a call may; what takes longer is answered as running. */
export async function submitAsJob(
  context: ToolContext,
  start: Done,
  data: unknown,
  call: Call,
): Promise<Record<string, unknown>> {
  const abort = new AbortController();
  const forward = () => abort.abort(call.signal.reason);
  call.signal.addEventListener('abort', forward, { once: true });
  const job: Job = {
    key: payloadKey(data),
    abort,
    result: takeSubmission(context, start, data, { signal: abort.signal, progress: call.progress }),
  };
  job.result.catch(() => undefined);
  context.active.job = job;
  try {
    return await waitForJob(context, job, start.session, call);
  } finally {
    call.signal.removeEventListener('abort', forward);
  }
}

/** Waits for a job that is under way; takes its answer, or says that it still runs. */
export async function waitForJob(
  context: ToolContext,
  job: Job,
  session: Session,
  call: Call,
): Promise<Record<string, unknown>> {
  const { active, patienceMs } = context;
  const abandon = () => job.abort.abort(call.signal.reason);
  call.signal.addEventListener('abort', abandon, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<'running'>((resolve) => {
    timer = setTimeout(() => resolve('running'), patienceMs + JOB_GRACE_MS);
  });
  try {
    const result = await Promise.race([job.result, patience]);
    if (result !== 'running') {
      active.job = null;
      return result;
    }
    return answer(context, session, { reply: { running: true }, before: [message('session.running')] });
  } catch (error) {
    active.job = null;
    throw error;
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', abandon);
  }
}

/** The verifier answers `running` after the same patience; its answer must win. */
const JOB_GRACE_MS = 2_000;
