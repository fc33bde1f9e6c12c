import { foundIn } from './definitions.ts';
import { riskOf } from './impact-risk.ts';
import { inheritanceOf } from './inheritance.ts';
import type {
  FoundDefinition,
  FoundReference,
  ImpactAnswer,
  ImpactQuery,
  Reached,
  ReferencesAnswer,
  ReferencesQuery,
} from './navigation.ts';
import { documentsAbout, siblingsOf } from './near-by-name.ts';
import { isDocument, isTestPath, stemOf } from './path-roles.ts';
import type { Skipped } from './ports.ts';
import { byFile, describe, placeOf, qualified } from './reached-places.ts';
import type { IndexedFile, IndexState, SymbolIndex } from './symbol-index.ts';

/** So many symbols are followed in one call; what is cut makes the answer a lower bound. */
const MOST_FOLLOWED = 150;
/** So many symbols of one file count as what a change of the file touches. */
const MOST_OF_A_FILE = 60;

type Certainty = Reached['certainty'];
/** Answers about references within one state of the index. */
type Finder = (query: ReferencesQuery) => ReferencesAnswer;

/** A symbol whose users are still to be found. */
interface Open {
  readonly definition: FoundDefinition;
  readonly depth: number;
  readonly path: readonly string[];
  readonly certainty: Certainty;
}

/** What has been found, and what could not be. */
interface Found {
  readonly direct: Map<string, Reached>;
  readonly indirect: Map<string, Reached>;
  readonly tests: Map<string, ImpactAnswer['tests'][number]>;
  readonly skipped: Map<string, Skipped>;
  readonly engines: Set<string>;
  lowerBound: boolean;
  followed: number;
  cut: boolean;
}

/**
 * What a change of files or symbols reaches (code-intelligence.md, Impact): who uses them, who uses those, to `depth`;
 * overrides and implementations; tests; documents; siblings by name. What is tied for certain must be verified, the rest
 * should be. Where anything could not be resolved the risk is not low.
 */
export async function analyzeImpact(
  index: SymbolIndex,
  query: ImpactQuery,
  finderFor: (index: SymbolIndex, state: IndexState) => Finder,
): Promise<ImpactAnswer> {
  const state = await index.refresh();
  const references = finderFor(index, state);
  const { targets, unresolved, ambiguous, engines } = resolveTargets(index, query.targets, references);
  const found: Found = {
    direct: new Map(),
    indirect: new Map(),
    tests: new Map(),
    skipped: new Map(),
    engines,
    lowerBound: false,
    followed: 0,
    cut: false,
  };
  const symbols = uniqueBy(
    targets.flatMap((target) => target.symbols),
    placeOf,
  );
  follow(index, symbols, query.depth, references, found);

  const inheritance = inheritanceOf(index, symbols);
  const ownFiles = new Set(targets.filter(({ kind }) => kind === 'file').map(({ target }) => target));
  const subjects = [...new Set([...ownFiles, ...symbols.map(({ file }) => file)])].sort();
  testsByName(index, subjects, found);
  const documents = documentsAbout(index, symbols, [...ownFiles]);
  const naming = siblingsOf(index, subjects);

  const reached = [...found.direct.values(), ...found.indirect.values(), ...inheritance];
  const codeFiles = (certainty: Certainty) =>
    reached.filter((one) => one.certainty === certainty && !isTestPath(one.file)).map(({ file }) => file);
  const must = sortedSet(codeFiles('certain').filter((file) => !ownFiles.has(file) && !isDocument(file)));
  const tests = [...found.tests.values()].sort(byFile);
  const should = sortedSet([
    ...codeFiles('likely'),
    ...tests.map(({ file }) => file),
    ...documents.map(({ file }) => file),
    ...naming.map(({ file }) => file),
  ]).filter((file) => !must.includes(file) && !ownFiles.has(file));

  const skipped = [...found.skipped.values()].sort(byFile);
  const complete = !found.lowerBound && !found.cut && unresolved.length === 0 && state.state === 'ready';
  const nothing = symbols.length === 0 && targets.length === 0;
  return {
    targets,
    unresolved,
    direct: [...found.direct.values()].sort(byFile),
    indirect: [...found.indirect.values()].sort(byFile),
    tests,
    inheritance,
    documents,
    naming,
    must_verify: must,
    should_verify: should,
    ...riskOf({
      reached,
      tests: tests.filter(({ why }) => why === 'reference').length,
      unresolved: unresolved.length,
      ambiguous,
      skipped: skipped.length,
      cutAfter: found.cut ? MOST_FOLLOWED : null,
      building: state.state === 'building',
      noSymbols: symbols.length === 0,
    }),
    completeness: nothing ? 'unknown' : complete && skipped.length === 0 ? 'exact' : 'lower_bound',
    engine: [...found.engines].sort().join(' + ') || 'tree-sitter',
    skipped,
    index: state,
    notes: found.cut ? [{ key: 'navigation.impact_cut', values: { most: MOST_FOLLOWED } }] : [],
  };
}

/** Files stand for what they define and give out; symbols for themselves. Several of one name are all taken, and counted. */
function resolveTargets(index: SymbolIndex, wanted: readonly string[], references: Finder) {
  const targets: ImpactAnswer['targets'][number][] = [];
  const unresolved: ImpactAnswer['unresolved'][number][] = [];
  const engines = new Set<string>();
  let ambiguous = 0;
  for (const target of [...new Set(wanted)]) {
    if (index.exists(target)) {
      const file = index.file(target);
      targets.push({ target, kind: 'file', symbols: file ? symbolsOfFile(file) : [] });
      continue;
    }
    const answer = references({ symbol: target, path: '.' });
    engines.add(answer.engine);
    const symbols = answer.ambiguous.length > 0 ? answer.ambiguous : answer.definitions;
    if (answer.ambiguous.length > 1) ambiguous += 1;
    if (symbols.length === 0) unresolved.push({ target, suggestions: answer.suggestions });
    else targets.push({ target, kind: 'symbol', symbols });
  }
  return { targets, unresolved, ambiguous, engines };
}

/** What others can see of a file; everything at its top where it gives nothing out. */
function symbolsOfFile(file: IndexedFile): FoundDefinition[] {
  const all = file.symbols.definitions.filter(
    ({ is_local, kind }) => !is_local && kind !== 'impl' && kind !== 'test',
  );
  const given = all.filter(({ exported }) => exported);
  return (given.length > 0 ? given : all.filter(({ parent }) => parent === -1))
    .slice(0, MOST_OF_A_FILE)
    .map((definition) => foundIn(file.path, file.symbols.language, definition));
}

/** Breadth first, each symbol once: who uses the targets, who uses those. Tests are noted and not followed. */
function follow(
  index: SymbolIndex,
  symbols: readonly FoundDefinition[],
  depth: number,
  references: Finder,
  found: Found,
): void {
  const seen = new Set(symbols.map(placeOf));
  let level: Open[] = symbols.map((definition) => ({
    definition,
    depth: 1,
    path: [describe(definition)],
    certainty: 'certain',
  }));
  while (level.length > 0) {
    const next: Open[] = [];
    for (const open of level) {
      if (found.followed >= MOST_FOLLOWED) {
        found.cut = true;
        return;
      }
      found.followed += 1;
      const answer = references({
        symbol: qualified(open.definition),
        file: open.definition.file,
        line: open.definition.line,
        path: '.',
      });
      if (answer.completeness !== 'exact') found.lowerBound = true;
      found.engines.add(answer.engine);
      for (const one of answer.skipped) found.skipped.set(`${one.file}\0${one.reason}`, one);
      for (const reference of answer.references) {
        const user = userOf(index, reference, open.definition);
        if (user === null) continue;
        const certainty: Certainty =
          open.certainty === 'certain' && reference.certainty === 'certain' ? 'certain' : 'likely';
        if (isTestPath(reference.file)) {
          const before = found.tests.get(reference.file);
          if (!before || (before.certainty === 'likely' && certainty === 'certain'))
            found.tests.set(reference.file, {
              file: reference.file,
              line: reference.line,
              certainty,
              why: 'reference',
            });
          continue;
        }
        const at = user.definition ? qualified(user.definition) : '';
        const key = `${reference.file}\0${at}`;
        const path = [...open.path, `${at || reference.file} (${reference.file}:${reference.line})`];
        const known = found.direct.get(key) ?? (open.depth > 1 ? found.indirect.get(key) : undefined);
        if (
          !known ||
          (known.certainty === 'likely' &&
            certainty === 'certain' &&
            !(open.depth > 1 && found.direct.has(key)))
        )
          (open.depth === 1 ? found.direct : found.indirect).set(key, {
            symbol: at || reference.file,
            kind: user.definition?.kind ?? 'module',
            file: reference.file,
            line: reference.line,
            certainty,
            exported: user.definition?.exported ?? false,
            path,
          });
        if (user.definition && open.depth < depth && !seen.has(placeOf(user.definition))) {
          seen.add(placeOf(user.definition));
          next.push({ definition: user.definition, depth: open.depth + 1, path, certainty });
        }
      }
    }
    level = next;
  }
}

/** The function or class around a use; null where the symbol uses itself. */
function userOf(
  index: SymbolIndex,
  reference: FoundReference,
  of: FoundDefinition,
): { definition: FoundDefinition | null } | null {
  const file = index.file(reference.file);
  if (!file) return { definition: null };
  const around = file.symbols.definitions.filter(
    ({ start_line, end_line, kind }) =>
      start_line <= reference.line &&
      reference.line <= end_line &&
      kind !== 'impl' &&
      kind !== 'namespace' &&
      kind !== 'module',
  );
  // Definitions come holders first: the last is the innermost.
  const innermost = around.at(-1);
  if (!innermost) return { definition: null };
  const definition = foundIn(file.path, file.symbols.language, innermost);
  return placeOf(definition) === placeOf(of) ? null : { definition };
}

/** Tests named after the files: `user.test.ts` for `user.ts`, wherever it lies. */
function testsByName(index: SymbolIndex, subjects: readonly string[], found: Found): void {
  const stems = new Set(
    subjects.filter((file) => !isTestPath(file)).map((file) => stemOf(file).toLowerCase()),
  );
  for (const file of index.paths())
    if (isTestPath(file) && stems.has(stemOf(file).toLowerCase()) && !found.tests.has(file))
      found.tests.set(file, { file, line: 1, certainty: 'likely', why: 'name' });
}

const sortedSet = (values: readonly string[]): string[] => [...new Set(values)].sort();
function uniqueBy<Value>(values: readonly Value[], key: (value: Value) => string): Value[] {
  return [...new Map(values.map((value) => [key(value), value])).values()];
}
