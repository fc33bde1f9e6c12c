import type { Definition, FileSymbols, Kind } from './file-symbols.ts';
import { languageById } from './languages.ts';
import type { SymbolIndex } from './symbol-index.ts';

/** One definition and where it stands. */
export interface Def {
  readonly file: string;
  /** In the file's list of definitions. */
  readonly index: number;
  readonly definition: Definition;
}

/** What holds members. */
const HOLDERS: ReadonlySet<Kind> = new Set([
  'class',
  'interface',
  'trait',
  'impl',
  'struct',
  'union',
  'enum',
  'object',
  'type',
]);
const MEMBERS: ReadonlySet<Kind> = new Set(['method', 'field', 'property', 'enum_member', 'constructor']);
const FUNCTIONS: ReadonlySet<Kind> = new Set(['function', 'method', 'constructor', 'test']);

export const isHolder = ({ definition }: Def): boolean => HOLDERS.has(definition.kind);
export const isNamespace = ({ definition }: Def): boolean =>
  definition.kind === 'namespace' || definition.kind === 'module';
export const isFunction = ({ kind }: Definition): boolean => FUNCTIONS.has(kind);

/** The project as one call sees it: what the index says, with what was worked out of it kept for the length of the call. */
export interface ProjectView {
  readonly index: SymbolIndex;
  symbols(file: string): FileSymbols | null;
  /** The family of languages of a file, '' where none is known. */
  family(file: string): string;
  /** All definitions of a name in a family. */
  defining(name: string, family: string): readonly Def[];
  /** Definitions of a name in one file. */
  inFile(file: string, name: string): readonly Def[];
  holderOf(def: Def): Def | null;
  /** Definitions that hold a place in the text, from outside to inside. */
  around(file: string, place: number): readonly Def[];
  /** What is asked for again in the same call: worked out once. */
  once<Value>(topic: string, key: string, work: () => Value): Value;
}

export function projectView(index: SymbolIndex): ProjectView {
  const memo = new Map<string, Map<string, unknown>>();

  function once<Value>(topic: string, key: string, work: () => Value): Value {
    const kept = memo.get(topic) ?? new Map<string, unknown>();
    memo.set(topic, kept);
    if (kept.has(key)) return kept.get(key) as Value;
    const value = work();
    kept.set(key, value);
    return value;
  }

  const symbols = (file: string): FileSymbols | null => index.file(file)?.symbols ?? null;
  const family = (file: string): string => languageById(symbols(file)?.language ?? '')?.family ?? '';

  function byName(file: string): ReadonlyMap<string, readonly Def[]> {
    return once('names', file, () => {
      const names = new Map<string, Def[]>();
      for (const [position, definition] of (symbols(file)?.definitions ?? []).entries()) {
        const def = { file, index: position, definition };
        const known = names.get(definition.name);
        if (known) known.push(def);
        else names.set(definition.name, [def]);
      }
      return names;
    });
  }

  const inFile = (file: string, name: string): readonly Def[] => byName(file).get(name) ?? [];

  return {
    index,
    symbols,
    family,
    inFile,
    once,
    defining: (name, wanted) =>
      once('defining', `${wanted}\0${name}`, () =>
        index
          .defining(name)
          .filter((file) => family(file) === wanted)
          .flatMap((file) => inFile(file, name)),
      ),
    holderOf({ file, definition }) {
      const holder = symbols(file)?.definitions[definition.parent];
      return holder ? { file, index: definition.parent, definition: holder } : null;
    },
    around(file, place) {
      const found: Def[] = [];
      for (const [position, definition] of (symbols(file)?.definitions ?? []).entries())
        if (definition.start <= place && place < definition.end)
          found.push({ file, index: position, definition });
      return found;
    },
  };
}

/** A member of a class or the like: it is reached through an object, the class, or from inside. */
export function isMember(view: ProjectView, def: Def): boolean {
  if (MEMBERS.has(def.definition.kind) && def.definition.parent !== -1) return true;
  const holder = view.holderOf(def);
  // An object that is bound to a name holds members too.
  if (holder) return !isFunction(holder.definition) && !isNamespace(holder);
  // The receiver of a Go method, the class of a C++ method that is defined outside of it.
  return def.definition.scope.length > 0 && ['go', 'c', 'rust', 'lua'].includes(view.family(def.file));
}

export const sameDef = (a: Def, b: Def): boolean => a.file === b.file && a.index === b.index;

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The segments of a qualified name, whatever the language separates them with. */
export const segmentsOf = (name: string): string[] =>
  name.split(/\?\.|::|->|[.\\#/]/).filter((part) => part !== '');

/** `a/./b/../c` → `a/c`; null where it leaves the project. */
export function joinPath(folder: string, relative: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}
