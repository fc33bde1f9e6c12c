import { brief, materialsFor, refusalBrief } from '../../session/brief.ts';
import { closingReport } from '../../session/report.ts';
import type { Session } from '../../session/session.ts';
import { isComplete } from '../../session/submit.ts';
import { Refusal } from '../../shared/refusal.ts';
import { type Message, message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';

const MOST_WARNINGS = 5;

export interface Answering {
  /** Further keys, after the common ones. */
  readonly reply?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly Message[];
  /** Paragraphs before the step's own instruction. */
  readonly before?: readonly Message[];
}

/** The self-contained answer of a session tool: the common keys, what the phase adds, at most five warnings, each said once. */
export async function answer(
  context: ToolContext,
  session: Session,
  { reply = {}, warnings = [], before = [] }: Answering = {},
): Promise<Record<string, unknown>> {
  const { say, active, checkpoints } = context;
  const { materials, missing } = await context.materials.read(materialsFor(session));
  const all = [
    ...warnings,
    ...checkpoints.notices(),
    ...(missing.length > 0 ? [message('session.missing_materials', { files: missing.join(', ') })] : []),
  ];
  const fresh = [...new Set(all.map(say))].filter((words) => !active.said.has(words)).slice(0, MOST_WARNINGS);
  for (const words of fresh) active.said.add(words);
  return {
    ...brief(session, say, materials, before),
    ...reply,
    ...(session.phase === 'BRANCH_INTERVENTION' && { stale_branches: session.stale_branches.slice(0, 20) }),
    ...(session.user_escalation && { user_escalation: true }),
    ...(reply.forced_completion === true && { warning: say(message('session.forced_completion')) }),
    ...(isComplete(session) && { report: closingReport(session) }),
    ...(fresh.length > 0 && { warnings: fresh }),
  };
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
