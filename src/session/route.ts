import type { Decision, Phase, Step } from './phase.ts';
import { phases } from './phases/index.ts';
import { edits, type PhaseName, ReadySubstep, SESSION_COMPLETE, type Session } from './session.ts';

/** Where a session stands: a phase, and in READY the substep. */
export interface Place {
  readonly phase: PhaseName | typeof SESSION_COMPLETE;
  readonly ready_substep: ReadySubstep | null;
}

const complete: Place = { phase: SESSION_COMPLETE, ready_substep: null };

/** Whether a phase exists for this session: one cell of the phase matrix (session-flow.md, Which phases a session visits). */
export function isPresent(phase: Phase, session: Session): boolean {
  if (session.only_verify) return phase.name === 'POST_IMPL_VERIFY';
  if (phase.editsOnly && !edits(session)) return false;
  return !phase.skippedBy.some((flag) => session[flag]);
}

/** The phase of that name. */
export function phaseNamed(name: PhaseName): Phase {
  const phase = phases.find((candidate) => candidate.name === name);
  if (!phase) throw new Error(`no phase is named ${name}`);
  return phase;
}

/** The phase and step where a session stands; null when it is complete. */
export function locate(place: Place): { phase: Phase; step: Step } | null {
  if (place.phase === SESSION_COMPLETE) return null;
  const phase = phaseNamed(place.phase);
  const step =
    phase.steps.find(({ substep }) => substep === (place.ready_substep ?? undefined)) ?? phase.steps[0];
  return step ? { phase, step } : null;
}

/** The step number of a session; null when it is complete. */
export const stepOf = (place: Place): number | null => locate(place)?.step.step ?? null;

function entry(phase: Phase): Place {
  return { phase: phase.name, ready_substep: phase.steps[0]?.substep ?? null };
}

/** The first phase at or after `index` that this session passes through. */
function firstPresent(index: number, session: Session): Place {
  const found = phases.slice(index).find((phase) => phase.detour === null && isPresent(phase, session));
  return found ? entry(found) : complete;
}

/** Where a new session begins: at its first phase, or at the stale branches that were found. */
export function beginning(session: Session): Place {
  const stale = phases.find((phase) => phase.detour === 'stale');
  return session.stale_branches.length > 0 && stale && isPresent(stale, session)
    ? entry(stale)
    : firstPresent(0, session);
}

/** Turns where a decision points into a place. */
export function destination(current: Phase, { session, to }: Pick<Decision, 'session' | 'to'>): Place {
  if (to === 'stay') return { phase: session.phase, ready_substep: session.ready_substep };
  if (to === 'complete' || to === 'leave') return complete;
  if (to === 'next') return firstPresent(phases.indexOf(current) + 1, session);
  const substep = ReadySubstep.safeParse(to);
  if (substep.success) return { phase: 'READY', ready_substep: substep.data };
  const target = phaseNamed(to as PhaseName);
  return isPresent(target, session) ? entry(target) : firstPresent(phases.indexOf(target), session);
}
