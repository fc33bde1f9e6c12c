import { looksLikeDefinition } from './definition-line.ts';
import type { Definition, FileSymbols, Kind } from './file-symbols.ts';
import { kindsMeant } from './kind-words.ts';
import { languageNamed, languageOf } from './languages.ts';
import { nothingListed } from './listed.ts';
import type { DefinitionsAnswer, DefinitionsQuery, FoundDefinition, Note } from './navigation.ts';
import { nearNames } from './near-names.ts';
import { isDocument, isTestPath } from './path-roles.ts';
import { within } from './reference-hits.ts';
import type { IndexState, SymbolIndex } from './symbol-index.ts';
import { nameParts } from './target.ts';
import { indexWord } from './words.ts';

/** So many files are read line by line where no parser could tell, and so many lines of them are answered with. */
const MOST_READ = 500;
const MOST_LINES = 50;

interface Wanted {
  readonly name: string;
  readonly holders: readonly string[];
  readonly exact: boolean;
  readonly kinds: ReadonlySet<Kind> | null;
  readonly language: string | null;
  readonly path: string;
}

/**
 * Where a symbol is defined (tools.md, `find_definitions`): implementations before signatures, exported ones first, tests
 * last. Where no definition is known, lines that look like one in files that could not be parsed whole are answered with low
 * confidence. A `kind` or `language` that means nothing finds nothing: the tool refuses them before.
 */
export async function findDefinitions(
  index: SymbolIndex,
  query: DefinitionsQuery,
): Promise<DefinitionsAnswer> {
  const { name, holders } = nameParts(query.symbol);
  const state = await index.refresh({ words: [indexWord(name)] });
  const wanted: Wanted = {
    name,
    holders,
    exact: query.exact,
    kinds: query.kind === undefined ? null : (kindsMeant(query.kind) ?? new Set()),
    language: query.language === undefined ? null : (languageNamed(query.language)?.id ?? ''),
    path: query.path,
  };
  const found = known(index, wanted);
  const damaged = damagedFiles(index, wanted);
  const byText = found.length === 0 ? textual(index, wanted, damaged) : [];
  const definitions = found.length > 0 ? found : byText;
  const skipped = index.skipped().filter(({ file }) => file === '' || within(file, query.path));
  const sure = state.state === 'ready' && skipped.length === 0 && byText.length === 0;
  const unlisted = nothingListed(index, query.path);
  const notes: Note[] = unlisted ? [unlisted] : [];
  if (byText.length > 0)
    notes.push({ key: 'navigation.definitions_by_text', values: { count: byText.length } });
  if (found.length === 0 && byText.length === 0 && damaged.length > 0)
    notes.push({ key: 'navigation.definitions_damaged', values: { count: damaged.length } });
  return {
    definitions,
    suggestions: definitions.length === 0 ? nearNames(index.names(), name) : [],
    completeness:
      definitions.length === 0 && (nothingSeen(state) || unlisted !== null)
        ? 'unknown'
        : sure && (found.length > 0 || damaged.length === 0)
          ? 'exact'
          : 'lower_bound',
    engine: byText.length > 0 ? 'text' : 'tree-sitter',
    skipped,
    index: state,
    notes,
  };
}

const nothingSeen = ({ state, done }: IndexState): boolean => state === 'building' && done === 0;

function known(index: SymbolIndex, wanted: Wanted): FoundDefinition[] {
  const names = wanted.exact ? [wanted.name] : [...index.names()].filter((name) => isLike(name, wanted.name));
  const ranked = names.flatMap((name) =>
    index.defining(name).flatMap((path) => {
      if (!within(path, wanted.path)) return [];
      const symbols = index.file(path)?.symbols;
      if (!symbols || (wanted.language !== null && symbols.language !== wanted.language)) return [];
      return symbols.definitions
        .filter((one) => one.name === name)
        .filter(({ kind }) => wanted.kinds === null || wanted.kinds.has(kind))
        .filter((one) => isHeldBy(path, symbols, one, wanted))
        .map((one) => ({
          found: foundIn(path, symbols.language, one),
          rank: rankOf(path, one, wanted.name),
        }));
    }),
  );
  return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ found }) => found);
}

/** A definition as answers show it. */
export function foundIn(file: string, language: string, one: Definition): FoundDefinition {
  return {
    name: one.name,
    kind: one.kind,
    file,
    line: one.line,
    column: one.column,
    end_line: one.end_line,
    scope: one.scope.join('.'),
    signature: one.signature,
    exported: one.exported,
    language,
    ...(one.is_signature && { is_signature: true }),
  };
}

/** A part of the name, whatever the case; or the first letters of its words (`fURs` → `findUserRows`). */
function isLike(name: string, wanted: string): boolean {
  if (wanted === '') return false;
  if (name.toLowerCase().includes(wanted.toLowerCase())) return true;
  const humps = wanted.match(/\p{Lu}\p{Ll}*|^[\p{Ll}]+|\p{Nd}+/gu) ?? [];
  if (humps.length < 2 || humps.join('') !== wanted) return false;
  const words = name.match(/\p{Lu}?[\p{Ll}\p{Nd}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
  let at = 0;
  for (const hump of humps) {
    while (at < words.length && !(words[at] ?? '').toLowerCase().startsWith(hump.toLowerCase())) at += 1;
    if (at === words.length) return false;
    at += 1;
  }
  return true;
}

/** Whether what is written before the name holds it: its scopes from inside to outside, then its package or module. */
function isHeldBy(path: string, symbols: FileSymbols, { scope }: Definition, wanted: Wanted): boolean {
  const file = path.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  const folders = path.split('/').slice(0, -1);
  const outside = [...folders, ...(symbols.package?.split(/\.|::|\\|\//) ?? []), file];
  const same = (a: string, b: string) => (wanted.exact ? a === b : a.toLowerCase() === b.toLowerCase());
  const inner = [...wanted.holders].reverse();
  const scopes = [...scope].reverse();
  return inner.every((holder, at) => {
    const held = scopes[at];
    return held === undefined ? outside.some((one) => same(one, holder)) : same(held, holder);
  });
}

type Rank = readonly (number | string)[];
const rankOf = (path: string, one: Definition, wanted: string): Rank => [
  one.name === wanted ? 0 : one.name.toLowerCase() === wanted.toLowerCase() ? 1 : 2,
  isTestPath(path) ? 1 : 0,
  one.is_local ? 1 : 0,
  one.is_signature ? 1 : 0,
  one.exported ? 0 : 1,
  path,
  one.line,
  one.column,
];
function compare(a: Rank, b: Rank): number {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

/** Files that hold the word and whose symbols are not all known: with syntax errors, not parsed, or of no known language. */
function damagedFiles(index: SymbolIndex, wanted: Wanted): readonly string[] {
  const fits = (path: string) =>
    within(path, wanted.path) && (wanted.language === null || languageOf(path)?.id === wanted.language);
  const broken = index
    .containing(indexWord(wanted.name))
    .filter((path) => (index.file(path)?.symbols.parse_errors.length ?? 0) > 0);
  const unread = index.skipped().map(({ file }) => file);
  const foreign = index.allPaths().filter((path) => hasNoParser(path) && !isDocument(path));
  const files = [...new Set([...broken, ...unread, ...foreign])];
  const word = indexWord(wanted.name);
  return files
    .filter(fits)
    .slice(0, MOST_READ)
    .filter((path) => index.text(path)?.includes(word) ?? false);
}

const hasNoParser = (path: string): boolean => (languageOf(path)?.grammar ?? null) === null;

function textual(index: SymbolIndex, wanted: Wanted, files: readonly string[]): FoundDefinition[] {
  const found: FoundDefinition[] = [];
  for (const file of files) {
    const text = index.text(file) ?? '';
    if (wanted.holders.some((holder) => !text.includes(holder))) continue;
    for (const [at, line] of text.split('\n').entries()) {
      if (!line.includes(wanted.name)) continue;
      for (const part of statementsOf(line)) {
        if (!looksLikeDefinition(part.text, wanted.name)) continue;
        const kind = kindOf(part.text);
        if (wanted.kinds !== null && kind !== 'other' && !wanted.kinds.has(kind)) continue;
        found.push({
          name: wanted.name,
          kind,
          file,
          line: at + 1,
          column: part.start + part.text.indexOf(wanted.name) + 1,
          end_line: at + 1,
          scope: '',
          signature: part.text.trim().slice(0, 300).toWellFormed(),
          exported: /\b(?:export|public|pub)\b/.test(part.text),
          language: languageOf(file)?.id ?? '',
          confidence: 'low',
        });
        break;
      }
      if (found.length >= MOST_LINES) return found;
    }
  }
  return found;
}

/** The line, and what follows each bracket in it: several definitions may stand in one line. */
function statementsOf(line: string): { text: string; start: number }[] {
  const whole = line.replace(/\r$/, '');
  if (whole.length > 2_000) return [];
  const starts = [0, ...[...whole.matchAll(/[{};]\s*/g)].map((cut) => cut.index + cut[0].length)];
  return starts.slice(0, 40).map((start) => ({ text: whole.slice(start), start }));
}

const KIND_WORDS: readonly (readonly [RegExp, Kind])[] = [
  [/\b(?:class|record)\s/, 'class'],
  [/\b(?:interface|protocol)\s/, 'interface'],
  [/\benum\s/, 'enum'],
  [/\bstruct\s/, 'struct'],
  [/\btrait\s/, 'trait'],
  [/\b(?:function|func|fun|fn|def|defp|sub)\s/, 'function'],
  [/\btype\s/, 'type'],
  [/\bconst\s/, 'constant'],
  [/\b(?:let|var|val)\s/, 'variable'],
  [/#\s*define\b/, 'macro'],
];
const kindOf = (line: string): Kind => KIND_WORDS.find(([form]) => form.test(line))?.[1] ?? 'other';
