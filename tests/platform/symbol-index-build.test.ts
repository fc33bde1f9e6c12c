import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { extractSymbols } from '../../src/code/extract.ts';
import { fileList } from '../../src/platform/file-list.ts';
import { symbolCacheFolder } from '../../src/platform/symbol-index-cache.ts';
import { indexOn } from '../support/navigation.ts';
import { git, project } from '../support/search-project.ts';

const open: { remove(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});

/** A project, and an index over it that counts what it costs. */
function counted(files: Record<string, string>, options: Parameters<typeof indexOn>[1] = {}, gitToo = false) {
  const made = project(files, { git: gitToo });
  open.push(made);
  const cost = { parses: 0, listings: 0 };
  const list = fileList(made.root);
  const start = () =>
    indexOn(made.root, {
      fileList: {
        ...list,
        files(asked) {
          cost.listings++;
          return list.files(asked);
        },
      },
      extract(tree, language) {
        cost.parses++;
        return extractSymbols(tree, language);
      },
      ...options,
    });
  const spent = async (act: () => unknown) => {
    Object.assign(cost, { parses: 0, listings: 0 });
    await act();
    return { ...cost };
  };
  return { ...made, start, spent };
}

const many = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `src/${n % 10}/f${n}.ts`,
      `export function name${n}() {}\n${n % 200 === 0 ? 'rare();\n' : ''}`,
    ]),
  );

describe.each([{ gitToo: false }, { gitToo: true }])('the cost of an answer (git: $gitToo)', ({ gitToo }) => {
  test('is one parse for one changed file, and a listing only where a folder or a rule changed', async () => {
    const files = { '.gitignore': 'out/\n', 'a.ts': 'a();\n', 'b/b.ts': 'b();\n', 'out/x.ts': 'x();\n' };
    const { root, write, start, spent } = counted(files, {}, gitToo);
    write('bare/.keep', '');
    rmSync(join(root, 'bare/.keep'));
    const index = start();
    await wait(100);
    expect(await spent(() => index.refresh())).toEqual({ parses: 2, listings: 1 });
    expect(await spent(() => index.refresh())).toEqual({ parses: 0, listings: 0 });
    write('a.ts', 'c();\n');
    expect(await spent(() => index.refresh())).toEqual({ parses: 1, listings: 0 });
    expect(index.containing('c')).toEqual(['a.ts']);
    // In a folder that held nothing.
    write('bare/n.ts', 'n();\n');
    expect((await spent(() => index.refresh())).listings).toBe(1);
    expect(index.containing('n')).toEqual(['bare/n.ts']);
    // Ignored and wanted again, in place.
    write('.gitignore', 'out/\nb/\n');
    await index.refresh();
    expect(index.containing('b')).toEqual([]);
    write('.gitignore', '');
    await index.refresh();
    expect(index.containing('b')).toEqual(['b/b.ts']);
    expect(index.containing('x')).toEqual(['out/x.ts']);
    if (!gitToo) return;
    // Rules in git's own folder.
    await wait(100);
    await index.refresh();
    writeFileSync(join(root, '.git/info/exclude'), 'out\n');
    await index.refresh();
    expect(index.containing('x')).toEqual([]);
    // Tracked all the same.
    git(root, 'add', '-f', 'out/x.ts');
    await index.refresh();
    expect(index.containing('x')).toEqual(['out/x.ts']);
  });
});

describe('the building of a large index', () => {
  test('an answer says that it is a lower bound until nothing is left, and holds all files of the word asked for', async () => {
    const seen: string[] = [];
    const { start } = counted(many(1_000), { onProgress: ({ state }) => seen.push(state) });
    const index = start();
    const first = await index.refresh({ words: ['rare'] });
    expect(first).toMatchObject({ state: 'building', total: 1_000 });
    expect(first.done).toBeLessThan(1_000);
    expect(index.containing('rare')).toHaveLength(5);
    expect(await index.built()).toEqual({ state: 'ready', done: 1_000, total: 1_000 });
    expect([...index.names()]).toHaveLength(1_000);
    expect(new Set(seen.slice(0, -1))).not.toContain('ready');
    expect((await index.refresh()).state).toBe('ready');
  });

  test('a file that was asked for by its path is there at once', async () => {
    const { start } = counted(many(1_000));
    const index = start();
    expect((await index.refresh({ paths: ['src/9/f999.ts'] })).state).toBe('building');
    expect(index.file('src/9/f999.ts')?.symbols.definitions).toMatchObject([{ name: 'name999' }]);
    await index.built();
  });

  test('a tree that was handed out stays usable while others push it out, until the next refresh', async () => {
    const text = (n: number) => `export const v${n} = '${'x'.repeat(1_900_000)}';\n`;
    const { start } = counted(
      Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [`f${n}.ts`, text(n)])),
    );
    const index = start();
    await index.refresh();
    const held = index.tree('f0.ts');
    for (let n = 1; n < 10; n++) index.tree(`f${n}.ts`);
    expect(held?.root.namedChild(0)?.type).toBe('export_statement');
  });
});

describe('kept symbols', () => {
  const files = {
    '.code-intel/.gitignore': 'cache/\n.gitignore\n',
    'a.ts': 'export const a = 1;\n',
    'b.ts': 'a();\n',
  };

  async function filled() {
    const made = counted(files, {}, true);
    const cacheFolder = symbolCacheFolder(made.root);
    if (cacheFolder === null) throw new Error('no folder');
    await wait(100);
    const kept = async (version = '1') => {
      const index = indexOn(made.root, {
        cacheFolder,
        version,
        extract(tree, language) {
          parses++;
          return extractSymbols(tree, language);
        },
      });
      let parses = 0;
      await index.refresh();
      return { index, parses };
    };
    await kept();
    await expect.poll(() => readdirSync(cacheFolder).length, { timeout: 10_000 }).toBeGreaterThan(0);
    await wait(200);
    return { ...made, cacheFolder, kept };
  }

  test('spare the parsing at the next start, are checked by content, and leave the work tree clean', async () => {
    const { root, write, kept } = await filled();
    const again = await kept();
    expect(again.parses).toBe(0);
    expect(again.index.defining('a')).toEqual(['a.ts']);
    expect(again.index.file('a.ts')?.symbols).toMatchObject({ words: ['export', 'const', 'a'] });
    // Written again with the same content: its stamp is another, its symbols are not.
    write('a.ts', files['a.ts']);
    expect((await kept()).parses).toBe(0);
    write('a.ts', 'export const z = 1;\n');
    const changed = await kept();
    expect(changed.parses).toBe(1);
    expect(changed.index.defining('a')).toEqual([]);
    expect(git(root, 'status', '--porcelain')).toBe('?? a.ts\n?? b.ts\n');
  });

  test('are ignored where they are damaged or of another version', async () => {
    const { cacheFolder, kept } = await filled();
    expect((await kept('2')).parses).toBe(2);
    for (const name of readdirSync(cacheFolder)) {
      const at = join(cacheFolder, name);
      writeFileSync(at, readFileSync(at, 'utf8').replace('"a"', '"q"').slice(0, -1));
    }
    const { index, parses } = await kept();
    expect(parses).toBe(2);
    expect(index.defining('a')).toEqual(['a.ts']);
  });

  test('need a store that is there and keeps the cache out of git: none is made for them', () => {
    const none = counted({ 'a.ts': '' });
    expect(symbolCacheFolder(none.root)).toBeNull();
    expect(readdirSync(none.root)).toEqual(['a.ts']);
    expect(symbolCacheFolder(counted({ '.code-intel/keep.json': '{}' }).root)).toBeNull();
  });
});
