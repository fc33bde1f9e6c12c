import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { checkArguments } from '../../src/server/arguments.ts';
import { Refusal } from '../../src/shared/refusal.ts';
import { searchFiles } from '../../src/tools/code/search-files.ts';
import { searchText } from '../../src/tools/code/search-text.ts';
import { caller, project } from '../support/search-project.ts';

const made: (() => void)[] = [];
afterEach(() => {
  for (const remove of made.splice(0)) remove();
});
async function given(files: Readonly<Record<string, string | Buffer>>) {
  const one = project(files);
  made.push(one.remove);
  const call = await caller(one.root);
  const find = (pattern: unknown, rest: Record<string, unknown> = {}) =>
    call(searchText, { pattern, ...rest });
  const places = async (pattern: unknown, rest: Record<string, unknown> = {}) =>
    ((await find(pattern, rest)).matches as { file: string; line: number }[]).map(
      ({ file, line }) => `${file}:${line}`,
    );
  return { ...one, call, find, places };
}
const refused = async (work: Promise<unknown>): Promise<Refusal> => {
  const thrown = await work.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Refusal);
  return thrown as Refusal;
};

test('an answer tells places, totals, completeness and engine', async () => {
  const { find } = await given({ 'src/a.ts': 'one\n日本語 NEEDLE 終 NEEDLE\n', 'lib/b.ts': 'NEEDLE\n' });
  expect(await find('NEEDLE')).toEqual({
    matches: [
      { file: 'lib/b.ts', line: 1, column: 1, text: 'NEEDLE', submatches: [{ start: 0, end: 6 }] },
      {
        file: 'src/a.ts',
        line: 2,
        column: 5,
        text: '日本語 NEEDLE 終 NEEDLE',
        submatches: [
          { start: 4, end: 10 },
          { start: 13, end: 19 },
        ],
      },
    ],
    total_matches: 2,
    returned_matches: 2,
    truncated: false,
    completeness: 'exact',
    engine: 'ripgrep',
    skipped: [],
  });
  expect(await find('NOTHERE')).toMatchObject({
    matches: [],
    total_matches: 0,
    completeness: 'exact',
    message: expect.stringContaining('Nothing found'),
  });
});

describe('where to look', () => {
  const files = {
    'app/[slug]/(group)/page.tsx': 'NEEDLE\n',
    'app/s/page.tsx': 'NEEDLE\n',
    'src/a.ts': 'NEEDLE\n',
    'src/a.test.ts': 'NEEDLE\n',
    'src/ui/b.tsx': 'NEEDLE\n',
    'lib/c.py': 'NEEDLE\n',
    'ab.md': 'NEEDLE\n',
    'ac.md': 'NEEDLE\n',
  };
  test.each([
    [{ path: 'app/[slug]/(group)' }, ['app/[slug]/(group)/page.tsx']],
    [{ path: 'app\\[slug]\\(group)\\page.tsx' }, ['app/[slug]/(group)/page.tsx']],
    [{ path: 'src/a.ts' }, ['src/a.ts']],
    [{ glob: 'app/[slug]/**' }, ['app/[slug]/(group)/page.tsx']],
    [{ glob: '*.tsx' }, ['app/[slug]/(group)/page.tsx', 'app/s/page.tsx', 'src/ui/b.tsx']],
    [{ glob: '*.{py,md}' }, ['ab.md', 'ac.md', 'lib/c.py']],
    [{ glob: 'a[bc].md' }, ['ab.md', 'ac.md']],
    [{ glob: ['src/**', '!*.test.ts'] }, ['src/a.ts', 'src/ui/b.tsx']],
    [{ glob: 'src' }, ['src/a.test.ts', 'src/a.ts', 'src/ui/b.tsx']],
    [{ glob: 'src\\**\\*.tsx' }, ['src/ui/b.tsx']],
    [{ glob: 'ui/**', path: 'src' }, ['src/ui/b.tsx']],
    [{ glob: '["*.py","ab.md"]' }, ['ab.md', 'lib/c.py']],
    [{ file_type: 'py' }, ['lib/c.py']],
    [{ file_type: 'ts', glob: '!**/*.test.ts', path: 'src' }, ['src/a.ts', 'src/ui/b.tsx']],
    [{ file_type: 'ts', path: 'lib/c.py' }, []],
    [{ glob: '*.rs' }, []],
  ])('%o', async (rest, expected) => {
    const { places } = await given(files);
    expect(await places('NEEDLE', rest)).toEqual(expected.map((file) => `${file}:1`));
  });

  test('empty optional arguments mean that they were not given, also before the server has read them', async () => {
    const { find, call } = await given(files);
    const plain = await find('NEEDLE');
    expect(await find('NEEDLE', { path: '', glob: '', file_type: '' })).toEqual(plain);
    expect(await find('NEEDLE', { path: ' ', glob: [], file_type: ' ' })).toEqual(plain);
    expect(await find('NEEDLE', { glob: [''] })).toEqual(plain);
    const filled = checkArguments(searchText, {
      pattern: 'NEEDLE',
      path: '',
      glob: [],
      file_type: null,
      max_results: null,
      offset: '0',
      regex: 'true',
    });
    expect(await call(searchText, filled as Record<string, unknown>)).toEqual(plain);
    expect(() => checkArguments(searchText, { pattern: 'NEEDLE', paht: 'src' })).toThrow(Refusal);
    expect(() => checkArguments(searchText, {})).toThrow(Refusal);
  });

  test('what is outside is refused and shows nothing', async () => {
    const { find, root, folder } = await given(files);
    mkdirSync(join(folder, 'proj-evil'));
    writeFileSync(join(folder, 'proj-evil/s.ts'), 'NEEDLE SECRET\n');
    symlinkSync('../proj-evil', join(root, 'link'));
    for (const path of ['../proj-evil/s.ts', `${root}-evil/s.ts`, '/', 'link', 'link/s.ts', '/etc'])
      expect((await refused(find('NEEDLE', { path }))).code).toBe('outside_root');
    for (const glob of ['../**', '/etc/*', '!../x', ['src/**', '{/etc,src}/*']])
      expect((await refused(find('NEEDLE', { glob }))).code).toBe('outside_root');
    expect(JSON.stringify(await find('NEEDLE'))).not.toContain('SECRET');
  });

  test('a path that is not there is refused, not searched in vain', async () => {
    const { find } = await given(files);
    const { code, details } = await refused(find('NEEDLE', { path: 'source/a.ts' }));
    expect([code, details.nearest]).toEqual(['invalid_arguments', 'src/a.ts']);
  });
});

describe('several patterns', () => {
  test('are grouped, and one offset goes on for all', async () => {
    const { find } = await given({ 'a.html': '<nav>\naria-label\n'.repeat(30), 'b.html': '<nav>\n' });
    const answer = await find(['<nav', 'aria-label', '<nav', 'none'], { max_results: 20 });
    expect(answer).toMatchObject({
      total_matches: 61,
      returned_matches: 40,
      truncated: true,
      next_offset: 20,
      patterns: [
        { pattern: '<nav', total_matches: 31, returned_matches: 20, next_offset: 20 },
        { pattern: 'aria-label', total_matches: 30 },
        { pattern: 'none', total_matches: 0, matches: [], truncated: false },
      ],
    });
    const last = await find('["<nav","aria-label"]', { max_results: 20, offset: 20 });
    expect(last).toMatchObject({ returned_matches: 21, truncated: false });
  });

  test('none, or more than five, are refused', async () => {
    const { find } = await given({ 'a.txt': 'x\n' });
    expect((await refused(find(['']))).code).toBe('invalid_arguments');
    expect(() => checkArguments(searchText, { pattern: [] })).toThrow(Refusal);
    expect(() => checkArguments(searchText, { pattern: ['a', 'b', 'c', 'd', 'e', 'f'] })).toThrow(Refusal);
  });
});

test('output as files or counts', async () => {
  const { find } = await given({ 'a.txt': 'x\nx\n', 'b.txt': 'x\n', 'c.txt': 'y\n' });
  expect(await find('x', { output: 'files' })).toMatchObject({
    files: ['a.txt', 'b.txt'],
    total_matches: 2,
    returned_matches: 2,
  });
  expect(await find('x', { output: 'count' })).toMatchObject({
    counts: [
      { file: 'a.txt', count: 2 },
      { file: 'b.txt', count: 1 },
    ],
    total_matches: 3,
    total_files: 2,
  });
  expect(await find('x', { output: 'files', max_results: 1 })).toMatchObject({
    files: ['a.txt'],
    truncated: true,
    next_offset: 1,
  });
});

describe('a page stays within 40,000 characters, and no character is halved', () => {
  const long = (text: string) => `${text}\n`;
  const shapes: Record<string, string> = {
    'one-line matches': long('hit').repeat(7_644),
    'long lines': long(`${'x'.repeat(3_000)}hit${'y'.repeat(3_000)}`).repeat(300),
    emoji: long(`x${'🔥'.repeat(5_000)}hit${'🔥'.repeat(5_000)}`).repeat(120),
    'control characters': long(`${'\u0001'.repeat(500)}hit${'\u0002'.repeat(500)}`).repeat(200),
    'quotes and backslashes': long('\\"hit\\"'.repeat(200)).repeat(200),
    'many matches a line': long('hit'.repeat(2_000)).repeat(200),
  };
  test.each(Object.entries(shapes))('%s', async (_, text) => {
    const { find } = await given({ 'a.txt': text });
    for (const [pattern, rest] of [
      ['hit', {}],
      ['hit', { max_results: 1_000, context_lines: 20 }],
      [['hit', 'h', 'i', 't', 'hi'], {}],
    ] as const) {
      const answer = await find(pattern, rest);
      const json = JSON.stringify(answer);
      expect(json.length).toBeLessThan(40_000);
      expect(json.isWellFormed()).toBe(true);
      expect(json).not.toMatch(/\\ud[89ab]|\uFFFD/i);
      expect(answer).toMatchObject({ truncated: true });
      if (Array.isArray(answer.matches)) expect(answer.returned_matches).toBe(answer.matches.length);
    }
  });

  test('pages put together are the whole, and the last is not truncated', async () => {
    const { find } = await given({ 'a.txt': shapes['control characters'] ?? '', 'b.txt': 'hit\n' });
    const lines: string[] = [];
    for (let offset: unknown = 0; offset !== undefined; ) {
      const page = await find('hit', { offset, max_results: 1_000 });
      for (const { file, line } of page.matches as { file: string; line: number }[])
        lines.push(`${file}:${line}`);
      offset = page.next_offset;
    }
    expect(lines).toEqual([...Array.from({ length: 200 }, (_, i) => `a.txt:${i + 1}`), 'b.txt:1']);
  });

  test('exactly the limit is not truncated', async () => {
    const { find } = await given({ 'a.txt': 'hit\n'.repeat(100) });
    expect(await find('hit')).toMatchObject({ truncated: false, total_matches: 100, returned_matches: 100 });
  });
});

test('four million matches are counted in time and little memory', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`f${i}.txt`, 'a\n'.repeat(20_000)]),
  );
  const { find } = await given(files);
  const before = process.memoryUsage().rss;
  const started = Date.now();
  const answer = await find('a');
  expect(answer).toMatchObject({
    total_matches: 4_000_000,
    completeness: 'exact',
    truncated: true,
    returned_matches: 100,
  });
  expect(await find(['a', '<nav'])).toMatchObject({ total_matches: 4_000_000 });
  expect(Date.now() - started).toBeLessThan(30_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
});

test('what was read in another encoding is said in words', async () => {
  const { find } = await given({ 'sjis.txt': Buffer.from('93fa967b8cea20780a', 'hex') });
  expect(await find('日本語')).toMatchObject({
    matches: [{ text: '日本語 x' }],
    completeness: 'exact',
    skipped: [{ file: 'sjis.txt', reason: expect.stringContaining('shift_jis') }],
  });
});

test('both tools keep what tools.md asks of every tool', () => {
  for (const tool of [searchText, searchFiles]) {
    expect(tool.description.length).toBeLessThanOrEqual(2_000);
    expect(tool.searchHint.length).toBeLessThanOrEqual(400);
    expect(tool.readOnly).toBe(true);
    for (const [key, schema] of Object.entries(tool.input.shape))
      expect((schema as { description?: string }).description, key).toBeTruthy();
  }
});

test('any arguments answer or refuse, and only files of the project are shown', async () => {
  const { find, root, folder } = await given({ 'src/a.ts': 'in(side) [x] NEEDLE 日本語\n' });
  mkdirSync(join(folder, 'outside'));
  writeFileSync(join(folder, 'outside/s.ts'), 'SECRET NEEDLE\n');
  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '/',
      '\\',
      '*',
      '(',
      '[',
      '{',
      '--pre=',
      '-',
      '\n',
      '\0',
      'NEEDLE',
      'SECRET',
      '$(x)',
      'src',
      root,
      '日本',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const text = fc
    .array(piece, { minLength: 1, maxLength: 5 })
    .map((pieces) => pieces.join(''))
    .filter((joined) => joined !== '');
  const args = fc.record(
    {
      path: text,
      glob: fc.oneof(text, fc.array(text, { maxLength: 3 })),
      file_type: text,
      regex: fc.boolean(),
      word: fc.boolean(),
      multiline: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(text, args, async (pattern, rest) => {
      const answer = await find(pattern, rest).catch((error: unknown) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
      if (answer !== null) expect(JSON.stringify(answer.matches)).not.toContain('SECRET');
    }),
    { numRuns: 60 },
  );
});
