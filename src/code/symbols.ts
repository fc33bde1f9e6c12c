import { includedFiles } from './modules/c.ts';
import { crateOf } from './modules/rust.ts';
import { type Def, folderOf, isHolder, isMember, type ProjectView, sameDef } from './project-view.ts';

/** Definitions that are one symbol: overloads, merged declarations, prototypes with their body, parts of a class. */
export interface SymbolGroup {
  readonly name: string;
  readonly family: string;
  /** In the order of files and lines. */
  readonly defs: readonly Def[];
  /** A member of a class or the like. */
  readonly member: boolean;
}

const CONSTRUCTORS: ReadonlySet<string> = new Set(['constructor', '__init__', '__construct', 'initialize']);

/** Groups the definitions of one name into symbols. */
function groupSymbols(view: ProjectView, defs: readonly Def[]): SymbolGroup[] {
  const groups = new Map<string, Def[]>();
  for (const def of defs) {
    const key = keyOf(view, def);
    groups.set(key, [...(groups.get(key) ?? []), def]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const parts = view.family(first.file) === 'c' ? byBody(view, group) : [group];
    return parts.map((part) => groupOf(view, part));
  });
}

/** The symbol that a definition is part of. */
export function symbolOf(view: ProjectView, def: Def): SymbolGroup {
  return view.once('symbol', `${def.file}\0${def.index}`, () => {
    const alike = view.defining(def.definition.name, view.family(def.file));
    const group = groupSymbols(view, alike).find(({ defs }) => defs.some((other) => sameDef(other, def)));
    return group ?? groupOf(view, [def]);
  });
}

function groupOf(view: ProjectView, defs: readonly Def[]): SymbolGroup {
  const first = defs[0] as Def;
  return {
    name: first.definition.name,
    family: view.family(first.file),
    defs,
    member: defs.every((def) => isMember(view, def)),
  };
}

/** The class whose constructor a definition is; null: it is none. */
export function constructedBy(view: ProjectView, def: Def): Def | null {
  const holder = view.holderOf(def);
  if (!holder || !isHolder(holder)) return null;
  const named = def.definition.name === holder.definition.name;
  return def.definition.kind === 'constructor' || named || CONSTRUCTORS.has(def.definition.name)
    ? holder
    : null;
}

/** What a definition's name is unique in, by the rules of its language. */
function keyOf(view: ProjectView, def: Def): string {
  const { file, definition } = def;
  const family = view.family(file);
  const holder = view.holderOf(def);
  const constructed =
    holder && definition.name === holder.definition.name && isHolder(holder) && definition.kind !== 'impl';
  const path = (constructed ? definition.scope : [...definition.scope, definition.name]).join('.');
  // What stands in a function is seen there only: by the function's place.
  if (definition.is_local) return `${file}\0${holder?.definition.start ?? 0}\0${definition.name}`;
  const filePackage = view.symbols(file)?.package ?? '';
  switch (family) {
    case 'go':
      return `${folderOf(file)}\0${filePackage}\0${path}`;
    case 'jvm':
    case 'csharp':
      return `${filePackage}\0${path}`;
    case 'php':
      return filePackage === '' && !path.includes('.') ? `${file}\0${path}` : `${filePackage}\0${path}`;
    case 'rust':
      return `${rustHome(view, def)}\0${path}`;
    case 'ruby':
      return definition.scope.length > 0 || isHolder(def) || definition.kind === 'module'
        ? path
        : `${file}\0${path}`;
    case 'swift':
    case 'elixir':
      return path;
    case 'c':
      return definition.exported ? path : `${file}\0${path}`;
    default:
      return `${file}\0${path}`;
  }
}

/** The file of the type that an `impl`, or a member in one, belongs to: its own where the type is defined there. */
function rustHome(view: ProjectView, { file, definition }: Def): string {
  const owner = definition.kind === 'impl' ? definition.name : definition.scope.at(-1);
  if (owner === undefined) return file;
  const isType = (def: Def): boolean => isHolder(def) && def.definition.kind !== 'impl';
  const crate = crateOf(view, file);
  const types = view.defining(owner, 'rust').filter(isType);
  if (types.some((type) => type.file === file)) return file;
  const inCrate = types.filter((type) => crateOf(view, type.file) === crate);
  return inCrate.length === 1 ? (inCrate[0] as Def).file : file;
}

/**
 * C and C++: prototypes belong to the body whose file includes them; several bodies in several files are several symbols
 * (each program has its `main`).
 */
function byBody(view: ProjectView, group: readonly Def[]): Def[][] {
  const bodies = new Map<string, Def[]>();
  for (const def of group)
    if (!def.definition.is_signature) bodies.set(def.file, [...(bodies.get(def.file) ?? []), def]);
  if (bodies.size <= 1) return [[...group]];
  const parts = [...bodies.entries()];
  for (const def of group) {
    if (!def.definition.is_signature) continue;
    const home =
      parts.find(([file]) => file === def.file) ??
      parts.find(([file]) => includedFiles(view, file).has(def.file)) ??
      parts[0];
    home?.[1].push(def);
  }
  return parts.map(([, defs]) => defs);
}
