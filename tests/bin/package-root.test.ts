import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { ownCommand, packageInfo, syntaxFolders } from '../../src/bin/package-root.ts';

test.each([
  ['/home/me/app/node_modules/code-intel', 'npx code-intel'],
  ['/home/me/code-intel', 'node /home/me/code-intel/dist/code-intel.js'],
  ['/home/me/my tools/code-intel', 'node "/home/me/my tools/code-intel/dist/code-intel.js"'],
])('the program in %s is called again as %s', (root, command) => {
  expect(ownCommand({ root, version: '1', program: `${root}/dist/code-intel.js`, shipped: '' })).toBe(
    command,
  );
});

describe('the grammars, the query files and the parser', () => {
  test('are those of the sources where the sources run', () => {
    const { root } = packageInfo();
    const folders = syntaxFolders();
    expect(folders).toEqual({
      grammars: join(root, 'src', 'grammars'),
      queries: join(root, 'src', 'code', 'queries'),
      runtime: join(root, 'node_modules', 'web-tree-sitter', 'web-tree-sitter.wasm'),
    });
    expect(Object.values(folders).filter((path) => !existsSync(path))).toEqual([]);
  });

  test('are those beside the program where it was built, and all of them are there', () => {
    const { program, error } = inject('product');
    expect(error).toBeNull();
    const sources = syntaxFolders();
    const folders = syntaxFolders(dirname(program));
    expect(folders).toEqual({
      grammars: join(dirname(program), 'grammars'),
      queries: join(dirname(program), 'queries'),
      runtime: join(dirname(program), 'grammars', 'web-tree-sitter.wasm'),
    });
    const named = (folder: string, ending: RegExp) =>
      readdirSync(folder)
        .filter((name) => ending.test(name))
        .sort();
    expect(named(folders.queries, /\.scm$/)).toEqual(named(sources.queries, /\.scm$/));
    expect(named(folders.grammars, /\.(wasm|json)$/)).toEqual(
      [...named(sources.grammars, /\.(wasm|json)$/), 'web-tree-sitter.wasm'].sort(),
    );
    expect(readFileSync(folders.runtime).equals(readFileSync(sources.runtime))).toBe(true);
  });
});
