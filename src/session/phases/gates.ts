import { z } from 'zod';
import { message } from '../../text/text.ts';
import { bool, text } from '../payload-types.ts';
import { definePhase, defineStep } from '../phase.ts';
import type { Flag, PhaseName, Session } from '../session.ts';

const skippedBy: readonly Flag[] = ['fast_mode', 'quick_mode'];

/** Q1 to Q3 share one rule: a no jumps over the phase they guard, unless every gate is forced (`--gate=full`). */
const gate = (session: Session, yes: boolean, guarded: PhaseName, otherwise: PhaseName): PhaseName =>
  session.gate_level === 'full' || yes ? guarded : otherwise;

/** Step 6 guards SEMANTIC. */
export const q1 = definePhase(
  'Q1',
  { skippedBy },
  defineStep({
    step: 6,
    payload: z.object({ needs_more_information: bool(), reason: text() }),
    instruction: () => [message('session.at_q1')],
    decide: (session, answer) => ({
      session: { ...session, phase_assessments: { ...session.phase_assessments, q1: answer } },
      to: gate(session, answer.needs_more_information, 'SEMANTIC', 'Q2'),
    }),
  }),
);

/** Step 8 guards VERIFICATION. */
export const q2 = definePhase(
  'Q2',
  { skippedBy },
  defineStep({
    step: 8,
    payload: z.object({ has_unverified_hypotheses: bool(), reason: text() }),
    instruction: () => [message('session.at_q2')],
    decide: (session, answer) => ({
      session: { ...session, phase_assessments: { ...session.phase_assessments, q2: answer } },
      to: gate(session, answer.has_unverified_hypotheses, 'VERIFICATION', 'Q3'),
    }),
  }),
);

/** Step 10 guards IMPACT_ANALYSIS; without it comes READY, or the end of an investigation. */
export const q3 = definePhase(
  'Q3',
  { skippedBy },
  defineStep({
    step: 10,
    payload: z.object({ needs_impact_analysis: bool(), reason: text() }),
    instruction: () => [message('session.at_q3')],
    decide: (session, answer) => ({
      session: { ...session, phase_assessments: { ...session.phase_assessments, q3: answer } },
      to: gate(session, answer.needs_impact_analysis, 'IMPACT_ANALYSIS', 'READY'),
    }),
  }),
);
