import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Git } from './place.ts';
import { type Entry, indexEntries, indexInfo } from './private-index.ts';
import { GitFailure } from './run-git.ts';

/** How long the tail of an effect waits for the user's index: it is past the point where it could be refused. */
const patienceMs = 15_000;

/** Sets entries of the user's index (null removes), and nothing else in it. Waits while another git holds it. */
export async function setUserEntries(git: Git, entries: ReadonlyMap<string, Entry | null>): Promise<void> {
  if (entries.size === 0) return;
  await withIndexFree(git, () =>
    git.plumb(['update-index', '-z', '--index-info'], { input: indexInfo(entries) }),
  );
  await refreshUserIndex(git);
}

/** Lets the index learn the times of the files again, so that it does not take unchanged ones for changed. */
export async function refreshUserIndex(git: Git): Promise<void> {
  await git.plumb(['update-index', '-q', '--refresh'], { also: 'any' });
}

/** The user's index at these paths (literal). */
export async function userEntries(git: Git, paths: readonly string[]): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (let from = 0; from < paths.length; from += 500) {
    const { text } = await git.plumb(['ls-files', '-s', '-z', '--', ...paths.slice(from, from + 500)]);
    for (const [path, entry] of indexEntries(text)) entries.set(path, entry);
  }
  return entries;
}

export async function withIndexFree<T>(git: Git, work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + patienceMs; ; ) {
    try {
      return await work();
    } catch (error) {
      const locked = error instanceof GitFailure && existsSync(join(git.gitDir, 'index.lock'));
      if (!locked || Date.now() > until) throw error;
      await sleep(100);
    }
  }
}
