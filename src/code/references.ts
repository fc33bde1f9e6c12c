import { filesWith, namesOf } from './aliases.ts';
import { boundTo, nameInFile } from './bindings.ts';
import { languageById, languageNamed, languageOf } from './languages.ts';
import type {
  FoundDefinition,
  FoundReference,
  Note,
  ReferencesAnswer,
  ReferencesQuery,
} from './navigation.ts';
import { nearNames } from './near-names.ts';
import { lineAt, lineStarts, type Occurrence, wordPlaces } from './occurrences.ts';
import type { Skipped } from './ports.ts';
import { type Def, isFunction, type ProjectView, projectView } from './project-view.ts';
import { readOccurrence } from './reading.ts';
import type { IndexState, SymbolIndex } from './symbol-index.ts';
import type { SymbolGroup } from './symbols.ts';
import { nameParts, type Target, targetOf } from './target.ts';
import { judge } from './verdict.ts';
import { indexWord } from './words.ts';

/** So much of a long line is shown around the place. */
const LONGEST_TEXT = 200;
/** So much that could not be parsed is named a file. */
const ENGINE = 'tree-sitter';

/** One place, before it is made into an answer. */
interface Hit {
  readonly file: string;
  readonly start: number;
  readonly line: number;
  readonly column: number;
  readonly kind: FoundReference['kind'];
  readonly certainty: FoundReference['certainty'];
  readonly of: SymbolGroup | null;
}

/**
 * Where a symbol is used (tools.md, `find_references`): the uses of its name, of the names it is imported and exported
 * under, tied to its definition by scopes, imports and the types of objects. `certain` is what is tied; `likely` what only has the
 * name; what provably is another's is left out. Definitions, comments and strings are no references.
 */
export async function findReferences(index: SymbolIndex, query: ReferencesQuery): Promise<ReferencesAnswer> {
  const state = await index.refresh({ words: [indexWord(nameParts(query.symbol).name)] });
  return referenceFinder(index, state)(query);
}

/** The same for several questions about one state of the index: what is worked out for one is kept for the next. */
export function referenceFinder(
  index: SymbolIndex,
  state: IndexState,
): (query: ReferencesQuery) => ReferencesAnswer {
  const view = projectView(index);
  return (query) => answer(view, state, query);
}

function answer(view: ProjectView, state: IndexState, query: ReferencesQuery): ReferencesAnswer {
  const target = targetOf(view, query);
  const unseen = new Map<string, string>();
  const notes: Note[] = [];
  const { hits, dropped } = target.local ? localHits(view, target) : symbolHits(view, target, query, unseen);
  const wanted = query.language === undefined ? null : languageNamed(query.language);
  const references = hits
    .filter(({ file }) => within(file, query.path))
    .filter(({ file }) => wanted === null || view.symbols(file)?.language === wanted.id)
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start))
    .map((hit) => found(view, hit, target.groups.length > 1));
  const family = target.groups[0]?.family ?? null;
  const skipped = [...skippedFiles(view, family), ...[...unseen].map(([file, reason]) => ({ file, reason }))];
  if (dropped > 0)
    notes.push({ key: 'navigation.references_untyped', values: { count: dropped, name: target.name } });
  if (target.groups.length > 1)
    notes.push({ key: 'navigation.references_ambiguous', values: { count: target.groups.length } });
  const definitions = target.local
    ? [localDefinition(view, target)]
    : target.groups.length === 1
      ? (target.groups[0]?.defs ?? []).map((def) => foundDefinition(view, def))
      : [];
  const nameless = target.groups.length === 0 && target.local === null;
  if (nameless && references.length > 0)
    notes.push({ key: 'navigation.references_no_definition', values: {} });
  const exact =
    state.state === 'ready' &&
    skipped.length === 0 &&
    dropped === 0 &&
    !nameless &&
    references.every(({ certainty }) => certainty === 'certain');
  return {
    references,
    definitions,
    ambiguous:
      target.groups.length > 1
        ? target.groups.flatMap(({ defs }) => defs.map((def) => foundDefinition(view, def)))
        : [],
    suggestions:
      nameless && references.length === 0 ? nearNames(view.index.names(), nameParts(query.symbol).name) : [],
    completeness:
      exact || (nameless && references.length === 0 && state.state === 'ready' && skipped.length === 0)
        ? 'exact'
        : 'lower_bound',
    engine: ENGINE,
    skipped,
    index: state,
    notes,
  };
}

/** The uses of a variable or parameter: all in its file. */
function localHits(view: ProjectView, { local, name }: Target): { hits: Hit[]; dropped: number } {
  if (!local) return { hits: [], dropped: 0 };
  const names = nameInFile(view, local.file, name);
  const hits: Hit[] = [];
  for (const occurrence of names?.occurrences ?? []) {
    if (
      !names ||
      occurrence.start === local.binding.place ||
      occurrence.isNone ||
      (occurrence.member && !occurrence.binder)
    )
      continue;
    const bound = boundTo(names, occurrence).some(
      ({ scope, definition, imported }) =>
        !definition &&
        !imported &&
        scope.start === local.binding.scope.start &&
        scope.end === local.binding.scope.end,
    );
    if (bound) hits.push({ file: local.file, ...placeOf(occurrence), certainty: 'certain', of: null });
  }
  return { hits, dropped: 0 };
}

function symbolHits(
  view: ProjectView,
  target: Target,
  query: ReferencesQuery,
  unseen: Map<string, string>,
): { hits: Hit[]; dropped: number } {
  const places = new Map<string, Map<string, SymbolGroup[]>>();
  const add = (file: string, name: string, group: SymbolGroup | null): void => {
    const names = places.get(file) ?? new Map<string, SymbolGroup[]>();
    places.set(file, names);
    names.set(name, [...(names.get(name) ?? []), ...(group ? [group] : [])]);
  };
  for (const group of target.groups) {
    const { everywhere, inFile } = namesOf(view, group);
    for (const name of everywhere)
      for (const file of filesWith(view, name, group.family)) add(file, name, group);
    for (const [file, names] of inFile) for (const name of names) add(file, name, group);
  }
  if (target.groups.length === 0)
    for (const file of filesWith(view, target.name, null)) add(file, target.name, null);
  const hits: Hit[] = [];
  const escaped: Hit[] = [];
  let escapes = false;
  for (const [file, names] of places) {
    if (!within(file, query.path)) continue;
    for (const [name, groups] of names) {
      const occurrences = nameInFile(view, file, name)?.occurrences;
      if (!occurrences) {
        const seen = unparsed(view, file, name);
        if (seen.length > 0) unseen.set(file, reasonOf(view, file));
        hits.push(...seen);
        continue;
      }
      for (const occurrence of occurrences) {
        const { isImport } = readOccurrence(view, file, name, occurrence);
        const { verdict, of } = verdictOf(view, file, name, occurrence, groups, target);
        if (verdict === 'no') continue;
        if (occurrence.broken) unseen.set(file, 'syntax_errors');
        if (occurrence.isKey && verdict !== 'escaped') escapes = true;
        const hit: Hit = {
          file,
          ...placeOf(occurrence),
          ...(isImport && { kind: 'import' }),
          certainty: verdict === 'certain' ? 'certain' : 'likely',
          of,
        };
        (verdict === 'escaped' ? escaped : hits).push(hit);
      }
    }
  }
  return escapes ? { hits: [...hits, ...escaped], dropped: 0 } : { hits, dropped: escaped.length };
}

function verdictOf(
  view: ProjectView,
  file: string,
  name: string,
  occurrence: Occurrence,
  groups: readonly SymbolGroup[],
  target: Target,
): { verdict: 'certain' | 'likely' | 'no' | 'escaped'; of: SymbolGroup | null } {
  const reading = readOccurrence(view, file, name, occurrence);
  if (groups.length === 0) {
    // No definition is known: whatever has the name and is no variable of a function.
    const no = ['none', 'local', 'declaration'].includes(reading.how);
    return { verdict: no ? 'no' : 'likely', of: null };
  }
  if (reading.how === 'declaration')
    return {
      verdict: laterWrite(occurrence, reading.defs, groups) ? 'certain' : 'no',
      of: groups[0] ?? null,
    };
  const verdicts = groups.map((group) => ({
    group,
    verdict: judge(view, group, reading, occurrence.kind === 'call'),
  }));
  const certain = verdicts.filter(({ verdict }) => verdict === 'certain');
  if (certain.length === 1) return { verdict: 'certain', of: certain[0]?.group ?? null };
  const likely = verdicts.filter(({ verdict }) => verdict === 'likely' || verdict === 'certain');
  if (likely.length > 0)
    return {
      verdict: 'likely',
      of: likely.length === 1 && target.groups.length > 1 ? (likely[0]?.group ?? null) : null,
    };
  return { verdict: verdicts.some(({ verdict }) => verdict === 'escaped') ? 'escaped' : 'no', of: null };
}

/** A variable or field that is assigned again where the index has a definition too: a write, but for the first. */
function laterWrite({ kind }: Occurrence, defs: readonly Def[], groups: readonly SymbolGroup[]): boolean {
  const [def] = defs;
  if (
    kind !== 'write' ||
    !def ||
    !['variable', 'constant', 'field', 'property'].includes(def.definition.kind)
  )
    return false;
  return groups.some(({ defs: own }) => {
    const index = own.findIndex((one) => one.file === def.file && one.index === def.index);
    return index > 0 && own.findIndex((one) => one.file === def.file) < index;
  });
}

const placeOf = ({
  start,
  line,
  column,
  kind,
  broken,
}: Occurrence): Pick<Hit, 'start' | 'line' | 'column' | 'kind'> => ({
  start,
  line,
  column,
  kind: broken ? 'unknown' : kind,
});

/** Where a file has no tree its text is all there is. */
function unparsed(view: ProjectView, file: string, name: string): Hit[] {
  const text = view.index.text(file);
  if (text === null) return [];
  const starts = lineStarts(view, file, text);
  return wordPlaces(text, name, view.family(file)).map(({ start }) => {
    const line = lineAt(starts, start);
    return {
      file,
      start,
      line,
      column: start - (starts[line - 1] as number) + 1,
      kind: 'unknown',
      certainty: 'likely',
      of: null,
    };
  });
}

const reasonOf = (view: ProjectView, file: string): string =>
  languageById(view.symbols(file)?.language ?? '')?.grammar === null ? 'no_grammar' : 'not_parsed';

/** Files that could not be looked at and may hold what is asked for: of the languages that can use the symbol. */
function skippedFiles(view: ProjectView, family: string | null): readonly Skipped[] {
  return view.index.skipped().filter(({ file }) => {
    const language = languageOf(file);
    return language !== null && language.level === 'full' && (family === null || language.family === family);
  });
}

function found(view: ProjectView, hit: Hit, several: boolean): FoundReference {
  const around = view.around(hit.file, hit.start).filter(({ definition }) => isFunction(definition));
  const inner = around.at(-1)?.definition;
  const first = hit.of?.defs[0];
  return {
    file: hit.file,
    line: hit.line,
    column: hit.column,
    text: lineText(view, hit),
    kind: hit.kind,
    in_function: inner ? [...inner.scope, inner.name].join('.') : '',
    certainty: hit.certainty,
    ...(several && first && { belongs_to: `${first.file}:${first.definition.line}` }),
  };
}

function lineText(view: ProjectView, { file, line, column }: Hit): string {
  const text = view.index.text(file) ?? '';
  const starts = lineStarts(view, file, text);
  const whole = text.slice(starts[line - 1] ?? 0, starts[line] ?? text.length).replace(/\r?\n$/, '');
  if (whole.trim().length <= LONGEST_TEXT) return whole.trim();
  const from = Math.max(0, Math.min(column - 1 - LONGEST_TEXT / 2, whole.length - LONGEST_TEXT));
  const cut = whole
    .slice(from, from + LONGEST_TEXT)
    .toWellFormed()
    .replaceAll('\uFFFD', '')
    .trim();
  return `${from > 0 ? '…' : ''}${cut}${from + LONGEST_TEXT < whole.length ? '…' : ''}`;
}

function foundDefinition(view: ProjectView, { file, definition }: Def): FoundDefinition {
  return {
    name: definition.name,
    kind: definition.kind,
    file,
    line: definition.line,
    column: definition.column,
    end_line: definition.end_line,
    scope: definition.scope.join('.'),
    signature: definition.signature,
    exported: definition.exported,
    language: view.symbols(file)?.language ?? '',
    ...(definition.is_signature && { is_signature: true }),
  };
}

function localDefinition(view: ProjectView, { local, name }: Target): FoundDefinition {
  const file = local?.file ?? '';
  const occurrence = local?.binding.occurrence;
  const around = view
    .around(file, local?.binding.place ?? 0)
    .filter(({ definition }) => isFunction(definition))
    .at(-1);
  const line = occurrence?.line ?? 1;
  const column = occurrence?.column ?? 1;
  return {
    name,
    kind: 'variable',
    file,
    line,
    column,
    end_line: line,
    scope: around ? [...around.definition.scope, around.definition.name].join('.') : '',
    signature: lineText(view, { file, line, column, start: 0, kind: 'read', certainty: 'certain', of: null }),
    exported: false,
    language: view.symbols(file)?.language ?? '',
  };
}

const within = (file: string, path: string): boolean => {
  const folder = path.replace(/^\.\/|\/+$/g, '');
  return folder === '' || folder === '.' || file === folder || file.startsWith(`${folder}/`);
};
