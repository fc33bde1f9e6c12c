import { describe, expect, test } from 'vitest';
import { rememberDefinitions, rememberImpact } from '../../src/session/remember.ts';
import { closingReport } from '../../src/session/report.ts';
import type { Session } from '../../src/session/session.ts';
import { session, take } from './support.ts';

const at = (over: Record<string, unknown> = {}): Session =>
  session({ phase: 'IMPACT_ANALYSIS', completed_steps: [1, 3, 4, 5, 6, 8, 10], ...over });
const submitted = (now: Session, summary: unknown) => take(now, { impact_summary: summary });

describe('IMPACT_ANALYSIS and what analyze_impact named', () => {
  test('where nothing was named nothing is demanded', () => {
    expect(submitted(at(), {}).session.phase).toBe('READY');
  });

  test('a summary that speaks of each file passes: by path, by name, anywhere in it', () => {
    const now = at({ impact_must_verify: ['src/a.ts', 'src/deep/b.ts'] });
    const taken = submitted(now, { callers: [{ 'src/a.ts': 'ok' }], note: 'b.ts is adapted' });
    expect(taken.session.phase).toBe('READY');
    expect(taken.warnings).toEqual([]);
  });

  test('a summary that leaves one out is refused once, by name, then passes with a warning', () => {
    const now = at({ impact_must_verify: ['src/a.ts', 'src/b.ts'] });
    const first = take(now, { impact_summary: { 'src/a.ts': 'ok' } });
    expect(first.refusal).toMatchObject({ code: 'invalid_payload', details: { must_verify: ['src/b.ts'] } });
    expect(first.session).toMatchObject({
      phase: 'IMPACT_ANALYSIS',
      submissions: now.submissions,
      impact_reminded: true,
    });
    const second = take(first.session, { impact_summary: { 'src/a.ts': 'ok' } });
    expect(second.session.phase).toBe('READY');
    expect(second.warnings.map(({ key }) => key)).toContain('session.impact_left_out');
  });

  test('30 files are asked for at most', () => {
    const files = Array.from({ length: 40 }, (_, index) => `src/file-${index}.ts`);
    const taken = submitted(at({ impact_must_verify: files }), { files: files.slice(0, 30) });
    expect(taken.session.phase).toBe('READY');
  });

  test('names that need escapes in JSON are recognised', () => {
    const taken = submitted(at({ impact_must_verify: ['src/a"b.ts', 'src/ガ.ts'.normalize('NFD')] }), {
      files: ['src/a"b.ts', 'src/ガ.ts'],
    });
    expect(taken.session.phase).toBe('READY');
  });
});

describe('what a session remembers', () => {
  test('the files of the latest impact come first, and a new one is asked for anew', () => {
    const once = rememberImpact(at({ impact_reminded: true }), ['a.ts'], 'rename it');
    expect(once).toMatchObject({
      impact_must_verify: ['a.ts'],
      impact_reminded: false,
      change_description: 'rename it',
    });
    const twice = rememberImpact({ ...once, impact_reminded: true }, ['a.ts'], '');
    expect(twice).toMatchObject({
      impact_must_verify: ['a.ts'],
      impact_reminded: true,
      change_description: 'rename it',
    });
    expect(rememberImpact(once, ['b.ts'], '').impact_must_verify).toEqual(['b.ts', 'a.ts']);
  });

  test('how the change was described stands in the closing report', () => {
    expect(closingReport(at({ change_description: 'rename it' }))).toMatchObject({
      change_description: 'rename it',
    });
  });

  test('the same definition found again changes nothing', () => {
    const once = rememberDefinitions(at(), 'load', ['a.ts:1']);
    expect(rememberDefinitions(once, 'load', ['a.ts:1'])).toBe(once);
  });
});
