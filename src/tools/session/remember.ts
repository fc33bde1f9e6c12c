import type { Session } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ToolContext } from '../context.ts';
import { changeSession } from './change-session.ts';
import { currentSession } from './current.ts';

/**
 * Lets the open session keep what a side tool found. Nothing happens where none is open, where it is not this server's to
 * change, or while a submission is carried out: to look something up must never disturb that. Answers whether it was kept.
 */
export async function remember(
  context: ToolContext,
  change: (session: Session) => Session,
): Promise<boolean> {
  if (context.worker || context.active.job || context.active.verification) return false;
  try {
    const open = await currentSession(context);
    if (!open || change(open.session) === open.session) return false;
    await changeSession(context, change);
    return true;
  } catch (error) {
    // The answer of the tool does not depend on it; a checkpoint that cannot be written is said by the session's own tools.
    if (error instanceof Refusal) return false;
    throw error;
  }
}
