import {
  type Def,
  isHolder,
  isMember,
  isNamespace,
  type ProjectView,
  sameDef,
  segmentsOf,
} from './project-view.ts';
import { resolveExport, resolveRustPath, resolveTop } from './resolve.ts';
import { symbolOf } from './symbols.ts';
import { alternatives, INFERRED, plainType } from './written-types.ts';

/** What a type's name stands for. */
export interface TypeFound {
  readonly classes: readonly Def[];
  /** `external`: surely none of the project's. */
  readonly state: 'found' | 'external' | 'unknown';
}

/** The definitions of a type as a file writes it: `T`, `pkg.T`, `a::b::T`. */
export function resolveType(view: ProjectView, file: string, written: string): TypeFound {
  return view.once('type', `${file}\0${written}`, () => {
    if (INFERRED.test(written.trim())) return { classes: [], state: 'unknown' };
    const several = ['js', 'python', 'php', 'scala'].some((family) => family === view.family(file))
      ? alternatives(written.replace(/^:\s*/, ''))
      : [];
    if (several.length > 1) return oneOf(several.map((one) => resolveType(view, file, one)));
    // The type of one of its members.
    if (/^[^<]*\[\s*['"]/.test(written)) return { classes: [], state: 'unknown' };
    // A list is no instance of what it holds.
    if (/\[\s*\]\s*$|^:?\s*(?:readonly\s+)?\[/.test(written)) return { classes: [], state: 'external' };
    const plain = plainType(written);
    // What a wrapper held: `Promise<A | B>`.
    const choices = plain.split(/\s*[|&]\s*/).filter(Boolean);
    if (choices.length > 1) return oneOf(choices.map((choice) => resolveType(view, file, choice)));
    const parts = segmentsOf(plain);
    const [first, ...rest] = parts;
    if (first === undefined) return { classes: [], state: 'unknown' };
    if (view.family(file) === 'rust' && rest.length > 0) {
      const path = resolveRustPath(view, file, 0, parts);
      if (path.state === 'found') return typesOf(view, path.defs);
    }
    let at = resolveTop(view, file, first);
    for (const part of rest) {
      const inside = at.defs.flatMap((def) => membersNamed(view, [def], part));
      if (inside.length > 0) at = { ...at, defs: inside, modules: [] };
      else if (at.modules.length > 0) {
        const given = at.modules.map((module) => resolveExport(view, module, part));
        const defs = given.flatMap((one) => one.defs);
        at = {
          ...at,
          defs,
          modules: given.flatMap((one) => one.modules),
          state: defs.length > 0 ? 'found' : 'unknown',
        };
      } else {
        // A path from the outside (`a.b.T`), or a module that could not be told.
        const last = parts.at(-1) ?? part;
        const before = parts.at(-2) ?? '';
        const named = view
          .defining(last, view.family(file))
          .filter(
            (def) =>
              isHolder(def) &&
              (def.definition.scope.at(-1) === before ||
                segmentsOf(view.symbols(def.file)?.package ?? '').at(-1) === before),
          );
        return named.length > 0
          ? { classes: named, state: 'found' }
          : { classes: [], state: at.state === 'external' ? 'external' : 'unknown' };
      }
    }
    if (at.state === 'found') return typesOf(view, at.defs);
    // Only a type that is written whole, and is what it says, is surely none of ours: `Pick<T, …>`, `any`, a type parameter
    // and what a structural type admits may each be anything.
    const named = at.state === 'external' && !STRUCTURAL.has(view.family(file)) && !ANYTHING.test(plain);
    const closed = named || BUILT_IN.test(plain);
    return { classes: [], state: closed && SIMPLE.test(written) ? 'external' : 'unknown' };
  });
}

/** Types of the languages themselves that no class of a project can stand in for. */
const BUILT_IN =
  /^(?:string|number|boolean|bigint|symbol|void|undefined|null|never|String|Number|Boolean|Date|RegExp|int|u?int(?:8|16|32|64)?|[iuf](?:8|16|32|64|128|size)|uint|long|short|byte|char|float(?:32|64)?|double|decimal|bool|str|bytes|complex|None|nil|rune|error|Integer|Long|Double|Float|Character|Byte|Short|Int|Bool|Unit|size_t|std::string|Symbol|Hash|Array)$/;
/** Families in which a value need not name the type that it is taken for: an interface from outside admits ours. */
const STRUCTURAL: ReadonlySet<string> = new Set(['js', 'go']);
/** Says nothing of the value. */
const ANYTHING = /(?:^|\.)(?:Any|Object|AnyObject|AnyRef|dynamic|object|mixed|TypeVar|Self)\??$/;
/** Nothing in it may hold a type of ours: no arguments, members, or conditions. */
const SIMPLE = /^:?\s*[\p{L}_$*&][\p{L}\p{N}_$.:*&\s?!]*$/u;

/** A union or intersection: the classes among its parts; outside only where every part is. */
function oneOf(parts: readonly TypeFound[]): TypeFound {
  const classes = parts.flatMap((part) => part.classes);
  if (classes.length > 0) return { classes, state: 'found' };
  return { classes: [], state: parts.every(({ state }) => state === 'external') ? 'external' : 'unknown' };
}

function typesOf(view: ProjectView, defs: readonly Def[]): TypeFound {
  const classes = defs.filter((def) => isHolder(def) && !isAlias(view, def));
  return classes.length > 0 ? { classes, state: 'found' } : { classes: [], state: 'unknown' };
}

/** A name for another type, without members of its own. Elsewhere than in JavaScript a type may have its members apart from it. */
const isAlias = (view: ProjectView, def: Def): boolean =>
  view.family(def.file) === 'js' && def.definition.kind === 'type' && !hasMembers(view, def);

export const hasMembers = (view: ProjectView, { file, index }: Def): boolean =>
  view
    .once('holders', file, () => new Set((view.symbols(file)?.definitions ?? []).map(({ parent }) => parent)))
    .has(index);

/** Members of a name that a class, object or namespace holds itself: in its body, or elsewhere under its name. */
function membersNamed(view: ProjectView, classes: readonly Def[], name: string): Def[] {
  const parts = classes.flatMap((one) => (isHolder(one) ? symbolOf(view, one).defs : [one]));
  const named = view.defining(name, view.family(classes[0]?.file ?? ''));
  return named.filter((def) => {
    const holder = view.holderOf(def);
    // A constructor that has the name of its class is no member: it is the class.
    if (holder && isHolder(holder) && holder.definition.name === name && !isHolder(def)) return false;
    if (holder && parts.some((part) => sameDef(part, holder))) return true;
    if (holder && isHolder(holder) && holder.definition.kind !== 'impl') return false;
    if (!isMember(view, def) && !parts.some(isNamespace)) {
      // An extension: `fun Type.name()`.
      if (holder || def.definition.scope.length === 0) return false;
    }
    if (!holder || holder.definition.kind === 'impl') {
      const last = def.definition.scope.at(-1);
      return parts.some((part) => part.definition.name === last && sameOwner(view, part, def));
    }
    return false;
  });
}

/** Whether a member that stands outside of a class's body is that class's, where several have its name. */
function sameOwner(view: ProjectView, part: Def, member: Def): boolean {
  const family = view.family(part.file);
  const folder = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
  if (family === 'go') return folder(part.file) === folder(member.file);
  if (part.file === member.file) return true;
  const namesakes = view
    .defining(part.definition.name, family)
    .filter((def) => isHolder(def) && def.definition.kind !== 'impl' && !def.definition.is_signature);
  return namesakes.length <= 1 || !namesakes.some((def) => def.file === member.file);
}

/** A member looked up in classes and what they extend. `open`: some base could not be found. */
export function lookUpMember(
  view: ProjectView,
  classes: readonly Def[],
  name: string,
): { readonly defs: readonly Def[]; readonly open: boolean } {
  const seen = new Set<string>();
  let level: readonly Def[] = classes;
  let open = false;
  while (level.length > 0) {
    const own = membersNamed(view, level, name);
    if (own.length > 0) return { defs: own, open };
    const next: Def[] = [];
    for (const one of level) {
      const key = `${one.file}\0${one.index}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const { bases, complete } = basesOf(view, one);
      next.push(...bases);
      if (!complete) open = true;
    }
    level = next;
  }
  return { defs: [], open };
}

/** What a class extends or implements directly. */
export function basesOf(
  view: ProjectView,
  one: Def,
): { readonly bases: readonly Def[]; readonly complete: boolean } {
  return view.once('bases', `${one.file}\0${one.index}`, () => {
    const parts = isHolder(one) ? symbolOf(view, one).defs : [one];
    const bases: Def[] = [];
    let complete = true;
    for (const part of parts)
      for (const written of part.definition.bases) {
        const { classes } = resolveType(view, part.file, written);
        const others = classes.filter((def) => !parts.some((own) => sameDef(own, def)));
        bases.push(...others);
        if (others.length === 0) complete = false;
      }
    return { bases, complete };
  });
}

/** A class and everything it extends, with the names of what could not be found. */
export function ancestry(
  view: ProjectView,
  classes: readonly Def[],
): { readonly keys: ReadonlySet<string>; readonly missing: readonly string[] } {
  const keys = new Set<string>();
  const missing: string[] = [];
  const open = classes.flatMap((one) => (isHolder(one) ? symbolOf(view, one).defs : [one]));
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const key = `${one.file}\0${one.index}`;
    if (keys.has(key)) continue;
    keys.add(key);
    for (const part of isHolder(one) ? symbolOf(view, one).defs : []) open.push(part);
    for (const written of one.definition.bases) {
      const { classes: found } = resolveType(view, one.file, written);
      if (found.length === 0) missing.push(segmentsOf(plainType(written)).at(-1) ?? written);
      open.push(...found);
    }
  }
  return { keys, missing };
}

/** One of them is, or extends, the other. */
export function related(view: ProjectView, some: readonly Def[], others: readonly Def[]): boolean {
  const up = ancestry(view, some).keys;
  const down = ancestry(view, others).keys;
  const has = (keys: ReadonlySet<string>, defs: readonly Def[]): boolean =>
    defs.some((def) => symbolOf(view, def).defs.some(({ file, index }) => keys.has(`${file}\0${index}`)));
  return has(up, others) || has(down, some);
}

/** The classes that a definition is a member of. */
export function ownersOf(view: ProjectView, def: Def): readonly Def[] {
  const holder = view.holderOf(def);
  if (holder && (isHolder(holder) || isMember(view, def)))
    return isHolder(holder) ? symbolOf(view, holder).defs : [holder];
  const name = def.definition.scope.at(-1);
  if (name === undefined) return [];
  return view
    .defining(name, view.family(def.file))
    .filter((one) => isHolder(one) && sameOwner(view, one, def));
}

/** The class around a place, innermost first: by its body, or by the class that the function there belongs to. */
export function enclosingClasses(
  view: ProjectView,
  file: string,
  place: number,
): readonly (readonly Def[])[] {
  const around = [...view.around(file, place)].reverse();
  const found: (readonly Def[])[] = [];
  for (const def of around) {
    if (isHolder(def)) found.push(symbolOf(view, def).defs);
    else if (def.definition.parent === -1 && def.definition.scope.length > 0) {
      const owners = ownersOf(view, def);
      if (owners.length > 0) found.push(owners);
    } else {
      const holder = view.holderOf(def);
      if (holder && !isHolder(holder) && isMember(view, def)) found.push([holder]);
    }
  }
  return found;
}
