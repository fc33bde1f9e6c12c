import { filesWith, namesOf } from './aliases.ts';
import { boundTo, nameInFile } from './bindings.ts';
import { languageById } from './languages.ts';
import { type MarkupPlace, markupPlaces } from './markup.ts';
import type { FoundReference, ReferencesQuery } from './navigation.ts';
import { lineAt, lineStarts, type Occurrence, wordPlaces } from './occurrences.ts';
import type { Def, ProjectView } from './project-view.ts';
import { readOccurrence } from './reading.ts';
import { resolveTop } from './resolve.ts';
import { type SymbolGroup, symbolOf } from './symbols.ts';
import type { Target } from './target.ts';
import { groupKey, judge } from './verdict.ts';

/** With more symbols of one name their other names are not followed. */
export const MANY_SYMBOLS = 20;
/** So long is looked; files that are left then are named as not looked at. */
const LONGEST_MS = 3_000;

/** One place, before it is made into an answer. */
export interface Hit {
  readonly file: string;
  readonly start: number;
  readonly line: number;
  readonly column: number;
  readonly kind: FoundReference['kind'];
  readonly certainty: FoundReference['certainty'];
  readonly of: SymbolGroup | null;
}

export const within = (file: string, path: string): boolean => {
  const folder = path.replace(/^\.\/|\/+$/g, '');
  return folder === '' || folder === '.' || file === folder || file.startsWith(`${folder}/`);
};

/** The uses of a variable or parameter: all in its file. */
export function localHits(view: ProjectView, { local, name }: Target): { hits: Hit[]; dropped: Hit[] } {
  if (!local) return { hits: [], dropped: [] };
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
  // What a function of a component gives back is seen in its markup (`setup() { …; return { name } }`).
  if (isComponent(view, local.file)) {
    const { start, end } = local.binding.scope;
    const given =
      /\breturn\b([\s\S]*)/.exec((view.index.text(local.file) ?? '').slice(start, end))?.[1] ?? '';
    if (wordPlaces(given, name, 'js').length > 0)
      for (const place of markupPlaces(view.index.text(local.file) ?? '', name))
        if (!place.member) hits.push(markupHit(view, local.file, place, null));
  }
  return { hits, dropped: [] };
}

export function symbolHits(
  view: ProjectView,
  target: Target,
  query: ReferencesQuery,
  unseen: Map<string, string>,
): { hits: Hit[]; dropped: Hit[] } {
  const places = new Map<string, Map<string, SymbolGroup[]>>();
  const add = (file: string, name: string, group: SymbolGroup | null): void => {
    const names = places.get(file) ?? new Map<string, SymbolGroup[]>();
    places.set(file, names);
    const groups = names.get(name) ?? [];
    names.set(name, groups);
    if (group) groups.push(group);
  };
  const until = Date.now() + LONGEST_MS;
  for (const group of target.groups) {
    // Of very common names only the name itself is followed: the answer is a lower bound anyway.
    if (target.groups.length > MANY_SYMBOLS) {
      for (const file of filesWith(view, group.name, group.family)) add(file, group.name, group);
      continue;
    }
    const { everywhere, inFile } = namesOf(view, group);
    for (const name of everywhere)
      for (const file of filesWith(view, name, group.family)) add(file, name, group);
    for (const [file, names] of inFile) for (const name of names) add(file, name, group);
  }
  if (target.groups.length === 0)
    for (const file of filesWith(view, target.name, null)) add(file, target.name, null);
  const hits: Hit[] = inMarkup(view, target, query);
  const escaped: Hit[] = [];
  let escapes = false;
  for (const [file, names] of places) {
    if (!within(file, query.path)) continue;
    if (Date.now() > until) {
      unseen.set(file, 'time_limit');
      continue;
    }
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
  return escapes ? { hits: [...hits, ...escaped], dropped: [] } : { hits, dropped: escaped };
}

const isComponent = (view: ProjectView, file: string): boolean =>
  languageById(view.symbols(file)?.language ?? '')?.scriptBlocks === true;

/** Uses in the markup of components, which no parser reads: by the name, but for what the scripts there say is another's. */
function inMarkup(view: ProjectView, target: Target, query: ReferencesQuery): Hit[] {
  const groups = target.groups.filter(({ family }) => family === 'js');
  if (groups.length === 0 && target.groups.length > 0) return [];
  const many = target.groups.length > MANY_SYMBOLS;
  const known = groups.map((group) => ({
    group,
    names: many ? { everywhere: new Set([group.name]), inFile: new Map() } : namesOf(view, group),
  }));
  const hits = new Map<string, Hit>();
  for (const file of view.index.paths()) {
    if (!isComponent(view, file) || !within(file, query.path)) continue;
    const text = view.index.text(file);
    if (text === null) continue;
    const add = (name: string, group: SymbolGroup | null): void => {
      const places = markupPlaces(text, name);
      if (places.length === 0) return;
      const here = resolveTop(view, file, name);
      const ours = group && here.defs.some((def) => groupKey(symbolOf(view, def)) === groupKey(group));
      const others = here.state === 'external' || (here.defs.length > 0 && !ours);
      for (const place of places) {
        const spaced = place.object !== null && resolveTop(view, file, place.object).modules.length > 0;
        if (group && (place.member ? !group.member && !spaced : others)) continue;
        const key = `${file}\0${place.start}`;
        const of = target.groups.length > 1 && !hits.has(key) ? group : null;
        hits.set(key, markupHit(view, file, place, of));
      }
    };
    if (target.groups.length === 0) add(target.name, null);
    for (const { group, names } of known)
      for (const name of new Set([...names.everywhere, ...(names.inFile.get(file) ?? [])])) add(name, group);
  }
  return [...hits.values()];
}

function markupHit(view: ProjectView, file: string, { start }: MarkupPlace, of: SymbolGroup | null): Hit {
  const starts = lineStarts(view, file, view.index.text(file) ?? '');
  const line = lineAt(starts, start);
  const column = start - (starts[line - 1] as number) + 1;
  return { file, start, line, column, kind: 'unknown', certainty: 'likely', of };
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
  const call = occurrence.kind === 'call';
  const likely: SymbolGroup[] = [];
  let escaped = false;
  // Those that the reading names come first: mostly one of them is it, and the others need no look.
  const named = new Set(reading.defs.map((def) => groupKey(symbolOf(view, def))));
  const ordered = [
    ...groups.filter((group) => named.has(groupKey(group))),
    ...groups.filter((group) => !named.has(groupKey(group))),
  ];
  for (const group of ordered) {
    const verdict = judge(view, group, reading, call);
    if (verdict === 'certain') return { verdict, of: group };
    if (verdict === 'likely') likely.push(group);
    if (verdict === 'escaped') escaped = true;
    if (likely.length > 1) break;
  }
  if (likely.length > 0)
    return {
      verdict: 'likely',
      of: likely.length === 1 && target.groups.length > 1 ? (likely[0] ?? null) : null,
    };
  return { verdict: escaped ? 'escaped' : 'no', of: null };
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
