import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';

/**
 * Runs `work` while no other server changes a session of this project. Waits as long as a call may; then refuses
 * (`checkpoint_failed`): another server is carrying out something long.
 */
export async function whileLocked<Result>(
  { checkpoints, patienceMs }: ToolContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const patience = AbortSignal.timeout(patienceMs);
  let begun = false;
  try {
    return await checkpoints.locked(() => {
      begun = true;
      return work();
    }, patience);
  } catch (error) {
    if (begun || !patience.aborted) throw error;
    throw new Refusal('checkpoint_failed', message('session.busy'), {}, { cause: error });
  }
}
