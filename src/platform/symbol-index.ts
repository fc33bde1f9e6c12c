import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { FileSymbols } from '../code/file-symbols.ts';
import { type Language, languageOf } from '../code/languages.ts';
import type { FileList, Skipped } from '../code/ports.ts';
import type { IndexedFile, SymbolIndex } from '../code/symbol-index.ts';
import type { SyntaxParser, SyntaxTree } from '../code/syntax.ts';
import { Refusal } from '../shared/refusal.ts';
import { decodeText, detectEncoding, isBinary } from './encoding.ts';
import { byName } from './file-list.ts';
import { isInside } from './read-text.ts';
import { symbolTables } from './symbol-tables.ts';
import { TreeCache } from './tree-cache.ts';

/** What lies in a file above this size is data, or made by a program. */
const LARGEST_FILE_BYTES = 2 * 1024 * 1024;
/** File systems keep coarse times: a file that changed this shortly before it was read may have changed after it as well. */
const RACY_MS = 50;
const KEPT_TREES_BYTES = 48 * 1024 * 1024;

export interface SymbolIndexOptions {
  /** The project root, a real path. */
  readonly root: string;
  readonly parser: SyntaxParser;
  readonly fileList: FileList;
  readonly signal: AbortSignal;
  extract(tree: SyntaxTree, language: Language): FileSymbols;
  /** What of the text is code (the scripts of a Vue file), as long as the text itself; null: nothing. */
  codeOf(language: Language, text: string): string | null;
  /** The outline of a file whose language has no grammar; null: none is known. */
  outline(language: Language, text: string): FileSymbols | null;
}

interface Entry {
  readonly stamp: string;
  /** Read so shortly after its last change that its stamp proves nothing. */
  readonly racy: boolean;
  readonly hash: string;
  readonly language: Language | null;
  readonly symbols: FileSymbols | null;
  /** Why it was not looked at. */
  readonly problem: string | null;
}

/**
 * The symbols of the project's files, kept in memory. Each `refresh` lists the files, compares what the system says of each
 * with what it said when the file was read, and parses only what has changed. Files that cannot be read or parsed are
 * named in `skipped`, with the reason; no file stops the others.
 */
export function createSymbolIndex(options: SymbolIndexOptions): SymbolIndex {
  const { root, parser, fileList, signal, extract, codeOf, outline } = options;
  const entries = new Map<string, Entry>();
  const tables = symbolTables();
  const trees = new TreeCache(KEPT_TREES_BYTES);
  let listed: readonly string[] = [];
  let known: ReadonlySet<string> = new Set();
  let byNfc: ReadonlyMap<string, string> = new Map();
  let unlisted: readonly Skipped[] = [];
  const noGrammar = new Map<string, string>();

  /** A path as the disk has it, whichever way its accents are composed. */
  const onDisk = (path: string): string =>
    known.has(path) ? path : (byNfc.get(path.normalize('NFC')) ?? path);

  function forget(path: string): void {
    const before = entries.get(path);
    if (before?.symbols) tables.remove(path, before.symbols);
    trees.drop(path);
    entries.delete(path);
  }

  function keep(path: string, entry: Entry): void {
    forget(path);
    entries.set(path, entry);
    if (entry.symbols) tables.add(path, entry.symbols);
  }

  /** Looks at one file, and takes its symbols anew where its content has changed. */
  async function look(path: string): Promise<void> {
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!stats?.isFile()) return forget(path);
    const before = entries.get(path);
    const stamp = stampOf(stats);
    if (before && !before.racy && before.stamp === stamp) return;
    const content = read(path, stats);
    if (before && content.hash !== '' && before.hash === content.hash) {
      entries.set(path, { ...before, stamp, racy: content.racy });
      return;
    }
    if (content.text !== null) await prepare(languageOfText(path, content.text));
    keep(path, entryOf(path, content));
  }

  async function prepare(language: Language | null): Promise<void> {
    if (!language?.grammar || parser.isPrepared(language.id) || noGrammar.has(language.id)) return;
    try {
      await parser.prepare([language.id]);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      noGrammar.set(language.id, `no_grammar: ${language.id}`);
    }
  }

  function read(path: string, stats: Stats): Content {
    const stamp = stampOf(stats);
    const nothing = (problem: string): Content => ({ stamp, racy: false, hash: '', text: null, problem });
    if (stats.size > LARGEST_FILE_BYTES) return nothing(`too large: ${stats.size} bytes`);
    let bytes: Buffer;
    const at = Date.now();
    try {
      bytes = readFileSync(join(root, path));
    } catch (error) {
      // Tried again at the next call: the rights to a file can change without a trace in its stamp.
      return { ...nothing(`unreadable: ${codeOfError(error)}`), racy: true };
    }
    const racy = at - Math.max(stats.mtimeMs, stats.ctimeMs) < RACY_MS;
    const hash = createHash('sha256').update(bytes).digest('base64');
    if (isBinary(bytes)) return { stamp, racy, hash, text: null, problem: 'binary' };
    return { stamp, racy, hash, text: decodeText(bytes, detectEncoding(bytes)), problem: null };
  }

  function entryOf(path: string, content: Content): Entry {
    const { stamp, racy, hash, text, problem } = content;
    const language = languageOfText(path, text ?? '');
    const made =
      text === null || language === null ? { symbols: null, problem } : parse(path, text, language);
    return { stamp, racy, hash, language, ...made };
  }

  function parse(path: string, text: string, language: Language): Pick<Entry, 'symbols' | 'problem'> {
    try {
      if (language.grammar === null) return { symbols: outline(language, text), problem: null };
      const missing = noGrammar.get(language.id);
      if (missing !== undefined) return { symbols: null, problem: missing };
      const tree = parser.parse(language.id, codeOf(language, text) ?? '');
      if (!tree) return { symbols: null, problem: 'time_limit: it takes too long to parse' };
      const symbols = extract(tree, language);
      trees.put(path, text, tree);
      return { symbols, problem: null };
    } catch (error) {
      return {
        symbols: null,
        problem: `not_parsed: ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  }

  /** The text that the symbols were taken from. Where the file has changed since, its symbols are taken anew. */
  function textOf(path: string): string | null {
    const kept = trees.text(path);
    if (kept !== undefined) return kept;
    const entry = entries.get(path);
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (!entry || !stats?.isFile()) return null;
    const content = read(path, stats);
    if (content.hash !== entry.hash) keep(path, entryOf(path, content));
    return content.text;
  }

  return {
    async refresh() {
      const found = await fileList.files({ path: '.', includeIgnored: false, signal });
      listed = found.files;
      unlisted = found.skipped;
      known = new Set(listed);
      byNfc = new Map(listed.map((path) => [path.normalize('NFC'), path]));
      for (const path of [...entries.keys()]) if (!known.has(path)) forget(path);
      for (const path of listed) await look(path);
      const total = [...entries.values()].filter(({ language }) => language !== null).length;
      return { state: 'ready', done: total, total };
    },
    paths: () => listed.filter((path) => (entries.get(path)?.language ?? null) !== null),
    allPaths: () => listed,
    file(path): IndexedFile | undefined {
      const real = onDisk(path);
      const symbols = entries.get(real)?.symbols;
      return symbols ? { path: real, symbols } : undefined;
    },
    defining: (name) => tables.defining(name.normalize('NFC')),
    containing: (word) => tables.containing(word.normalize('NFC')),
    names: () => tables.names(),
    text: (path) => textOf(onDisk(path)),
    tree(path) {
      const real = onDisk(path);
      const kept = trees.get(real);
      if (kept) return kept;
      const text = textOf(real);
      const again = trees.get(real);
      if (again) return again;
      const language = entries.get(real)?.language;
      if (text === null || !language?.grammar || !parser.isPrepared(language.id)) return null;
      const tree = parser.parse(language.id, codeOf(language, text) ?? '');
      if (tree) trees.put(real, text, tree);
      return tree;
    },
    skipped: () => [
      ...unlisted,
      ...[...entries]
        .flatMap(([file, { problem, language }]) =>
          problem !== null && language !== null ? [{ file, reason: problem }] : [],
        )
        .sort((a, b) => byName(a.file, b.file)),
    ],
    readText: (path) => readInside(root, onDisk(path)),
    exists: (path) => known.has(onDisk(path)) || readInside(root, path) !== null,
  };
}

interface Content {
  readonly stamp: string;
  readonly racy: boolean;
  /** '' where the file could not be read. */
  readonly hash: string;
  readonly text: string | null;
  readonly problem: string | null;
}

const stampOf = ({ mtimeMs, ctimeMs, size, ino }: Stats): string => `${mtimeMs}/${ctimeMs}/${size}/${ino}`;

const languageOfText = (path: string, text: string): Language | null =>
  languageOf(path, text.slice(0, 200).split('\n', 1)[0]);

const codeOfError = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** A text of the project, whatever the ignore rules say of it; null where there is none, or where it lies outside. */
function readInside(root: string, path: string): string | null {
  try {
    const target = realpathSync(join(root, path));
    const stats = lstatSync(target);
    if (!isInside(root, target) || !stats.isFile() || stats.size > LARGEST_FILE_BYTES) return null;
    const bytes = readFileSync(target);
    return isBinary(bytes) ? null : decodeText(bytes, detectEncoding(bytes));
  } catch {
    // Not there, or not for us to read: the same to who asks for a text.
    return null;
  }
}
