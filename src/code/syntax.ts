/** Syntax trees as the code intelligence sees them; what web-tree-sitter hands out satisfies these. */

interface Point {
  /** From 0. */
  readonly row: number;
  /** From 0, in UTF-16 units. */
  readonly column: number;
}

/** One node of a syntax tree. Indices are UTF-16 units into the text that was parsed. */
export interface SyntaxNode {
  readonly id: number;
  readonly type: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: Point;
  readonly endPosition: Point;
  readonly isNamed: boolean;
  readonly isMissing: boolean;
  readonly isError: boolean;
  readonly hasError: boolean;
  readonly text: string;
  readonly parent: SyntaxNode | null;
  readonly children: readonly (SyntaxNode | null)[];
  readonly namedChildren: readonly (SyntaxNode | null)[];
  readonly namedChildCount: number;
  namedChild(index: number): SyntaxNode | null;
  childForFieldName(name: string): SyntaxNode | null;
  /** The smallest named node that spans the range. */
  namedDescendantForIndex(start: number, end?: number): SyntaxNode | null;
}

interface Capture {
  readonly name: string;
  readonly node: SyntaxNode;
}

/** One place where one pattern of a query fits. */
export interface Match {
  /** Which pattern of the section, from 0, in the order of the file. */
  readonly pattern: number;
  readonly captures: readonly Capture[];
  /** What `#set!` says in the pattern. */
  readonly properties: Readonly<Record<string, string | null>>;
}

/** A range of the text, end excluded, in UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The two sections of a query file (`src/code/queries/README.md`). */
export type QuerySection = 'index' | 'uses';

/** A parsed text. Holds memory outside of JavaScript until `dispose`. */
export interface SyntaxTree {
  readonly language: string;
  readonly text: string;
  readonly root: SyntaxNode;
  /**
   * Matches of one section of the language's query file, in the order of the text. With a range only those whose nodes
   * touch it: whatever encloses the range is among them.
   */
  matches(section: QuerySection, range?: Range): readonly Match[];
  dispose(): void;
}

/** Parses texts. A grammar is loaded by `prepare`, once; parsing itself is synchronous. */
export interface SyntaxParser {
  /** Loads the grammars of these languages. Throws `no_grammar` with the language where one cannot be loaded. */
  prepare(languages: Iterable<string>): Promise<void>;
  isPrepared(language: string): boolean;
  /** `timeLimitMs` (default 5,000) ends a parse that does not: null then. `language` is a grammar id. */
  parse(grammar: string, text: string, timeLimitMs?: number): SyntaxTree | null;
}
