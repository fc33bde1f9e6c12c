import { Refusal } from '../shared/refusal.ts';
import { type Message, message } from '../text/text.ts';
import { taskBranchName } from './branch-name.ts';
import type { Effect } from './effects.ts';
import { type FactRequest, type Facts, known } from './facts.ts';
import { positionWarnings, requireBase } from './git-guard.ts';
import { readPayload } from './payload-issues.ts';
import { payloadNotation } from './payload-notation.ts';
import { plainData } from './payload-types.ts';
import type { Phase, Step } from './phase.ts';
import { phases } from './phases/index.ts';
import { destination, locate, type Place, stepOf } from './route.ts';
import { edits, makesBranch, SESSION_COMPLETE, type Session } from './session.ts';

/** A submission as decided. The caller carries the effect out, saves, and only then answers. */
export interface Submitted {
  readonly kind: 'decided';
  readonly session: Session;
  readonly effect: Effect | null;
  /** Further keys of the answer. */
  readonly reply: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Message[];
  /** The user ends the session here: its checkpoint is set aside, not deleted. */
  readonly left: boolean;
  /** Nothing was taken: something still runs. */
  readonly stays: boolean;
  /** Thrown once the session is saved: it is refused, and the session remembers that it was said. */
  readonly refusal: Refusal | null;
}

/** What must be known first; ask again with the answers. */
export interface Needs {
  readonly kind: 'needs';
  readonly requests: readonly FactRequest[];
}

/**
 * Judges one `submit_phase`. Pure: asks for facts through `Needs`, decides, and leaves all doing to the caller.
 * Refuses by throwing `Refusal`, with nothing changed.
 */
export function submit(session: Session, data: unknown, facts: Facts): Submitted | Needs {
  const here = locate(session);
  if (!here) throw new Refusal('no_session', message('session.already_complete'));
  const sent = plainData(data);
  if (sent === null) throw mismatch(session, here, {});
  const step = here.phase.pick?.(session, sent) ?? here.step;
  const payload = parsed(session, here, step, sent);

  const requests = [
    ...(step.facts?.(session, payload, facts) ?? []),
    ...(watchesBranch(session) ? [{ fact: 'position' } as const] : []),
  ];
  const missing = unanswered(requests, facts);
  if (missing.length > 0) return { kind: 'needs', requests: missing };

  const decision = step.decide(session, payload, facts);
  const place = destination(here.phase, decision);
  const unknownKeys = Object.keys(sent).filter((key) => !Object.hasOwn(step.payload(session).shape, key));
  const warnings = [
    ...(decision.warnings ?? []),
    ...(watchesBranch(session) ? positionWarnings(session, known(facts, 'position')) : []),
    ...(unknownKeys.length > 0
      ? [message('session.ignored_keys', { keys: unknownKeys.slice(0, 20).join(', ').slice(0, 300) })]
      : []),
  ];
  const reply = decision.reply ?? {};
  if (decision.to === 'stay') {
    const { refusal = null } = decision;
    const kept = refusal ? decision.session : session;
    const stays = refusal === null;
    return { kind: 'decided', session: kept, effect: null, reply, warnings, left: false, stays, refusal };
  }

  const moved: Session = {
    ...decision.session,
    ...place,
    submissions: session.submissions + 1,
    // Kept until the submission after the first: a crash before the old one is set aside repeats it.
    offered_session: session.submissions > 0 ? null : session.offered_session,
    completed_steps: completedSteps(session, step.step, place),
  };
  const entering = entersReady(session, moved) ? enterReady(moved, facts) : null;
  if (entering?.kind === 'needs') return entering;
  return {
    kind: 'decided',
    session: entering?.session ?? moved,
    effect: entering?.effect ?? decision.effect ?? null,
    reply: { ...reply, ...(entering?.reply ?? {}) },
    warnings: [...warnings, ...(entering?.warnings ?? [])],
    left: decision.to === 'leave',
    stays: false,
    refusal: null,
  };
}

/** From the planning to the end of READY a session that has a branch is told where it no longer agrees with git. */
const watchesBranch = (session: Session): boolean =>
  session.phase === 'READY' && session.task_branch !== null;

const unanswered = (requests: readonly FactRequest[], facts: Facts): FactRequest[] =>
  requests.filter(({ fact }) => facts[fact] === undefined);

/** Steps that come before the present one; a way back loses the later ones. */
function completedSteps(session: Session, step: number, place: Place): number[] {
  const next = stepOf(place) ?? Number.POSITIVE_INFINITY;
  return [...new Set([...session.completed_steps, step])].filter((done) => done < next).sort((a, b) => a - b);
}

const entersReady = (before: Session, after: Session): boolean =>
  after.git &&
  edits(after) &&
  after.ready_snapshot === null &&
  (before.phase === 'READY' ? lacksBranch(before) && !isComplete(after) : after.phase === 'READY');

/** A third `revert_to_exploration` leads to step 12 past the entry: the branch is made at the next submission there. */
const lacksBranch = (session: Session): boolean =>
  makesBranch(session) && session.task_branch === null && session.base_branch !== null;

/** The first time in READY: the tree is noted, and the task branch is made where the session makes one. */
function enterReady(
  session: Session,
  facts: Facts,
):
  | Needs
  | {
      kind: 'entered';
      session: Session;
      effect: Effect | null;
      reply: Record<string, unknown>;
      warnings: Message[];
    } {
  const branches = makesBranch(session) && session.task_branch === null;
  const missing = unanswered(
    [{ fact: 'ready' }, ...(branches ? [{ fact: 'position' } as const] : [])],
    facts,
  );
  if (missing.length > 0) return { kind: 'needs', requests: missing };
  const ready = known(facts, 'ready');
  const warnings =
    ready && ready.made_meanwhile.length > 0
      ? [message('session.made_meanwhile', { files: ready.made_meanwhile.slice(0, 20).join(', ') })]
      : [];
  const noted: Session = { ...session, ready_snapshot: ready?.snapshot ?? null };
  if (!branches) return { kind: 'entered', session: noted, effect: null, reply: {}, warnings };
  const position = known(facts, 'position');
  requireBase(session, position);
  const base = session.base_branch ?? '';
  const branch = taskBranchName(session.session_id, base);
  return {
    kind: 'entered',
    session: { ...noted, task_branch: branch, task_tip: position.head },
    effect: { kind: 'create_task_branch', branch, base, head: position.head ?? '' },
    reply: { task_branch: branch },
    warnings,
  };
}

/** The payload as the step's schema reads it; else the refusal that fits (session-flow.md, Refusals). */
function parsed(
  session: Session,
  here: { phase: Phase; step: Step },
  step: Step,
  data: Record<string, unknown>,
): Record<string, unknown> {
  const schema = step.payload(session);
  const keys = Object.keys(schema.shape);
  const empty = Object.keys(data).length === 0;
  if (keys.length === 0) {
    // An empty object is due: anything that another step asks for is meant for that step.
    if (empty || !keysOfOthers(session, step).some((key) => Object.hasOwn(data, key))) return {};
    throw mismatch(session, here, data);
  }
  const read = readPayload(schema, data);
  if ('payload' in read) return read.payload;
  const required = Object.keys(payloadNotation(schema)).filter((key) => !key.endsWith('?'));
  const meantElsewhere = otherPhaseOf(session, here.phase, data);
  if (meantElsewhere === null && required.some((key) => Object.hasOwn(data, key)))
    throw new Refusal('invalid_payload', message('session.invalid_payload', { phase: here.phase.name }), {
      issues: read.issues.slice(0, 30),
    });
  throw mismatch(session, here, data);
}

const keysOfOthers = (session: Session, own: Step): string[] =>
  phases.flatMap(({ steps }) =>
    steps.filter((step) => step !== own).flatMap((step) => Object.keys(step.payload(session).shape)),
  );

/** The phase whose payload this is, where it is another one's. */
function otherPhaseOf(session: Session, own: Phase, data: Record<string, unknown>): Phase | null {
  if (Object.keys(data).length === 0) return null;
  return (
    phases.find(
      (phase) =>
        phase !== own &&
        phase.steps.some((step) => {
          const schema = step.payload(session);
          return Object.keys(schema.shape).length > 0 && 'payload' in readPayload(schema, data);
        }),
    ) ?? null
  );
}

function mismatch(
  session: Session,
  here: { phase: Phase; step: Step },
  data: Record<string, unknown>,
): Refusal {
  const other = otherPhaseOf(session, here.phase, data);
  const due = Object.keys(payloadNotation(here.step.payload(session))).join(', ') || '{}';
  const came = Object.keys(data).slice(0, 12).join(', ').slice(0, 200) || '{}';
  return new Refusal(
    'payload_mismatch',
    other
      ? message('session.payload_of_another_phase', { phase: here.phase.name, other: other.name, due })
      : message('session.payload_mismatch', { phase: here.phase.name, came, due }),
    other ? { payload_fits: other.name } : {},
  );
}

/** Whether a session has nothing left to do. */
export const isComplete = ({ phase }: Session): boolean => phase === SESSION_COMPLETE;
