import { copyFile, mkdir, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryName, temporaryOwner } from '../atomic-write.ts';
import { exists } from '../process-identity.ts';
import type { Git } from './place.ts';

/** Our own folder in the git folder: nothing of it shows in `git status`, worktrees each have theirs. */
export const ownFolder = (git: Git): string => join(git.gitDir, 'code-intel');

/** Removes our folder where nothing is left in it. */
export async function tidyOwnFolder(git: Git): Promise<void> {
  await rmdir(ownFolder(git)).catch(() => undefined);
}

/**
 * Removes index files whose server died. One that a commit is made from only with `commits`: git, or a hook, may have
 * outlived the server and still be at work with it.
 */
export async function sweepIndexes(git: Git, { commits }: { commits: boolean }): Promise<void> {
  for (const name of await readdir(ownFolder(git)).catch(() => [])) {
    const owner = temporaryOwner(name.replace(/\.lock$/, ''));
    if (owner === null || exists(owner) || (name.startsWith('commit-') && !commits)) continue;
    await rm(join(ownFolder(git), name), { force: true });
  }
  if (commits) await tidyOwnFolder(git);
}

/** An entry of an index or a tree. */
export interface Entry {
  readonly mode: string;
  readonly oid: string;
}

/** An index of our own, beside the user's. */
export interface PrivateIndex {
  /** To be added to a call's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes the index hold the files as they are on the disk (existing ones; literal paths, relative to the top). */
  add(paths: readonly string[], options?: IndexOptions): Promise<void>;
  /** Sets entries; null removes. */
  set(entries: ReadonlyMap<string, Entry | null>): Promise<void>;
  /** Makes it hold exactly this tree, keeping what it knows of unchanged files. */
  reset(treeish: string): Promise<void>;
  entries(): Promise<Map<string, Entry>>;
  writeTree(options?: { signal?: AbortSignal | undefined }): Promise<string>;
}

interface IndexOptions {
  readonly signal?: AbortSignal | undefined;
  /** Line endings that do not survive a round trip are no reason to stop: nothing is committed from it. */
  readonly lenient?: boolean;
}

/**
 * Works with an index of our own and removes it afterwards. `copy` begins with the user's index, for what it knows of
 * unchanged files; `empty` with nothing.
 */
export async function withPrivateIndex<T>(
  git: Git,
  name: string,
  seed: 'copy' | 'empty',
  work: (index: PrivateIndex) => Promise<T>,
): Promise<T> {
  const path = temporaryName(join(ownFolder(git), name));
  await sweepIndexes(git, { commits: false });
  await mkdir(ownFolder(git), { recursive: true });
  try {
    if (seed === 'copy') await copyIndex(join(git.gitDir, 'index'), path);
    return await work(privateIndex(git, path));
  } finally {
    await rm(path, { force: true });
    await rm(`${path}.lock`, { force: true });
    await tidyOwnFolder(git);
  }
}

/**
 * git trusts an entry's time only where it is older than the index file. A copy is younger: with its own time, a file
 * changed in the same instant as the index was written would pass for unchanged.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  try {
    const { mtimeMs } = await stat(from);
    await copyFile(from, to);
    const second = Math.floor(mtimeMs / 1000);
    await utimes(to, second, second);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function privateIndex(git: Git, path: string): PrivateIndex {
  const env = { GIT_INDEX_FILE: path };
  // A split index would leave shared files behind in the git folder.
  const settings = ['-c', 'core.splitIndex=false'];
  return {
    env,
    async add(paths, { signal, lenient = false } = {}) {
      if (paths.length === 0) return;
      await git.plumb(
        [
          ...settings,
          ...(lenient ? ['-c', 'core.safecrlf=false'] : []),
          'update-index',
          '-z',
          '--add',
          '--remove',
          '--replace',
          '--ignore-skip-worktree-entries',
          '--stdin',
        ],
        { env, signal, input: paths.map((file) => `${file}\0`).join('') },
      );
    },
    async set(entries) {
      if (entries.size === 0) return;
      await git.plumb([...settings, 'update-index', '-z', '--index-info'], {
        env,
        input: indexInfo(entries),
      });
    },
    async reset(treeish) {
      await git.plumb([...settings, 'read-tree', '--reset', treeish], { env });
    },
    async entries() {
      return indexEntries((await git.plumb(['ls-files', '-s', '-z'], { env })).text);
    },
    async writeTree({ signal } = {}) {
      return (await git.plumb(['write-tree'], { env, signal })).text.trim();
    },
  };
}

/** What `update-index --index-info` reads; removals first, so that a file can take the place of a folder. */
export function indexInfo(entries: ReadonlyMap<string, Entry | null>): string {
  const all = [...entries];
  return [
    ...all.filter(([, entry]) => entry === null).map(([path]) => `0 ${'0'.repeat(40)}\t${path}\0`),
    ...all.flatMap(([path, entry]) => (entry === null ? [] : [`${entry.mode} ${entry.oid}\t${path}\0`])),
  ].join('');
}

/** Reads `ls-files -s -z`: stage 0 only. */
export function indexEntries(text: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const record of text.split('\0')) {
    const match = /^(\d+) ([0-9a-f]+) 0\t([\s\S]+)$/.exec(record);
    if (match) entries.set(match[3] ?? '', { mode: match[1] ?? '', oid: match[2] ?? '' });
  }
  return entries;
}
