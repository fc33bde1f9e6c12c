import { agreementOf } from '../../session/agreement.ts';
import { ownsTaskBranch } from '../../session/branch-name.ts';
import { refusalBrief } from '../../session/brief.ts';
import type { Effect, Outcome } from '../../session/effects.ts';
import { Effect as EffectSchema } from '../../session/effects.ts';
import { Session } from '../../session/session.ts';
import { settle, stillTrue } from '../../session/settle.ts';
import { isComplete, type Submitted } from '../../session/submit.ts';
import { Refusal } from '../../shared/refusal.ts';
import { type Message, message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { hold } from './active-session.ts';

/** A session after its effect, and what that adds to the answer. */
export interface Done {
  readonly session: Session;
  readonly reply: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Message[];
}

/**
 * Carries a decision out: the intention is saved, then the effect, then the new state (session-flow.md, Effects). Must
 * run while the project's checkpoints are locked. A refusal leaves session, repository and checkpoint as they were.
 */
export async function carryOut(
  context: ToolContext,
  before: Session,
  submitted: Submitted,
  data: unknown,
  signal: AbortSignal,
): Promise<Done> {
  const { effect, session, reply, warnings } = submitted;
  if (effect === null) return finish(context, { session, reply, warnings }, submitted.left, false);
  await savePending(context, before, submitted, effect, data);
  let outcome: Outcome;
  try {
    outcome = await context.git.perform(effect, signal);
  } catch (error) {
    // A refusal that git's part decided on left everything as it was: nothing to look for, no lock to wait for once more.
    // What was cancelled, or where git failed on the way, may have passed its point of no return: then it is done all the same.
    const commits = effect.kind === 'commit' || effect.kind === 'merge';
    const looks = !(error instanceof Refusal) || (commits && error.cause !== undefined);
    const done = looks ? await look(context, effect, error) : null;
    if (!done) {
      if (error instanceof Refusal && error.details.kind === 'conflict' && Array.isArray(error.details.files))
        context.active.conflicts = error.details.files as string[];
      await putBack(context, before);
      throw error;
    }
    outcome = done;
  }
  if (outcome.kind === 'resolve_stale' && outcome.stopped) throw await stopped(context, before, outcome);
  const settled = settle(session, outcome);
  const noted = await noteTree(context, settled.session, outcome);
  const learned = await keepLearned(context, settled.session, outcome);
  const decided = stillTrue({ reply, warnings }, outcome);
  return finish(
    context,
    {
      session: noted,
      reply: { ...decided.reply, ...settled.reply },
      // What a hook added comes first: of many warnings the last ones wait for the next answer.
      warnings: [...settled.warnings, ...decided.warnings, ...learned],
    },
    submitted.left,
    true,
  );
}

/** What came of an effect that failed. Where even that cannot be told now, `pending` stays for the next call to settle. */
async function look({ git, say }: ToolContext, effect: Effect, error: unknown): Promise<Outcome | null> {
  try {
    return await git.recover(effect);
  } catch (second) {
    if (!(error instanceof Refusal) || !(second instanceof Refusal)) throw second;
    const words = message('git.unsettled', { first: say(error.reason) });
    throw new Refusal('git_state', words, { ...second.details, ...error.details }, { cause: second });
  }
}

async function savePending(
  context: ToolContext,
  before: Session,
  { session, reply }: Submitted,
  effect: Effect,
  data: unknown,
) {
  const files = effect.kind === 'commit' ? [...effect.keep, ...effect.discard] : [];
  await context.checkpoints.save({
    ...before,
    pending: {
      step: session.completed_steps.at(-1) ?? 0,
      submission: data,
      head: 'head' in effect ? effect.head : null,
      files,
      message: 'message' in effect ? effect.message : '',
      effect,
      next: { ...session, pending: null },
      reply: { ...reply },
      at: context.now().toISOString(),
    },
  });
}

/** The checkpoint as it was; where even that fails, the next start finds `pending` and drops it. */
async function putBack({ checkpoints }: ToolContext, before: Session): Promise<void> {
  try {
    await checkpoints.save({ ...before, pending: null }, { at: before.checkpoint_at });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Some branches were resolved, the rest is open: the one refusal that follows a change. */
async function stopped(
  context: ToolContext,
  before: Session,
  outcome: Outcome & { kind: 'resolve_stale' },
): Promise<Refusal> {
  const done = new Set(outcome.done.map(({ branch }) => branch));
  const open = before.stale_branches.filter(({ branch }) => !done.has(branch));
  const saved = await context.checkpoints.save({ ...before, pending: null, stale_branches: open });
  hold(context.active, saved);
  const at = outcome.stopped;
  return new Refusal(
    'merge_conflict',
    message('session.stale_not_resolved', {
      branch: at?.branch ?? '',
      problem: at?.kind ?? 'other',
      files: at?.files.slice(0, 20).join(', ') ?? '',
      output: at?.output.slice(-1000) ?? '',
    }),
    {
      ...refusalBrief(saved, context.say),
      stale_branches: open.slice(0, 20),
      kind: at?.kind,
      files: at?.files,
      done: outcome.done,
      open: open.map(({ branch }) => branch),
    },
  );
}

/** Moments that are noted after an effect: the start anew once branches were switched, and the tree after a commit. */
async function noteTree({ git }: ToolContext, session: Session, outcome: Outcome): Promise<Session> {
  if (outcome.kind === 'resolve_stale' && session.start_snapshot)
    return { ...session, start_snapshot: await git.snapshot({ keep_as: session.session_id }) };
  if (outcome.kind === 'commit') return { ...session, reviewed_snapshot: await git.snapshot() };
  return session;
}

/** A merged session's words are kept for later ones. What cannot be written is said: the merge is done all the same. */
async function keepLearned(
  { agreements }: ToolContext,
  session: Session,
  outcome: Outcome,
): Promise<Message[]> {
  const text = outcome.kind === 'merge' && outcome.merged ? agreementOf(session) : null;
  if (text === null) return [];
  try {
    await agreements.learn(session.session_id, text);
    return [];
  } catch (error) {
    return [message('session.not_learned', { reason: String(error).slice(0, 200) })];
  }
}

/** Saves the new state, or puts the checkpoint away where the session is over. */
async function finish(context: ToolContext, done: Done, left: boolean, touched: boolean): Promise<Done> {
  const { active, checkpoints, git } = context;
  const { session } = done;
  if (isComplete(session)) {
    // The file goes last: who dies in between finds it, and ends the session again.
    if (session.git) await git.forget(session.session_id);
    if (left) await checkpoints.discard(session.session_id);
    else await checkpoints.remove(session.session_id);
    hold(active, null);
    return done;
  }
  try {
    hold(active, await checkpoints.save({ ...session, pending: null }));
    return done;
  } catch (error) {
    // Before anything was touched the submission is not taken. After that it is, and memory is ahead of the disk.
    if (!touched || !(error instanceof Refusal)) throw error;
    hold(active, session);
    active.unsaved = true;
    const reason = context.say(error.reason);
    return {
      session,
      reply: { ...done.reply, checkpoint_saved: false },
      warnings: [message('session.checkpoint_not_saved', { reason }), ...done.warnings],
    };
  }
}

/**
 * Settles what a crash left pending: what git shows to be done is completed, the rest is dropped; nothing is done twice.
 * Must run while the project's checkpoints are locked.
 */
export async function settlePending(context: ToolContext, session: Session): Promise<Done> {
  const { pending } = session;
  const effect = pending ? EffectSchema.safeParse(pending.effect) : null;
  const next = pending ? Session.refine(ownsTaskBranch).safeParse(pending.next) : null;
  const outcome = effect?.success && next?.success ? await context.git.recover(effect.data) : null;
  if (!pending || !outcome || !next?.success || (outcome.kind === 'resolve_stale' && outcome.stopped)) {
    const saved = await context.checkpoints.save({ ...session, pending: null });
    hold(context.active, saved);
    return { session: saved, reply: {}, warnings: pending ? [message('session.pending_dropped')] : [] };
  }
  const settled = settle(next.data, outcome);
  const noted = await noteTree(context, settled.session, outcome);
  const learned = await keepLearned(context, settled.session, outcome);
  return finish(
    context,
    {
      session: noted,
      reply: { ...stillTrue({ reply: pending.reply, warnings: [] }, outcome).reply, ...settled.reply },
      warnings: [message('session.pending_completed'), ...settled.warnings, ...learned],
    },
    false,
    true,
  );
}

/** Before a session is put away: what a crash left half done in the repository is completed or undone, and forgotten by nobody. */
export async function settleGit({ git }: ToolContext, { pending }: Session): Promise<void> {
  const effect = EffectSchema.safeParse(pending?.effect);
  if (pending && effect.success) await git.recover(effect.data);
}
