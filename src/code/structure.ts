import { Refusal } from '../shared/refusal.ts';
import { message } from '../text/text.ts';
import { foundIn } from './definitions.ts';
import { extractSymbols } from './extract.ts';
import type { Definition, FileSymbols, Kind } from './file-symbols.ts';
import { kindsMeant } from './kind-words.ts';
import { type Language, languageNamed, languageOf } from './languages.ts';
import { nothingListed } from './listed.ts';
import type {
  FunctionAtAnswer,
  FunctionAtQuery,
  Note,
  StructureAnswer,
  StructureQuery,
  SymbolNode,
  SymbolsAnswer,
  SymbolsQuery,
} from './navigation.ts';
import { outlineOf } from './outline/index.ts';
import { within } from './reference-hits.ts';
import { findReferences } from './references.ts';
import { scriptBlocks } from './script-blocks.ts';
import type { IndexState, SymbolIndex } from './symbol-index.ts';
import type { SyntaxParser } from './syntax.ts';
import { textOutline } from './text-outline.ts';

const ENGINE = 'tree-sitter';
const TEXT_ENGINE = 'text';
/** Definitions in definitions are shown to this depth; what is deeper stands beside. */
const DEEPEST = 30;
const FUNCTIONS: ReadonlySet<Kind> = new Set(['function', 'method', 'constructor', 'test']);
const CLASSES: ReadonlySet<Kind> = new Set([
  'class',
  'interface',
  'trait',
  'struct',
  'union',
  'enum',
  'object',
  'impl',
]);

/**
 * The symbols of a file or of all files of a folder, nested by scope (tools.md, `get_symbols`). Files of languages without a
 * parser, and a named file of an unknown type, are read line by line; that is said. Refuses (`invalid_arguments`) a file that
 * could not be looked at.
 */
export async function listSymbols(index: SymbolIndex, query: SymbolsQuery): Promise<SymbolsAnswer> {
  const state = await index.refresh({ paths: [query.path] });
  const kinds = query.kind === undefined ? null : (kindsMeant(query.kind) ?? new Set<Kind>());
  const wanted = query.language === undefined ? null : (languageNamed(query.language)?.id ?? '');
  const isFile = index.file(query.path) !== undefined || index.exists(query.path);
  const paths = isFile ? [query.path] : index.paths().filter((path) => within(path, query.path));
  const looked = paths.flatMap((path) => {
    const one = isFile ? lookedAt(index, path) : lookedAtIfReadable(index, path);
    return one && (wanted === null || one.language === wanted) ? [one] : [];
  });
  const files = looked.map(({ file, language, symbols, text }) => ({
    file,
    language,
    parse_errors: symbols?.parse_errors ?? [],
    symbols: symbols
      ? treeOf(symbols.definitions, kinds)
      : textOutline(text, language).filter(({ kind }) => kinds === null || kinds.has(kind)),
  }));
  const skipped = index.skipped().filter(({ file }) => within(file, query.path));
  const damaged = files.some(({ parse_errors }) => parse_errors.length > 0);
  const byText = looked.filter(({ symbols }) => symbols === null).length;
  const foreign =
    files.length === 0 && wanted === null && index.allPaths().some((path) => within(path, query.path));
  const unlisted = nothingListed(index, query.path);
  const unseen =
    foreign ||
    unlisted !== null ||
    (files.length === 0 && (skipped.length > 0 || state.state === 'building'));
  const exact = state.state === 'ready' && skipped.length === 0 && !damaged && byText === 0;
  const notes: Note[] = [];
  if (damaged) notes.push({ key: 'navigation.structure_damaged', values: {} });
  if (byText > 0) notes.push({ key: 'navigation.structure_by_text', values: { count: byText } });
  if (unlisted) notes.push(unlisted);
  if (foreign) notes.push({ key: 'navigation.structure_no_language', values: { path: query.path } });
  return {
    files,
    completeness: unseen ? 'unknown' : exact ? 'exact' : 'lower_bound',
    engine: byText === 0 ? ENGINE : byText === files.length ? TEXT_ENGINE : `${ENGINE}, ${TEXT_ENGINE}`,
    skipped,
    index: state,
    notes,
  };
}

/** A file by its symbols; by its text where no parser knows its type. */
type Looked = { readonly file: string; readonly language: string } & (
  | { readonly symbols: FileSymbols; readonly text: null }
  | { readonly symbols: null; readonly text: string }
);

/** Refuses what could not be looked at, saying why. */
function lookedAt(index: SymbolIndex, file: string): Looked {
  const symbols = index.file(file)?.symbols;
  if (symbols) return { file, language: symbols.language, symbols, text: null };
  const problem = index.skipped().find((one) => one.file === file)?.reason;
  if (problem !== undefined && problem !== 'binary') throw notParsed(file, problem);
  if (!index.allPaths().includes(file))
    throw new Refusal('invalid_arguments', message('navigation.structure_not_listed', { file }), { file });
  const text = index.text(file);
  if (text === null)
    throw new Refusal('invalid_arguments', message('navigation.structure_not_text', { file }), { file });
  return {
    file,
    language: languageOf(file, text.slice(0, 200).split('\n', 1)[0])?.id ?? '',
    symbols: null,
    text,
  };
}

/** The same where others are looked at beside it: what cannot be read is named by `skipped`. */
function lookedAtIfReadable(index: SymbolIndex, file: string): Looked | null {
  const symbols = index.file(file)?.symbols;
  if (symbols) return { file, language: symbols.language, symbols, text: null };
  if (index.skipped().some((one) => one.file === file)) return null;
  const text = index.text(file);
  return text === null ? null : { file, language: languageOf(file)?.id ?? '', symbols: null, text };
}

/**
 * What a file, or a piece of code in a stated language, consists of (tools.md, `analyze_structure`). Refuses
 * (`invalid_arguments`) what could not be parsed, and code whose language is not named.
 */
export async function structureOf(
  index: SymbolIndex,
  query: StructureQuery,
  parser: SyntaxParser,
): Promise<StructureAnswer> {
  if (query.code !== undefined) {
    // A piece of code is whole in itself: the index has no part in the answer.
    const state: IndexState = { state: 'ready', done: 1, total: 1 };
    const language = query.language === undefined ? null : languageNamed(query.language);
    if (language?.grammar === null) {
      const outline = outlineOf(language.id, query.code);
      return outline ? described(outline, state) : outlined(query.code, language.id, state);
    }
    return described(await parsed(query.code, language, query.language, parser), state);
  }
  const file = query.file ?? '';
  const state = await index.refresh({ paths: [file] });
  const { symbols, text, language } = lookedAt(index, file);
  return symbols ? described(symbols, state) : outlined(text, language, state);
}

/** What the lines of a text look like, where no parser knows its type. */
function outlined(text: string, language: string, state: IndexState): StructureAnswer {
  const nodes = textOutline(text, language);
  return {
    language,
    parse_errors: [],
    ...parted(nodes),
    imports: [],
    exports: [],
    completeness: 'lower_bound',
    engine: TEXT_ENGINE,
    skipped: [],
    index: state,
    notes: [{ key: 'navigation.structure_by_text', values: { count: 1 } }],
  };
}

const parted = (nodes: readonly SymbolNode[]) => ({
  functions: nodes.filter(({ kind }) => FUNCTIONS.has(kind)),
  classes: nodes.filter(({ kind }) => CLASSES.has(kind)),
  other: nodes.filter(({ kind }) => !FUNCTIONS.has(kind) && !CLASSES.has(kind)),
});

async function parsed(
  code: string,
  language: Language | null,
  named: string | undefined,
  parser: SyntaxParser,
): Promise<FileSymbols> {
  if (!language)
    throw new Refusal(
      'invalid_arguments',
      message('navigation.structure_unknown_language', { language: named ?? '' }),
      {
        key: 'language',
      },
    );
  await parser.prepare([language.id]);
  const tree = parser.parse(language.id, language.scriptBlocks ? (scriptBlocks(code) ?? '') : code);
  if (!tree) throw notParsed('code');
  try {
    return extractSymbols(tree, language);
  } finally {
    tree.dispose();
  }
}

const notParsed = (file: string, reason = '') =>
  new Refusal('invalid_arguments', message('navigation.structure_not_parsed', { file, reason }), { file });

function described(symbols: FileSymbols, state: IndexState): StructureAnswer {
  const nodes = treeOf(symbols.definitions, null);
  const damaged = symbols.parse_errors.length > 0;
  return {
    language: symbols.language,
    parse_errors: symbols.parse_errors,
    ...parted(nodes),
    imports: symbols.imports.map(({ line, source, name, local }) => ({ line, source, name, local })),
    exports: [
      ...symbols.exports.map(({ line, name, local }) => ({ line, name, local })),
      ...symbols.imports
        .filter(({ reexport }) => reexport)
        .map(({ line, name, local, source }) => ({ line, name: local, local: name, source })),
    ].sort((a, b) => a.line - b.line || (a.name < b.name ? -1 : 1)),
    completeness: damaged ? 'lower_bound' : 'exact',
    engine: ENGINE,
    skipped: [],
    index: state,
    notes: damaged ? [{ key: 'navigation.structure_damaged', values: {} }] : [],
  };
}

/** Definitions nested in what holds them; with `kinds` only those, each under its nearest holder of these kinds. */
function treeOf(definitions: readonly Definition[], kinds: ReadonlySet<Kind> | null): SymbolNode[] {
  const children = new Map<number, number[]>();
  const holders = new Map<number, { parent: number; depth: number }>();
  const kept = (at: number) => kinds === null || kinds.has((definitions[at] as Definition).kind);
  for (const at of definitions.keys()) {
    if (!kept(at)) continue;
    let parent = (definitions[at] as Definition).parent;
    while (parent >= 0 && !kept(parent)) parent = (definitions[parent] as Definition).parent;
    const holder = holders.get(parent);
    const depth = (holder?.depth ?? 0) + 1;
    if (holder && depth > DEEPEST) parent = holder.parent;
    holders.set(at, { parent, depth: Math.min(depth, DEEPEST) });
    const siblings = children.get(parent);
    if (siblings) siblings.push(at);
    else children.set(parent, [at]);
  }
  // From the last to the first: what a definition holds is built before it, so that depth needs no recursion.
  const built = new Map<number, SymbolNode>();
  for (let at = definitions.length - 1; at >= 0; at -= 1) {
    if (!kept(at)) continue;
    const one = definitions[at] as Definition;
    const members = (children.get(at) ?? []).map((child) => built.get(child) as SymbolNode);
    built.set(at, nodeOf(one, members));
  }
  return (children.get(-1) ?? []).map((at) => built.get(at) as SymbolNode);
}

function nodeOf(one: Definition, members: readonly SymbolNode[]): SymbolNode {
  const { file: _file, language: _language, ...shown } = foundIn('', '', one);
  return {
    ...shown,
    ...(one.bases.length > 0 && { bases: one.bases }),
    ...(one.decorators.length > 0 && { decorators: one.decorators }),
    ...(members.length > 0 && { members }),
  };
}

/**
 * The innermost function that holds a line, decorators included; null where none does, with what encloses the line. Refuses
 * (`invalid_arguments`) a line that the file does not have, and (`invalid_arguments`) a file that could not be parsed.
 */
export async function functionAt(index: SymbolIndex, query: FunctionAtQuery): Promise<FunctionAtAnswer> {
  const state = await index.refresh({ paths: [query.file] });
  const looked = lookedAt(index, query.file);
  const text = looked.text ?? index.text(query.file) ?? '';
  const lines = lineCount(text);
  if (query.line < 1 || query.line > lines)
    throw new Refusal(
      'invalid_arguments',
      message('navigation.structure_line_out_of_range', { file: query.file, line: query.line, lines }),
      { key: 'line_number', lines },
    );
  const { symbols } = looked;
  if (!symbols)
    return {
      function: null,
      enclosing: [],
      lines,
      callers: null,
      completeness: 'unknown',
      engine: TEXT_ENGINE,
      skipped: [],
      index: state,
      notes: [{ key: 'navigation.structure_no_functions', values: { file: query.file } }],
    };
  const around = symbols.definitions
    .filter(({ start_line, end_line }) => start_line <= query.line && query.line <= end_line)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const inner = around.filter(({ kind }) => FUNCTIONS.has(kind)).at(-1) ?? null;
  const damaged = symbols.parse_errors.length > 0;
  const enclosing = around
    .filter((one) => one !== inner && (!inner || (one.start <= inner.start && one.end >= inner.end)))
    .map((one) => foundIn(query.file, symbols.language, one));
  const callers = inner ? await callersOf(index, query.file, inner) : null;
  return {
    function: inner && {
      ...foundIn(query.file, symbols.language, inner),
      start_line: inner.start_line,
      source: text.slice(inner.start, inner.end),
    },
    enclosing,
    lines,
    callers: callers?.counts ?? null,
    completeness: damaged || (callers && !callers.exact) ? 'lower_bound' : 'exact',
    engine: ENGINE,
    skipped: [],
    index: state,
    notes: damaged ? [{ key: 'navigation.structure_damaged', values: {} }] : [],
  };
}

async function callersOf(index: SymbolIndex, file: string, { name, line }: Definition) {
  const { references, completeness } = await findReferences(index, { symbol: name, file, line, path: '.' });
  const calls = references.filter(({ kind }) => kind === 'call');
  const certain = calls.filter(({ certainty }) => certainty === 'certain').length;
  return { counts: { certain, likely: calls.length - certain }, exact: completeness === 'exact' };
}

/** A line break at the end begins no line of its own. */
const lineCount = (text: string): number => (text === '' ? 0 : text.replace(/\r?\n$/, '').split('\n').length);
