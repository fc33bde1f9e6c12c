import { boundName } from './bindings.ts';
import type { ProjectView } from './project-view.ts';
import { type Resolved, resolveImport, resolveTop } from './resolve.ts';
import type { SymbolGroup } from './symbols.ts';
import { indexWord } from './words.ts';

/** Under which names a symbol is known. */
export interface KnownNames {
  /** In any file: its own, and those that it is given out under. */
  readonly everywhere: ReadonlySet<string>;
  /** Names that single files give it. */
  readonly inFile: ReadonlyMap<string, ReadonlySet<string>>;
}

/** So many names of one symbol are followed. */
const MOST = 50;

/** The names of a symbol: imports and exports under another name, default exports, followed from file to file. */
export function namesOf(view: ProjectView, group: SymbolGroup): KnownNames {
  const everywhere = new Set([group.name]);
  const inFile = new Map<string, Set<string>>();
  if (group.member) return { everywhere, inFile };
  const keys = new Set(group.defs.map(({ file, index }) => `${file}\0${index}`));
  const ours = ({ defs }: Resolved): boolean => defs.some(({ file, index }) => keys.has(`${file}\0${index}`));
  let byDefault = group.defs.some(({ definition }) => definition.is_default);
  const add = (file: string, local: string, passedOn: boolean): void => {
    if (local === '' || local === '*') return;
    if (passedOn && local === 'default') byDefault = true;
    else if (passedOn) everywhere.add(local);
    else inFile.set(file, (inFile.get(file) ?? new Set<string>()).add(local));
  };

  for (const name of everywhere) {
    if (everywhere.size > MOST) break;
    for (const file of filesWith(view, name, group.family)) {
      const symbols = view.symbols(file);
      for (const one of symbols?.imports ?? []) {
        const local = boundName(one);
        const named = one.name === name || (one.name === '' && lastOf(one.source) === name);
        if (!named || local === name || local === '') continue;
        if (ours(resolveImport(view, file, one))) add(file, local, one.reexport === true);
      }
      for (const { name: given, local } of symbols?.exports ?? [])
        if (local === name && given !== name && ours(resolveTop(view, file, name))) add(file, given, true);
    }
    // Names that single files give it can be passed on from there.
    for (const [file, names] of inFile)
      for (const { name: given, local } of view.symbols(file)?.exports ?? [])
        if (names.has(local) && given !== local) add(file, given, true);
        else if (names.has(local)) everywhere.add(given);
  }
  if (byDefault && group.family === 'js')
    for (const file of view.index.paths())
      for (const one of view.symbols(file)?.imports ?? []) {
        const whole = one.namespace === true || one.name === '';
        if ((one.name !== 'default' && !whole) || one.local === group.name || one.local === '') continue;
        if (everywhere.has(one.local) && one.reexport) continue;
        if (ours(resolveImport(view, file, one))) add(file, one.local, one.reexport === true);
      }
  return { everywhere, inFile };
}

/** Files of a family whose text holds a name. */
export function filesWith(view: ProjectView, name: string, family: string | null): readonly string[] {
  return view.once('files-with', `${family}\0${name}`, () => {
    const word = indexWord(name);
    const files = new Set(view.index.containing(word));
    // In a string `$name` is the value of the variable, and one word.
    if (!word.startsWith('$')) for (const file of view.index.containing(`$${word}`)) files.add(file);
    else for (const file of view.index.containing(word.slice(1))) files.add(file);
    return [...files].filter((file) => family === null || view.family(file) === family).sort();
  });
}

const lastOf = (source: string): string => source.split(/::|[.\\/]/).at(-1) ?? source;
