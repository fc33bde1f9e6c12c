import { Refusal } from '../shared/refusal.ts';
import { message } from '../text/text.ts';
import { destination, phaseNamed, stepOf } from './route.ts';
import { isInvestigation, type Session } from './session.ts';
import { MAX_EXPLORATION_REVERTS } from './tasks.ts';

/** Whether the way back to EXPLORATION is open: between Q1 and MERGE, in a session that explores at all. */
export const canRevert = (session: Session): boolean =>
  (stepOf(session) ?? 0) >= 6 && !session.fast_mode && !session.quick_mode && !session.only_verify;

/**
 * Back to EXPLORATION from any phase between Q1 and MERGE; tasks, branch and counters stay. At the third time the user
 * decides at step 12 (an investigation ends with its report). Refused (`wrong_phase`) elsewhere, and with `--fast`,
 * `--quick`, `--only-verify` (session-flow.md, Side tools).
 */
export function revertToExploration(session: Session, keepResults: boolean): Session {
  if (!canRevert(session))
    throw new Refusal('wrong_phase', message('session.cannot_revert', { phase: session.phase }));
  const exploration_revert_count = session.exploration_revert_count + 1;
  const counted: Session = { ...session, exploration_revert_count, submissions: session.submissions + 1 };
  const current = phaseNamed('EXPLORATION');
  if (exploration_revert_count >= MAX_EXPLORATION_REVERTS) {
    if (isInvestigation(session))
      return { ...counted, ...destination(current, { session: counted, to: 'complete' }) };
    const escalated: Session = {
      ...counted,
      user_escalation: true,
      reverted_from: session.phase === 'SESSION_COMPLETE' ? null : session.phase,
      revert_reason: null,
    };
    return at(escalated, destination(current, { session: escalated, to: 'READY' }));
  }
  const cleared: Partial<Session> = keepResults
    ? {}
    : {
        exploration: null,
        semantic: null,
        verification: null,
        impact_analysis: null,
        impact_must_verify: [],
        impact_reminded: false,
        phase_assessments: { q1: null, q2: null, q3: null },
      };
  const reverted: Session = { ...counted, ...cleared, reexploring: keepResults };
  return at(reverted, { phase: 'EXPLORATION', ready_substep: null });
}

function at(session: Session, place: Pick<Session, 'phase' | 'ready_substep'>): Session {
  const moved = { ...session, ...place };
  const step = stepOf(moved) ?? 0;
  return { ...moved, completed_steps: session.completed_steps.filter((done) => done < step) };
}
