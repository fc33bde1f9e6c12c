import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionId, type Snapshot } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { type Git, isOwn, toProject } from './place.ts';
import { withPrivateIndex } from './private-index.ts';
import { checkObjectIds } from './ref-names.ts';
import { readStatus, type StatusEntry } from './status.ts';
import { commitTree, startRef } from './trash.ts';

const largeBytes = 10 * 1024 * 1024;

/**
 * The working tree as it is: a tree of everything git tracks or would track, made in an index of our own. Neither the
 * user's index nor a file is touched.
 *
 * Left out: `.code-intel/` (it stays as the index has it), untracked files over 10 MB and unreadable ones (`large`, by
 * size and time), repositories inside this one. A submodule stands in the tree with the commit it is at, and in `large`
 * where that is not the one recorded. What git is told not to look at (skip-worktree, assume-unchanged) is as the index
 * has it. Before the first commit it works the same, with `head` null.
 *
 * Over `git.limits.snapshot` it is given up: `tree` null, `given_up`, and what git calls changed in `dirty`.
 */
export async function takeSnapshot(
  git: Git,
  options: { keepAs?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Snapshot> {
  const { keepAs, signal } = options;
  if (keepAs !== undefined && !SessionId.safeParse(keepAs).success) {
    throw new Refusal(
      'unknown_session',
      message('git.bad_session_id', { id: JSON.stringify(keepAs.slice(0, 80)) }),
    );
  }
  const at = git.now().toISOString();
  const until = performance.now() + git.limits.snapshot;
  const { head, entries } = await readStatus(git, { signal });
  const seen = entries.filter(({ path }) => !isOwn(git, path) && !path.endsWith('/'));
  const dirty = seen.map(({ path }) => toProject(git, path)).sort();
  const givenUp = { tree: null, head, at, large: {}, dirty, given_up: true };

  const rest = until - performance.now();
  if (rest <= 0) return givenUp;
  const timer = AbortSignal.timeout(Math.ceil(rest));
  const both = signal === undefined ? timer : AbortSignal.any([signal, timer]);
  try {
    const { add, remove, large } = await sort(git, seen, both);
    const tree = await withPrivateIndex(git, 'snapshot', 'copy', async (index) => {
      await index.set(new Map(remove.map((path) => [path, null])));
      await index.add(add, { signal: both, lenient: true });
      const submodules = seen.filter(({ submodule, unstaged }) => submodule && unstaged !== 'D');
      if (submodules.length > 0) {
        const now = await index.entries();
        for (const { path } of submodules) {
          const oid = now.get(path)?.oid;
          if (oid !== undefined) large[toProject(git, path)] = oid;
        }
      }
      return index.writeTree({ signal: both });
    });
    if (keepAs !== undefined) await keepTree(git, keepAs, tree, head);
    return { tree, head, at, large, dirty, given_up: false };
  } catch (error) {
    signal?.throwIfAborted();
    if (timer.aborted) return givenUp;
    throw error;
  }
}

/** Holds a start snapshot under the session's ref; one that was given up has nothing to hold. */
export async function keepStart(git: Git, sessionId: string, { tree, head }: Snapshot): Promise<void> {
  if (tree !== null) await keepTree(git, sessionId, tree, head);
}

async function keepTree(git: Git, sessionId: string, tree: string, head: string | null): Promise<void> {
  checkObjectIds(tree, head);
  const commit = await commitTree(git, tree, head, `Start of session ${sessionId}`);
  await git.plumb(['update-ref', startRef(sessionId), commit]);
}

/** What the private index has to learn, and what is only measured. */
async function sort(git: Git, entries: readonly StatusEntry[], signal: AbortSignal) {
  const add: string[] = [];
  const remove: string[] = [];
  const large: Record<string, string> = {};
  for (let from = 0; from < entries.length; from += 64) {
    signal.throwIfAborted();
    await Promise.all(
      entries.slice(from, from + 64).map(async ({ path, kind, unstaged }) => {
        if (kind === 'tracked' && unstaged === '.') return;
        const file = join(git.top, path);
        const found = await lstat(file).catch(() => null);
        if (found === null || (kind === 'tracked' && unstaged === 'D')) {
          remove.push(path);
          return;
        }
        const readable =
          !found.isFile() || (await access(file, constants.R_OK).then(always(true), always(false)));
        if (!readable || (kind === 'untracked' && found.isFile() && found.size > largeBytes)) {
          large[toProject(git, path)] = `${found.size}:${Math.trunc(found.mtimeMs)}`;
        } else {
          add.push(path);
        }
      }),
    );
  }
  return { add: add.sort(), remove: remove.sort(), large };
}

const always =
  <T>(value: T) =>
  (): T =>
    value;
