import { expect, test } from 'vitest';
import { fuse } from '../../src/code/query-rank.ts';

const at = (file: string, line: number, why = 'x') => ({ file, line, end_line: line, why });

test('a definition comes before a use, and what two searches found before what one found', () => {
  const ranked = fuse(
    [
      { found_by: 'find_definitions', weight: 4, hits: [at('src/a.ts', 3)] },
      { found_by: 'find_references', weight: 1, hits: [at('src/b.ts', 9), at('src/c.ts', 1)] },
      { found_by: 'search_text', weight: 1, hits: [at('src/c.ts', 1)] },
    ],
    false,
  );
  expect(ranked.map(({ file }) => file)).toEqual(['src/a.ts', 'src/c.ts', 'src/b.ts']);
  expect(ranked[1]?.found_by).toEqual(['find_references', 'search_text']);
  expect(ranked[0]?.score).toBe(1);
});

test('tests and generated files are lowered, tests not where they are asked for', () => {
  const lists = [
    {
      found_by: 'search_text',
      weight: 1,
      hits: [at('tests/a.test.ts', 1), at('dist/a.js', 1), at('src/a.ts', 1)],
    },
  ];
  expect(fuse(lists, false).map(({ file }) => file)).toEqual(['src/a.ts', 'tests/a.test.ts', 'dist/a.js']);
  expect(fuse(lists, true)[0]?.file).toBe('tests/a.test.ts');
});

test('places that lie in one another are one place', () => {
  const ranked = fuse(
    [
      {
        found_by: 'find_definitions',
        weight: 4,
        hits: [{ file: 'a.ts', line: 1, end_line: 9, why: 'function f' }],
      },
      { found_by: 'search_text', weight: 1, hits: [at('a.ts', 4)] },
    ],
    false,
  );
  expect(ranked).toHaveLength(1);
  expect(ranked[0]).toMatchObject({ line: 1, end_line: 9, found_by: ['find_definitions', 'search_text'] });
});

test('the same lists give the same order', () => {
  const lists = [
    { found_by: 'search_text', weight: 1, hits: ['b', 'a', 'c'].map((name) => at(`${name}.ts`, 1)) },
    { found_by: 'search_files', weight: 1, hits: ['c', 'a', 'b'].map((name) => at(`${name}.ts`, 1)) },
  ];
  expect(fuse(lists, false)).toEqual(fuse(lists, false));
});
