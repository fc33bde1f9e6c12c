/** What a symbol is. */
export const KINDS = [
  'function',
  'method',
  'constructor',
  'class',
  'interface',
  'type',
  'enum',
  'enum_member',
  'constant',
  'variable',
  'field',
  'property',
  'macro',
  'trait',
  'impl',
  'struct',
  'union',
  'module',
  'namespace',
  'object',
  'test',
  'heading',
  'key',
  'element',
  'selector',
  'table',
  'other',
] as const;
export type Kind = (typeof KINDS)[number];

/** One definition in one file. Lines and columns from 1, columns in UTF-16 units; the place is that of the name. */
export interface Definition {
  readonly name: string;
  readonly kind: Kind;
  readonly line: number;
  readonly column: number;
  /** First and last line of the whole definition, decorators and modifiers included. */
  readonly start_line: number;
  readonly end_line: number;
  /** The whole definition in the text (UTF-16 units, end excluded). */
  readonly start: number;
  readonly end: number;
  /** Index in the file's list of the definition that holds this one; -1: none. Holders come before what they hold. */
  readonly parent: number;
  /** Names from outside to inside that hold it, receivers and impl types included: `['Outer', 'Inner']`. */
  readonly scope: readonly string[];
  /** The head of the definition, white space joined, 300 characters at most. */
  readonly signature: string;
  readonly exported: boolean;
  /** `export default`. */
  readonly is_default?: true;
  /** A declaration without a body (overload, abstract member, prototype): the implementation is elsewhere. */
  readonly is_signature?: true;
  /** Inside a function: seen only there. */
  readonly is_local?: true;
  /** Names of what it extends or implements, as they are written, without type arguments. */
  readonly bases: readonly string[];
  readonly decorators: readonly string[];
  /** The plain name of its declared type or of the class that its initial value is made from; for functions of what they return. */
  readonly type?: string;
}

/** One name that a file takes from another. */
export interface Import {
  readonly line: number;
  readonly column: number;
  /** The module as written, without quotes: `./a`, `pkg.mod`, `std::fmt`. */
  readonly source: string;
  /** The imported name; `*` for all names, `default`; '' where the module itself is bound or nothing is. */
  readonly name: string;
  /** The name it has here; '' where it binds none (a side effect, or all names of the module). */
  readonly local: string;
  /** Bound as a namespace: its members are the module's names. */
  readonly namespace?: true;
  /** It is passed on under `local` (re-export), `*` with `local: '*'` for all. */
  readonly reexport?: true;
  /** Only seen inside a function or block. */
  readonly is_local?: true;
}

/** A name that a file gives out under another name (`export { a as b }`, `export default a`). */
export interface Export {
  readonly line: number;
  readonly name: string;
  readonly local: string;
}

/** What the index keeps of one file. A JSON document. */
export interface FileSymbols {
  readonly language: string;
  readonly definitions: readonly Definition[];
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  /** The package or namespace that the file says it belongs to (Java, Kotlin, Scala, Go, C#, PHP). */
  readonly package?: string;
  /** First lines of places that could not be parsed (20 at most). */
  readonly parse_errors: readonly number[];
  /** All identifiers of the file once each, comments and strings included. */
  readonly words: readonly string[];
}
