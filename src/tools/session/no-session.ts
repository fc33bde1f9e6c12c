import type { Checkpoint } from '../../session/ports.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { sortedOut } from './current.ts';
import { checkpointInfo } from './restore.ts';

/**
 * Nothing to go on with. Sessions that may not be taken up unasked (of another machine, or of a client at work) are told:
 * that there is nothing and that it may not be touched are two answers.
 */
export function noSession({ say }: ToolContext, all: readonly Checkpoint[]): Refusal {
  const { free, foreign, held } = sortedOut(all);
  const others = [...free, ...foreign, ...held];
  if (others.length === 0)
    return new Refusal('no_session', message('session.no_session'), {
      instruction: say(message('session.no_session_next')),
      call: 'start_session',
    });
  return new Refusal('no_session', message('session.no_session_here'), {
    other_sessions: others.slice(0, 10).map((each) => ({
      ...checkpointInfo(each),
      ...(held.includes(each) && { held_by_process: each.session.owner?.client.pid ?? null }),
    })),
    call: 'get_session_status',
  });
}
