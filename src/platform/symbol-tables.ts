import { byName } from './file-list.ts';

/** What the tables keep of one file: numbers that stand for names. */
export interface TableRow {
  readonly definers: Uint32Array;
  readonly holders: Uint32Array;
}

/** Which files define a name, and which hold a word. */
export interface SymbolTables {
  add(path: string, names: Iterable<string>, words: Iterable<string>): TableRow;
  remove(path: string, row: TableRow): void;
  /** The words that a row stands for. */
  words(row: TableRow): string[];
  /** Sorted. */
  defining(name: string): string[];
  /** Sorted. */
  containing(word: string): string[];
  /** Names that are defined somewhere. */
  names(): Iterable<string>;
}

/** Files of one name: a number for one file, as most names have it, a list for more. */
type Postings = (number | number[] | undefined)[];

/**
 * Two tables over the files that were added, in numbers: each name and each path is kept once, however many files hold it.
 * A file is removed with the row that it was added as.
 */
export function symbolTables(): SymbolTables {
  const names = new Interned();
  const paths = new Interned();
  const definers: Postings = [];
  const holders: Postings = [];
  const find = (postings: Postings, name: string): string[] => {
    const id = names.find(name);
    const files = id === undefined ? undefined : postings[id];
    const list = files === undefined ? [] : typeof files === 'number' ? [files] : files;
    return list.map((file) => paths.at(file)).sort(byName);
  };
  return {
    add(path, defined, held) {
      const file = paths.of(path);
      const take = (postings: Postings, all: Iterable<string>): Uint32Array => {
        const ids = Uint32Array.from(new Set([...all].map((name) => names.of(name))));
        for (const id of ids) insert(postings, id, file);
        return ids;
      };
      return { definers: take(definers, defined), holders: take(holders, held) };
    },
    remove(path, row) {
      const file = paths.of(path);
      for (const id of row.definers) withdraw(definers, id, file);
      for (const id of row.holders) withdraw(holders, id, file);
    },
    words: (row) => Array.from(row.holders, (id) => names.at(id)),
    defining: (name) => find(definers, name),
    containing: (word) => find(holders, word),
    *names() {
      for (let id = 0; id < definers.length; id++) if (definers[id] !== undefined) yield names.at(id);
    },
  };
}

function insert(postings: Postings, id: number, file: number): void {
  while (postings.length <= id) postings.push(undefined);
  const files = postings[id];
  if (files === undefined) postings[id] = file;
  else if (typeof files === 'number') postings[id] = [files, file];
  else files.push(file);
}

function withdraw(postings: Postings, id: number, file: number): void {
  const files = postings[id];
  if (files === file) postings[id] = undefined;
  if (!Array.isArray(files)) return;
  const at = files.indexOf(file);
  const last = files.pop();
  if (at >= 0 && at < files.length && last !== undefined) files[at] = last;
  if (files.length === 0) postings[id] = undefined;
}

/** Strings once each, by number. */
class Interned {
  private readonly ids = new Map<string, number>();
  private readonly all: string[] = [];

  find(text: string): number | undefined {
    return this.ids.get(text);
  }

  of(text: string): number {
    const known = this.ids.get(text);
    if (known !== undefined) return known;
    // A part of a text keeps the whole text in memory: the name is copied out of it.
    const own = Buffer.from(text, 'utf16le').toString('utf16le');
    const id = this.all.push(own) - 1;
    this.ids.set(own, id);
    return id;
  }

  at(id: number): string {
    return this.all[id] ?? '';
  }
}
