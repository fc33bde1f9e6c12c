import type { Session, Snapshot } from './session.ts';

/**
 * The user's word in place of a passed verification, for the content that it is given on (session-flow.md, User
 * escalation): the closing report names what had failed.
 */
export function acceptAsVerified(session: Session, snapshot: Snapshot | null): Session {
  const { tasks, verify_result } = session;
  // An intervention sets the counts to 0: what failed last stands in the result.
  const failedLast = new Set(verify_result?.passed === false ? verify_result.failed_tasks : []);
  return {
    ...session,
    user_escalation: false,
    reverted_from: null,
    accepted_by_user: {
      failed: tasks
        .filter(({ id, failure_count }) => failure_count > 0 || failedLast.has(id))
        .map(({ id }) => id),
      reason: session.revert_reason ?? '',
    },
    revert_reason: null,
    evidence: { kind: 'accepted_by_user', results: [], snapshot, at: snapshot?.at ?? '' },
  };
}
