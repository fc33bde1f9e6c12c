import { type Binding, boundName, boundTo, nameInFile } from './bindings.ts';
import { enclosingClasses, lookUpMember } from './classes.ts';
import type { Import } from './file-symbols.ts';
import { qualified } from './free-names.ts';
import { objectOfKey } from './keys.ts';
import { implicit, type Receiver, receiverOf, selfAt } from './members.ts';
import type { Occurrence } from './occurrences.ts';
import { type Def, isNamespace, type ProjectView, segmentsOf } from './project-view.ts';
import {
  BY_PATH,
  type Resolved,
  resolveBindings,
  resolveExport,
  resolveImport,
  resolveRustPath,
} from './resolve.ts';

/** What an occurrence of a name refers to, as far as the code says, whatever symbol is asked about. */
export interface Reading {
  /**
   * `definitions`: these; `member`: of these classes or modules (with `defs` where one was found); `local`: a variable or
   * parameter; `external`: of something outside; `value_member`: after a value whose type is not plain; `name_member`:
   * after a name that could not be told; `unbound`: nothing binds it; `key`: names a member of an unnamed type; `none`: no
   * reference; `declaration`: its own definition; `text`: only seen in the text.
   */
  readonly how:
    | 'definitions'
    | 'member'
    | 'local'
    | 'external'
    | 'value_member'
    | 'name_member'
    | 'unbound'
    | 'key'
    | 'none'
    | 'declaration'
    | 'text';
  readonly defs: readonly Def[];
  readonly sure: boolean;
  readonly receiver: Receiver | null;
  readonly binding: Binding | null;
  readonly isImport: boolean;
  /** It also names a member of the object that is taken apart or put together (`{ name }`). */
  readonly key: boolean;
  /** …of this one, where its type is plain. */
  readonly keyed: Reading | null;
}

/** So many characters before a name are looked at for the path that it is written with. */
const LONGEST_PATH = 300;
const DOTTED_PATH = /(?<![\p{L}\p{N}_$.)\]>?!])(?:global::)?(?:[\p{L}_$][\p{L}\p{N}_$]*\s*\.\s*)+$/u;
const PHP_PATH = /(?<![\p{L}\p{N}_\\$>:])\\?(?:[\p{L}_][\p{L}\p{N}_]*\\)+$|(?<![\p{L}\p{N}_\\])\\$/u;

const plain: Reading = {
  how: 'none',
  defs: [],
  sure: true,
  receiver: null,
  binding: null,
  isImport: false,
  key: false,
  keyed: null,
};

export function readOccurrence(
  view: ProjectView,
  file: string,
  name: string,
  occurrence: Occurrence,
): Reading {
  return view.once('reading', `${file}\0${name}\0${occurrence.start}`, () =>
    read(view, file, name, occurrence),
  );
}

function read(view: ProjectView, file: string, name: string, occurrence: Occurrence): Reading {
  const found = nameInFile(view, file, name);
  if (!found || !occurrence.node) return { ...plain, how: 'text' };
  const own = view
    .inFile(file, name)
    .find(({ definition }) => definition.line === occurrence.line && definition.column === occurrence.column);
  // A key of an object whose type is said names that type's member, whatever else it defines.
  const object =
    occurrence.isKey && view.family(file) === 'js' ? objectOfKey(view, file, occurrence.node) : null;
  const keyed = object ? readIn(view, name, object) : null;
  if (own && keyed?.how === 'member' && keyed.defs.length > 0) return keyed;
  if (own) return { ...plain, how: 'declaration', defs: [own] };
  const imports = importsAt(view, file, name, occurrence);
  if (imports.length > 0 && imports.every((one) => isAlias(one, name))) return plain;
  if (imports.length > 0) {
    const all = imports.map((one) => resolveImport(view, file, one));
    const best = all.find(({ state }) => state === 'found') ?? all[0];
    return best ? { ...ofResolved(best), isImport: true } : plain;
  }
  if (occurrence.isNone && !occurrence.isKey) return plain;
  if (isExportAlias(view, file, name, occurrence)) return plain;
  if (occurrence.broken) return { ...plain, how: 'text' };
  const shorthand = /^shorthand_property_identifier/.test(occurrence.node.type);
  if (occurrence.isKey && !shorthand) return keyed ?? { ...plain, how: 'key', key: true };
  const whole = wholePath(view, file, name, occurrence);
  if (whole.length > 0) return { ...plain, how: 'definitions', defs: whole };
  if (occurrence.member) return readMember(view, file, name, occurrence);
  if (occurrence.isImport) return { ...readPath(view, file, name, occurrence), isImport: true };
  const bindings = boundTo(found, occurrence);
  const inClass = implicit(view, file) ? readImplicit(view, file, name, occurrence, bindings) : null;
  if (inClass) return inClass;
  const resolved = resolveBindings(view, file, name, bindings, occurrence.start);
  return { ...ofResolved(resolved), key: shorthand, keyed };
}

function ofResolved({ defs, modules, state, sure, binding }: Resolved): Reading {
  if (state === 'found' && defs.length > 0) return { ...plain, how: 'definitions', defs, sure };
  if (state === 'found') return { ...plain, how: modules.length > 0 ? 'external' : 'unbound' };
  if (state === 'local') return { ...plain, how: 'local', binding };
  return { ...plain, how: state === 'external' ? 'external' : 'unbound' };
}

/** What a name is that is written with its package or namespace before it (`a.b.Name`, `\\a\\Name`). */
function wholePath(view: ProjectView, file: string, name: string, { start }: Occurrence): readonly Def[] {
  const family = view.family(file);
  if (!BY_PATH.has(family)) return [];
  const before = view.index.tree(file)?.text.slice(Math.max(0, start - LONGEST_PATH), start) ?? '';
  const written = (family === 'php' ? PHP_PATH : DOTTED_PATH).exec(before)?.[0];
  if (written === undefined) return [];
  const path = [...segmentsOf(written.replace(/\s+/g, '').replace(/^global::/, '')), name];
  const [first = ''] = path;
  if (family === 'php' && !written.startsWith('\\')) {
    const taken = (view.symbols(file)?.imports ?? []).find((one) => boundName(one) === first);
    const around = segmentsOf(view.symbols(file)?.package ?? '');
    const base =
      first === 'namespace'
        ? around
        : taken
          ? [...segmentsOf(taken.source), ...segmentsOf(taken.name)]
          : [...around, first];
    return qualified(view, family, [...base, ...path.slice(1)]);
  }
  // A variable or a class of that name is nearer than the package: then it is a member.
  const bound = nameInFile(view, file, first)?.bindings.some(
    ({ definition, scope }) =>
      scope.start <= start && start < scope.end && !(definition && isNamespace(definition)),
  );
  return bound ? [] : insideOut(view, file, start, family, path);
}

/** The path as it stands; in C# from the namespaces around too, the innermost first. */
function insideOut(
  view: ProjectView,
  file: string,
  start: number,
  family: string,
  path: readonly string[],
): readonly Def[] {
  const around =
    family === 'csharp'
      ? [
          ...segmentsOf(view.symbols(file)?.package ?? ''),
          ...view
            .around(file, start)
            .filter(isNamespace)
            .flatMap(({ definition }) => segmentsOf(definition.name)),
        ]
      : [];
  for (let length = around.length; length >= 0; length -= 1) {
    const found = qualified(view, family, [...around.slice(0, length), ...path]);
    if (found.length > 0) return found;
  }
  return [];
}

function readMember(view: ProjectView, file: string, name: string, { member, start }: Occurrence): Reading {
  const object = member?.object ?? null;
  const self = member?.self ?? null;
  if (self === null && object === null) return { ...plain, how: 'name_member' };
  if (object && view.family(file) === 'rust' && /^(?:crate|super|self|\w+)(?:::\w+)*$/.test(object.text)) {
    const path = resolveRustPath(view, file, start, [...object.text.split('::'), name]);
    if (path.state === 'found' && path.defs.length > 0)
      return { ...plain, how: 'definitions', defs: path.defs };
  }
  const receiver = object
    ? view.once('receiver', `${file}\0${object.startIndex}:${object.endIndex}`, () =>
        receiverOf(view, file, object),
      )
    : selfAt(view, file, start, self ?? '');
  return readIn(view, name, receiver);
}

/** A member of what stands before the dot. */
function readIn(view: ProjectView, name: string, receiver: Receiver): Reading {
  switch (receiver.state) {
    case 'external':
      return { ...plain, how: 'external', receiver };
    case 'value':
      return { ...plain, how: 'value_member', receiver };
    case 'unknown':
      return { ...plain, how: 'name_member', receiver };
    case 'found': {
      const inModules = receiver.modules.flatMap((module) => resolveExport(view, module, name).defs);
      const inClasses = receiver.classes.length > 0 ? lookUpMember(view, receiver.classes, name).defs : [];
      return { ...plain, how: 'member', defs: [...inModules, ...inClasses], receiver };
    }
  }
}

/** The bare name of a member, in the body of its class or of one that extends it. */
function readImplicit(
  view: ProjectView,
  file: string,
  name: string,
  { start, kind }: Occurrence,
  bindings: readonly Binding[],
): Reading | null {
  const [first] = bindings;
  for (const around of enclosingClasses(view, file, start)) {
    const body = around.find(
      (def) => def.file === file && def.definition.start <= start && start < def.definition.end,
    );
    // What is bound inside of the class is nearer.
    if (first && body && first.scope.start >= body.definition.start && first.scope.end <= body.definition.end)
      return null;
    if (first && !body && first.scope.start > 0) return null;
    const { defs } = lookUpMember(view, around, name);
    if (defs.length > 0)
      return { ...plain, how: 'member', defs, receiver: { classes: around, modules: [], state: 'found' } };
    if (around.some((def) => def.definition.name === name) && kind !== 'write') return null;
  }
  return null;
}

/** A name in the middle of the path of an import: a module, a package, or a class that holds what is imported. */
function readPath(view: ProjectView, file: string, name: string, { line }: Occurrence): Reading {
  const near = (view.symbols(file)?.imports ?? []).filter((one) => Math.abs(one.line - line) <= 1);
  for (const one of near) {
    const parts = one.source.split(/::|[.\\/]/);
    const at = parts.indexOf(name);
    if (at < 0) continue;
    const { name: _name, ...rest } = one;
    const whole = resolveImport(view, file, {
      ...rest,
      source: parts.slice(0, at + 1).join(separatorOf(one.source)),
      name: '',
    });
    if (whole.defs.length > 0) return ofResolved(whole);
    if (whole.state === 'external') return ofResolved(whole);
  }
  return { ...plain, how: 'unbound' };
}

/** The new name of `name as alias`: the reference is the name before it. */
function isAlias({ name, local, source, namespace }: Import, wanted: string): boolean {
  if (local !== wanted || name === wanted || name === '*' || name === 'default' || namespace) return false;
  return name !== '' || source.split(/[.\\]/).at(-1) !== wanted;
}

const separatorOf = (source: string): string => /::|[.\\/]/.exec(source)?.[0] ?? '.';

/** The imports that stand at an occurrence, under the name there or the name here. */
function importsAt(
  view: ProjectView,
  file: string,
  name: string,
  { line, column, isImport }: Occurrence,
): readonly Import[] {
  return (view.symbols(file)?.imports ?? []).filter((one) => {
    if (one.line !== line) return false;
    if (one.column === column) return boundName(one) === name || one.name === name || one.local === name;
    // `name as alias`: the import's place is that of the alias.
    const named = one.name === name || (one.name === '' && one.source.split(/::|[.\\/]/).at(-1) === name);
    return named && one.local !== name && (isImport || column < one.column);
  });
}

function isExportAlias(view: ProjectView, file: string, name: string, { line }: Occurrence): boolean {
  return (view.symbols(file)?.exports ?? []).some(
    (one) => one.line === line && one.name === name && one.local !== name,
  );
}
