import type { Session, Snapshot } from './session.ts';

/**
 * The user's word in place of a passed verification, for the content that it is given on (session-flow.md, User
 * escalation): the closing report names what had failed.
 */
export function acceptAsVerified(session: Session, snapshot: Snapshot | null): Session {
  return {
    ...session,
    user_escalation: false,
    reverted_from: null,
    accepted_by_user: {
      failed: session.tasks.filter(({ failure_count }) => failure_count > 0).map(({ id }) => id),
      reason: session.revert_reason ?? '',
    },
    revert_reason: null,
    evidence: { kind: 'accepted_by_user', results: [], snapshot, at: snapshot?.at ?? '' },
  };
}
