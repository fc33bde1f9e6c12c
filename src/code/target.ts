import { type Binding, boundTo, nameInFile } from './bindings.ts';
import { lookUpMember } from './classes.ts';
import { languageById, languageNamed } from './languages.ts';
import type { ReferencesQuery } from './navigation.ts';
import { type Def, isHolder, type ProjectView, segmentsOf } from './project-view.ts';
import { readOccurrence } from './reading.ts';
import { constructedBy, type SymbolGroup, symbolOf } from './symbols.ts';

/** What a query means. */
export interface Target {
  readonly name: string;
  /** Several: different symbols of one name, of which none was chosen. */
  readonly groups: readonly SymbolGroup[];
  /** A variable or parameter of a function. */
  readonly local: { readonly file: string; readonly binding: Binding } | null;
}

/** Which symbol a query means: by name, by its holder, by the file and line of its definition or of a use. */
export function targetOf(view: ProjectView, query: ReferencesQuery): Target {
  const { name, holders } = nameParts(query.symbol);
  const defs = definitionsMeant(view, name, holders, query.language);
  const groups = merged(view, defs);
  if (query.file === undefined) return { name, groups: preferred(groups), local: null };
  const { file, line } = query;
  if (line === undefined) {
    const inFile = groups.filter((group) => group.defs.some((def) => def.file === file));
    if (inFile.length > 0) return { name, groups: preferred(inFile), local: null };
    return onlyBinding(view, file, name) ?? { name, groups, local: null };
  }
  return atLine(view, groups, file, line, name) ?? { name, groups: preferred(groups), local: null };
}

/** `Class.member` → the name, and the names that hold it. */
export function nameParts(symbol: string): { name: string; holders: readonly string[] } {
  const written = symbol.trim().normalize('NFC').replace(/\(\)$/, '');
  const operator = /^(?:(.*)(?:::|\.))?(operator\s*\S+)$/.exec(written);
  if (operator) return { name: operator[2] ?? written, holders: segmentsOf(operator[1] ?? '') };
  const hidden = /(?:^|\.)(#[^.#\s]+)$/.exec(written)?.[1];
  const parts = segmentsOf(written);
  const name = hidden ?? parts.at(-1) ?? written;
  return { name, holders: parts.slice(0, -1) };
}

function definitionsMeant(
  view: ProjectView,
  name: string,
  holders: readonly string[],
  language: string | undefined,
): readonly Def[] {
  const wanted = language === undefined ? null : languageNamed(language);
  const families = new Set<string>();
  for (const file of view.index.defining(name)) families.add(view.family(file));
  const all = [...families]
    .flatMap((family) => view.defining(name, family))
    .filter(
      ({ file }) =>
        wanted === null || languageById(view.symbols(file)?.language ?? '')?.family === wanted.family,
    );
  if (holders.length === 0) return all;
  const path = holders.join('.');
  const held = all.filter(({ definition }) => {
    const scope = definition.scope.flatMap(segmentsOf).join('.');
    return scope === path || scope.endsWith(`.${path}`);
  });
  if (held.length > 0) return held;
  const inherited = inheritedBy(view, name, holders, [...families]);
  if (inherited.length > 0) return inherited;
  // `module.name`, `package.name`: by the file, the folder or the package.
  const last = holders.at(-1) ?? '';
  return all.filter(({ file }) => {
    const parts = file.replace(/\.[^./]+$/, '').split('/');
    const own = segmentsOf(view.symbols(file)?.package ?? '');
    return parts.at(-1) === last || parts.at(-2) === last || own.at(-1) === last;
  });
}

function inheritedBy(
  view: ProjectView,
  name: string,
  holders: readonly string[],
  families: readonly string[],
): readonly Def[] {
  const owner = holders.at(-1) ?? '';
  return families.flatMap((family) => {
    const classes = view.defining(owner, family).filter(isHolder);
    return classes.length > 0 ? lookUpMember(view, classes, name).defs : [];
  });
}

/** Symbols of these definitions; a constructor stands for its class. */
function merged(view: ProjectView, defs: readonly Def[]): SymbolGroup[] {
  const meant = defs.map((def) => constructedBy(view, def) ?? def);
  const groups: SymbolGroup[] = [];
  for (const def of meant) {
    const known = groups.some(({ defs: own }) =>
      own.some((one) => one.file === def.file && one.index === def.index),
    );
    if (!known) groups.push(symbolOf(view, def));
  }
  return groups;
}

/** What stands in functions is meant only where nothing else has the name. */
function preferred(groups: readonly SymbolGroup[]): readonly SymbolGroup[] {
  const outer = groups.filter(({ defs }) => defs.some(({ definition }) => !definition.is_local));
  return outer.length > 0 ? outer : groups;
}

function atLine(
  view: ProjectView,
  groups: readonly SymbolGroup[],
  file: string,
  line: number,
  name: string,
): Target | null {
  const target = (group: SymbolGroup): Target => ({ name: group.name, groups: [group], local: null });
  const inFile = groups.flatMap((group) =>
    group.defs.filter((def) => def.file === file).map((def) => ({ group, def })),
  );
  const named = inFile.find(({ def }) => def.definition.line === line);
  if (named) return target(named.group);
  const use = useAtLine(view, file, line, name);
  if (use) return use;
  const holding = inFile
    .filter(({ def }) => def.definition.start_line <= line && line <= def.definition.end_line)
    .sort(
      (a, b) =>
        a.def.definition.end - a.def.definition.start - (b.def.definition.end - b.def.definition.start),
    )[0];
  if (holding) return target(holding.group);
  return onlyBinding(view, file, name);
}

function useAtLine(view: ProjectView, file: string, line: number, name: string): Target | null {
  const found = nameInFile(view, file, name);
  for (const occurrence of found?.occurrences ?? []) {
    if (!found || occurrence.line !== line || occurrence.isNone) continue;
    const reading = readOccurrence(view, file, name, occurrence);
    const groups = groupsOf(view, reading.defs);
    if (groups.length > 0) return { name: groups[0]?.name ?? name, groups, local: null };
    const local = occurrence.member
      ? undefined
      : boundTo(found, occurrence).find(({ definition, imported }) => !definition && !imported);
    if (local) return { name, groups: [], local: { file, binding: local } };
  }
  return null;
}

/** A file that binds the name once says which is meant. */
function onlyBinding(view: ProjectView, file: string, name: string): Target | null {
  const found = nameInFile(view, file, name);
  const bindings = found?.bindings ?? [];
  const [first] = bindings;
  if (!found || !first) return null;
  const alike = bindings.every(
    ({ scope }) => scope.start === first.scope.start && scope.end === first.scope.end,
  );
  if (!alike || !first.occurrence) return null;
  if (!first.definition && !first.imported) return { name, groups: [], local: { file, binding: first } };
  const groups = groupsOf(view, readOccurrence(view, file, name, first.occurrence).defs);
  return groups.length > 0 ? { name: groups[0]?.name ?? name, groups, local: null } : null;
}

const groupsOf = (view: ProjectView, defs: readonly Def[]): SymbolGroup[] => merged(view, defs);
