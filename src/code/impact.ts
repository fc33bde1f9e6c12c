import { escapeRegex } from '../shared/regex.ts';
import { foundIn } from './definitions.ts';
import type { Definition } from './file-symbols.ts';
import { languageById } from './languages.ts';
import type {
  FoundDefinition,
  FoundReference,
  ImpactAnswer,
  ImpactQuery,
  Note,
  Reached,
  ReferencesAnswer,
  ReferencesQuery,
} from './navigation.ts';
import { isDocument, isTestPath, stemOf, stemWords } from './path-roles.ts';
import type { Skipped } from './ports.ts';
import type { IndexedFile, IndexState, SymbolIndex } from './symbol-index.ts';
import { indexWord } from './words.ts';

/** So many symbols are followed in one call; what is cut makes the answer a lower bound. */
const MOST_FOLLOWED = 150;
/** So many symbols of one file count as what a change of the file touches. */
const MOST_OF_A_FILE = 60;
const MOST_DOCUMENT_LINES = 100;
const MOST_SIBLINGS = 20;
/** From so many certain users on a risk is high. */
const MANY = 10;

type Certainty = 'certain' | 'likely';
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
      symbols,
      tests: tests.filter(({ why }) => why === 'reference').length,
      unresolved: unresolved.length,
      ambiguous,
      skipped: skipped.length,
      cut: found.cut,
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

/** Classes that extend or implement a target, transitively, and the members of the same name on both sides. */
function inheritanceOf(index: SymbolIndex, symbols: readonly FoundDefinition[]): Reached[] {
  const reached = new Map<string, Reached>();
  const add = (file: IndexedFile, definition: Definition, certainty: Certainty, path: readonly string[]) => {
    const one = foundIn(file.path, file.symbols.language, definition);
    if (symbols.some((symbol) => placeOf(symbol) === placeOf(one))) return;
    reached.set(placeOf(one), {
      symbol: qualified(one),
      kind: one.kind,
      file: one.file,
      line: one.line,
      certainty,
      exported: one.exported,
      path: [...path, describe(one)],
    });
  };
  for (const symbol of symbols) {
    const owner = symbol.scope.split('.').filter(Boolean).at(-1);
    const isClass = /^(?:class|interface|trait|struct|type|enum|object)$/.test(symbol.kind);
    const start = isClass ? symbol.name : owner;
    if (start === undefined) continue;
    const family = familyOf(symbol.language);
    for (const { file, definition, certainty } of derivedFrom(index, start, family)) {
      if (isClass) add(file, definition, certainty, [describe(symbol)]);
      else
        for (const member of membersOf(file, definition, symbol.name))
          add(file, member, certainty, [describe(symbol), definition.name]);
    }
    if (isClass) continue;
    for (const base of basesOf(index, symbol, owner ?? '', family))
      for (const path of index.defining(base)) {
        const file = index.file(path);
        if (!file || familyOf(file.symbols.language) !== family) continue;
        for (const definition of file.symbols.definitions)
          if (definition.name === base)
            for (const member of membersOf(file, definition, symbol.name))
              add(file, member, index.defining(base).length === 1 ? 'certain' : 'likely', [
                describe(symbol),
                base,
              ]);
      }
  }
  return [...reached.values()].sort(byFile);
}

/** All definitions whose bases name the class, and theirs in turn. */
function derivedFrom(index: SymbolIndex, name: string, family: string) {
  const found: { file: IndexedFile; definition: Definition; certainty: Certainty }[] = [];
  const names: { name: string; certainty: Certainty }[] = [{ name, certainty: 'certain' }];
  const seen = new Set([name]);
  for (let next = names.shift(); next !== undefined; next = names.shift()) {
    const current = next;
    const certainty: Certainty =
      current.certainty === 'certain' && index.defining(current.name).length <= 1 ? 'certain' : 'likely';
    for (const path of index.containing(indexWord(current.name))) {
      const file = index.file(path);
      if (!file || familyOf(file.symbols.language) !== family) continue;
      for (const definition of file.symbols.definitions) {
        if (!definition.bases.some((base) => lastPart(base) === current.name)) continue;
        found.push({ file, definition, certainty });
        if (!seen.has(definition.name)) {
          seen.add(definition.name);
          names.push({ name: definition.name, certainty });
        }
      }
    }
  }
  return found;
}

/** Names of the classes above the owner of a member, transitively. */
function basesOf(index: SymbolIndex, symbol: FoundDefinition, owner: string, family: string): Set<string> {
  const bases = new Set<string>();
  const open = [owner];
  for (let name = open.pop(); name !== undefined; name = open.pop())
    for (const path of name === owner ? [symbol.file, ...index.defining(name)] : index.defining(name)) {
      const file = index.file(path);
      if (!file || familyOf(file.symbols.language) !== family) continue;
      for (const definition of file.symbols.definitions)
        if (definition.name === name)
          for (const base of definition.bases.map(lastPart))
            if (!bases.has(base)) {
              bases.add(base);
              open.push(base);
            }
    }
  bases.delete(owner);
  return bases;
}

function membersOf(file: IndexedFile, holder: Definition, name: string): Definition[] {
  const at = file.symbols.definitions.indexOf(holder);
  return file.symbols.definitions.filter(
    (definition) =>
      definition.name === name && (definition.parent === at || definition.scope.at(-1) === holder.name),
  );
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

/** Lines of documents that name a target, by whole word, or a file by its path. */
function documentsAbout(
  index: SymbolIndex,
  symbols: readonly FoundDefinition[],
  files: readonly string[],
): ImpactAnswer['documents'] {
  const names = [...new Set(symbols.map(({ name }) => name))].filter((name) => name.length >= 3);
  const words = [...names, ...files];
  if (words.length === 0) return [];
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_$])(?:${words.map(escapeRegex).join('|')})(?![\\p{L}\\p{N}_$])`,
    'u',
  );
  const lines: { file: string; line: number; text: string }[] = [];
  for (const file of index.allPaths()) {
    if (!isDocument(file) || files.includes(file)) continue;
    const text = index.readText(file);
    if (text === null || !pattern.test(text)) continue;
    for (const [at, line] of text.split(/\r?\n/).entries())
      if (pattern.test(line) && lines.length < MOST_DOCUMENT_LINES)
        lines.push({ file, line: at + 1, text: line.trim().slice(0, 200) });
  }
  return lines;
}

/** Files that are named as the subjects are: the same stem beside them, or the same first word in their folder. */
function siblingsOf(index: SymbolIndex, subjects: readonly string[]): ImpactAnswer['naming'] {
  const siblings = new Map<string, string>();
  for (const subject of subjects) {
    const folder = folderOf(subject);
    const stem = stemOf(subject).toLowerCase();
    const words = stemWords(subject);
    for (const file of index.allPaths()) {
      if (subjects.includes(file) || isTestPath(file) || siblings.has(file) || siblings.size >= MOST_SIBLINGS)
        continue;
      if (folderOf(file) !== folder) continue;
      if (stemOf(file).toLowerCase() === stem) siblings.set(file, stem);
      else if (words.length > 1 && stemWords(file).length > 1 && stemWords(file)[0] === words[0])
        siblings.set(file, `${words[0]}-`);
    }
  }
  return [...siblings].map(([file, why]) => ({ file, why })).sort(byFile);
}

function riskOf(seen: {
  reached: readonly Reached[];
  symbols: readonly FoundDefinition[];
  tests: number;
  unresolved: number;
  ambiguous: number;
  skipped: number;
  cut: boolean;
  building: boolean;
  noSymbols: boolean;
}): Pick<ImpactAnswer, 'risk' | 'risk_reasons'> {
  const certain = seen.reached.filter(({ certainty }) => certainty === 'certain').length;
  const likely = seen.reached.length - certain;
  const publicUsers = seen.reached.filter(
    ({ exported, certainty }) => exported && certainty === 'certain',
  ).length;
  const reasons: Note[] = [];
  const say = (condition: boolean, key: string, count: number) => {
    if (condition) reasons.push({ key: `navigation.impact_${key}`, values: { count } });
  };
  say(certain > 0, 'users', certain);
  say(publicUsers > 0, 'exported_users', publicUsers);
  say(seen.reached.length > 0 && seen.tests === 0, 'untested', seen.reached.length);
  const open = reasons.length;
  say(likely > 0, 'likely', likely);
  say(seen.ambiguous > 0, 'ambiguous', seen.ambiguous);
  say(seen.unresolved > 0, 'unresolved', seen.unresolved);
  say(seen.skipped > 0, 'skipped', seen.skipped);
  say(seen.cut, 'cut_risk', MOST_FOLLOWED);
  say(seen.building, 'building', 0);
  say(seen.noSymbols, 'no_symbols', 0);
  const unproven = reasons.length > open;
  if (certain >= MANY || publicUsers >= MANY / 2 || (certain >= 5 && seen.tests === 0))
    return { risk: 'high', risk_reasons: reasons };
  if (unproven || certain >= 3 || (certain > 0 && seen.tests === 0))
    return { risk: 'medium', risk_reasons: reasons };
  if (reasons.length === 0) reasons.push({ key: 'navigation.impact_nothing', values: {} });
  return { risk: 'low', risk_reasons: reasons };
}

const placeOf = ({ file, line, column }: FoundDefinition): string => `${file}:${line}:${column}`;
const qualified = ({ scope, name }: { scope: string; name: string }): string =>
  scope ? `${scope}.${name}` : name;
const describe = (one: FoundDefinition): string => `${qualified(one)} (${one.file}:${one.line})`;
const familyOf = (language: string): string => languageById(language)?.family ?? language;
const lastPart = (name: string): string => name.split(/::|[.\\]/).at(-1) ?? name;
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const sortedSet = (values: readonly string[]): string[] => [...new Set(values)].sort();
const byFile = (a: { file: string; line?: number }, b: { file: string; line?: number }): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0);
function uniqueBy<Value>(values: readonly Value[], key: (value: Value) => string): Value[] {
  return [...new Map(values.map((value) => [key(value), value])).values()];
}
