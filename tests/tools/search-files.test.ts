import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { Refusal } from '../../src/shared/refusal.ts';
import { searchFiles } from '../../src/tools/code/search-files.ts';
import { caller, project } from '../support/search-project.ts';

const made: (() => void)[] = [];
afterEach(() => {
  for (const remove of made.splice(0)) remove();
});
async function given(names: readonly string[], options: { git?: boolean } = {}) {
  const one = project(Object.fromEntries(names.map((name) => [name, 'x\n'])), options);
  made.push(one.remove);
  const call = await caller(one.root);
  const find = (pattern: string, rest: Record<string, unknown> = {}) =>
    call(searchFiles, { pattern, ...rest });
  const files = async (pattern: string, rest: Record<string, unknown> = {}) =>
    (await find(pattern, rest)).files;
  return { ...one, find, files };
}
const refused = async (work: Promise<unknown>): Promise<string> => {
  const thrown = await work.catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Refusal);
  return (thrown as Refusal).code;
};

describe('names with brackets and parentheses', () => {
  const page = 'app/[slug]/(group)/page.tsx';
  const names = [
    page,
    'app/s/page.tsx',
    'app/s/(group)/page.tsx',
    'app/[...all]/a.ts',
    'app/[[...opt]]/b.ts',
    'app/@modal/(.)photo/c.ts',
    'app/(..)up/d.ts',
    'ab.ts',
    'ac.ts',
    'ad.ts',
    'lib/{id}.ts',
    '+page.svelte',
    'routes/$id.tsx',
    'a|b/e.ts',
  ];
  test.each([
    ['app/[slug]/(group)/page.tsx', {}, [page]],
    ['app/[slug]/**', {}, [page]],
    ['**/*.tsx', { path: 'app/[slug]' }, [page]],
    ['(group)/page.tsx', { path: 'app/[slug]' }, [page]],
    ['page.tsx', { path: 'app/[slug]' }, [page]],
    ['app/[slug]/**', { path: 'app' }, [page]],
    ['app/\\[slug\\]/**', {}, [page]],
    ['app/\\[slug\\]/\\(group\\)/*.tsx', {}, [page]],
    ['app\\[slug]\\(group)\\page.tsx', {}, [page]],
    ['**/(group)/*', {}, [page, 'app/s/(group)/page.tsx']],
    ['app/[...all]/*', {}, ['app/[...all]/a.ts']],
    ['app/[[...opt]]/*', {}, ['app/[[...opt]]/b.ts']],
    ['app/@modal/(.)photo/*.ts', {}, ['app/@modal/(.)photo/c.ts']],
    ['app/(..)up/d.ts', {}, ['app/(..)up/d.ts']],
    ['a[bc].ts', {}, ['ab.ts', 'ac.ts']],
    ['a[!bc].ts', {}, ['ad.ts']],
    ['a@(b|c).ts', {}, ['ab.ts', 'ac.ts']],
    ['{ab,ad}.ts', {}, ['ab.ts', 'ad.ts']],
    ['lib/{id}.ts', {}, ['lib/{id}.ts']],
    ['+page.svelte', {}, ['+page.svelte']],
    ['$id.tsx', {}, ['routes/$id.tsx']],
  ])('%s in %o', async (pattern, rest, expected) => {
    const { files } = await given(names);
    expect(await files(pattern, rest)).toEqual(expected);
  });
});

describe('ways to write a pattern', () => {
  const names = [
    'src/x/a.ts',
    'src/deep/page.tsx',
    'top.tsx',
    '.github/ci.yml',
    'lib/src/util.ts',
    'README.md',
  ];
  test.each([
    ['page.tsx', ['src/deep/page.tsx']],
    ['*.tsx', ['src/deep/page.tsx', 'top.tsx']],
    ['./src/x/a.ts', ['src/x/a.ts']],
    ['src\\**\\*.ts', ['src/x/a.ts']],
    ['src\\x\\a.ts', ['src/x/a.ts']],
    ['src\\x\\*', ['src/x/a.ts']],
    ['src/', ['src/deep/page.tsx', 'src/x/a.ts']],
    ['**/*.yml', ['.github/ci.yml']],
    ['ci.yml', ['.github/ci.yml']],
    ['**', [...names].sort()],
    ['*', [...names].sort()],
    ['nothing.here', []],
  ])('%s', async (pattern, expected) => {
    const { find } = await given(names);
    const answer = await find(pattern);
    expect(answer).toMatchObject({
      files: expected,
      total_matches: expected.length,
      completeness: 'exact',
      truncated: false,
    });
    expect(answer.used_pattern).toBeUndefined();
  });

  test('an absolute path in the project is its path', async () => {
    const { files, root } = await given(names);
    expect(await files(`${root}/src/**/*.ts`)).toEqual(['src/x/a.ts']);
    expect(await files('*.ts', { path: join(root, 'src') })).toEqual(['src/x/a.ts']);
  });

  test('where nothing fits as written, a folder or the end of a path is understood, and said', async () => {
    const { find } = await given(names);
    expect(await find('deep')).toMatchObject({ files: ['src/deep/page.tsx'], used_pattern: '**/deep/**' });
    expect(await find('deep/page.tsx')).toMatchObject({
      files: ['src/deep/page.tsx'],
      used_pattern: '**/deep/page.tsx',
    });
    expect((await find('src/x')).files).toEqual(['src/x/a.ts']);
  });

  test('decomposed names are found by composed patterns and the reverse, and the answer opens', async () => {
    const nfd = 'ガ.ts'.normalize('NFD');
    const { files } = await given([`src/${nfd}`, 'プ.ts']);
    for (const pattern of ['ガ.ts'.normalize('NFC'), nfd, 'src/ガ.*'.normalize('NFC')])
      expect(await files(pattern)).toEqual([`src/${nfd}`]);
    expect(await files('プ.ts'.normalize('NFD'))).toEqual(['プ.ts']);
  });

  test('links are not followed', async () => {
    const { files, root } = await given(['loop/f.ts', 'loop/x/y.md']);
    symlinkSync('..', join(root, 'loop/x/up'));
    symlinkSync('/etc', join(root, 'etc'));
    expect(await files('loop/**/*.ts')).toEqual(['loop/f.ts']);
    expect(await files('loop/**/*.ts', { include_ignored: true })).toEqual(['loop/f.ts']);
    expect(await files('etc/**')).toEqual([]);
  });
});

describe('the project ends at its root', () => {
  test.each([
    '/etc/host*',
    '../**/*.env',
    '{/etc,src}/*',
    '{src,/etc}/*',
    '{..,src}/*',
    'src/../../*',
    '..',
    '..\\*',
    '\\etc\\*',
    'C:\\*',
    '{src/,../}*',
  ])('the pattern %s is refused', async (pattern) => {
    const { find } = await given(['src/a.ts']);
    expect(await refused(find(pattern))).toBe('outside_root');
  });

  test.each(['@(..)/*', '[.][.]/*', '.?/*', '{.,.}./*', '(/etc|src)/*', '!(x)/../*', '~/*'])(
    '%s reaches nothing outside',
    async (pattern) => {
      const { find, folder } = await given(['src/a.ts']);
      mkdirSync(join(folder, 'proj-evil'));
      writeFileSync(join(folder, 'proj-evil/s.ts'), 'x');
      const answer = await find(pattern).catch((error: unknown) => error);
      if (!(answer instanceof Refusal))
        expect(['[]', '["src/a.ts"]']).toContain(JSON.stringify((answer as { files: unknown }).files));
    },
  );

  test.each(['/', '..', '../proj-evil', '/etc', 'link'])('the path %s is refused', async (path) => {
    const { find, folder, root } = await given(['src/a.ts']);
    mkdirSync(join(folder, 'proj-evil'));
    writeFileSync(join(folder, 'proj-evil/s.ts'), 'x');
    symlinkSync('../proj-evil', join(root, 'link'));
    expect(await refused(find('**', { path }))).toBe('outside_root');
    expect(await refused(find('**', { path: `${root}-evil` }))).toBe('outside_root');
  });

  test('a path that is not there is refused with a near one: nothing was looked at', async () => {
    const { find } = await given(['src/components/a.ts']);
    const thrown = (await find('*', { path: 'components' }).catch((error: unknown) => error)) as Refusal;
    expect([thrown.code, thrown.details.nearest]).toEqual(['invalid_arguments', 'src/components']);
    expect(await refused(find('*', { path: 'zzzzzz' }))).toBe('invalid_arguments');
    expect(await refused(find('  '))).toBe('invalid_arguments');
  });
});

test('pages follow each other, sorted, and a page of long names stays within 40,000 characters', async () => {
  const names = Array.from(
    { length: 450 },
    (_, i) => `${'d'.repeat(200)}/${'n'.repeat(150)}${String(i).padStart(3, '0')}.ts`,
  );
  const { find } = await given(names);
  const all: unknown[] = [];
  for (let offset: unknown = 0; offset !== undefined; ) {
    const page = await find('*.ts', { offset });
    expect(JSON.stringify(page).length).toBeLessThan(40_000);
    expect(page).toMatchObject({ total_matches: 450, returned_matches: (page.files as unknown[]).length });
    all.push(...(page.files as unknown[]));
    offset = page.next_offset;
  }
  expect(all).toEqual(names);
});

test('ignored files only where they are asked for, and an ignored folder says why it is empty', async () => {
  const { find, root } = await given(['a.ts', 'node_modules/x/b.ts', '.code-intel/c.ts'], { git: true });
  writeFileSync(join(root, '.gitignore'), 'node_modules/\n');
  expect((await find('*.ts')).files).toEqual(['a.ts']);
  expect(await find('*.ts', { include_ignored: true })).toMatchObject({
    files: ['a.ts', 'node_modules/x/b.ts'],
    engine: 'fast-glob',
  });
  const answer = await find('*.ts', { path: 'node_modules' });
  expect(answer).toMatchObject({ files: [], completeness: 'unknown' });
  expect(answer.skipped).toMatchObject([{ file: 'node_modules' }]);
  expect(await find('*.ts', { path: 'node_modules', include_ignored: true })).toMatchObject({
    files: ['node_modules/x/b.ts'],
  });
});

test('empty optional arguments mean that they were not given', async () => {
  const { files } = await given(['a.ts']);
  expect(await files('*.ts', { path: '' })).toEqual(['a.ts']);
  expect(await files('*.ts', { path: ' ' })).toEqual(['a.ts']);
});

test('any arguments answer with files of the project, or refuse', async () => {
  const { find, root, folder } = await given(['src/a.ts', 'b/[c]/d.md', 'e(f).txt']);
  mkdirSync(join(folder, 'outside'));
  writeFileSync(join(folder, 'outside/secret.ts'), 'x');
  const known = ['src/a.ts', 'b/[c]/d.md', 'e(f).txt'];
  const piece = fc.oneof(
    fc.constantFrom(
      '**',
      '*',
      '..',
      '/',
      '\\',
      '{',
      '}',
      ',',
      '[',
      ']',
      '(',
      ')',
      '!',
      '?',
      '+',
      '@',
      '|',
      'src',
      'a.ts',
      '-',
      '\0',
      root,
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  const text = fc
    .array(piece, { minLength: 1, maxLength: 8 })
    .map((pieces) => pieces.join(''))
    .filter((joined) => joined !== '');
  await fc.assert(
    fc.asyncProperty(text, fc.option(text, { nil: undefined }), fc.nat(5), async (pattern, path, offset) => {
      const answer = await find(pattern, { ...(path !== undefined && { path }), offset }).catch(
        (error: unknown) => {
          if (error instanceof Refusal) return null;
          throw error;
        },
      );
      if (answer === null) return;
      for (const file of answer.files as string[]) expect(known).toContain(file);
    }),
    { numRuns: 60 },
  );
});
