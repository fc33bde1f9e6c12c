import { ancestry, lookUpMember, ownersOf, related } from './classes.ts';
import { type Def, isHolder, type ProjectView } from './project-view.ts';
import type { Reading } from './reading.ts';
import { type SymbolGroup, symbolOf } from './symbols.ts';

/**
 * `escaped`: a member of a value whose type is not plain, while the symbol is none of a class: a reference only if the symbol
 * was put into an object under its name.
 */
export type Verdict = 'certain' | 'likely' | 'no' | 'escaped';

/** Names that stand for something of JavaScript's own wherever nothing binds them. */
const JS_GLOBALS: ReadonlySet<string> = new Set(
  'Array Boolean Date Error Event File Function JSON Map Math Number Object Promise Proxy Reflect RegExp Set String Symbol WeakMap alert blur clearTimeout close closed confirm console crypto document event exports fetch find focus global globalThis history innerWidth length location module name navigator open opener origin parent performance postMessage print process prompt require screen scroll scrollTo self setInterval setTimeout status stop structuredClone top undefined window arguments'.split(
    ' ',
  ),
);

/** Members that every object of a language has. */
const UNIVERSAL =
  /^(?:toString|equals|hashCode|getClass|constructor|valueOf|hasOwnProperty|isPrototypeOf|prototype|ToString|Equals|GetHashCode|GetType|__\w+__|class|new|send|name|length|call|apply|bind)$/;

const keyOf = ({ file, index }: Def): string => `${file}\0${index}`;

/** Whether what was read of an occurrence is a reference to a symbol. */
export function judge(view: ProjectView, group: SymbolGroup, reading: Reading, call: boolean): Verdict {
  const asName = judgeName(view, group, reading, call);
  if (!reading.key || !group.member || asName === 'certain' || reading.how === 'key') return asName;
  const asKey = reading.keyed ? judgeName(view, group, reading.keyed, call) : 'likely';
  return asKey === 'no' ? asName : asKey;
}

function judgeName(view: ProjectView, group: SymbolGroup, reading: Reading, call: boolean): Verdict {
  const keys = view.once('keys', groupKey(group), () => new Set(group.defs.map(keyOf)));
  const known = (defs: readonly Def[]): Verdict => {
    const own = defs.filter((def) => keys.has(keyOf(def)));
    if (own.length === 0) return 'no';
    return own.length === defs.length && reading.sure ? 'certain' : 'likely';
  };
  switch (reading.how) {
    case 'definitions':
      return known(reading.defs);
    case 'declaration':
    case 'none':
      return 'no';
    case 'local':
      return 'no';
    case 'member':
      return ofMember(view, group, reading, known(reading.defs));
    case 'external':
      return group.member && sameOutside(view, group, reading) ? 'likely' : 'no';
    case 'value_member':
      return group.member
        ? 'likely'
        : ['js', 'python', 'lua', 'ruby'].includes(group.family)
          ? 'escaped'
          : 'no';
    case 'name_member':
      return 'likely';
    case 'key':
      return group.member ? 'likely' : 'no';
    case 'unbound':
      return unbound(group, reading, call);
    case 'text':
      return 'likely';
  }
}

export const groupKey = ({ defs }: SymbolGroup): string => (defs[0] ? keyOf(defs[0]) : '');

function ofMember(
  view: ProjectView,
  group: SymbolGroup,
  { receiver, defs }: Reading,
  direct: Verdict,
): Verdict {
  if (direct !== 'no') return direct;
  const classes = receiver?.classes ?? [];
  if (classes.length === 0) {
    // A module of ours that gives out nothing of this name, as far as can be seen.
    const home = group.defs.some(({ file }) => receiver?.modules.includes(file));
    return defs.length === 0 && home && !group.member ? 'likely' : 'no';
  }
  if (!group.member) return 'no';
  const owners = group.defs.flatMap((def) => ownersOf(view, def));
  const link = view.once('related', `${groupKey(group)}\0${classes.map(keyOf).join()}`, () =>
    related(view, classes, owners),
  );
  if (link) return 'likely';
  // The class has no such member, nor can a base that is not known: the object is of another type than it seems.
  if (defs.length === 0 && !UNIVERSAL.test(group.name) && !lookUpMember(view, classes, group.name).open)
    return 'likely';
  const shapes = classes.filter((one) => isShape(view, one));
  return shapes.length > 0 && fits(view, shapes, owners) ? 'likely' : 'no';
}

/** A type that says what its values can do, whatever class they are of. */
const isShape = (view: ProjectView, one: Def): boolean =>
  one.definition.kind === 'interface' ||
  isProtocol(one) ||
  (one.definition.kind === 'type' && view.family(one.file) === 'js');

const isProtocol = ({ definition }: Def): boolean =>
  definition.bases.some((base) => /(?:^|\.)Protocol$/.test(base));

/** An interface that a class need not name: each of its members is one of the class. */
function fits(view: ProjectView, interfaces: readonly Def[], all: readonly Def[]): boolean {
  const owners = all.filter(
    ({ definition }) => definition.kind !== 'interface' && definition.kind !== 'type',
  );
  return interfaces.every((one) => {
    const names = membersOf(view, one);
    return (
      // Of a type without members of its own (a condition, a mapped type) nothing can be told.
      (names.length === 0 && one.definition.kind === 'type') ||
      (names.length > 0 && names.every((name) => owners.some((owner) => allMembers(view, owner).has(name))))
    );
  });
}

const membersOf = (view: ProjectView, { file, index }: Def): readonly string[] =>
  (view.symbols(file)?.definitions ?? []).flatMap(({ parent, name }) => (parent === index ? [name] : []));

function allMembers(view: ProjectView, owner: Def): ReadonlySet<string> {
  return view.once('all-members', keyOf(owner), () => {
    const names = new Set<string>();
    const parts = isHolder(owner) ? symbolOf(view, owner).defs : [owner];
    for (const part of parts) for (const name of membersOf(view, part)) names.add(name);
    if (view.family(owner.file) === 'go') {
      const folder = owner.file.slice(0, owner.file.lastIndexOf('/') + 1);
      for (const path of view.index.paths())
        if (path.startsWith(folder) && !path.slice(folder.length).includes('/'))
          for (const { scope, name } of view.symbols(path)?.definitions ?? [])
            if (scope.at(-1) === owner.definition.name) names.add(name);
    }
    return names;
  });
}

/** The object is of a type from outside that the symbol's class extends: the call may well arrive there. */
function sameOutside(view: ProjectView, group: SymbolGroup, { receiver }: Reading): boolean {
  const name = receiver?.typeName?.split(/[.:\\]/).at(-1);
  if (name === undefined) return false;
  const missing = view.once(
    'missing',
    groupKey(group),
    () =>
      ancestry(
        view,
        group.defs.flatMap((def) => ownersOf(view, def)),
      ).missing,
  );
  return missing.includes(name);
}

function unbound({ family, member, name }: SymbolGroup, { isImport }: Reading, call: boolean): Verdict {
  if (isImport) return 'likely';
  if (member) {
    if (['swift', 'ruby', 'jvm', 'c', 'dart', 'csharp'].includes(family)) return 'likely';
    return ['lua', 'elixir', 'bash'].includes(family) && call ? 'likely' : 'no';
  }
  if (family === 'js' && JS_GLOBALS.has(name)) return 'no';
  return family === 'go' ? 'no' : 'likely';
}
