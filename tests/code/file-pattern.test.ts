import { describe, expect, test } from 'vitest';
import { insideProject, readGlobs, resolvePattern } from '../../src/code/file-pattern.ts';
import { fitting, withoutContextWhereHuge } from '../../src/code/page.ts';
import { selectByGlobs } from '../../src/platform/glob.ts';
import { Refusal } from '../../src/shared/refusal.ts';

test.each([
  ['./src/a.ts', 'src/a.ts'],
  ['.\\src\\a.ts', 'src\\a.ts'],
  ['/home/me/proj/src/*', 'src/*'],
  ['/home/me/proj', '**'],
  ['app/(..)photo/x', 'app/(..)photo/x'],
  ['src{/a,/b}.ts', 'src{/a,/b}.ts'],
  ['a..b/c', 'a..b/c'],
])('%s stays in the project as %s', (sent, pattern) =>
  expect(insideProject(sent, '/home/me/proj')).toBe(pattern),
);

test.each(['/home/me/proj-evil/*', '/home/me', '..', 'a/..', 'a\\..\\b', '{a,..}/b', '{/etc,a}/*'])(
  '%s leads out',
  (sent) => {
    expect(() => insideProject(sent, '/home/me/proj')).toThrow(Refusal);
  },
);

test('a group that is part of a name is that name, and only where it is none a class', () => {
  const files = ['app/[id]/a.ts', 'app/i/a.ts', 'app/d/b.ts'];
  expect(resolvePattern('app/[id]/*.ts', '.', files, selectByGlobs).files).toEqual(['app/[id]/a.ts']);
  expect(resolvePattern('app/[id]/b.ts', '.', files, selectByGlobs).files).toEqual(['app/d/b.ts']);
  expect(resolvePattern('app/[di]/*.ts', '.', files, selectByGlobs).files).toEqual([
    'app/i/a.ts',
    'app/d/b.ts',
  ]);
});

test('the list of files is asked for only where a glob needs it', async () => {
  let asked = 0;
  const options = {
    root: '/p',
    folder: '.',
    select: selectByGlobs,
    list: async () => {
      asked += 1;
      return ['app/[id]/a.ts'];
    },
  };
  expect(await readGlobs(['*.{ts,tsx}', 'src/**', '!*.md'], options)).toContain('!**/*.md');
  expect(asked).toBe(0);
  expect(await readGlobs(['app/[id]/**'], options)).toContain('app/\\[id\\]/**');
  expect(asked).toBeGreaterThan(0);
});

describe('a page', () => {
  test('takes what fits, and at least one', () => {
    expect(fitting(['aaaa', 'bbbb'], 14)).toBe(2);
    expect(fitting(['aaaa', 'bbbb'], 13)).toBe(1);
    expect(fitting(['aaaa'], 1)).toBe(1);
    expect(fitting([])).toBe(0);
  });

  test('an item too long alone goes without its context', () => {
    const item = { text: 'x', before: ['y'.repeat(100)], after: [] };
    expect(withoutContextWhereHuge(item, 50)).toEqual({ text: 'x', context_truncated: true });
    expect(withoutContextWhereHuge(item, 500)).toBe(item);
  });
});
