import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { projectFiles } from '../../src/platform/project-files.ts';
import { Refusal } from '../../src/shared/refusal.ts';
import { project } from '../support/search-project.ts';

const made: (() => void)[] = [];
afterEach(() => {
  for (const remove of made.splice(0)) remove();
});
function given(files: Record<string, string | Buffer>) {
  const one = project(files);
  made.push(one.remove);
  return one;
}

test('paths in the project are located in all their spellings', async () => {
  const { root } = given({ 'src/x/a.ts': 'a', 'app/[slug]/(shop)/page.tsx': 'b' });
  const files = await projectFiles(root);
  const file = { path: 'src/x/a.ts', kind: 'file' };
  for (const path of [
    'src/x/a.ts',
    './src/x/a.ts',
    'src//x/a.ts',
    'src/../src/x/a.ts',
    'src\\x\\a.ts',
    join(root, 'src/x/a.ts'),
  ]) {
    expect(await files.locate(path)).toMatchObject(file);
  }
  const page = { path: 'app/[slug]/(shop)/page.tsx', kind: 'file' };
  for (const path of [page.path, 'app\\[slug]\\(shop)\\page.tsx', 'app/\\[slug\\]/\\(shop\\)/page.tsx']) {
    expect(await files.locate(path)).toMatchObject(page);
  }
  for (const path of ['', '.', './', root, `${root}/`, 'src/..']) {
    expect(await files.locate(path)).toMatchObject({ path: '.', kind: 'folder' });
  }
  expect(await files.locate('src/')).toMatchObject({ path: 'src', kind: 'folder' });
  expect(await files.locate('src/new\\b.ts')).toMatchObject({ path: 'src/new/b.ts', kind: 'missing' });
  expect(await files.locate('src/x/a.ts/b')).toMatchObject({ path: 'src/x/a.ts/b', kind: 'missing' });
});

test('composed and decomposed names find their file, in the spelling of the disk', async () => {
  const nfd = 'ガ.ts'.normalize('NFD');
  const { root } = given({ [`src/${nfd}`]: 'x', 'プ/a.ts': 'y' });
  const files = await projectFiles(root);
  expect(await files.locate('src/ガ.ts'.normalize('NFC'))).toMatchObject({
    path: `src/${nfd}`,
    kind: 'file',
  });
  expect(await files.locate('プ/a.ts'.normalize('NFD'))).toMatchObject({
    path: 'プ/a.ts'.normalize('NFC'),
    kind: 'file',
  });
  expect(await files.read('src/ガ.ts'.normalize('NFC'))).toBe('x');
});

test('whatever leads outside is refused, by name, by link, and for files that do not exist', async () => {
  const { root, folder } = given({ 'a.ts': 'x', 'sub/b.ts': 'y' });
  mkdirSync(join(folder, 'proj-evil'));
  writeFileSync(join(folder, 'proj-evil/s.ts'), 'SECRET');
  symlinkSync('../proj-evil', join(root, 'linked'));
  symlinkSync(join(folder, 'proj-evil/s.ts'), join(root, 'link.ts'));
  symlinkSync('../proj-evil/not-there.ts', join(root, 'dangling.ts'));
  symlinkSync('circle', join(root, 'circle'));
  symlinkSync('a.ts', join(root, 'fine.ts'));
  const files = await projectFiles(root);
  const outside = [
    '../proj-evil/s.ts',
    '..\\proj-evil\\s.ts',
    'sub/../../proj-evil/s.ts',
    `${root}-evil/s.ts`,
    '/etc/passwd',
    '..',
    '/',
    'linked/s.ts',
    'linked/new/file.ts',
    'link.ts',
    'dangling.ts',
    'circle',
    'a\0b',
    'C:\\Windows',
    'C:/x',
    '\\\\host\\share',
    'linked',
  ];
  for (const path of outside) {
    const thrown = await files.locate(path).catch((error: unknown) => error);
    expect(thrown, path).toBeInstanceOf(Refusal);
    expect((thrown as Refusal).code).toBe('outside_root');
    await expect(files.read(path)).rejects.toBeInstanceOf(Refusal);
  }
  expect(await files.locate('fine.ts')).toMatchObject({ path: 'a.ts', kind: 'file' });
});

test('a root that is reached by a link is one with its real path', async () => {
  const { root, folder } = given({ 'a.ts': 'x' });
  symlinkSync(root, join(folder, 'alias'));
  const files = await projectFiles(join(folder, 'alias'));
  expect(files.root).toBe(root);
  expect(await files.locate(join(folder, 'alias/a.ts'))).toMatchObject({ path: 'a.ts', kind: 'file' });
});

test('text is read in its encoding, cut on whole characters; binaries, folders and pipes are no text', async () => {
  const { root } = given({
    'u8.txt': '日本語',
    'sjis.txt': Buffer.from('93fa967b8cea', 'hex'),
    'u16.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('日本', 'utf16le')]),
    bin: Buffer.from('a\0b'),
    'empty.txt': '',
  });
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const files = await projectFiles(root);
  expect(await files.read('u8.txt')).toBe('日本語');
  expect(await files.read('sjis.txt')).toBe('日本語');
  expect(await files.read('u16.txt')).toBe('日本');
  expect(await files.read('empty.txt')).toBe('');
  for (let bytes = 0; bytes <= 9; bytes++)
    expect('日本語'.startsWith((await files.read('u8.txt', bytes)) ?? '?')).toBe(true);
  for (const path of ['bin', '.', 'missing', 'pipe']) expect(await files.read(path)).toBeNull();
  expect((await files.locate('pipe')).kind).toBe('other');
});

test('any text as a path is located below the root or refused', async () => {
  const { root } = given({ 'a/b.ts': 'x' });
  const files = await projectFiles(root);
  const piece = fc.oneof(
    fc.constantFrom('..', '.', '/', '\\', 'a', 'b.ts', '\0', '~', 'C:', root, ' '),
    fc.string({ unit: 'binary' }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (pieces) => {
      const located = await files.locate(pieces.join('')).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'outside_root') return null;
        throw error;
      });
      if (located !== null) expect(located.path.split('/')).not.toContain('..');
    }),
    { numRuns: 300 },
  );
});
