import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CapOptions, cap, MOST_BYTES } from '../../src/shared/cap.ts';
import { speaker } from '../../src/text/text.ts';

const say = speaker('en');
const bytes = (max: number): CapOptions => ({ max, measure: 'bytes', say });
const characters = (max: number): CapOptions => ({ max, measure: 'characters', say });
const sizeOf = {
  bytes: (text: string) => Buffer.byteLength(text),
  characters: (text: string) => text.length,
};

/** Caps, and holds the answer to what is true of every capped answer. */
function capped(value: Record<string, unknown>, options: CapOptions): Record<string, unknown> {
  const text = cap(value, options);
  expect(sizeOf[options.measure](text)).toBeLessThanOrEqual(options.max);
  expect(text).not.toMatch(/\p{Surrogate}/u);
  const parsed = JSON.parse(text);
  expect(JSON.stringify(parsed)).not.toMatch(/(?<!\\)(\\\\)*\\ud[89a-f]/);
  return parsed;
}

const lines = (count: number, text = 'const answer = 42;') =>
  Array.from({ length: count }, (_, index) => ({ file: `src/f${index % 100}.ts`, line: index + 1, text }));

test('what is exactly at the limit is left as it is, one more is cut', () => {
  for (const [options, filler] of [
    [bytes, 'é'],
    [characters, '漢'],
  ] as const) {
    const value = { matches: [filler.repeat(200), 'b'.repeat(200)], note: filler.repeat(100) };
    const whole = JSON.stringify(value);
    const size = options === bytes ? Buffer.byteLength(whole) : whole.length;
    expect(cap(value, options(size))).toBe(whole);
    expect(JSON.parse(cap(value, options(size - 1))).truncated).toBe(true);
  }
});

test('whole records go from the end of the longest list, and the numbers say how many', () => {
  const answer = capped({ matches: lines(7_644), total_matches: 7_644, skipped: ['a'] }, bytes(MOST_BYTES));
  const matches = answer.matches as unknown[];
  expect(answer).toMatchObject({
    truncated: true,
    total_matches: 7_644,
    returned_matches: matches.length,
    skipped: ['a'],
  });
  expect(matches).toEqual(lines(matches.length));
  expect(answer.message).toContain('`matches`');
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeGreaterThan(MOST_BYTES * 0.98);
});

test('the total that a tool counted itself stays, and its next page begins at the first record left out', () => {
  const page = { matches: lines(9_000), total_matches: 50_000, returned_matches: 9_000, next_offset: 19_000 };
  const answer = capped(page, bytes(100_000));
  const left = (answer.matches as unknown[]).length;
  expect(answer).toMatchObject({ total_matches: 50_000, returned_matches: left, next_offset: 10_000 + left });
  const last = capped({ ...page, total_matches: 9_000, next_offset: null }, bytes(100_000));
  expect(last.next_offset).toBe((last.matches as unknown[]).length);
});

test('a list deep inside is the one that is shortened where it holds the most', () => {
  const value = {
    by_pattern: [
      { pattern: 'a', matches: lines(20) },
      { pattern: 'b', matches: lines(5_000) },
    ],
  };
  const answer = capped({ ...value, total_matches: 5_020, returned_matches: 5_020 }, bytes(50_000));
  const [a, b] = answer.by_pattern as { matches: unknown[] }[];
  expect(a?.matches).toHaveLength(20);
  expect(b?.matches.length).toBeGreaterThan(300);
  expect(answer).toMatchObject({ total_matches: 5_020, returned_matches: 20 + (b?.matches.length ?? 0) });
});

test('a list that was not the counted one is named, the counts of the tool stay', () => {
  const skipped = lines(5_000).map(({ file }) => ({ file, reason: 'unreadable, for a long and sad reason' }));
  const answer = capped(
    { matches: lines(10), total_matches: 10, returned_matches: 10, skipped },
    bytes(30_000),
  );
  expect(answer).toMatchObject({ total_matches: 10, returned_matches: 10, truncated: true });
  expect(answer.message).toContain('`skipped`');
});

test('after the lists the longest text is cut, on whole characters', () => {
  const answer = capped(
    { files: [{ path: 'a.ts', diff: '🔥'.repeat(1_000_000), hints: ['x'] }] },
    bytes(MOST_BYTES),
  );
  const [file] = answer.files as { path: string; diff: string }[];
  expect(file?.path).toBe('a.ts');
  expect(file?.diff).toMatch(/^(🔥)+…$/u);
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeGreaterThan(MOST_BYTES * 0.98);
});

test('instruction, expected_payload, error and what the caller names stay whole; the keys stay in order', () => {
  const kept = {
    error: 'commit_failed',
    instruction: '次に'.repeat(700),
    expected_payload: { a: ['str'] },
    tail: 'z'.repeat(900),
  };
  const answer = capped(
    { ...kept, message: 'why', log: 'x'.repeat(100_000) },
    { ...characters(5_000), keep: ['tail'] },
  );
  expect(answer).toMatchObject(kept);
  expect(Object.keys(answer).slice(0, 6)).toEqual([
    'error',
    'instruction',
    'expected_payload',
    'tail',
    'message',
    'log',
  ]);
  expect(answer.message).toMatch(/^why /);
});

test('the limit wins over a kept key that is larger than the limit', () => {
  const answer = capped({ error: 'x', instruction: 'i'.repeat(5_000) }, characters(1_000));
  expect(answer).toMatchObject({ error: 'x', truncated: true });
});

test('half characters, of values and of keys, are replaced, whatever the size', () => {
  expect(capped({ '\ud83d': 'a\udd25b', ok: '🔥', text: 'literally \\ud83d' }, bytes(1_000))).toEqual({
    '\ufffd': 'a\ufffdb',
    ok: '🔥',
    text: 'literally \\ud83d',
  });
});

describe('what no tool should answer', () => {
  let deep: unknown = 'bottom';
  for (let depth = 0; depth < 10_000; depth++) deep = depth % 2 ? [deep] : { deep };
  const circular: Record<string, unknown> = { name: 'ring', list: [] };
  circular.self = circular;
  (circular.list as unknown[]).push(circular);
  const wide = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key ${index}`, index]));
  const hostile: Record<string, Record<string, unknown>> = {
    'a million items': { matches: Array(1_000_000).fill({ file: 'a.ts', line: 1 }) },
    'a million lists': { matches: Array(1_000_000).fill([1, 'a']) },
    'nested 10,000 deep': { deep },
    'a ring': circular,
    '200 MB of text': { text: '漢'.repeat(70_000_000) },
    'more text than a string can hold': { list: Array(6).fill('x'.repeat(100_000_000)) },
    '60,000 keys': wide,
    'keys below a key': { wide },
    'a key of a megabyte': { ['k'.repeat(1_000_000)]: 1, a: 2 },
    'bigint, date, map, hole, function': {
      a: 1n,
      b: new Date(0),
      c: new Map(),
      d: Array(2),
      e: () => 1,
      f: undefined,
    },
  };
  test.each(Object.entries(hostile))('%s is handled', (_, value) => {
    capped(value, bytes(MOST_BYTES));
    capped(value, characters(2_000));
  });
});

test('any JSON object within any limit', () => {
  const value = fc.dictionary(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('instruction', 'error', 'message', 'total_matches', 'returned_matches'),
    ),
    fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }),
  );
  const options = fc.record({
    max: fc.integer({ min: 60, max: 3_000 }),
    measure: fc.constantFrom('bytes', 'characters'),
  });
  fc.assert(
    fc.property(value, options, (object, { max, measure }) => {
      const answer = capped(object, { max, measure: measure as CapOptions['measure'], say });
      const whole = JSON.stringify(object);
      if (sizeOf[measure as CapOptions['measure']](whole) <= max) expect(answer).toEqual(JSON.parse(whole));
      else expect(answer.truncated).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('any list of texts that is too long for the limit fills most of it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), {
        minLength: 200,
        maxLength: 400,
      }),
      (matches) => {
        const answer = capped({ matches }, bytes(2_000));
        const left = answer.matches as string[];
        expect(left).toEqual(matches.slice(0, left.length));
        expect(answer).toMatchObject({ total_matches: matches.length, returned_matches: left.length });
        expect(left.length).toBeGreaterThan(2);
      },
    ),
    { numRuns: 200 },
  );
});
