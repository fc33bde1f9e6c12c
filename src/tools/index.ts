import { analyzeImpact } from './code/analyze-impact.ts';
import { analyzeStructure } from './code/analyze-structure.ts';
import { findDefinitions } from './code/find-definitions.ts';
import { findReferences } from './code/find-references.ts';
import { getFunctionAtLine } from './code/get-function-at-line.ts';
import { getSymbols } from './code/get-symbols.ts';
import { query } from './code/query.ts';
import { searchFiles } from './code/search-files.ts';
import { searchText } from './code/search-text.ts';
import { addExploredFiles } from './session/add-explored-files.ts';
import { checkWriteTarget } from './session/check-write-target.ts';
import { cleanupStaleBranches } from './session/cleanup-stale-branches.ts';
import { getSessionStatus } from './session/get-session-status.ts';
import { revertToExploration } from './session/revert-to-exploration.ts';
import { reviewChanges } from './session/review-changes.ts';
import { startSession } from './session/start-session.ts';
import { submitPhase } from './session/submit-phase.ts';
import type { Tool } from './tool.ts';

/** Everything that the client can call, in the order of the specification (tools.md). A tool is listed when it works. */
export const tools: readonly Tool[] = [
  startSession,
  submitPhase,
  getSessionStatus,
  searchText,
  searchFiles,
  findDefinitions,
  findReferences,
  analyzeStructure,
  getSymbols,
  getFunctionAtLine,
  query,
  checkWriteTarget,
  addExploredFiles,
  revertToExploration,
  reviewChanges,
  analyzeImpact,
  cleanupStaleBranches,
];
