import type { Stats } from 'node:fs';
import { lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Snapshot } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { shellWord } from '../../shared/shell-word.ts';
import { message } from '../../text/text.ts';
import { dropExact, type ExactBytes, findExact, keepExact, restoreExact } from './exact-bytes.ts';
import { type Git, toProject } from './place.ts';
import { type Entry, withPrivateIndex } from './private-index.ts';
import { commitTree, dropRef, findInTrash, keepInTrash } from './trash.ts';
import { diffTrees, sameEntry, submoduleMode, treeEntries } from './trees.ts';
import { setUserEntries, userEntries } from './user-index.ts';

/** What a discard will do, decided and its present content kept, before anything is touched. */
export interface DiscardPlan {
  /** Path (relative to the top) → what it goes back to; null: it goes. */
  readonly targets: ReadonlyMap<string, Entry | null>;
  /** What it held; null: nothing was there. */
  readonly present: ReadonlyMap<string, Entry | null>;
  /** null: every file is already what it goes back to. */
  readonly trash: string | null;
  /** Files of which the trash would not give back the same bytes. */
  readonly exact: ExactBytes | null;
}

export interface DiscardInput {
  readonly session_id: string;
  readonly head: string;
  readonly discard: readonly string[];
  readonly start: Snapshot | null;
  readonly committed_before: boolean;
}

const nothing: DiscardPlan = { targets: new Map(), present: new Map(), trash: null, exact: null };
const trashName = (head: string) => `files-${head.slice(0, 12)}`;

/** Decides where each path goes back to, refuses (`git_state`) what cannot go back, and keeps the present content in trash. */
export async function planDiscard(git: Git, input: DiscardInput): Promise<DiscardPlan> {
  if (input.discard.length === 0) return nothing;
  const targets = await targetsOf(git, input);
  await refuseImpossible(git, input, targets);
  const { tree, present } = await treeOnDisk(git, input.discard);
  const differs = input.discard.some((path) => !sameEntry(present.get(path), targets.get(path)));
  if (!differs) return { targets, present, trash: null, exact: null };
  // Before the trash: with that, a recovery takes the plan for whole.
  const exact = await keepExact(git, input, 'exact', present);
  const commit = await commitTree(git, tree, input.head, `Discarded in session ${input.session_id}`);
  const trash = await keepInTrash(git, input.session_id, trashName(input.head), commit);
  return { targets, present, trash, exact };
}

/** The plan of an interrupted discard, from what is in trash; null where none was begun. */
export async function findDiscard(git: Git, input: DiscardInput): Promise<DiscardPlan | null> {
  const [kept] = await findInTrash(git, input.session_id, trashName(input.head));
  if (kept === undefined) return null;
  const targets = await targetsOf(git, input);
  const present = await treeEntries(git, kept.oid, input.discard);
  const exact = await findExact(git, input, 'exact', input.discard);
  return { targets, present, trash: kept.ref, exact };
}

export async function dropDiscard(git: Git, plan: DiscardPlan | null): Promise<void> {
  if (plan?.trash) await dropRef(git, plan.trash);
  await dropExact(git, plan?.exact ?? null);
}

/** Puts the files back; safe to repeat. What was changed since the plan was made is kept in trash too. */
export async function carryOutDiscard(
  git: Git,
  input: DiscardInput,
  plan: DiscardPlan,
): Promise<{ path: string; trash_ref: string; restore: string }[]> {
  const { targets, present, trash } = plan;
  if (trash === null) return [];
  const now = await treeOnDisk(git, input.discard);
  const due = input.discard.filter((path) => !sameEntry(now.present.get(path), targets.get(path)));
  if (due.some((path) => !sameEntry(now.present.get(path), present.get(path)))) {
    const commit = await commitTree(git, now.tree, input.head, `Discarded in session ${input.session_id}`);
    await keepExact(git, input, 'later-exact', now.present);
    await keepInTrash(git, input.session_id, `later-${input.head.slice(0, 12)}`, commit);
  }
  await writeFiles(git, new Map(due.map((path) => [path, targets.get(path) ?? null])));
  await unstage(git, input.head, plan);
  return input.discard
    .filter((path) => !sameEntry(present.get(path), targets.get(path)))
    .map((path) => ({
      path: toProject(git, path),
      trash_ref: plan.exact?.files.has(path) ? plan.exact.ref : trash,
      restore: restoreCommand(git, path, plan),
    }));
}

/** Gives files this content (null: none), with the conversions and modes git would give them. */
export async function writeFiles(git: Git, targets: ReadonlyMap<string, Entry | null>): Promise<void> {
  for (const [path, target] of targets) {
    if (target !== null) continue;
    await unlink(join(git.top, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    });
    await removeEmptyFolders(git, posix.dirname(path));
  }
  const written = new Map([...targets].filter(([, target]) => target !== null));
  if (written.size === 0) return;
  await withPrivateIndex(git, 'discard', 'empty', async (index) => {
    await index.set(written);
    await git.plumb(['checkout-index', '-f', '-q', '-z', '--stdin'], {
      env: index.env,
      input: [...written.keys()].map((path) => `${path}\0`).join(''),
    });
  });
}

/** What files hold now, as git would record it; null where there is none. */
export async function treeOnDisk(
  git: Git,
  paths: readonly string[],
): Promise<{ tree: string; present: Map<string, Entry | null> }> {
  // Beginning with the user's index: whether line endings are converted depends on what the index holds.
  return withPrivateIndex(git, 'disk', 'copy', async (index) => {
    await index.reset('HEAD');
    const there: string[] = [];
    const gone = new Map<string, null>();
    for (const path of paths) {
      if ((await fileAt(git, path)) === null) gone.set(path, null);
      else there.push(path);
    }
    await index.set(gone);
    await index.add(there, { lenient: true });
    const tree = await index.writeTree();
    const entries = await treeEntries(git, tree, paths);
    return { tree, present: new Map(paths.map((path) => [path, entries.get(path) ?? null])) };
  });
}

/** The file or link at a path whose folders are real folders; null where there is none. */
export async function fileAt(git: Git, path: string): Promise<Stats | null> {
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    const found = await lstat(join(git.top, folder)).catch(() => null);
    if (found?.isSymbolicLink()) return null;
  }
  const found = await lstat(join(git.top, path)).catch(() => null);
  return found !== null && (found.isFile() || found.isSymbolicLink()) ? found : null;
}

/** A file that the session has committed goes back to its last commit, any other to how it was at the start. */
async function targetsOf(git: Git, input: DiscardInput): Promise<Map<string, Entry | null>> {
  const { head, discard, start, committed_before } = input;
  const startTree = start?.tree ?? null;
  const committed =
    !committed_before || start === null || start.head === null
      ? new Set<string>()
      : new Set((await diffTrees(git, start.head, head)).map(({ path }) => path));
  const toHead = discard.filter((path) => startTree === null || committed.has(path));
  const toStart = discard.filter((path) => !toHead.includes(path));
  const [atHead, atStart] = await Promise.all([
    treeEntries(git, head, toHead),
    startTree === null ? new Map<string, Entry>() : treeEntries(git, startTree, toStart),
  ]);
  return new Map(discard.map((path) => [path, atHead.get(path) ?? atStart.get(path) ?? null]));
}

async function refuseImpossible(
  git: Git,
  { discard, start }: DiscardInput,
  targets: ReadonlyMap<string, Entry | null>,
): Promise<void> {
  const going = new Set(discard);
  for (const [path, target] of targets) {
    const name = toProject(git, path);
    if (start?.large[name] !== undefined || target?.mode === submoduleMode) {
      throw new Refusal('git_state', message('git.discard_not_kept', { path: name }), { files: [name] });
    }
    if (target === null) continue;
    const inTheWay = await obstacle(git, path, going);
    if (inTheWay !== null) {
      const other = toProject(git, inTheWay);
      throw new Refusal('git_state', message('git.discard_in_the_way', { path: name, other }), {
        files: [name, other],
      });
    }
  }
}

/** A file that stands where a folder has to be, or in a folder where the file has to be, and is not discarded itself. */
async function obstacle(git: Git, path: string, going: ReadonlySet<string>): Promise<string | null> {
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    const found = await lstat(join(git.top, folder)).catch(() => null);
    if (found !== null && !found.isDirectory() && !going.has(folder)) return folder;
  }
  const found = await lstat(join(git.top, path)).catch(() => null);
  if (!found?.isDirectory()) return null;
  const below = await readdir(join(git.top, path), { recursive: true, withFileTypes: true });
  const other = below
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      posix.join(
        path,
        posix.relative(join(git.top, path), posix.join(entry.parentPath ?? entry.path, entry.name)),
      ),
    )
    .find((file) => !going.has(file));
  return other ?? null;
}

/** A discarded file that was staged with the content now discarded is staged no more. */
async function unstage(git: Git, head: string, { targets, present }: DiscardPlan): Promise<void> {
  const paths = [...targets.keys()];
  const [staged, committed] = await Promise.all([userEntries(git, paths), treeEntries(git, head, paths)]);
  const entries = new Map<string, Entry | null>();
  for (const path of paths) {
    const entry = staged.get(path) ?? null;
    const back = committed.get(path) ?? null;
    const gone = targets.get(path) === null && back === null;
    const discarded = sameEntry(entry, present.get(path)) && !sameEntry(entry, targets.get(path));
    if ((discarded || (gone && entry !== null)) && !sameEntry(entry, back)) entries.set(path, back);
  }
  await setUserEntries(git, entries);
}

async function removeEmptyFolders(git: Git, from: string): Promise<void> {
  const stop = git.prefix.replace(/\/$/, '');
  for (let folder = from; folder !== '.' && folder !== stop; folder = posix.dirname(folder)) {
    try {
      await rmdir(join(git.top, folder));
    } catch {
      return;
    }
  }
}

function restoreCommand(git: Git, path: string, { present, trash, exact }: DiscardPlan): string {
  const bytes = exact?.files.get(path);
  if (bytes !== undefined) return restoreExact(git, path, bytes);
  const word = shellWord(toProject(git, path));
  return (present.get(path) ?? null) === null
    ? `rm -- ${word}`
    : `git --literal-pathspecs restore --source=${trash} -- ${word}`;
}
