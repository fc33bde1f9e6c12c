import { includedFiles } from './modules/c.ts';
import { goPackage, goPackageName } from './modules/go.ts';
import { moduleFiles } from './modules/index.ts';
import { type Def, folderOf, isMember, isNamespace, type ProjectView, segmentsOf } from './project-view.ts';

/** Definitions that a name can stand for where nothing in its file binds it. */
export interface Free {
  readonly defs: readonly Def[];
  readonly modules?: readonly string[];
  /** A rule of the language ties them; false: they only have the name. */
  readonly sure: boolean;
}

const NONE: Free = { defs: [], sure: false };

/** Definitions whose whole name is `path`: package, what holds them, name. */
export function qualified(view: ProjectView, family: string, path: readonly string[]): readonly Def[] {
  const last = path.at(-1);
  if (last === undefined) return [];
  const wanted = path.join('.');
  return view.defining(last, family).filter((def) => wholeName(view, def).join('.') === wanted);
}

function wholeName(view: ProjectView, { file, definition }: Def): string[] {
  const scope = definition.scope.flatMap(segmentsOf);
  const own = segmentsOf(view.symbols(file)?.package ?? '');
  // Some languages have the namespace as a definition around the others already.
  const doubled = own.length > 0 && scope.slice(0, own.length).join('.') === own.join('.');
  return [...(doubled ? [] : own), ...scope, definition.name];
}

/** What an unbound name can stand for, by the rules of the language: same package, globals, includes. */
export function freeDefinitions(view: ProjectView, file: string, name: string, place: number): Free {
  const family = view.family(file);
  const all = view.defining(name, family).filter(({ definition }) => !definition.is_local);
  const loose = all.filter((def) => !isMember(view, def));
  switch (family) {
    case 'js':
      return { defs: loose.filter((def) => isGlobal(view, def)), sure: true };
    case 'python':
    case 'rust':
      return {
        defs: family === 'rust' ? loose.filter(({ definition }) => definition.kind === 'macro') : [],
        sure: true,
      };
    case 'go':
      return goNames(view, file, name, loose);
    case 'jvm':
      return packageNames(view, file, family, name, loose);
    case 'csharp':
    case 'php':
      return packageNames(view, file, family, name, loose);
    case 'c': {
      const included = includedFiles(view, file);
      const seen = loose.filter((def) => included.has(def.file));
      if (seen.length > 0) return { defs: seen, sure: true };
      return { defs: loose.filter(({ definition }) => definition.exported), sure: false };
    }
    case 'ruby':
      return rubyNames(view, file, all, loose, place);
    case 'swift':
      return { defs: loose, sure: true };
    case 'dart': {
      const seen = new Set(
        (view.symbols(file)?.imports ?? []).flatMap(({ source }) => moduleFiles(view, file, source).files),
      );
      const near = loose.filter((def) => seen.has(def.file));
      return near.length > 0 ? { defs: near, sure: true } : { defs: loose, sure: false };
    }
    default: {
      const homes = new Set(loose.map((def) => def.file));
      const named = new Set(
        (view.symbols(file)?.imports ?? []).flatMap(({ source }) => moduleFiles(view, file, source).files),
      );
      const near = loose.filter((def) => named.has(def.file));
      return near.length > 0
        ? { defs: near, sure: true }
        : { defs: loose, sure: homes.size === 1 && family === 'elixir' };
    }
  }
}

/** A script without imports and exports, or a declaration file: what it defines is seen everywhere. */
function isGlobal(view: ProjectView, def: Def): boolean {
  const symbols = view.symbols(def.file);
  if (!symbols || def.definition.parent !== -1) return false;
  return view.once('js-script', def.file, () => {
    if (symbols.imports.length > 0 || symbols.exports.length > 0) return false;
    return symbols.definitions.every(({ exported, is_default }) => !exported && !is_default);
  });
}

function goNames(view: ProjectView, file: string, name: string, loose: readonly Def[]): Free {
  const own = view.symbols(file)?.package?.replace(/_test$/, '');
  const defs = loose.filter(
    (def) =>
      folderOf(def.file) === folderOf(file) &&
      def.definition.scope.length === 0 &&
      view.symbols(def.file)?.package?.replace(/_test$/, '') === own,
  );
  if (defs.length > 0) return { defs, sure: true };
  // A package that is imported under the name that it gives itself.
  const modules = (view.symbols(file)?.imports ?? [])
    .filter(({ source, local }) => local !== '_' && goPackageName(view, source) === name)
    .flatMap(({ source }) => goPackage(view, source).files);
  return { defs: [], modules, sure: true };
}

/** The file's own package, its namespaces in braces, what is imported whole, and (C#) the namespaces around. */
function packageNames(
  view: ProjectView,
  file: string,
  family: string,
  name: string,
  loose: readonly Def[],
): Free {
  if (loose.length === 0) return NONE;
  const symbols = view.symbols(file);
  const own = segmentsOf(symbols?.package ?? '');
  const prefixes = new Set<string>();
  const outward = (path: readonly string[]): void => {
    // In a namespace `A.B` of C# the names of `A` are seen too.
    const least = family === 'csharp' ? 0 : path.length;
    for (let length = path.length; length >= least; length -= 1)
      prefixes.add(path.slice(0, length).join('.'));
  };
  outward(own);
  for (const { kind, scope, name: last } of family === 'jvm' ? [] : (symbols?.definitions ?? []))
    if (kind === 'namespace') outward([...own, ...scope, last].flatMap(segmentsOf));
  for (const { source, name: taken, local } of symbols?.imports ?? [])
    if (local === '' || taken === '*')
      prefixes.add(
        segmentsOf(source)
          .filter((part) => part !== '*' && part !== '_')
          .join('.'),
      );
  const fits = view
    .defining(name, family)
    .filter(({ definition }) => !definition.is_local)
    .filter((def) => prefixes.has(wholeName(view, def).slice(0, -1).join('.')));
  if (fits.length > 0) return { defs: fits, sure: true };
  const global = loose.filter((def) => wholeName(view, def).length === 1);
  if (family === 'php' && global.length > 0) return { defs: global, sure: true };
  return {
    defs: loose.filter((def) => isNamespace(def) === false && symbols?.package === undefined),
    sure: false,
  };
}

/** Constants by the modules around the place; methods of the top level from anywhere. */
function rubyNames(
  view: ProjectView,
  file: string,
  all: readonly Def[],
  loose: readonly Def[],
  place: number,
): Free {
  const constants = all.filter(({ definition }) => /^\p{Lu}/u.test(definition.name));
  if (constants.length > 0) {
    const nesting = view.around(file, place).map(({ definition }) => definition.name);
    for (let length = nesting.length; length >= 0; length -= 1) {
      const prefix = nesting.slice(0, length).join('.');
      const fits = constants.filter(({ definition }) => definition.scope.join('.') === prefix);
      if (fits.length > 0) return { defs: fits, sure: true };
    }
    return { defs: constants, sure: false };
  }
  const methods = loose.filter(({ definition }) => definition.scope.length === 0);
  return { defs: methods, sure: new Set(methods.map((def) => def.file)).size === 1 };
}
