import type { Phase } from '../phase.ts';
import { branchIntervention } from './branch-intervention.ts';
import { documentResearch } from './document-research.ts';
import { exploration } from './exploration.ts';
import { q1, q2, q3 } from './gates.ts';
import { impactAnalysis } from './impact-analysis.ts';
import { merge } from './merge.ts';
import { postImplVerify } from './post-impl-verify.ts';
import { preCommit } from './pre-commit.ts';
import { qualityReview } from './quality-review.ts';
import { queryFrame } from './query-frame.ts';
import { ready } from './ready.ts';
import { semantic } from './semantic.ts';
import { verification } from './verification.ts';
import { verifyIntervention } from './verify-intervention.ts';

/** The flow, in step order. */
export const phases: readonly Phase[] = [
  branchIntervention,
  documentResearch,
  queryFrame,
  exploration,
  q1,
  semantic,
  q2,
  verification,
  q3,
  impactAnalysis,
  ready,
  postImplVerify,
  verifyIntervention,
  preCommit,
  qualityReview,
  merge,
];
