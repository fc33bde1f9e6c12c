import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { syntaxFolders } from '../../src/bin/package-root.ts';
import { languages } from '../../src/code/languages.ts';
import { syntaxParser } from '../../src/platform/tree-sitter.ts';
import { grammarSamples } from '../support/grammar-samples.ts';

/**
 * What people install: the package of this build, packed by npm and unpacked. In a file of its own, because the parser is
 * started once in a process, and here it is to be the packed one.
 */
describe('the packed package', () => {
  const root = join(import.meta.dirname, '..', '..');
  const folder = mkdtempSync(join(tmpdir(), 'code-intel-packed-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const unpacked = join(folder, 'package');

  beforeAll(() => {
    const { program, error } = inject('product');
    expect(error).toBeNull();
    const staged = join(folder, 'staged');
    for (const file of ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'])
      cpSync(join(root, file), join(staged, file));
    cpSync(dirname(program), join(staged, 'dist'), { recursive: true });
    const npm = process.env.npm_execpath;
    const [command, ...first] = npm ? [process.execPath, npm] : ['npm'];
    execFileSync(command, [...first, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
      cwd: staged,
    });
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    execFileSync('tar', ['-xzf', tarball ?? '', '-C', folder], { cwd: folder });
  });

  test.each(Object.entries(grammarSamples))(
    'reads %s with the grammar that it brings',
    async (grammar, { text }) => {
      const parser = syntaxParser(syntaxFolders(join(unpacked, 'dist')));
      for (const { id } of languages.filter((language) => language.grammar === grammar)) {
        await parser.prepare([id]);
        const tree = parser.parse(id, text);
        expect(tree?.root.hasError).toBe(false);
        tree?.dispose();
      }
    },
  );

  test('brings the licence of every grammar and of the parser', () => {
    const licenses = readFileSync(join(unpacked, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    const lock = JSON.parse(
      readFileSync(join(unpacked, 'dist', 'grammars', 'grammars.json'), 'utf8'),
    ) as Record<string, { upstream: string; package: string; version: string }>;
    expect(Object.keys(lock).sort()).toEqual(Object.keys(grammarSamples).sort());
    for (const { upstream, package: name, version } of Object.values(lock)) {
      expect(licenses).toContain(`: ${upstream}\nas in ${name} ${version}\n`);
    }
    expect(licenses).toMatch(/^web-tree-sitter 0\.27\.1\n\nThe MIT License/m);
  });
});
