import type { FileSymbols } from './file-symbols.ts';
import type { Skipped } from './ports.ts';
import type { SyntaxTree } from './syntax.ts';

/** A file of the index as it is on the disk now. */
export interface IndexedFile {
  /** Relative to the project root. */
  readonly path: string;
  readonly symbols: FileSymbols;
}

/** How far the index is. While it builds, answers are lower bounds. */
export interface IndexState {
  readonly state: 'building' | 'ready';
  readonly done: number;
  readonly total: number;
}

/**
 * The symbols of a project, as they are on the disk at the moment of the call: one `refresh` opens each call, what follows
 * in the call sees one state. Synchronous: it lives in a thread of its own.
 */
export interface SymbolIndex {
  /**
   * Brings everything up to date that changed on the disk. Where files are still to be indexed, those whose text holds one
   * of `words` come first, so that an answer about these words misses nothing while time allows.
   */
  refresh(options?: { words?: readonly string[]; paths?: readonly string[] }): Promise<IndexState>;
  /** Every file that a language is known for, sorted. */
  paths(): readonly string[];
  /** All files of the project, sorted, those without a language too. */
  allPaths(): readonly string[];
  file(path: string): IndexedFile | undefined;
  /** Files that define the name, sorted. NFC. */
  defining(name: string): readonly string[];
  /** Files whose identifiers hold the word, sorted. */
  containing(word: string): readonly string[];
  /** All names that are defined somewhere. */
  names(): Iterable<string>;
  /** The file's text as it is now (decoded), null where it cannot be read. */
  text(path: string): string | null;
  /** The file's tree as it is now; kept for the next call while memory allows. Null: no grammar, or it cannot be parsed. */
  tree(path: string): SyntaxTree | null;
  /** Files that could not be looked at, with the reason. */
  skipped(): readonly Skipped[];
  /** A file of the project that the index does not hold symbols of (`tsconfig.json`, `go.mod`): its text, null where there is none. */
  readText(path: string): string | null;
  exists(path: string): boolean;
}
