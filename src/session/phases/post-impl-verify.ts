import { z } from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { type Message, message } from '../../text/text.ts';
import type { Verification } from '../facts.ts';
import { requireTaskBranch } from '../git-guard.ts';
import { bool, idText, list, text } from '../payload-types.ts';
import { type Decision, definePhase, defineStep } from '../phase.ts';
import { tiedTo } from '../report.ts';
import type { CommandResult, Session } from '../session.ts';
import { countFailures, shownTask } from '../tasks.ts';
import { fittingVerifiers } from '../verifiers.ts';

/** A command counts as passed only when it ended by itself with 0. */
const failedCommand = (verification: Verification): CommandResult | undefined =>
  verification.status === 'finished'
    ? verification.results.find(({ exit_code }) => exit_code !== 0)
    : undefined;

/** The part of a result that an answer shows. */
const shownResult = ({
  command,
  exit_code,
  ended,
  duration_ms,
  output_sha256,
  output_tail,
}: CommandResult) => ({
  command,
  exit_code,
  ...(ended !== 'exit' && { ended }),
  duration_ms,
  output_sha256,
  ...(output_tail && { output_tail }),
});

function failure(
  session: Session,
  failed: readonly string[],
  reason: string,
  failed_command?: CommandResult,
): Decision {
  const counted = countFailures(session, failed, reason);
  const reply = {
    reverted_from: 'POST_IMPL_VERIFY',
    failed_tasks: failed,
    tasks: counted.session.tasks.map(shownTask),
    ...(failed_command && { failed_command: shownResult(failed_command) }),
  };
  const back: Session = {
    ...counted.session,
    verify_result: session.verify_result && { ...session.verify_result, failed_tasks: [...failed] },
    reverted_from: 'POST_IMPL_VERIFY',
    revert_reason: reason,
    evidence: null,
    accepted_by_user: null,
  };
  if (!counted.exhausted) return { session: back, to: 'READY', reply };
  // Without an intervention phase, three failures are for the user to decide (ruling on -ni and --quick).
  if (session.no_intervention || session.quick_mode)
    return {
      session: { ...back, user_escalation: true },
      to: 'READY',
      reply: { ...reply, user_escalation: true },
    };
  return { session: back, to: 'VERIFY_INTERVENTION', reply };
}

function passed(session: Session, verification: Verification): Decision {
  const finished = verification.status === 'finished' ? verification : null;
  return {
    session: {
      ...session,
      unverified_claim: !finished,
      inherited_failures: 0,
      evidence: finished
        ? { kind: 'commands', results: [...finished.results], snapshot: finished.after, at: finished.at }
        : null,
      accepted_by_user: null,
      verify_snapshots:
        finished?.before && finished.after
          ? [...session.verify_snapshots, { before: finished.before, after: finished.after }].slice(-10)
          : session.verify_snapshots,
    },
    to: 'next',
    reply: finished
      ? { verification: 'passed', evidence: finished.results.map(shownResult), ...tiedTo(finished.after) }
      : {
          verification: verification.status === 'untrusted' ? 'untrusted' : 'claimed',
          unverified_claim: true,
        },
    warnings: verification.status === 'untrusted' ? [message('session.verify_untrusted')] : [],
  };
}

/** Whose word counts here, and why. */
function howVerified({ verify }: Session): Message {
  if (verify.commands.length === 0) return message('session.verify_by_claim');
  return verify.trusted
    ? message('session.verify_by_server', { commands: verify.commands.join(' ; ').slice(0, 1000) })
    : message('session.verify_untrusted');
}

interface Claim {
  readonly passed: boolean;
  readonly failed_tasks?: readonly string[] | undefined;
  readonly details: string;
}

/** What the claim and the commands together come to. */
function judge(
  session: Session,
  { passed: claimed, failed_tasks: named = [], details }: Claim,
  verification: Verification,
): Decision {
  const failed_tasks = [...named];
  if (claimed && failed_tasks.length > 0 && !session.only_verify)
    throw new Refusal('invalid_payload', message('session.passed_with_failures'), {
      issues: [
        {
          path: 'failed_tasks',
          expected: 'none where passed is true',
          received: failed_tasks.slice(0, 20),
        },
      ],
    });
  const known = new Set(session.tasks.map(({ id }) => id));
  const unknown = session.only_verify ? [] : failed_tasks.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new Refusal(
      'unknown_task',
      message('session.unknown_failed_tasks', { ids: unknown.join(', '), known: [...known].join(', ') }),
    );

  if (verification.status === 'running')
    return {
      session,
      to: 'stay',
      reply: { verification: 'running', elapsed_s: Math.round(verification.elapsed_ms / 1000) },
    };
  const failed = failedCommand(verification);
  const succeeded = claimed && !failed;
  const judged: Session = { ...session, verify_result: { passed: succeeded, details, failed_tasks } };
  if (session.only_verify) {
    const result = passed(judged, verification);
    if (succeeded) return { ...result, to: 'complete' };
    const { unverified_claim: _, ...reply } = result.reply ?? {};
    return {
      ...result,
      session: { ...result.session, unverified_claim: false },
      to: 'complete',
      reply: { ...reply, verification: 'failed', ...(failed && { failed_command: shownResult(failed) }) },
    };
  }
  if (succeeded) return passed(judged, verification);
  const reason = failed
    ? `${failed.command} → ${failed.exit_code ?? failed.ended}: ${failed.output_tail.slice(-1000)}`
    : details;
  return failure(
    judged,
    failed_tasks.length > 0 ? failed_tasks : judged.completed_since_plan,
    reason,
    failed,
  );
}

/** Step 15: a claim is not evidence; where commands are configured and trusted, the server runs them itself. */
export const postImplVerify = definePhase(
  'POST_IMPL_VERIFY',
  { editsOnly: true, skippedBy: ['no_verify'] },
  defineStep({
    step: 15,
    payload: z.object({ passed: bool(), failed_tasks: list(idText()).optional(), details: text() }),
    // A contradiction is refused at once, and nothing runs on the wrong branch.
    facts: (session, { passed: claimed, failed_tasks = [] }, { position }) => {
      if ((!claimed || failed_tasks.length > 0) && !session.only_verify) return [];
      if (session.task_branch === null) return [{ fact: 'verification' }];
      if (!position) return [{ fact: 'position' }];
      requireTaskBranch(session, position);
      return [{ fact: 'verification' }];
    },
    materials: (session) => fittingVerifiers(session).map((name) => ({ file: `verifiers/${name}.md` })),
    instruction: (session) => [
      session.only_verify ? message('session.at_only_verify') : message('session.at_post_impl_verify'),
      howVerified(session),
    ],
    decide: (session, claim, { verification = { status: 'none' }, commands_changed = false }) => {
      const decision = judge(session, claim, verification);
      return commands_changed
        ? {
            ...decision,
            warnings: [...(decision.warnings ?? []), message('session.verify_commands_changed')],
          }
        : decision;
    },
  }),
);
