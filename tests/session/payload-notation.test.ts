import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { payloadNotation } from '../../src/session/payload-notation.ts';
import {
  bool,
  choice,
  fields,
  float,
  free,
  idText,
  int,
  list,
  looseList,
  text,
} from '../../src/session/payload-types.ts';

describe('payloadNotation', () => {
  it.each<[string, z.ZodObject, Record<string, string>]>([
    [
      'BRANCH_INTERVENTION',
      z.object({ choice: choice(['delete', 'merge', 'continue']) }),
      { choice: '"delete" | "merge" | "continue"' },
    ],
    ['DOCUMENT_RESEARCH', z.object({ documents_reviewed: looseList() }), { documents_reviewed: 'list' }],
    [
      'EXPLORATION',
      z.object({ explored_files: list(text()), findings: list(text()) }),
      { explored_files: 'list[str]', findings: 'list[str]' },
    ],
    [
      'Q1',
      z.object({ needs_more_information: bool(), reason: text() }),
      { needs_more_information: 'bool', reason: 'str' },
    ],
    [
      'VERIFICATION',
      z.object({
        hypotheses_verified: list(
          z.object({ hypothesis: text(), result: choice(['confirmed', 'rejected']), evidence: text() }),
        ),
      }),
      { hypotheses_verified: 'list[{hypothesis, result, evidence}]' },
    ],
    ['IMPACT_ANALYSIS', z.object({ impact_summary: free() }), { impact_summary: '{...}' }],
    [
      'READY, planning',
      z.object({
        tasks: list(
          z.object({
            id: idText(),
            description: text(),
            status: choice(['pending', 'completed']),
            failure_count: int().optional(),
            revert_reason: text().optional(),
          }),
        ),
      }),
      { tasks: 'list[{id, description, status, failure_count?, revert_reason?}]' },
    ],
    ['READY, finishing', z.object({}), {}],
    [
      'POST_IMPL_VERIFY',
      z.object({ passed: bool(), failed_tasks: list(idText()).optional(), details: text() }),
      { passed: 'bool', 'failed_tasks?': 'list[str]', details: 'str' },
    ],
    [
      'PRE_COMMIT',
      z.object({
        reviewed_files: list(z.union([text(), fields({ path: text(), reason: text().optional() })])),
        commit_message: text(),
      }),
      { reviewed_files: 'list', commit_message: 'str' },
    ],
    [
      'QUALITY_REVIEW',
      z.object({ quality_score: float(), issues: looseList(), count: int() }),
      { quality_score: 'float', issues: 'list', count: 'int' },
    ],
    [
      'an object with known keys, a default, a fixed word',
      z.object({ at: fields({ a: text(), b: bool().optional() }), n: int().default(0), k: z.literal('x') }),
      { at: '{a, b?}', 'n?': 'int', k: '"x"' },
    ],
  ])('spells %s', (_, schema, due) => {
    expect(payloadNotation(schema)).toEqual(due);
  });
});
