import { positionWarnings } from '../../session/git-guard.ts';
import type { Checkpoint } from '../../session/ports.ts';
import { stepOf } from '../../session/route.ts';
import type { Session } from '../../session/session.ts';
import { shorten } from '../../shared/characters.ts';
import { Refusal } from '../../shared/refusal.ts';
import { type Message, message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { hold } from './active-session.ts';
import { type Done, settlePending } from './carry-out.ts';
import { checkedId, sortedOut } from './current.ts';
import { positionOf } from './gather.ts';
import { whileLocked } from './locked.ts';

/** What is told of an unfinished session (session-flow.md, start_session). */
export const checkpointInfo = ({ session, other_host }: Checkpoint) => ({
  session_id: session.session_id,
  phase: session.phase,
  step: stepOf(session),
  query: shorten(session.query, 200),
  checkpoint_at: session.checkpoint_at,
  ...(other_host && { host: session.owner?.host }),
});

/**
 * Chooses the session to restore: the one that is named, else the newest of this client that no living server holds,
 * else the newest whose client is dead. null: there is none. Refuses one that another client is at work on.
 */
export async function findRestorable(
  context: ToolContext,
  named: string | undefined,
): Promise<Checkpoint | null> {
  const all = await context.checkpoints.list();
  const { free, held } = sortedOut(all, context.active.session?.session_id ?? null);
  if (named === undefined) return free[0] ?? null;
  const id = checkedId(named);
  const found = all.find(({ session }) => session.session_id === id);
  if (!found) {
    const known = all.map(({ session }) => session.session_id).slice(0, 10);
    throw new Refusal(
      'unknown_session',
      message('session.unknown_session', { id, known: known.join(', ') || '-' }),
    );
  }
  if (held.includes(found) && !found.own)
    throw new Refusal(
      'session_open',
      message('session.session_held', { id, pid: found.session.owner?.client.pid ?? 0 }),
    );
  return found;
}

/** Makes a checkpoint the session of this server: settles what was pending, takes ownership, says where git differs. */
export async function restore(context: ToolContext, checkpoint: Checkpoint): Promise<Done> {
  const { active, checkpoints } = context;
  const id = checkpoint.session.session_id;
  return whileLocked(context, async () => {
    const found = await checkpoints.load(id);
    if (!found) throw new Refusal('unknown_session', message('session.unknown_session', { id, known: '-' }));
    hold(active, found.session);
    if (found.session.git && found.session.start_snapshot)
      await context.git.keep(id, found.session.start_snapshot);
    if (found.session.pending) return settlePending(context, found.session);
    const saved = await checkpoints.save(found.session, { at: found.session.checkpoint_at });
    hold(active, saved);
    return { session: saved, reply: {}, warnings: [] };
  });
}

/** What a restored session's instruction carries besides: the reader has seen nothing (session-flow.md, get_session_status). */
export function recoveredWords(session: Session): Message[] {
  const { exploration, verify } = session;
  const findings = exploration?.findings.slice(0, 5).map((finding) => shorten(finding, 150)) ?? [];
  const files = exploration?.explored_files.slice(0, 20) ?? [];
  const definitions = knownDefinitions(session);
  return [
    message('session.recovered', { intent: session.intent, query: shorten(session.query, 300) }),
    ...(findings.length > 0
      ? [message('session.recovered_findings', { findings: findings.join(' / ') })]
      : []),
    ...(files.length > 0
      ? [message('session.recovered_files', { files: shorten(files.join(', '), 400) })]
      : []),
    ...(definitions.length > 0
      ? [message('session.recovered_definitions', { definitions: shorten(definitions.join(', '), 400) })]
      : []),
    ...(verify.commands.length > 0
      ? [message('session.recovered_verify', { commands: shorten(verify.commands.join(' ; '), 200) })]
      : []),
  ];
}

/** What `find_definitions` found, newest first: `name (file:line)`. Entries of other shapes are not shown. */
function knownDefinitions({ definitions_cache: cache }: Session): string[] {
  return Object.entries(cache)
    .reverse()
    .flatMap(([asked, places]) => {
      const [symbol] = JSON.parse(asked) as unknown[];
      const [first] = Array.isArray(places) ? (places as unknown[]) : [];
      return typeof symbol === 'string' && typeof first === 'string' ? [`${symbol} (${first})`] : [];
    })
    .slice(0, 10);
}

/** Where the repository no longer is as the session left it, what differs and what to do. */
export async function repositoryWarnings(context: ToolContext, session: Session): Promise<Message[]> {
  if (!session.git || !session.task_branch) return [];
  return positionWarnings(session, await positionOf(context, session));
}
