import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, realpathSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import type { FileSymbols } from '../code/file-symbols.ts';
import { type Language, languageById, languageOf } from '../code/languages.ts';
import type { FileList, Skipped } from '../code/ports.ts';
import type { IndexedFile, IndexState, SymbolIndex } from '../code/symbol-index.ts';
import type { SyntaxParser, SyntaxTree } from '../code/syntax.ts';
import { Refusal } from '../shared/refusal.ts';
import { decodeText, detectEncoding, isBinary } from './encoding.ts';
import { byName } from './file-list.ts';
import { isInside } from './read-text.ts';
import { symbolCache } from './symbol-index-cache.ts';
import { RACY_MS, symbolListing } from './symbol-index-listing.ts';
import { symbolTables, type TableRow } from './symbol-tables.ts';
import { TreeCache } from './tree-cache.ts';

/** What lies in a file above this size is data, or made by a program. */
const LARGEST_FILE_BYTES = 2 * 1024 * 1024;
const KEPT_TREES_BYTES = 32 * 1024 * 1024;
/** With so few files left a call waits for the rest. */
const FEW_FILES = 300;
/** So long a call waits for the files that matter to it while the index is built. */
const CALL_MS = 1_500;
/** The building gives way to questions after this. */
const SLICE_MS = 50;
/** The symbols of so many files are kept as objects; those of the others as JSON, a tenth of the memory. */
const KEPT_SYMBOLS = 500;

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
  /** Told while the index is built in the background, and when it is whole. */
  onProgress?(state: IndexState): void;
  /** Where symbols are kept for the next start; null (the default): nowhere. */
  readonly cacheFolder?: string | null;
  /** What the symbols depend on besides the files: kept ones of another version do not count. */
  readonly version?: string;
}

/** The index, and what its owner may wait for. */
export interface BuiltSymbolIndex extends SymbolIndex {
  /** Resolves when nothing is left to be indexed. */
  built(): Promise<IndexState>;
}

interface Entry {
  readonly stamp: string;
  /** Read so shortly after its last change that its stamp proves nothing. */
  readonly racy: boolean;
  readonly hash: string;
  readonly language: string | null;
  /** What `FileSymbols` holds but for the words, as JSON; '' where there are none. */
  readonly json: string;
  readonly row: TableRow | null;
  /** Why it was not looked at. */
  readonly problem: string | null;
}

/** A file with its symbols before they are in the tables. */
type Found = Omit<Entry, 'row'> & { readonly names: readonly string[]; readonly words: readonly string[] };

/**
 * The symbols of the project's files, kept in memory. Each `refresh` compares what the system says of each file with what it
 * said when the file was read, and parses only what has changed. Where much is left to parse, this goes on in the background
 * and answers are told to be lower bounds. Files that cannot be read or parsed are named in `skipped`, with the reason; no
 * file stops the others.
 */
export function createSymbolIndex(options: SymbolIndexOptions): BuiltSymbolIndex {
  const { root, parser, signal, extract, codeOf, outline, onProgress } = options;
  const entries = new Map<string, Entry>();
  const tables = symbolTables();
  const trees = new TreeCache(KEPT_TREES_BYTES);
  const listing = symbolListing(options);
  const cache = symbolCache(options.cacheFolder ?? null, options.version ?? '', signal);
  const objects = new Map<string, FileSymbols>();
  let listed: readonly string[] = [];
  let known: ReadonlySet<string> = new Set();
  let byNfc: ReadonlyMap<string, string> = new Map();
  let unlisted: readonly Skipped[] = [];
  const noGrammar = new Map<string, string>();
  /** Files that must be looked at before what is said of them counts. */
  const pending = new Set<string>();
  let turn: Promise<unknown> = Promise.resolve();
  let building = false;
  const waiting: ((state: IndexState) => void)[] = [];

  /** A path as the disk has it, whichever way its accents are composed. */
  const onDisk = (path: string): string =>
    known.has(path) ? path : (byNfc.get(path.normalize('NFC')) ?? path);

  /** One after the other: a call sees no file half taken. */
  function exclusively<Value>(act: () => Promise<Value>): Promise<Value> {
    const mine = turn.then(act);
    turn = mine.catch(() => undefined);
    return mine;
  }

  function forgetSymbols(path: string): void {
    const before = entries.get(path);
    if (before?.row) tables.remove(path, before.row);
    objects.delete(path);
    entries.delete(path);
  }

  function forget(path: string): void {
    forgetSymbols(path);
    trees.drop(path);
  }

  /** Takes new symbols in the place of old ones. The tree is left: the parsing may just have put it. */
  function keep(path: string, { names, words, ...found }: Found): void {
    forgetSymbols(path);
    entries.set(path, { ...found, row: found.json === '' ? null : tables.add(path, names, words) });
  }

  function keepRead(path: string, content: Content): void {
    const found = foundIn(path, content);
    keep(path, found);
    if (found.problem === null) cache.put(path, found);
  }

  /** Whether what is known of the file is what is on the disk; where the file is gone it is forgotten. */
  function isCurrent(path: string): boolean {
    const stats = statsOf(path);
    if (!stats) {
      forget(path);
      return true;
    }
    const before = entries.get(path);
    return before !== undefined && !before.racy && before.stamp === stampOf(stats);
  }

  const statsOf = (path: string): Stats | undefined => {
    try {
      const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
      return stats?.isFile() ? stats : undefined;
    } catch {
      // Something on its way is no folder any more, or closed to us: reading says the same.
      return undefined;
    }
  };

  /** Looks at one file, and takes its symbols anew where its content has changed. */
  async function look(path: string): Promise<void> {
    pending.delete(path);
    const stats = statsOf(path);
    if (!stats) return forget(path);
    const stamp = stampOf(stats);
    const before = entries.get(path);
    const cached = before ? undefined : cache.take(path);
    const hash = before?.hash ?? cached?.hash;
    if (cached && cached.stamp === stamp) return keep(path, cached);
    const content = read(path, stats);
    if (content.hash !== '' && content.hash === hash) {
      const { racy } = content;
      if (before) entries.set(path, { ...before, stamp, racy });
      else if (cached) {
        const now = { ...cached, stamp, racy };
        keep(path, now);
        cache.put(path, now);
      }
      return;
    }
    if (content.text !== null) await prepare(languageOfText(path, content.text));
    trees.drop(path);
    keepRead(path, content);
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

  function foundIn(path: string, content: Content): Found {
    const { stamp, racy, hash, text, problem } = content;
    const language = languageOfText(path, text ?? '');
    const made =
      text === null || language === null ? { symbols: null, problem } : parse(path, text, language);
    const { words = [], ...rest } = made.symbols ?? {};
    return {
      stamp,
      racy,
      hash,
      language: language?.id ?? null,
      json: made.symbols ? JSON.stringify(rest) : '',
      names: [...new Set(made.symbols?.definitions.map(({ name }) => name))],
      words,
      problem: made.problem,
    };
  }

  function parse(
    path: string,
    text: string,
    language: Language,
  ): { readonly symbols: FileSymbols | null; readonly problem: string | null } {
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
    const stats = known.has(path) ? statsOf(path) : undefined;
    if (!stats) return null;
    const content = read(path, stats);
    if (entry && content.hash !== entry.hash) keepRead(path, content);
    return content.text;
  }

  function symbolsOf(path: string): FileSymbols | undefined {
    const entry = entries.get(path);
    if (!entry?.row) return undefined;
    const before = objects.get(path);
    if (before) return before;
    const { row } = entry;
    const parsed = JSON.parse(entry.json) as Omit<FileSymbols, 'words'>;
    const symbols: FileSymbols = {
      ...parsed,
      get words() {
        return tables.words(row);
      },
    };
    objects.set(path, symbols);
    for (const [oldest] of objects) {
      if (objects.size <= KEPT_SYMBOLS) break;
      objects.delete(oldest);
    }
    return symbols;
  }

  const hasLanguage = (path: string): boolean => {
    const entry = entries.get(path);
    return entry ? entry.language !== null : pending.has(path) && languageOf(path) !== null;
  };

  function state(): IndexState {
    const total = listed.filter(hasLanguage).length;
    let left = 0;
    for (const path of pending) if (languageOf(path) !== null) left++;
    return { state: pending.size === 0 ? 'ready' : 'building', done: total - left, total };
  }

  /** Whether one of the words can be in the file: read as bytes where that is enough. */
  function holds(path: string, words: readonly string[]): boolean {
    try {
      const bytes = readFileSync(join(root, path));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
      const plain = words.every((word) => /^[\x00-\x7f]*$/.test(word)) && !bytes.includes(0);
      if (plain) return words.some((word) => bytes.includes(word));
      const text = decodeText(bytes, detectEncoding(bytes)).normalize('NFC');
      return words.some((word) => text.includes(word.normalize('NFC')));
    } catch {
      // It is looked at in its turn, and named where it cannot be read.
      return false;
    }
  }

  /** What of the pending files matters to a call, within its time. */
  async function lookFirst(words: readonly string[], paths: readonly string[]): Promise<void> {
    const until = performance.now() + CALL_MS;
    const asked = paths.map(onDisk);
    const wanted = (path: string) =>
      asked.some((one) => one === '.' || path === one || path.startsWith(`${one}/`));
    const order = [...pending];
    for (const path of order.filter(wanted)) {
      if (performance.now() > until) return;
      await look(path);
    }
    for (const path of order) {
      if (performance.now() > until) return;
      if (!pending.has(path)) continue;
      if (words.length === 0 ? paths.length === 0 : holds(path, words)) await look(path);
    }
  }

  /** Goes on with what is pending, a slice at a time, so that questions come in between. */
  function goOn(): void {
    if (pending.size === 0) {
      cache.saveSoon((path) => known.has(path));
      for (const tell of waiting.splice(0)) tell(state());
      return;
    }
    if (building || signal.aborted) return;
    building = true;
    setImmediate(() => {
      void exclusively(async () => {
        const until = performance.now() + SLICE_MS;
        for (const path of pending) {
          if (performance.now() > until || signal.aborted) break;
          await look(path);
        }
        onProgress?.(state());
      })
        // A file that cannot be taken is a problem of its entry; what is left here is met, and said, by the next call.
        .catch(() => undefined)
        .then(() => {
          building = false;
          goOn();
        });
    });
  }

  async function refresh({
    words = [],
    paths = [],
  }: {
    words?: readonly string[];
    paths?: readonly string[];
  } = {}): Promise<IndexState> {
    trees.release();
    const found = await listing.current();
    if (found.anew) {
      listed = found.files;
      unlisted = found.skipped;
      known = new Set(listed);
      byNfc = new Map(listed.map((path) => [path.normalize('NFC'), path]));
      for (const path of [...entries.keys()])
        if (!known.has(path)) {
          forget(path);
          cache.drop(path);
        }
    }
    pending.clear();
    for (const path of listed) if (!isCurrent(path)) pending.add(path);
    if (pending.size <= FEW_FILES) for (const path of [...pending]) await look(path);
    else await lookFirst(words, paths);
    // What is known of these is no longer so: it must not be said.
    for (const path of pending) forget(path);
    goOn();
    return state();
  }

  return {
    refresh: (asked) => exclusively(() => refresh(asked)),
    built: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        goOn();
      }),
    paths: () => listed.filter(hasLanguage),
    allPaths: () => listed,
    file(path): IndexedFile | undefined {
      const real = onDisk(path);
      const symbols = symbolsOf(real);
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
      const language = languageById(entries.get(real)?.language ?? '');
      if (text === null || !language?.grammar || !parser.isPrepared(language.id)) return null;
      const tree = parser.parse(language.id, codeOf(language, text) ?? '');
      if (!tree) return null;
      trees.put(real, text, tree);
      return trees.get(real) ?? null;
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
