import { looksLikeDefinition } from '../../code/definition-line.ts';
import type { Navigation } from '../../code/navigation.ts';
import type { TextMatch, TextQuery, TextSearch } from '../../code/ports.ts';
import type { SymbolLookup } from '../../session/ports.ts';
import type { MappedSymbol } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { escapeRegex } from '../../shared/regex.ts';

/** So many names are looked up; more come back as not looked up. */
const MOST_NAMES = 20;
const MOST_PLACES = 10;
const MOST_SUGGESTIONS = 5;
/** Matches of one name that are read to find where it is defined. */
const MOST_MATCHES = 400;

/**
 * Looks names up in the symbols of the project: one definition is certain (1), one of several is not (0.8). Where no
 * definition is known the text is searched, whole words, lines that look like a definition first: a place is a fact, what
 * the name means there is not proven (0.9 where the line looks like its definition, 0.6 where it is only used).
 */
export function symbolLookup(textSearch: TextSearch, navigation: Navigation): SymbolLookup {
  return {
    async lookUp(names, signal) {
      const found: MappedSymbol[] = [];
      for (const [index, name] of names.entries()) {
        const looked = index < MOST_NAMES && name.trim() !== '';
        if (!looked) found.push(unresolved(name, []));
        else
          found.push(
            (await defined(navigation, name.trim(), signal)) ?? (await lookUpOne(textSearch, name, signal)),
          );
      }
      return found;
    },
  };
}

/** By syntax; null: not defined in what could be looked at, or symbols cannot be asked now. */
async function defined(
  navigation: Navigation,
  name: string,
  signal: AbortSignal,
): Promise<MappedSymbol | null> {
  const symbol = name.replace(/\(.*\)$/, '');
  const answer = await navigation
    .definitions({ symbol, path: '.', exact: true }, { signal, progress: () => undefined })
    .catch((error: unknown) => {
      // Text search answers instead, and says by its name in `evidence` that it did.
      if (error instanceof Refusal && !signal.aborted) return null;
      throw error;
    });
  const sure = answer?.definitions.filter(({ confidence }) => confidence !== 'low') ?? [];
  if (!answer || sure.length === 0) return null;
  const bodies = sure.filter(({ is_signature }) => !is_signature);
  const one = bodies.length <= 1 && answer.completeness === 'exact';
  return {
    name,
    source: 'FACT',
    confidence: one ? 1 : 0.8,
    evidence: {
      tool: 'find_definitions',
      places: sure.slice(0, MOST_PLACES).map(({ file, line }) => `${file}:${line}`),
    },
    suggestions: [],
  };
}

async function lookUpOne(textSearch: TextSearch, name: string, signal: AbortSignal): Promise<MappedSymbol> {
  const parts = name
    .split(/::|->|[.#]/)
    .map((part) => part.trim().replace(/\(.*\)$/, ''))
    .filter(Boolean);
  const [last] = parts.slice(-1);
  if (last === undefined) return unresolved(name, []);
  const owner = parts.length > 1 ? parts.at(-2) : undefined;
  const matches = await wordMatches(textSearch, last, signal);
  const defining = matches.filter(({ text }) => looksLikeDefinition(text, last));
  const owned = owner === undefined ? defining : await inFilesOf(textSearch, owner, defining, signal);
  if (owned.length > 0) return resolved(name, 0.9, owned);
  if (owner !== undefined && matches.length === 0) {
    // The member is nowhere: its class says at least where to look.
    const classes = (await wordMatches(textSearch, owner, signal)).filter(({ text }) =>
      looksLikeDefinition(text, owner),
    );
    return unresolved(name, classes.length > 0 ? [owner] : await suggestionsFor(textSearch, last, signal));
  }
  if (matches.length > 0) return resolved(name, 0.6, defining.length > 0 ? defining : matches);
  return unresolved(name, await suggestionsFor(textSearch, last, signal));
}

/** Definitions of a member that lie in a file where its class is defined. */
async function inFilesOf(
  textSearch: TextSearch,
  owner: string,
  defining: readonly TextMatch[],
  signal: AbortSignal,
): Promise<TextMatch[]> {
  if (defining.length === 0) return [];
  const classes = await wordMatches(textSearch, owner, signal);
  const files = new Set(
    classes.filter(({ text }) => looksLikeDefinition(text, owner)).map(({ file }) => file),
  );
  return defining.filter(({ file }) => files.has(file));
}

async function wordMatches(textSearch: TextSearch, word: string, signal: AbortSignal): Promise<TextMatch[]> {
  // `\b` would refuse `$emit` and `#priv`: a name ends where no name character follows.
  const pattern = `(?:^|[^\\w$])${escapeRegex(word)}(?:$|[^\\w$])`;
  const answer = await textSearch.search({ ...query(pattern), maxResults: MOST_MATCHES }, signal);
  return [...answer.matches];
}

/** Names in the code that are nearly the one asked for: the same but for case or a part of it. */
async function suggestionsFor(textSearch: TextSearch, name: string, signal: AbortSignal): Promise<string[]> {
  for (const part of [name, ...wordsOf(name)]) {
    if (part.length < 3) continue;
    const pattern = `[\\w$]*${escapeRegex(part)}[\\w$]*`;
    const answer = await textSearch.search(
      { ...query(pattern), caseSensitive: false, maxResults: 60 },
      signal,
    );
    const names = answer.matches.flatMap(({ text, submatches }) =>
      submatches.map(({ start, end }) => text.slice(start, end)).filter((found) => found.length <= 100),
    );
    const near = [...new Set(names)].sort(
      (a, b) => distance(a, name) - distance(b, name) || (a < b ? -1 : 1),
    );
    if (near.length > 0) return near.slice(0, MOST_SUGGESTIONS);
  }
  return [];
}

const distance = (a: string, b: string): number =>
  Math.abs(a.length - b.length) + (a.toLowerCase().includes(b.toLowerCase()) ? 0 : 100);

/** The words in `getUserName` and `get_user_name`, longest first. */
function wordsOf(name: string): string[] {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z0-9]+/);
  return [...new Set(words)]
    .filter((word) => word.length >= 4 && word !== name)
    .sort((a, b) => b.length - a.length);
}

function query(pattern: string): TextQuery {
  return {
    pattern,
    regex: true,
    caseSensitive: true,
    word: false,
    multiline: false,
    contextLines: 0,
    path: '.',
    globs: [],
    fileTypes: [],
    includeIgnored: false,
    output: 'matches',
    offset: 0,
    maxResults: MOST_MATCHES,
  };
}

function resolved(name: string, confidence: number, matches: readonly TextMatch[]): MappedSymbol {
  const places = [...new Set(matches.map(({ file, line }) => `${file}:${line}`))].slice(0, MOST_PLACES);
  return { name, source: 'FACT', confidence, evidence: { tool: 'search_text', places }, suggestions: [] };
}

function unresolved(name: string, suggestions: string[]): MappedSymbol {
  return {
    name,
    source: 'UNRESOLVED',
    confidence: 0,
    evidence: { tool: 'search_text', places: [] },
    suggestions,
  };
}
