import { filesWith, namesOf } from './aliases.ts';
import { nameInFile } from './bindings.ts';
import { type Confirmation, confirm, placeKey } from './confirmation.ts';
import { foundDefinition, foundReference, localDefinition } from './found-places.ts';
import { languageNamed, languageOf } from './languages.ts';
import { nothingListed } from './listed.ts';
import type { Note, ReferencesAnswer, ReferencesQuery } from './navigation.ts';
import { nearNames } from './near-names.ts';
import { lineStarts } from './occurrences.ts';
import type { LanguageServer, Skipped } from './ports.ts';
import { type ProjectView, projectView } from './project-view.ts';
import { type Hit, localHits, MANY_SYMBOLS, symbolHits, within } from './reference-hits.ts';
import type { IndexState, SymbolIndex } from './symbol-index.ts';
import type { SymbolGroup } from './symbols.ts';
import { nameParts, type Target, targetOf } from './target.ts';
import { indexWord } from './words.ts';

/** So many definitions of one symbol are asked about. */
const MOST_ASKED = 8;
const ENGINE = 'tree-sitter';

/** What can take part in an answer beside the syntax. */
export interface ReferenceHelp {
  /** Confirms answers about TypeScript and JavaScript. */
  readonly server?: LanguageServer | null;
  readonly signal?: AbortSignal;
}

/** The answer of the syntax, before it is confirmed and worded. */
interface Draft {
  readonly target: Target;
  readonly hits: readonly Hit[];
  /** Left out: members of values of unknown types, of a symbol that is no member. */
  readonly doubtful: readonly Hit[];
  readonly unseen: ReadonlyMap<string, string>;
}

/**
 * Where a symbol is used (tools.md, `find_references`): the uses of its name, of the names it is imported and exported
 * under, tied to its definition by scopes, imports and the types of objects. `certain` is what is tied; `likely` what only has
 * the name; what provably is another's is left out. Definitions, comments and strings are no references. With a language
 * server the answer is confirmed by it; where that gives no answer the syntax stands, and a note says so.
 */
export async function findReferences(
  index: SymbolIndex,
  query: ReferencesQuery,
  help: ReferenceHelp = {},
): Promise<ReferencesAnswer> {
  const state = await index.refresh({ words: [indexWord(nameParts(query.symbol).name)] });
  const view = projectView(index);
  const draft = drafted(view, query);
  const [group, ...others] = draft.target.groups;
  if (!group || others.length > 0 || group.family !== 'js') return worded(view, state, query, draft, null);
  const doubtful = [...draft.hits.filter(({ certainty }) => certainty === 'likely'), ...draft.doubtful];
  const confirmation = help.server
    ? await confirm(help.server, group.defs.slice(0, MOST_ASKED), doubtful, filesOf(view, group), help.signal)
    : null;
  return worded(view, state, query, draft, confirmation);
}

/** The same by syntax alone, for several questions about one state of the index: what is worked out for one is kept for the next. */
export function referenceFinder(
  index: SymbolIndex,
  state: IndexState,
): (query: ReferencesQuery) => ReferencesAnswer {
  const view = projectView(index);
  return (query) => worded(view, state, query, drafted(view, query), null);
}

function drafted(view: ProjectView, query: ReferencesQuery): Draft {
  const target = targetOf(view, query);
  const unseen = new Map<string, string>();
  const { hits, dropped } = target.local ? localHits(view, target) : symbolHits(view, target, query, unseen);
  return { target, hits, doubtful: dropped, unseen };
}

const filesOf = (view: ProjectView, group: SymbolGroup): readonly string[] => [
  ...new Set([...namesOf(view, group).everywhere].flatMap((name) => filesWith(view, name, group.family))),
];

/** What the language server says, put into what the syntax says. */
function confirmed(view: ProjectView, { target, hits, doubtful, unseen }: Draft, said: Confirmation): Draft {
  const known = new Set(hits.map(placeKey));
  const more = said.places.flatMap((place): Hit[] => {
    if (known.has(placeKey(place)) || view.symbols(place.file) === null) return [];
    const { definitions = [] } = view.symbols(place.file) ?? {};
    if (definitions.some(({ line, column }) => line === place.line && column === place.column)) return [];
    const text = view.index.text(place.file) ?? '';
    const start = (lineStarts(view, place.file, text)[place.line - 1] ?? 0) + place.column - 1;
    const name = /^[#\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]*/u.exec(
      text.slice(start, start + 200),
    )?.[0];
    const occurrence = nameInFile(view, place.file, name ?? target.name)?.occurrences.find(
      (one) => one.start === start,
    );
    return [
      {
        ...place,
        start,
        kind: occurrence?.kind ?? 'unknown',
        certainty: 'certain',
        of: target.groups[0] ?? null,
      },
    ];
  });
  return {
    target,
    unseen,
    hits: [
      ...hits
        .filter((hit) => hit.certainty === 'certain' || !said.refuted.has(placeKey(hit)))
        .map((hit): Hit => (said.confirmed.has(placeKey(hit)) ? { ...hit, certainty: 'certain' } : hit)),
      ...more,
    ],
    doubtful: doubtful.filter(
      (hit) => !said.confirmed.has(placeKey(hit)) && !said.refuted.has(placeKey(hit)),
    ),
  };
}

function worded(
  view: ProjectView,
  state: IndexState,
  query: ReferencesQuery,
  draft: Draft,
  confirmation: Confirmation | null,
): ReferencesAnswer {
  const { target, hits, doubtful, unseen } = confirmation ? confirmed(view, draft, confirmation) : draft;
  const several = target.groups.length > 1;
  const wanted = query.language === undefined ? null : languageNamed(query.language);
  const references = hits
    .filter(({ file }) => within(file, query.path))
    .filter(({ file }) => wanted === null || view.symbols(file)?.language === wanted.id)
    .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start))
    .map((hit) => foundReference(view, hit, several));
  const family = target.groups[0]?.family ?? null;
  const skipped = [...skippedFiles(view, family), ...[...unseen].map(([file, reason]) => ({ file, reason }))];
  const nameless = target.groups.length === 0 && target.local === null;
  const nothing = nameless && references.length === 0;
  const seen = state.state === 'ready' && skipped.length === 0;
  const tied =
    target.groups.length <= MANY_SYMBOLS &&
    doubtful.length === 0 &&
    references.every(({ certainty }) => certainty === 'certain');
  const unlisted = nothingListed(view.index, query.path);
  const notes: Note[] = unlisted ? [unlisted] : [];
  if (doubtful.length > 0)
    notes.push({
      key: 'navigation.references_untyped',
      values: { count: doubtful.length, name: target.name },
    });
  if (several)
    notes.push({ key: 'navigation.references_ambiguous', values: { count: target.groups.length } });
  if (nameless && !nothing) notes.push({ key: 'navigation.references_no_definition', values: {} });
  if (family === 'js' && !confirmation && !tied)
    notes.push({ key: 'navigation.references_unconfirmed', values: {} });
  return {
    references,
    definitions: target.local
      ? [localDefinition(view, target)]
      : several
        ? []
        : (target.groups[0]?.defs ?? []).map((def) => foundDefinition(view, def)),
    ambiguous: several
      ? target.groups.flatMap(({ defs }) => defs.map((def) => foundDefinition(view, def)))
      : [],
    suggestions: nothing ? nearNames(view.index.names(), nameParts(query.symbol).name) : [],
    completeness: unlisted ? 'unknown' : seen && (nothing || (tied && !nameless)) ? 'exact' : 'lower_bound',
    engine: confirmation ? `${ENGINE}, ${confirmation.engine}` : ENGINE,
    skipped,
    index: state,
    notes,
  };
}

/** Files that could not be looked at and may hold what is asked for: of the languages that can use the symbol. */
function skippedFiles(view: ProjectView, family: string | null): readonly Skipped[] {
  return view.index.skipped().filter(({ file }) => {
    const language = languageOf(file);
    return language !== null && language.level === 'full' && (family === null || language.family === family);
  });
}
