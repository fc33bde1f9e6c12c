import { extractSymbols } from '../../src/code/extract.ts';
import type { FileSymbols } from '../../src/code/file-symbols.ts';
import { languageOf } from '../../src/code/languages.ts';
import { findReferences, type ReferenceHelp } from '../../src/code/references.ts';
import { scriptBlocks } from '../../src/code/script-blocks.ts';
import type { SymbolIndex } from '../../src/code/symbol-index.ts';
import type { SyntaxTree } from '../../src/code/syntax.ts';
import { parser } from './syntax.ts';

/** An index over texts that are in memory: what the resolver needs of one, with the real grammars and queries. */
export async function memoryIndex(
  files: Readonly<Record<string, string>>,
  { unparsed = [] }: { unparsed?: readonly string[] } = {},
): Promise<SymbolIndex> {
  const trees = new Map<string, SyntaxTree>();
  const symbols = new Map<string, FileSymbols>();
  for (const [path, text] of Object.entries(files)) {
    const language = languageOf(path, text.split('\n', 1)[0]);
    if (!language?.grammar || language.level !== 'full') continue;
    await parser.prepare([language.id]);
    const tree = parser.parse(language.id, language.scriptBlocks ? (scriptBlocks(text) ?? '') : text);
    if (!tree) throw new Error(`${path} could not be parsed`);
    trees.set(path, tree);
    symbols.set(path, extractSymbols(tree, language));
  }
  const listed = (select: (symbols: FileSymbols) => Iterable<string>): Map<string, string[]> => {
    const found = new Map<string, string[]>();
    for (const [path, one] of [...symbols].sort())
      for (const word of new Set(select(one))) {
        const known = found.get(word);
        if (known) known.push(path);
        else found.set(word, [path]);
      }
    return found;
  };
  const words = listed((one) => one.words);
  const names = listed((one) => one.definitions.map(({ name }) => name));
  const paths = [...symbols.keys()].sort();
  return {
    refresh: async () => ({ state: 'ready', done: paths.length, total: paths.length }),
    paths: () => paths,
    allPaths: () => Object.keys(files).sort(),
    file: (path) => {
      const known = symbols.get(path);
      return known && { path, symbols: known };
    },
    defining: (name) => names.get(name) ?? [],
    containing: (word) => words.get(word) ?? [],
    names: () => names.keys(),
    text: (path) => files[path] ?? null,
    tree: (path) => (unparsed.includes(path) ? null : (trees.get(path) ?? null)),
    skipped: () => [],
    readText: (path) => files[path] ?? null,
    exists: (path) => files[path] !== undefined,
  };
}

/**
 * References in one line each: `file:line kind`, with `likely` where it is not certain and what it belongs to where several
 * symbols have the name.
 */
export async function referencesIn(
  files: Readonly<Record<string, string>>,
  symbol: string,
  query: { file?: string; line?: number; path?: string; language?: string } = {},
  help: ReferenceHelp = {},
): Promise<string[]> {
  const answer = await findReferences(await memoryIndex(files), { symbol, path: '.', ...query }, help);
  return answer.references.map(
    ({ file, line, kind, certainty, belongs_to }) =>
      `${file}:${line} ${kind}${certainty === 'certain' ? '' : ' likely'}${belongs_to ? ` → ${belongs_to}` : ''}`,
  );
}
