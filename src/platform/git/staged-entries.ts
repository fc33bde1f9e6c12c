import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Git } from './place.ts';
import { type Entry, indexInfo } from './private-index.ts';
import { readStatus, type Status } from './status.ts';
import { absent } from './trees.ts';
import { refreshUserIndex, withIndexFree } from './user-index.ts';

/** What the user has staged: index entries that differ from HEAD; null stages a removal. */
export interface StagedEntries {
  readonly entries: readonly (readonly [path: string, entry: Entry | null])[];
  /** Files marked with `git add -N`. */
  readonly intended: readonly string[];
}

/** Reads them off a status. */
export function stagedIn({ entries }: Status): StagedEntries {
  return {
    entries: entries
      .filter(({ kind, staged }) => kind === 'tracked' && staged !== '.')
      .map(({ path, mode, oid }) => [path, mode === absent ? null : { mode, oid }] as const),
    intended: entries
      .filter(({ kind, staged, unstaged }) => kind === 'tracked' && staged === '.' && unstaged === 'A')
      .map(({ path }) => path),
  };
}

export const isNothing = ({ entries, intended }: StagedEntries): boolean =>
  entries.length === 0 && intended.length === 0;

/** Sets the index to HEAD; files stay as they are. */
export async function unstageAll(git: Git): Promise<void> {
  await withIndexFree(git, () => git.plumb(['read-tree', '--reset', 'HEAD']));
}

/** Puts staged entries back. With `onlyUntouched`, not those that were staged anew meanwhile. */
export async function putBack(git: Git, staged: StagedEntries, onlyUntouched = false): Promise<void> {
  if (isNothing(staged)) return;
  const now = onlyUntouched ? stagedIn(await readStatus(git)) : null;
  const taken = new Set([...(now?.entries.map(([path]) => path) ?? []), ...(now?.intended ?? [])]);
  const entries = new Map(staged.entries.filter(([path]) => !taken.has(path)));
  const intended = staged.intended.filter((path) => !taken.has(path) && existsSync(join(git.top, path)));
  if (entries.size > 0) {
    await withIndexFree(git, () =>
      git.plumb(['update-index', '-z', '--index-info'], { input: indexInfo(entries) }),
    );
  }
  if (intended.length > 0) {
    await withIndexFree(git, () =>
      git.plumb(['add', '-f', '--intent-to-add', '--pathspec-from-file=-', '--pathspec-file-nul'], {
        input: intended.map((path) => `${path}\0`).join(''),
      }),
    );
  }
  await refreshUserIndex(git);
}
