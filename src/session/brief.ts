import { shorten } from '../shared/characters.ts';
import { type Message, message, type Say } from '../text/text.ts';
import { payloadNotation } from './payload-notation.ts';
import type { Material, MaterialRequest } from './ports.ts';
import { locate } from './route.ts';
import { isInvestigation, SESSION_COMPLETE, type Session } from './session.ts';

/** Sizes in characters (session-flow.md, One exit, and What an instruction carries). */
const MAX_INSTRUCTION = 8_000;
const MAX_MATERIALS = 6_000;
/** The step's own words come first: a reason and a list of tasks must stand there, whatever the files hold. */
const MAX_WORDS = 5_500;
const MAX_QUERY = 500;

/** Files of `.code-intel/` whose text the instruction of the present step carries. */
export const materialsFor = (session: Session): readonly MaterialRequest[] =>
  locate(session)?.step.materials?.(session) ?? [];

/** The last words: what the user is to be told. */
function farewell(session: Session): Message {
  if (isInvestigation(session)) return message('session.at_complete_investigation');
  return session.verify_result?.passed === false && !session.accepted_by_user
    ? message('session.at_complete_not_verified')
    : message('session.at_complete');
}

/** What is due now, in words: the step's own, then the files in marked blocks with their paths. */
export function instructionOf(
  session: Session,
  say: Say,
  materials: readonly Material[] = [],
  before: readonly Message[] = [],
): string {
  const here = locate(session);
  const own = here ? here.step.instruction(session) : [farewell(session)];
  const words = shorten([...before, ...own].map(say).join('\n\n'), MAX_WORDS);
  const room = Math.min(MAX_MATERIALS, MAX_INSTRUCTION - words.length) - 200;
  return [words, ...blocks(materials, say, room)].join('\n\n');
}

/** The files together are cut at `room` characters, each getting an equal share of what is left. */
function blocks(materials: readonly Material[], say: Say, room: number): string[] {
  let left = room;
  return materials.map(({ path, text, shipped }, index) => {
    const head = say(
      shipped ? message('session.shipped_block', { path }) : message('session.file_block', { path }),
    );
    const frame = `--- ${head} ---\n`;
    const end = `\n--- ${say(message('session.block_end'))} ---`;
    const share = Math.max(0, Math.floor(left / (materials.length - index)) - frame.length - end.length);
    const body = shorten(text.trim(), Math.max(1, share));
    left -= frame.length + body.length + end.length;
    return frame + body + end;
  });
}

/** Phase, step, instruction (without files), expected payload, call: what a refused caller needs to go on. */
export function refusalBrief(session: Session, say: Say) {
  const here = locate(session);
  return {
    current_phase: here?.phase.name ?? SESSION_COMPLETE,
    step: here?.step.step ?? null,
    instruction: instructionOf(session, say),
    expected_payload: here ? payloadNotation(here.step.payload(session)) : {},
    call: here ? 'submit_phase' : null,
  };
}

/** The common keys of every answer, in the order of the specification (session-flow.md, One exit). */
export function brief(
  session: Session,
  say: Say,
  materials: readonly Material[] = [],
  before: readonly Message[] = [],
) {
  const here = locate(session);
  return {
    session_id: session.session_id,
    phase: here?.phase.name ?? SESSION_COMPLETE,
    step: here?.step.step ?? null,
    instruction: shorten(instructionOf(session, say, materials, before), MAX_INSTRUCTION),
    expected_payload: here ? payloadNotation(here.step.payload(session)) : {},
    call: here ? 'submit_phase' : null,
    intent: session.intent,
    query: shorten(session.query, MAX_QUERY),
  };
}
