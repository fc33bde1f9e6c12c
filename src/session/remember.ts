import { PhaseName, SESSION_COMPLETE, type Session } from './session.ts';

/** What side tools found while a session was open, kept in it (session-flow.md, QUERY_FRAME to IMPACT_ANALYSIS). */

/** In step order. */
const PHASES = PhaseName.options;
const MOST_MUST_VERIFY = 200;
const MOST_DEFINITIONS = 50;
const MOST_PLACES = 5;

/** Whether what `analyze_impact` finds now is still to be spoken of at IMPACT_ANALYSIS: until READY. */
export const awaitsImpact = ({ phase }: Session): boolean =>
  phase !== SESSION_COMPLETE && PHASES.indexOf(phase) < PHASES.indexOf('READY');

/** Notes what a change must be verified against, newest first, and how the change was described. */
export function rememberImpact(
  session: Session,
  mustVerify: readonly string[],
  description: string,
): Session {
  const fresh = mustVerify.filter((path) => !session.impact_must_verify.includes(path));
  return {
    ...session,
    impact_must_verify: [...fresh, ...session.impact_must_verify].slice(0, MOST_MUST_VERIFY),
    // Files that were not known when the summary was refused are asked for anew.
    impact_reminded: session.impact_reminded && fresh.length === 0,
    ...(description !== '' && { change_description: description.slice(0, 2_000) }),
  };
}

/**
 * Notes where a symbol is defined, newest last, the newest 50 questions. Returns the same session where nothing is new.
 *
 * @param asked what was asked, as checkpoints keep it: `[symbol, path, language or null, exact]` as a JSON text.
 */
export function rememberDefinitions(session: Session, asked: string, places: readonly string[]): Session {
  if (session.phase === SESSION_COMPLETE || places.length === 0) return session;
  const kept = places.slice(0, MOST_PLACES);
  if (JSON.stringify(session.definitions_cache[asked]) === JSON.stringify(kept)) return session;
  const others = Object.entries(session.definitions_cache).filter(([name]) => name !== asked);
  return {
    ...session,
    definitions_cache: Object.fromEntries([...others, [asked, kept]].slice(-MOST_DEFINITIONS)),
  };
}
