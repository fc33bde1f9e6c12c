import { z } from 'zod';
import { branchBase, branchCommands, branchSession } from '../../session/branch-name.ts';
import type { Effect } from '../../session/effects.ts';
import type { Checkpoint } from '../../session/ports.ts';
import type { Session, StaleBranch } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { type Call, defineTool } from '../tool.ts';
import { endJob, hold } from './active-session.ts';
import { settleGit } from './carry-out.ts';
import { currentSession, refuseWorker, sortedOut } from './current.ts';
import { whileLocked } from './locked.ts';

const input = z.object({
  action: z
    .enum(['delete', 'merge', 'list', 'end'])
    .default('delete')
    .describe(
      'delete: stale branches and unowned checkpoints, and this client’s session, are put away (restorable). merge: stale branches into their bases. list: only tell. end: leave the current session, nothing else.',
    ),
  branches: z
    .array(z.string())
    .optional()
    .describe('Only these task branches; by default all that are stale.'),
});

/** Leaves the current session on the user's word: working tree, index and branch stay (session-flow.md, User escalation, and leaving). */
async function end(context: ToolContext, open: Session | null) {
  const session =
    open ?? sortedOut(await context.checkpoints.list()).free.find(({ own }) => own)?.session ?? null;
  if (!session) throw new Refusal('no_session', message('session.nothing_to_end'));
  await stopWork(context);
  if (session.git) await context.git.forget(session.session_id);
  await whileLocked(context, () => context.checkpoints.discard(session.session_id));
  hold(context.active, null);
  const survey = session.git ? await context.git.survey() : null;
  const uncommitted = survey?.kind === 'repository' ? survey.dirty.slice(0, 50) : [];
  return {
    ended: session.session_id,
    message: context.say(message('session.cleanup_ended', { id: session.session_id })),
    ...branchCommands(session),
    // The commands are about commits: what is not committed goes with the working tree.
    ...(uncommitted.length > 0 && { uncommitted_files: uncommitted }),
  };
}

async function stopWork({ active, verifier }: ToolContext): Promise<void> {
  await endJob(active);
  if (active.verification) await verifier.cancel();
  active.verification = null;
}

/** Stale task branches, of which `wanted` picks some; refuses a name that is none of them. */
async function staleBranches(
  context: ToolContext,
  own: string | null,
  held: readonly Checkpoint[],
  wanted: readonly string[] | undefined,
) {
  const survey = await context.git.survey();
  if (survey.kind !== 'repository') return [];
  const all = await context.git.staleBranches({
    own,
    held: held.flatMap(({ session }) => session.task_branch ?? []),
  });
  if (!wanted) return all;
  const unknown = wanted.filter((name) => !all.some(({ branch }) => branch === name));
  if (unknown.length > 0)
    throw new Refusal(
      'invalid_arguments',
      message('session.cleanup_unknown_branches', {
        branches: unknown.join(', ').slice(0, 500),
        known:
          all
            .map(({ branch }) => branch)
            .join(', ')
            .slice(0, 1000) || '-',
      }),
      { key: 'branches' },
    );
  return all.filter(({ branch }) => wanted.includes(branch));
}

async function resolve(
  context: ToolContext,
  action: 'delete' | 'merge',
  branches: readonly StaleBranch[],
  call: Call,
) {
  if (branches.length === 0) return { branches: [] };
  const effect: Effect = {
    kind: 'resolve_stale',
    action,
    branches: [...branches],
    // Trash is kept by session; these have no session of ours, so each is named by its own.
    session_id: branchSession(branches[0]?.branch ?? '') ?? 'cleanup',
    message: '',
  };
  const outcome = await context.git.perform(effect, call.signal);
  if (outcome.kind !== 'resolve_stale') return { branches: [] };
  const { done, stopped } = outcome;
  const resolved = new Set(done.map(({ branch }) => branch));
  const open = branches.map(({ branch }) => branch).filter((branch) => !resolved.has(branch));
  return { branches: done, ...(stopped && { stopped }), ...(open.length > 0 && { open }) };
}

/** Without `action`: everything of dead or own sessions goes, restorable (session-flow.md, Side tools). */
async function clean(
  context: ToolContext,
  open: Session | null,
  wanted: readonly string[] | undefined,
  call: Call,
) {
  await stopWork(context);
  const { checkpoints } = context;
  return whileLocked(context, async () => {
    const sorted = sortedOut(await checkpoints.list());
    const own = wanted === undefined ? null : (open?.task_branch ?? null);
    const stale = await staleBranches(context, own, sorted.held, wanted);
    const result = await resolve(context, 'delete', stale, call);
    const set_aside: string[] = [];
    if (wanted === undefined) {
      for (const { session } of sorted.free) {
        await settleGit(context, session);
        await checkpoints.discard(session.session_id);
        if (session.git) await context.git.forget(session.session_id);
        set_aside.push(session.session_id);
      }
      if (open && !set_aside.includes(open.session_id)) {
        await checkpoints.discard(open.session_id);
        set_aside.push(open.session_id);
      }
      hold(context.active, null);
    }
    return {
      ...result,
      checkpoints_set_aside: set_aside,
      session_reset: wanted === undefined && open !== null,
    };
  });
}

export const cleanupStaleBranches = defineTool({
  name: 'cleanup_stale_branches',
  title: 'Clean up branches, or leave the session',
  description:
    'Puts away what earlier sessions left: without action it deletes all stale task branches (their tips stay in trash refs; the answer has the command that restores each), sets unowned checkpoints aside and resets this client’s session. merge: each stale branch into its own base. list: only tells. end: leaves the current session on the user’s word; files, index and branch stay. Call it only when the user asked for it (/code --clean) or chose it.',
  searchHint:
    'cleanup clean stale branches branch delete merge end leave session checkpoint reset cleanup_stale_branches',
  input,
  readOnly: false,
  destructive: true,
  async run({ action, branches }, context, call) {
    refuseWorker(context);
    const { checkpoints } = context;
    const open = (await currentSession(context))?.session ?? null;
    if (action === 'end') return end(context, open);
    if (action === 'delete') return clean(context, open, branches, call);
    const sorted = sortedOut(await checkpoints.list());
    const own = open?.task_branch ?? null;
    const stale = await staleBranches(context, own, sorted.held, branches);
    if (action === 'merge') return whileLocked(context, () => resolve(context, 'merge', stale, call));
    return {
      branches: stale.map((each) => ({ ...each, base: each.base ?? branchBase(each.branch) })),
      checkpoints: [...sorted.free, ...sorted.foreign].map(({ session }) => ({
        session_id: session.session_id,
        phase: session.phase,
        task_branch: session.task_branch,
        checkpoint_at: session.checkpoint_at,
      })),
      held: sorted.held.map(({ session }) => ({
        session_id: session.session_id,
        pid: session.owner?.client.pid ?? null,
      })),
    };
  },
});
