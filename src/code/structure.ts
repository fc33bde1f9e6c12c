import { Refusal } from '../shared/refusal.ts';
import { message } from '../text/text.ts';
import { foundIn } from './definitions.ts';
import { extractSymbols } from './extract.ts';
import type { Definition, FileSymbols, Kind } from './file-symbols.ts';
import { kindsMeant } from './kind-words.ts';
import { type Language, languageNamed } from './languages.ts';
import type {
  FunctionAtAnswer,
  FunctionAtQuery,
  StructureAnswer,
  StructureQuery,
  SymbolNode,
  SymbolsAnswer,
  SymbolsQuery,
} from './navigation.ts';
import { within } from './reference-hits.ts';
import { findReferences } from './references.ts';
import { scriptBlocks } from './script-blocks.ts';
import type { IndexState, SymbolIndex } from './symbol-index.ts';
import type { SyntaxParser } from './syntax.ts';

const ENGINE = 'tree-sitter';
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

/** The symbols of a file or of all files of a folder, nested by scope (tools.md, `get_symbols`). */
export async function listSymbols(index: SymbolIndex, query: SymbolsQuery): Promise<SymbolsAnswer> {
  const state = await index.refresh({ paths: [query.path] });
  const kinds = query.kind === undefined ? null : (kindsMeant(query.kind) ?? new Set<Kind>());
  const wanted = query.language === undefined ? null : (languageNamed(query.language)?.id ?? '');
  const files = index
    .paths()
    .filter((path) => within(path, query.path))
    .flatMap((path) => {
      const symbols = index.file(path)?.symbols;
      if (!symbols || (wanted !== null && symbols.language !== wanted)) return [];
      const { language, parse_errors } = symbols;
      return [{ file: path, language, parse_errors, symbols: treeOf(symbols.definitions, kinds) }];
    });
  const skipped = index.skipped().filter(({ file }) => within(file, query.path));
  const damaged = files.some(({ parse_errors }) => parse_errors.length > 0);
  const unseen = files.length === 0 && (skipped.length > 0 || state.state === 'building');
  const exact = state.state === 'ready' && skipped.length === 0 && !damaged;
  return {
    files,
    completeness: unseen ? 'unknown' : exact ? 'exact' : 'lower_bound',
    engine: ENGINE,
    skipped,
    index: state,
    notes: damaged ? [{ key: 'navigation.structure_damaged', values: {} }] : [],
  };
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
    return described(await parsed(query.code, query.language, parser), { state: 'ready', done: 1, total: 1 });
  }
  const file = query.file ?? '';
  const state = await index.refresh({ paths: [file] });
  return described(symbolsOf(index, file), state);
}

async function parsed(code: string, named: string | undefined, parser: SyntaxParser): Promise<FileSymbols> {
  const language: Language | null = named === undefined ? null : languageNamed(named);
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

function symbolsOf(index: SymbolIndex, file: string): FileSymbols {
  const symbols = index.file(file)?.symbols;
  if (symbols) return symbols;
  throw notParsed(file, index.skipped().find((one) => one.file === file)?.reason);
}

function described(symbols: FileSymbols, state: IndexState): StructureAnswer {
  const nodes = treeOf(symbols.definitions, null);
  const damaged = symbols.parse_errors.length > 0;
  return {
    language: symbols.language,
    parse_errors: symbols.parse_errors,
    functions: nodes.filter(({ kind }) => FUNCTIONS.has(kind)),
    classes: nodes.filter(({ kind }) => CLASSES.has(kind)),
    imports: symbols.imports.map(({ line, source, name, local }) => ({ line, source, name, local })),
    exports: [
      ...symbols.exports.map(({ line, name, local }) => ({ line, name, local })),
      ...symbols.imports
        .filter(({ reexport }) => reexport)
        .map(({ line, name, local, source }) => ({ line, name: local, local: name, source })),
    ].sort((a, b) => a.line - b.line || (a.name < b.name ? -1 : 1)),
    other: nodes.filter(({ kind }) => !FUNCTIONS.has(kind) && !CLASSES.has(kind)),
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
  const kept = (at: number) => kinds === null || kinds.has((definitions[at] as Definition).kind);
  for (const at of definitions.keys()) {
    if (!kept(at)) continue;
    let parent = (definitions[at] as Definition).parent;
    while (parent >= 0 && !kept(parent)) parent = (definitions[parent] as Definition).parent;
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
  const text = index.text(query.file);
  if (text === null)
    throw notParsed(query.file, index.skipped().find(({ file }) => file === query.file)?.reason);
  const lines = lineCount(text);
  if (query.line < 1 || query.line > lines)
    throw new Refusal(
      'invalid_arguments',
      message('navigation.structure_line_out_of_range', { file: query.file, line: query.line, lines }),
      { key: 'line_number', lines },
    );
  const symbols = symbolsOf(index, query.file);
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
