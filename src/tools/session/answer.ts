import { brief, materialsFor, refusalBrief } from '../../session/brief.ts';
import { closingReport } from '../../session/report.ts';
import type { Session, Snapshot } from '../../session/session.ts';
import { isComplete } from '../../session/submit.ts';
import { shownTask } from '../../session/tasks.ts';
import { Refusal } from '../../shared/refusal.ts';
import { type Message, message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';

const MOST_WARNINGS = 5;

export interface Answering {
  /** Further keys, after the common ones. */
  readonly reply?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly Message[];
  /** What still differs, said whenever it is asked for. */
  readonly standing?: readonly Message[];
  /** Paragraphs before the step's own instruction. */
  readonly before?: readonly Message[];
}

/** The self-contained answer of a session tool: the common keys, what the phase adds, at most five warnings, each said once. */
export async function answer(
  context: ToolContext,
  session: Session,
  { reply = {}, warnings = [], standing = [], before = [] }: Answering = {},
): Promise<Record<string, unknown>> {
  const { say, active, checkpoints } = context;
  const { materials, missing } = await context.materials.read(materialsFor(session));
  const all = [
    ...warnings,
    ...checkpoints.notices(),
    ...(snapshotsOf(session).some(({ given_up }) => given_up) ? [message('session.snapshot_given_up')] : []),
    ...(missing.length > 0 ? [message('session.missing_materials', { files: missing.join(', ') })] : []),
  ];
  const always = standing.map(say);
  const once = [...new Set([...active.unsaid, ...all.map(say)])].filter(
    (words) => !active.said.has(words) && !always.includes(words),
  );
  const told = [...always, ...once].slice(0, MOST_WARNINGS);
  for (const words of told) active.said.add(words);
  active.unsaid = once.filter((words) => !told.includes(words));
  const planning = session.phase === 'READY' && session.ready_substep === 'planning';
  return {
    ...brief(await withTrust(context, session), say, materials, before),
    ...(planning && session.reverted_from && { reverted_from: session.reverted_from }),
    ...(planning && session.tasks.length > 0 && { tasks: session.tasks.slice(0, 50).map(shownTask) }),
    ...reply,
    ...(session.phase === 'BRANCH_INTERVENTION' && { stale_branches: session.stale_branches.slice(0, 20) }),
    ...(session.user_escalation && { user_escalation: true }),
    ...(reply.forced_completion === true && { warning: say(message('session.forced_completion')) }),
    ...(isComplete(session) && { report: closingReport(session) }),
    ...(told.length > 0 && { warnings: told }),
  };
}

const snapshotsOf = (session: Session): Snapshot[] =>
  [
    session.start_snapshot,
    session.ready_snapshot,
    session.reviewed_snapshot,
    session.evidence?.snapshot,
  ].filter((snapshot) => snapshot !== null && snapshot !== undefined);

/** At POST_IMPL_VERIFY the instruction says who verifies: the user may have allowed the commands since the session began. */
async function withTrust({ trust }: ToolContext, session: Session): Promise<Session> {
  const { verify, phase } = session;
  if (phase !== 'POST_IMPL_VERIFY' || verify.commands.length === 0) return session;
  const trusted = await trust.allows('verify.commands', verify.commands);
  return { ...session, verify: { ...verify, trusted } };
}

/** Runs `work`; what it refuses is refused with all that the caller needs to go on. */
export async function withBrief<Result>(
  context: ToolContext,
  session: Session,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || 'current_phase' in error.details) throw error;
    throw new Refusal(
      error.code,
      error.reason,
      { ...refusalBrief(session, context.say), ...error.details },
      { cause: error },
    );
  }
}
