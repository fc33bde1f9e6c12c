import type { Session } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { hold } from './active-session.ts';
import { currentSession, refuseWorker } from './current.ts';

/** The open session, or `no_session`. */
export async function openSession(context: ToolContext): Promise<Session> {
  refuseWorker(context);
  const open = await currentSession(context);
  if (open && open.session.phase !== 'SESSION_COMPLETE') return open.session;
  const unfinished = await context.checkpoints.list();
  throw new Refusal(
    'no_session',
    unfinished.length > 0 ? message('session.no_session_here') : message('session.no_session'),
  );
}

/** Changes the open session outside of `submit_phase`, on its newest state, and saves it. `change` may refuse. */
export async function changeSession(
  context: ToolContext,
  change: (session: Session) => Session,
): Promise<Session> {
  const { active, checkpoints } = context;
  const open = await openSession(context);
  return checkpoints.locked(async () => {
    const now = active.unsaved ? null : await checkpoints.load(open.session_id);
    if (!now && !active.unsaved && (await checkpoints.ended(open.session_id))) {
      hold(active, null);
      throw new Refusal('no_session', message('session.no_session'));
    }
    const changed = change(now?.session ?? open);
    const saved = await checkpoints.save(changed);
    hold(active, saved);
    return saved;
  });
}

/** Refuses a side tool where the session has not explored yet; `--fast` and `--quick` explore nothing (session-flow.md, Side tools). */
export function refuseBeforeExploration(session: Session, tool: string): void {
  const explored = session.exploration !== null || session.fast_mode || session.quick_mode;
  if (!explored || session.phase === 'EXPLORATION')
    throw new Refusal('wrong_phase', message('session.wrong_phase', { tool, phase: session.phase }), {
      phase: session.phase,
    });
}
