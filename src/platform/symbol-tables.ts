import type { FileSymbols } from '../code/file-symbols.ts';
import { byName } from './file-list.ts';

/** Which files define a name, and which hold a word. */
export interface SymbolTables {
  add(path: string, symbols: FileSymbols): void;
  remove(path: string, symbols: FileSymbols): void;
  /** Sorted. */
  defining(name: string): string[];
  /** Sorted. */
  containing(word: string): string[];
  names(): Iterable<string>;
}

/** Two tables over the files that were added. A file is removed with the symbols that it was added with. */
export function symbolTables(): SymbolTables {
  const definers = new Map<string, Set<string>>();
  const holders = new Map<string, Set<string>>();
  const each = (symbols: FileSymbols, act: (table: Map<string, Set<string>>, key: string) => void) => {
    for (const { name } of symbols.definitions) act(definers, name);
    for (const word of symbols.words) act(holders, word);
  };
  return {
    add: (path, symbols) =>
      each(symbols, (table, key) => {
        const paths = table.get(key);
        if (paths) paths.add(path);
        else table.set(key, new Set([path]));
      }),
    remove: (path, symbols) =>
      each(symbols, (table, key) => {
        const paths = table.get(key);
        paths?.delete(path);
        if (paths?.size === 0) table.delete(key);
      }),
    defining: (name) => [...(definers.get(name) ?? [])].sort(byName),
    containing: (word) => [...(holders.get(word) ?? [])].sort(byName),
    names: () => definers.keys(),
  };
}
