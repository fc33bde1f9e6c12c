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

/** What a type's name stands for. */
export interface TypeFound {
  readonly classes: readonly Def[];
  /** `external`: surely none of the project's. */
  readonly state: 'found' | 'external' | 'unknown';
}

/** The definitions of a type as a file writes it: `T`, `pkg.T`, `a::b::T`. */
export function resolveType(view: ProjectView, file: string, written: string): TypeFound {
  return view.once('type', `${file}\0${written}`, () => {
    // A list is no instance of what it holds.
    if (/\[\s*\]\s*$|^:?\s*(?:readonly\s+)?\[/.test(written)) return { classes: [], state: 'external' };
    const parts = segmentsOf(plainType(written));
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
    if (at.state === 'external') return { classes: [], state: 'external' };
    // No definition of the project has the name: it can only be of something outside.
    const anywhere = view.defining(parts.at(-1) ?? first, view.family(file));
    return { classes: [], state: anywhere.length === 0 ? 'external' : 'unknown' };
  });
}

function typesOf(view: ProjectView, defs: readonly Def[]): TypeFound {
  const classes = defs.filter((def) => isHolder(def) && !isAlias(view, def));
  return classes.length > 0 ? { classes, state: 'found' } : { classes: [], state: 'unknown' };
}

/** A name for another type, without members of its own. */
const isAlias = (view: ProjectView, def: Def): boolean =>
  def.definition.kind === 'type' && membersIn(view, def) === 0 && !symbolHasMembers(view, def);

function membersIn(view: ProjectView, { file, index }: Def): number {
  return (
    view
      .once('members', file, () => {
        const counts = new Map<number, number>();
        for (const { parent } of view.symbols(file)?.definitions ?? [])
          counts.set(parent, (counts.get(parent) ?? 0) + 1);
        return counts;
      })
      .get(index) ?? 0
  );
}

function symbolHasMembers(view: ProjectView, def: Def): boolean {
  if (view.family(def.file) === 'js') return false;
  return true;
}

export const hasMembers = (view: ProjectView, def: Def): boolean => membersIn(view, def) > 0;

/** `Map<K, V>[]`, `*T`, `&mut T`, `T?`, `Optional[T]` → the name of the type itself. */
export function plainType(written: string): string {
  return written
    .trim()
    .replace(/^:\s*/, '')
    .replace(
      /^(?:(?:&|\*|mut|dyn|const|impl|final|readonly|struct|class|enum|typeof|new|unowned|weak|in|out|ref)(?:\s+|(?=[&*])|(?<=[&*])))+/,
      '',
    )
    .replace(/^['"]|['"]$/g, '')
    .replace(
      /^(?:Optional|Promise|Awaited|Readonly|Partial|Required|NonNullable|InstanceType|Final|ClassVar|Type|type|Box|Rc|Arc|RefCell|Option|Ref|shared_ptr|unique_ptr|std::shared_ptr|std::unique_ptr)\s*[[<](.*)[\]>]$/s,
      '$1',
    )
    .replace(/^typeof\s+/, '')
    .replace(/\s*\|\s*(?:null|undefined|None)\b/g, '')
    .replace(/^(?:&|\*|mut\s|dyn\s)+/, '')
    .replace(/[<([{].*$/s, '')
    .replace(/[?!*&\s]+$/g, '')
    .trim();
}

/** Members of a name that a class, object or namespace holds itself: in its body, or elsewhere under its name. */
export function membersNamed(view: ProjectView, classes: readonly Def[], name: string): Def[] {
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
