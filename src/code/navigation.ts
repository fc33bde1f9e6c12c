import type { Kind } from './file-symbols.ts';
import type { Completeness, Skipped } from './ports.ts';
import type { IndexState } from './symbol-index.ts';

/** What every answer about symbols says of itself (tools.md, Honesty). */
export interface AboutAnswer {
  readonly completeness: Completeness;
  /** What produced it: `tree-sitter`, and the language server where it had a part in it. */
  readonly engine: string;
  readonly skipped: readonly Skipped[];
  readonly index: IndexState;
  /** What the reader has to know beside the list; keys of the catalogues with their values are said by the tool. */
  readonly notes: readonly Note[];
}

export interface Note {
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
}

export interface FoundDefinition {
  readonly name: string;
  readonly kind: Kind;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  /** `Outer.Inner`, '' at the top of a file. */
  readonly scope: string;
  readonly signature: string;
  readonly exported: boolean;
  readonly language: string;
  /** Without a body: the implementation is elsewhere. */
  readonly is_signature?: true;
  /** Found by text only (its surroundings could not be parsed). */
  readonly confidence?: 'low';
}

export interface DefinitionsQuery {
  /** `name`, or `Class.member` (also `::`, `#`, `->`). */
  readonly symbol: string;
  /** A file or folder of the project; `.` for all. */
  readonly path: string;
  readonly language?: string;
  readonly kind?: string;
  readonly exact: boolean;
}
export interface DefinitionsAnswer extends AboutAnswer {
  /** All of them, best first; the tool pages. */
  readonly definitions: readonly FoundDefinition[];
  readonly suggestions: readonly string[];
}

export type UseKind = 'read' | 'write' | 'call' | 'import' | 'type' | 'unknown';
export interface FoundReference {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The line, trimmed, cut around the place where it is long. */
  readonly text: string;
  readonly kind: UseKind;
  /** `Class.method` of the innermost function around it, '' outside of functions. */
  readonly in_function: string;
  readonly certainty: 'certain' | 'likely';
  /** Only where several symbols have the name: the one that this belongs to, by its first definition (`file:line`), where that is known. */
  readonly belongs_to?: string;
}
export interface ReferencesQuery {
  readonly symbol: string;
  /** Which definition is meant, where there are several: its file, and a line in it (of its name, or in its body). */
  readonly file?: string;
  readonly line?: number;
  readonly path: string;
  readonly language?: string;
}
export interface ReferencesAnswer extends AboutAnswer {
  /** Sorted by file, line, column. Definitions are not among them. */
  readonly references: readonly FoundReference[];
  /** What the references belong to: overloads and merged declarations are one symbol. */
  readonly definitions: readonly FoundDefinition[];
  /** Several different symbols have this name and none was chosen: the candidates; references are then those of the name. */
  readonly ambiguous: readonly FoundDefinition[];
  readonly suggestions: readonly string[];
}

export interface SymbolNode extends Omit<FoundDefinition, 'file' | 'language'> {
  readonly bases?: readonly string[];
  readonly decorators?: readonly string[];
  readonly members?: readonly SymbolNode[];
}
export interface SymbolsQuery {
  readonly path: string;
  readonly kind?: string;
  readonly language?: string;
}
export interface SymbolsAnswer extends AboutAnswer {
  readonly files: readonly {
    readonly file: string;
    readonly language: string;
    readonly parse_errors: readonly number[];
    readonly symbols: readonly SymbolNode[];
  }[];
}

export interface StructureQuery {
  readonly file?: string;
  readonly code?: string;
  readonly language?: string;
}
export interface StructureAnswer extends AboutAnswer {
  readonly language: string;
  readonly parse_errors: readonly number[];
  readonly functions: readonly SymbolNode[];
  readonly classes: readonly SymbolNode[];
  readonly imports: readonly { line: number; source: string; name: string; local: string }[];
  readonly exports: readonly { line: number; name: string; local: string; source?: string }[];
  readonly other: readonly SymbolNode[];
}

export interface FunctionAtQuery {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}
export interface FunctionAtAnswer extends AboutAnswer {
  /** Null: no function holds the line. */
  readonly function: (FoundDefinition & { readonly start_line: number; readonly source: string }) | null;
  /** From outside to inside, without the function itself. */
  readonly enclosing: readonly FoundDefinition[];
  readonly lines: number;
  readonly callers: { readonly certain: number; readonly likely: number } | null;
}

/** One symbol that a change reaches. */
export interface Reached {
  readonly symbol: string;
  readonly kind: Kind;
  readonly file: string;
  readonly line: number;
  readonly certainty: 'certain' | 'likely';
  readonly exported: boolean;
  /** How it is reached: from the target (first) to it, as `symbol (file:line)`. */
  readonly path: readonly string[];
}
export interface ImpactQuery {
  /** Files or symbols of the project. */
  readonly targets: readonly string[];
  readonly depth: number;
}
export interface ImpactAnswer extends AboutAnswer {
  readonly targets: readonly {
    target: string;
    kind: 'file' | 'symbol';
    symbols: readonly FoundDefinition[];
  }[];
  /** Targets that name nothing, with near names. */
  readonly unresolved: readonly { target: string; suggestions: readonly string[] }[];
  readonly direct: readonly Reached[];
  readonly indirect: readonly Reached[];
  readonly tests: readonly {
    file: string;
    line: number;
    certainty: 'certain' | 'likely';
    why: 'reference' | 'name';
  }[];
  readonly inheritance: readonly Reached[];
  readonly documents: readonly { file: string; line: number; text: string }[];
  readonly naming: readonly { file: string; why: string }[];
  /** Files. */
  readonly must_verify: readonly string[];
  readonly should_verify: readonly string[];
  readonly risk: 'low' | 'medium' | 'high';
  readonly risk_reasons: readonly Note[];
}

/** What can be asked of the symbols of a project: each a pure function over the index. */
export interface NavigationRequests {
  definitions: { query: DefinitionsQuery; answer: DefinitionsAnswer };
  references: { query: ReferencesQuery; answer: ReferencesAnswer };
  symbols: { query: SymbolsQuery; answer: SymbolsAnswer };
  structure: { query: StructureQuery; answer: StructureAnswer };
  functionAt: { query: FunctionAtQuery; answer: FunctionAtAnswer };
  impact: { query: ImpactQuery; answer: ImpactAnswer };
}

/**
 * Navigation over the project's symbols. Each call sees the files as they are on the disk when it begins. Throws
 * `no_grammar`, `navigation_failed` (the thread that does the work died; it is started anew).
 */
export type Navigation = {
  readonly [Name in keyof NavigationRequests]: (
    query: NavigationRequests[Name]['query'],
    call: { readonly signal: AbortSignal; progress(message: string): void },
  ) => Promise<NavigationRequests[Name]['answer']>;
} & {
  /** Begins to build the index where none is; returns at once. */
  warmUp(): void;
  state(): IndexState | null;
};
