import type { z } from 'zod';
import type { Refusal } from '../shared/refusal.ts';
import type { Message } from '../text/text.ts';
import type { Effect } from './effects.ts';
import type { FactRequest, Facts } from './facts.ts';
import type { MaterialRequest } from './ports.ts';
import type { Flag, PhaseName, ReadySubstep, Session } from './session.ts';

/** What accepting a payload leads to. Nothing has happened yet: the effect is carried out at the edge. */
export interface Decision {
  readonly session: Session;
  /**
   * `next`: the first following phase that is present for this session. A phase that is absent gives way to the first
   * present one after it. `stay`: the submission is not taken yet (something still runs). `leave`: the user ends it.
   */
  readonly to: PhaseName | ReadySubstep | 'next' | 'stay' | 'complete' | 'leave';
  readonly effect?: Effect;
  /** With `stay`: what is thrown once the session is saved; it remembers that it was said. */
  readonly refusal?: Refusal;
  /** Further keys of the answer. */
  readonly reply?: Readonly<Record<string, unknown>>;
  readonly warnings?: readonly Message[];
}

/** One exchange of `submit_phase`: what is asked, what is expected back, what it decides. */
export interface Step<Payload extends z.ZodObject = z.ZodObject> {
  readonly step: number;
  readonly substep?: ReadySubstep;
  /** The one description of the payload: validates it, and `expected_payload` is rendered from it. */
  payload(session: Session): Payload;
  /**
   * What the decision has to know, given a payload that parsed and what is known already: what takes long is asked for
   * only once the rest allows it. May refuse.
   */
  facts?(session: Session, payload: z.output<Payload>, known: Facts): readonly FactRequest[];
  /** Files of `.code-intel/` whose text the instruction carries. */
  materials?(session: Session): readonly MaterialRequest[];
  /** What to do now, as paragraphs; enough for a reader who has seen nothing else. */
  instruction(session: Session): readonly Message[];
  decide(session: Session, payload: z.output<Payload>, facts: Facts): Decision;
}

/** One of the 16 phases. Presence (one row of the phase matrix) follows from the traits. */
export interface Phase {
  readonly name: PhaseName;
  readonly steps: readonly Step[];
  /** Flags that leave this phase out. */
  readonly skippedBy: readonly Flag[];
  /** Exists only where files are to be changed. */
  readonly editsOnly: boolean;
  /** Entered only by an explicit decision, never by moving on: when branches are stale, or at 3 failures. */
  readonly detour: 'stale' | 'at 3 failures' | null;
  /** Which step a payload is meant for, where a phase has several; by default the current one. */
  pick?(session: Session, data: Readonly<Record<string, unknown>>): Step;
}

interface Traits {
  readonly skippedBy?: readonly Flag[];
  readonly editsOnly?: boolean;
  readonly detour?: Phase['detour'];
  readonly pick?: Phase['pick'];
}

/** A step whose payload does not depend on the session gives its schema as it is. */
export function defineStep<Payload extends z.ZodObject>(
  step: Omit<Step<Payload>, 'payload'> & { readonly payload: Payload | ((session: Session) => Payload) },
): Step {
  const { payload } = step;
  const defined: Step<Payload> = {
    ...step,
    payload: typeof payload === 'function' ? payload : () => payload,
  };
  // A step is only ever given what its own schema parsed.
  return defined as unknown as Step;
}

export function definePhase(name: PhaseName, traits: Traits, ...steps: readonly Step[]): Phase {
  const { skippedBy = [], editsOnly = false, detour = null, pick } = traits;
  return { name, steps, skippedBy, editsOnly, detour, ...(pick && { pick }) };
}
