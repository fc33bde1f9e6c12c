import { type Message, message } from '../text/text.ts';
import type { Decision } from './phase.ts';
import type { Session } from './session.ts';

/** Whether something was verified that can become void: evidence tied to a tree, in a session that verifies at all. */
export const hasEvidence = (session: Session): boolean =>
  !session.no_verify && session.evidence !== null && session.evidence.snapshot !== null;

/**
 * The content is no longer the one that was verified: back to POST_IMPL_VERIFY, no failure counted (session-flow.md,
 * Evidence). `changed` names what differs.
 */
export function sendBackToVerify(
  session: Session,
  changed: readonly string[],
  warnings: readonly Message[] = [],
): Decision {
  const files = changed.slice(0, 20).join(', ');
  return {
    session: { ...session, evidence: null, accepted_by_user: null },
    to: 'POST_IMPL_VERIFY',
    reply: { evidence_void: true, changed_since_verified: changed.slice(0, 100) },
    warnings: [message('session.evidence_void', { files }), ...warnings],
  };
}
