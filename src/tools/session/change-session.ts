import type { Session } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { endJob, hold } from './active-session.ts';
import { currentSession, refuseWorker } from './current.ts';
import { whileLocked } from './locked.ts';
import { noSession } from './no-session.ts';

/** The open session, or `no_session`. */
export async function openSession(context: ToolContext): Promise<Session> {
  refuseWorker(context);
  const open = await currentSession(context);
  if (open && open.session.phase !== 'SESSION_COMPLETE') return open.session;
  throw noSession(context, await context.checkpoints.list());
}

/** Changes the open session outside of `submit_phase`, on its newest state, and saves it. `change` may refuse. */
export async function changeSession(
  context: ToolContext,
  change: (session: Session) => Session,
): Promise<Session> {
  const { active, checkpoints } = context;
  // A submission that is still carried out would answer with a state that is no longer true.
  await endJob(active);
  const open = await openSession(context);
  return whileLocked(context, async () => {
    const now = active.unsaved ? null : await checkpoints.load(open.session_id);
    if (!now && !active.unsaved && (await checkpoints.ended(open.session_id))) {
      hold(active, null);
      throw noSession(context, []);
    }
    const changed = change(now?.session ?? open);
    const saved = await checkpoints.save(changed);
    hold(active, saved);
    return saved;
  });
}

/** Refuses a side tool where the session has not explored yet; `--fast`, `--quick` and `--only-verify` explore nothing (session-flow.md, Side tools). */
export function refuseBeforeExploration(session: Session, tool: string): void {
  const explored =
    session.exploration !== null || session.fast_mode || session.quick_mode || session.only_verify;
  if (!explored || session.phase === 'EXPLORATION')
    throw new Refusal('wrong_phase', message('session.wrong_phase', { tool, phase: session.phase }), {
      phase: session.phase,
    });
}
