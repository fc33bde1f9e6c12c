import type { Checkpoint } from '../../session/ports.ts';
import { type Session, SessionId } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { hold } from './active-session.ts';
import { type Done, settlePending } from './carry-out.ts';

/** Refuses where this server serves an agent of a headless run: the session belongs to the run (claude-code.md, Hooks). */
export function refuseWorker({ worker }: ToolContext): void {
  if (worker) throw new Refusal('worker_session', message('session.worker_session'));
}

/**
 * The session of this server as it is on the disk now, another server of the same client may have moved it on; what a
 * crash left pending is settled first. null: none is open here.
 */
export async function currentSession(context: ToolContext): Promise<Done | null> {
  const { active, checkpoints } = context;
  if (!active.session) return null;
  const plain = (session: Session): Done => ({ session, reply: {}, warnings: [] });
  if (active.unsaved) return plain(active.session);
  const { session_id } = active.session;
  const found = await checkpoints.load(session_id);
  if (!found) {
    // The file may have gone with `git clean`: what memory holds is written again. Ended elsewhere, it is over.
    if (await checkpoints.ended(session_id)) hold(active, null);
    return active.session && plain(active.session);
  }
  // What this server's own job has pending, the job settles: nobody waits for it here.
  if (!found.session.pending || active.job) {
    hold(active, found.session);
    return plain(found.session);
  }
  return checkpoints.locked(async () => {
    const now = await checkpoints.load(session_id);
    return now?.session.pending ? settlePending(context, now.session) : now && plain(now.session);
  });
}

/** A session id that came as an argument, or lies in a file: refused before it names anything. */
export function checkedId(id: string): string {
  if (!SessionId.safeParse(id).success)
    throw new Refusal(
      'unknown_session',
      message('session.unknown_session', { id: id.slice(0, 60), known: '-' }),
    );
  return id;
}

/** Whether a session may be taken over here without being named: this client's, or one whose client is dead. */
const isFree = ({ held, own, client_alive, other_host }: Checkpoint): boolean =>
  !held && !other_host && (own || !client_alive);

/** The unfinished sessions of the project, by what may be done with them; newest first, this client's own before others. */
export function sortedOut(all: readonly Checkpoint[], except: string | null = null) {
  const others = all.filter(({ session }) => session.session_id !== except);
  const free = others.filter(isFree);
  return {
    /** May be restored without being named. */
    free: [...free.filter(({ own }) => own), ...free.filter(({ own }) => !own)],
    /** Written on another machine: restored only when named. */
    foreign: others.filter(({ other_host }) => other_host),
    /** At work in another client, or in another server: neither offered nor touched. */
    held: others.filter((checkpoint) => !checkpoint.other_host && !isFree(checkpoint)),
  };
}
