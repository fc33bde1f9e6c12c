import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { atomicWrite } from './atomic-write.ts';
import { makeFolder } from './store-folder.ts';

/** Counted up when what is written here is read differently. */
const SCHEMA = 1;
const SHARDS = 32;
/** Changes come in groups: written once they have rested. */
const REST_MS = 3_000;
const LARGEST_SHARD_BYTES = 256 * 1024 * 1024;

const header = z.strictObject({
  schema: z.literal(SCHEMA),
  version: z.string(),
  entries: z.number(),
  /** Of everything after the first line. */
  sha256: z.string(),
});
const entryHead = z.strictObject({
  path: z.string(),
  stamp: z.string(),
  hash: z.string(),
  language: z.string().nullable(),
  names: z.array(z.string()),
  words: z.array(z.string()),
});

/** What is kept of one file. Only of files that were taken without a problem. */
interface CachedFile {
  readonly stamp: string;
  readonly racy: boolean;
  readonly hash: string;
  readonly language: string | null;
  readonly json: string;
  readonly names: readonly string[];
  readonly words: readonly string[];
  readonly problem: string | null;
}

/** Symbols as they were at the last start, by file. Never more than a help: where nothing can be kept, nothing is. */
export interface SymbolCache {
  take(path: string): CachedFile | undefined;
  put(path: string, file: CachedFile): void;
  drop(path: string): void;
  /** Writes what has changed, after a while, beside the answers; files that are no longer `known` are left out. */
  saveSoon(known: (path: string) => boolean): void;
}

const NONE: SymbolCache = {
  take: () => undefined,
  put: () => undefined,
  drop: () => undefined,
  saveSoon: () => undefined,
};

/**
 * The folder for `symbolCache`, made below a `.code-intel` that is there and whose own ignore file keeps the cache out of git;
 * null where there is none, or it cannot be made: a project that does not use the store gets none by being read.
 */
export function symbolCacheFolder(root: string): string | null {
  const store = join(root, '.code-intel');
  if (!lstatSync(store, { throwIfNoEntry: false })) return null;
  try {
    const ignored = readFileSync(join(store, '.gitignore'), 'utf8').split(/\r?\n/);
    if (!ignored.some((line) => /^\/?(cache\/?|\*)$/.test(line.trim()))) return null;
    return makeFolder(root, ['.code-intel', 'cache', 'symbols']);
  } catch {
    // Not writable, or no ignore file: the index does without.
    return null;
  }
}

/** What symbols depend on besides the files: the grammars and the query files, as one text. */
export function symbolVersion(files: readonly string[]): string {
  const sum = createHash('sha256');
  for (const file of files)
    if (existsSync(file)) sum.update(file.length.toString()).update(readFileSync(file));
  return sum.digest('hex');
}

/**
 * Symbols in `folder`, in 32 files by the hash of the path: a change costs the writing of one. A file that is damaged, of
 * another version or not ours is ignored, and written anew.
 */
export function symbolCache(folder: string | null, version: string, signal: AbortSignal): SymbolCache {
  if (folder === null) return NONE;
  /** Lines as they are in the file, by path. */
  const shards = new Map<number, Map<string, string>>();
  const dirty = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  let saving: Promise<void> = Promise.resolve();

  const fileOf = (shard: number): string => join(folder, `${String(shard).padStart(2, '0')}.jsonl`);

  function shardOf(path: string): { number: number; lines: Map<string, string> } {
    const number = (createHash('sha256').update(path).digest()[0] ?? 0) % SHARDS;
    const known = shards.get(number);
    if (known) return { number, lines: known };
    const lines = load(fileOf(number), version);
    shards.set(number, lines);
    return { number, lines };
  }

  async function save(known: (path: string) => boolean): Promise<void> {
    for (const number of [...dirty]) {
      if (signal.aborted) return;
      dirty.delete(number);
      const lines = [...(shards.get(number) ?? [])].flatMap(([path, line]) => (known(path) ? [line] : []));
      const body = lines.join('\n');
      const head = { schema: SCHEMA, version, entries: lines.length, sha256: sumOf(body) };
      try {
        await atomicWrite(fileOf(number), `${JSON.stringify(head)}\n${body}`);
      } catch {
        // The disk is full, or the folder is gone: the next start parses again.
        return;
      }
      // What was written is read again when it is needed: in memory it would be there twice.
      if (!dirty.has(number)) shards.delete(number);
      // Between two files questions are answered.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return {
    take(path) {
      const line = shardOf(path).lines.get(path);
      return line === undefined ? undefined : readLine(line);
    },
    put(path, { stamp, racy, hash, language, json, names, words }) {
      const { number, lines } = shardOf(path);
      // A stamp that proves nothing is not kept: the content is compared then.
      const head = { path, stamp: racy ? '' : stamp, hash, language, names, words };
      lines.set(path, `${JSON.stringify(head)}\t${json}`);
      dirty.add(number);
    },
    drop(path) {
      const { number, lines } = shardOf(path);
      if (lines.delete(path)) dirty.add(number);
    },
    saveSoon(known) {
      if (dirty.size === 0) shards.clear();
      if (timer || dirty.size === 0) return;
      timer = setTimeout(() => {
        timer = null;
        saving = saving.then(() => save(known));
      }, REST_MS);
      timer.unref();
    },
  };
}

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

function load(path: string, version: string): Map<string, string> {
  const none = new Map<string, string>();
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > LARGEST_SHARD_BYTES) return none;
    const text = readFileSync(path, 'utf8');
    const end = text.indexOf('\n');
    const head = header.parse(JSON.parse(text.slice(0, end)));
    const body = text.slice(end + 1);
    if (head.version !== version || head.sha256 !== sumOf(body)) return none;
    const lines = body === '' ? [] : body.split('\n');
    return new Map(lines.map((line) => [z.string().parse(JSON.parse(pathIn(line))), line]));
  } catch {
    // Damaged, or not ours.
    return none;
  }
}

/** The path is the first member of each line's head. */
const pathIn = (line: string): string => /^\{"path":("(?:[^"\\]|\\.)*")/.exec(line)?.[1] ?? '';

function readLine(line: string): CachedFile | undefined {
  const end = line.indexOf('\t');
  try {
    const { path: _, ...head } = entryHead.parse(JSON.parse(line.slice(0, end)));
    return { ...head, racy: false, json: line.slice(end + 1), problem: null };
  } catch {
    // Written by something else: it is parsed again.
    return undefined;
  }
}
