import { type Binding, boundName, boundTo, nameInFile } from './bindings.ts';
import type { Import } from './file-symbols.ts';
import { freeDefinitions, qualified } from './free-names.ts';
import { moduleFiles } from './modules/index.ts';
import { pythonSubmodule } from './modules/python.ts';
import { followRustPath, moduleAt } from './modules/rust.ts';
import type { Occurrence } from './occurrences.ts';
import { type Def, isMember, type ProjectView, segmentsOf } from './project-view.ts';

/** What a name stands for. */
export interface Resolved {
  readonly defs: readonly Def[];
  /** It is a module: its files. */
  readonly modules: readonly string[];
  /**
   * `local`: a variable or parameter; `external`: of something outside of the project; `unknown`: it could not be told;
   * `found`: `defs` or `modules`.
   */
  readonly state: 'found' | 'local' | 'external' | 'unknown';
  /** False: found only by being of this name, no rule ties it. */
  readonly sure: boolean;
  readonly binding: Binding | null;
}

const nothing = (state: 'external' | 'unknown'): Resolved => ({
  defs: [],
  modules: [],
  state,
  sure: true,
  binding: null,
});
const these = (defs: readonly Def[], modules: readonly string[] = [], sure = true): Resolved =>
  defs.length + modules.length === 0
    ? nothing('unknown')
    : { defs, modules, state: 'found', sure, binding: null };

/** Languages whose imports name a definition by its whole path. */
export const BY_PATH: ReadonlySet<string> = new Set(['jvm', 'csharp', 'php']);

/** What a name stands for at one of its occurrences. */
export function resolveAt(
  view: ProjectView,
  file: string,
  name: string,
  occurrence: Pick<Occurrence, 'start' | 'scopes'>,
): Resolved {
  const found = nameInFile(view, file, name);
  const bindings = found ? boundTo(found, occurrence) : [];
  return resolveBindings(view, file, name, bindings, occurrence.start);
}

export function resolveBindings(
  view: ProjectView,
  file: string,
  name: string,
  bindings: readonly Binding[],
  place: number,
): Resolved {
  const defs = bindings.flatMap(({ definition }) => (definition ? [definition] : []));
  if (defs.length > 0) return these(defs);
  const imports = bindings.flatMap(({ imported }) => (imported ? [imported] : []));
  if (imports.length > 0) return together(imports.map((one) => resolveImport(view, file, one)));
  const [local] = bindings;
  if (local) return { defs: [], modules: [], state: 'local', sure: true, binding: local };
  return resolveFree(view, file, name, place);
}

/** What a name at the top of a file stands for, without a look at what a function binds: for the names of types. */
export function resolveTop(view: ProjectView, file: string, name: string): Resolved {
  return view.once('top', `${file}\0${name}`, () => {
    const own = view.inFile(file, name).filter((def) => !def.definition.is_local && !isMember(view, def));
    if (own.length > 0) return these(own);
    const imports = (view.symbols(file)?.imports ?? []).filter(
      (one) => boundName(one) === name && !one.reexport,
    );
    if (imports.length > 0) return together(imports.map((one) => resolveImport(view, file, one)));
    const nested = view.inFile(file, name).filter((def) => !def.definition.is_local);
    return nested.length > 0 ? these(nested) : resolveFree(view, file, name, 0);
  });
}

function resolveFree(view: ProjectView, file: string, name: string, place: number): Resolved {
  const { defs, sure, modules = [] } = freeDefinitions(view, file, name, place);
  const stars = starImports(view, file, name);
  if (defs.length > 0 && sure) return these(defs, modules);
  if (stars.defs.length > 0) return stars;
  return defs.length + modules.length > 0 ? these(defs, modules, sure) : nothing('unknown');
}

/** What an import takes. */
export function resolveImport(
  view: ProjectView,
  file: string,
  imported: Import,
  seen = new Set<string>(),
): Resolved {
  const family = view.family(file);
  const { source, name } = imported;
  if (BY_PATH.has(family)) {
    const path = segmentsOf(source);
    const whole = name === '' || name === '*' || name === 'default' ? path : [...path, ...segmentsOf(name)];
    const defs = qualified(view, family, whole);
    if (defs.length > 0) return these(defs);
    const shorter = qualified(view, family, path);
    if (shorter.length > 0 && path.at(-1) === (name || path.at(-1))) return these(shorter);
    return nothing(knownPackage(view, family, path) ? 'unknown' : 'external');
  }
  if (family === 'rust') return rustImport(view, file, imported, seen);
  const target = moduleFiles(view, file, source);
  if (family === 'python') return pythonImport(view, file, imported, target.files, target.state, seen);
  if (target.state !== 'found') return nothing(target.state);
  if (imported.namespace || name === '' || name === '*') {
    const whole = isRequire(view, file, imported)
      ? target.files.flatMap((one) => resolveExport(view, one, 'default', seen).defs)
      : [];
    return these(whole, target.files);
  }
  return together(target.files.map((one) => resolveExport(view, one, name, seen)));
}

/** What a module gives out under a name: its own, passed on, or through `export *`. */
export function resolveExport(
  view: ProjectView,
  file: string,
  name: string,
  seen = new Set<string>(),
): Resolved {
  const key = `${file}\0${name}`;
  if (seen.has(key)) return nothing('unknown');
  seen.add(key);
  const symbols = view.symbols(file);
  if (!symbols) return nothing('unknown');
  const js = view.family(file) === 'js';
  const defs: Def[] = [];
  const others: Resolved[] = [];
  const top = (wanted: string): Def[] =>
    view.inFile(file, wanted).filter((def) => !def.definition.is_local && !isMember(view, def));
  const imported = (local: string): void => {
    for (const one of symbols.imports)
      if (!one.reexport && boundName(one) === local) others.push(resolveImport(view, file, one, seen));
  };
  if (name === 'default')
    for (const [index, definition] of symbols.definitions.entries())
      if (definition.is_default) defs.push({ file, index, definition });
  for (const one of symbols.exports) {
    if (one.name !== name) continue;
    const own = top(one.local);
    defs.push(...own);
    if (own.length === 0) imported(one.local);
  }
  if (defs.length === 0) defs.push(...top(name));
  for (const one of symbols.imports)
    if (one.reexport && one.local === name && one.local !== '*')
      others.push(resolveImport(view, file, one, seen));
  if (!js && defs.length === 0) imported(name);
  const own = together([these(defs), ...others]);
  if (own.defs.length + own.modules.length > 0) return own;
  const stars = symbols.imports.filter(
    (one) =>
      one.name === '*' && (js ? one.reexport && one.local === '*' : one.local === '' || one.local === '*'),
  );
  const through = stars.flatMap((one) =>
    resolveImport(view, file, one, seen).modules.map((next) => resolveExport(view, next, name, seen)),
  );
  const all = together([...others, ...through]);
  if (all.state === 'found' || view.family(file) !== 'python') return all;
  const submodule = pythonSubmodule(view, file, name);
  return submodule.length > 0 ? these([], submodule) : all;
}

function pythonImport(
  view: ProjectView,
  file: string,
  imported: Import,
  files: readonly string[],
  state: Resolved['state'],
  seen: Set<string>,
): Resolved {
  const { source, local } = imported;
  const name = imported.name === source ? '' : imported.name;
  if (name === '' || name === '*' || imported.namespace) {
    // `import a.b` binds `a`.
    if (
      (name !== '*' || imported.namespace) &&
      local !== '' &&
      source.includes('.') &&
      !source.startsWith('.') &&
      source.split('.')[0] === boundName(imported)
    ) {
      const top = moduleFiles(view, file, boundName(imported));
      return these([], [...top.files, ...files]);
    }
    return files.length > 0 ? these([], files) : nothing(state === 'external' ? 'external' : 'unknown');
  }
  const exported = together(files.map((one) => resolveExport(view, one, name, seen)));
  if (exported.state === 'found') return exported;
  const submodule = files.flatMap((one) => pythonSubmodule(view, one, name));
  if (submodule.length > 0) return these([], submodule);
  const dotted = moduleFiles(view, file, /^\.*$/.test(source) ? `${source}${name}` : `${source}.${name}`);
  if (dotted.files.length > 0) return these([], dotted.files);
  return nothing(state === 'external' ? 'external' : 'unknown');
}

function rustImport(view: ProjectView, file: string, { source, name }: Import, seen: Set<string>): Resolved {
  const path = segmentsOf(source);
  const whole = name === '' || name === '*' || path.at(-1) === name ? path : [...path, name];
  return resolveRustPath(view, file, 0, whole, seen);
}

/** A path of Rust, from the module around a place. */
export function resolveRustPath(
  view: ProjectView,
  file: string,
  place: number,
  segments: readonly string[],
  seen = new Set<string>(),
): Resolved {
  const start = followRustPath(view, moduleAt(file, view.around(file, place)), segments);
  if (!start) {
    const known = view.defining(segments.at(-1) ?? '', 'rust').length > 0;
    return nothing(known && !/^(?:std|core|alloc)$/.test(segments[0] ?? '') ? 'unknown' : 'external');
  }
  const { place: at, rest } = start;
  const [first, second] = rest;
  if (first === undefined) return these([], [at.file]);
  const exported = resolveExport(view, at.file, first, seen);
  const within = exported.defs.filter(
    ({ definition }) => at.within.length === 0 || definition.scope.join() === at.within.join(),
  );
  const outer = within.length > 0 ? these(within) : exported;
  if (second === undefined) return outer;
  const members = view
    .defining(rest.at(-1) as string, 'rust')
    .filter(({ definition }) => definition.scope.at(-1) === rest.at(-2));
  return members.length > 0 ? these(members) : outer.state === 'external' ? outer : nothing('unknown');
}

/** Names that come through `import *`, `using`, `use …::*`. */
function starImports(view: ProjectView, file: string, name: string): Resolved {
  const family = view.family(file);
  if (family === 'js' || BY_PATH.has(family) || family === 'c') return nothing('unknown');
  const stars = (view.symbols(file)?.imports ?? []).filter(
    (one) => one.name === '*' && (one.local === '' || one.local === '*' || one.local === '.'),
  );
  return together(
    stars.flatMap((one) =>
      resolveImport(view, file, one).modules.map((next) => resolveExport(view, next, name)),
    ),
  );
}

/** Several readings of one name: all that were found. */
function together(all: readonly Resolved[]): Resolved {
  const hits = all.filter(({ state }) => state === 'found');
  if (hits.length > 0)
    return these(
      unique(hits.flatMap(({ defs }) => defs)),
      [...new Set(hits.flatMap(({ modules }) => modules))],
      hits.every(({ sure }) => sure),
    );
  return nothing(all.length > 0 && all.every(({ state }) => state === 'external') ? 'external' : 'unknown');
}

const unique = (defs: readonly Def[]): Def[] => [
  ...new Map(defs.map((def) => [`${def.file}\0${def.index}`, def])).values(),
];

/** Whether some file of the project has the package or one around or in it, for the whole file or as a block. */
function knownPackage(view: ProjectView, family: string, path: readonly string[]): boolean {
  const known = view.once('packages', family, () => {
    const names = new Set<string>();
    for (const file of view.index.paths()) {
      if (view.family(file) !== family) continue;
      const symbols = view.symbols(file);
      const own = segmentsOf(symbols?.package ?? '');
      const blocks = (symbols?.definitions ?? [])
        .filter(({ kind }) => kind === 'namespace' || kind === 'module')
        .map(({ scope, name: last }) => [...own, ...scope.flatMap(segmentsOf), ...segmentsOf(last)]);
      for (const parts of [own, ...blocks])
        for (let length = 1; length <= parts.length; length += 1) names.add(parts.slice(0, length).join('.'));
    }
    return names;
  });
  return [path, path.slice(0, -1)].some((one) => one.length > 0 && known.has(one.join('.')));
}

function isRequire(view: ProjectView, file: string, { line }: Import): boolean {
  if (view.family(file) !== 'js') return false;
  const lines = view.once('text-lines', file, () => (view.index.text(file) ?? '').split('\n'));
  return /\brequire\b/.test(lines.slice(line - 1, line + 2).join(' '));
}
