import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MergeProblem } from '../../session/effects.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { type Branch, isContained, listBranches, usableBase } from './branches.ts';
import { fileAt, treeOnDisk, writeFiles } from './discard.ts';
import { readHead, refuseUnderWay } from './head.ts';
import { freeOfLocks } from './locks.ts';
import { type MergeNote, messageFile, readNote, refuseAtWork, removeNote, writeNote } from './merge-note.ts';
import { endOrphans, type Git, toProject } from './place.ts';
import type { Entry } from './private-index.ts';
import { isNothing, putBack, stagedIn, unstageAll } from './staged-entries.ts';
import { readStatus } from './status.ts';
import { filesInTheWay, switchTo } from './switch-branch.ts';
import { commitTree, keepInTrash } from './trash.ts';
import { diffTrees, sameEntry, treeEntries } from './trees.ts';

export interface MergeInput {
  readonly session_id: string;
  readonly branch: string;
  readonly tip: string;
  readonly base: string;
  readonly message: string;
}

/** The merge could not be, and everything is as before. */
export class MergeStopped extends Error {
  override readonly name = 'MergeStopped';
  constructor(
    readonly kind: MergeProblem,
    readonly files: readonly string[],
    readonly output: string,
  ) {
    super(`merge stopped: ${kind}`);
  }
}

/**
 * Merges a branch into its base with a merge commit. HEAD is where it was afterwards; where that was the branch itself, on
 * the base. The branch stays. The user's staged entries are set aside and put back; changed and
 * untracked files stay as they are. Throws `MergeStopped` with everything as before. Point of no return: the base moved.
 */
export async function mergeIntoBase(
  git: Git,
  input: MergeInput,
  signal?: AbortSignal,
): Promise<{ commit: string | null; baseTip: string }> {
  await freeOfLocks(git, signal);
  await refuseUnderWay(git);
  const [head, branches, status] = await Promise.all([readHead(git), listBranches(git), readStatus(git)]);
  const base = usableBase(branches, input.base);
  const unmerged = status.entries
    .filter(({ kind }) => kind === 'unmerged')
    .map(({ path }) => toProject(git, path));
  if (unmerged.length > 0) {
    throw new Refusal('git_state', message('git.unmerged_files', { files: unmerged.join(', ') }), {
      files: unmerged,
    });
  }
  const contained = await isContained(git, input.tip, base.tip);
  if (contained && head.branch !== input.branch) return { commit: null, baseTip: base.tip };

  const staged = stagedIn(status);
  const about = {
    session_id: input.session_id,
    branch: input.branch,
    tip: input.tip,
    base: input.base,
    base_tip: base.tip,
    origin: head.branch,
    origin_oid: head.oid ?? base.tip,
    staged: {
      entries: staged.entries.map(([path, entry]): [string, Entry | null] => [path, entry]),
      intended: [...staged.intended],
    },
  };
  const note = await writeNote(git, about, input.message);
  try {
    if (!isNothing(staged)) await unstageAll(git);
    await goToBase(git, note, signal);
    if (!contained) await merge(git, input, base, signal);
  } catch (error) {
    if (!(await isMoved(git, input, base))) {
      await undoMerge(git, note, false);
      throw error;
    }
  }
  await endOwnMerge(git, input.tip);
  const { oid } = await readHead(git);
  await returnToOrigin(git, note);
  await putBack(git, staged);
  await removeNote(git);
  return { commit: contained ? null : oid, baseTip: oid ?? base.tip };
}

/** HEAD goes back to where it was, unless that was the branch that is merged now. */
async function returnToOrigin(git: Git, note: MergeNote): Promise<void> {
  if (note.origin === note.branch || note.origin === note.base) return;
  const { branch } = await readHead(git);
  if (branch === note.base) await goBack(git, note);
}

/** Whether the base moved to what contains the tip: a hook may have moved HEAD or the base somewhere else. */
async function isMoved(git: Git, input: MergeInput, base: Branch): Promise<boolean> {
  const { branch, oid } = await readHead(git);
  return branch === input.base && oid !== null && oid !== base.tip && isContained(git, input.tip, oid);
}

/** Whose merge is under way. One that names nothing is ours: git was ended while it wrote the name. */
async function mergeUnderWay(git: Git, tip: string): Promise<'none' | 'own' | 'other'> {
  const text = await readFile(join(git.gitDir, 'MERGE_HEAD'), 'utf8').catch(() => null);
  if (text === null) return 'none';
  return [tip, ''].includes(text.trim()) ? 'own' : 'other';
}

/**
 * git runs post-merge before it removes the merge's state: ended in that hook, it leaves a merge that is committed already,
 * and `git merge --abort` would then throw away what the user has staged.
 */
async function endOwnMerge(git: Git, tip: string): Promise<void> {
  if ((await mergeUnderWay(git, tip)) === 'own') await git.plumb(['merge', '--quit']);
}

async function goToBase(git: Git, note: MergeNote, signal: AbortSignal | undefined): Promise<void> {
  if (note.origin === note.base) return;
  const refused = await switchTo(git, note.base, signal);
  if (refused === null) return;
  const files = await filesInTheWay(git, note.origin_oid, note.base_tip);
  throw new MergeStopped(files.length > 0 ? 'local_changes' : 'other', files, refused);
}

async function merge(
  git: Git,
  input: MergeInput,
  base: Branch,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { code, output } = await git.porcelain(
    [
      // Set by a user, these would stash their changes, or make of the merge something else than a merge.
      '-c',
      'merge.autoStash=false',
      '-c',
      'i18n.commitEncoding=UTF-8',
      'merge',
      '-q',
      '--no-ff',
      '--commit',
      '--no-squash',
      '--no-log',
      '--no-edit',
      '--cleanup=verbatim',
      '-F',
      messageFile(git),
      input.tip,
    ],
    { signal },
  );
  if (await isMoved(git, input, base)) return;
  const { entries } = await readStatus(git);
  const conflicts = entries.filter(({ kind }) => kind === 'unmerged').map(({ path }) => toProject(git, path));
  if (conflicts.length > 0) throw new MergeStopped('conflict', conflicts.sort(), output);
  if (existsSync(join(git.gitDir, 'MERGE_HEAD'))) {
    // Merged, but not committed: a hook ends git with 1; what is missing for a commit (identity, signature) with 128.
    throw new MergeStopped(code === 1 ? 'hook' : 'other', [], output);
  }
  const { text } = await git.plumb(['merge-base', base.tip, input.tip], { also: [1] });
  const files = await filesInTheWay(git, text.trim() || base.tip, input.tip);
  throw new MergeStopped(files.length > 0 ? 'local_changes' : 'other', files, output);
}

/**
 * Goes back to what the note says was before: the branch, its files, the staged entries. `later`: someone may have worked
 * here since, so what was staged anew stays.
 */
async function undoMerge(git: Git, note: MergeNote, later: boolean): Promise<void> {
  const under = await mergeUnderWay(git, note.tip);
  if (under === 'other') await refuseUnderWay(git);
  if (under === 'own') await git.porcelain(['merge', '--abort']);
  const head = await readHead(git);
  const there =
    note.origin === null ? head.branch === null && head.oid === note.origin_oid : head.branch === note.origin;
  if (!there || (!later && note.origin === note.base)) {
    const refused = there ? null : await goBack(git, note);
    if (refused !== null || (await isHalfWritten(git, note))) await forceBack(git, note);
  }
  await putBack(git, note.staged, later);
  await removeNote(git);
}

async function goBack(git: Git, note: MergeNote): Promise<string | null> {
  if (note.origin !== null) return switchTo(git, note.origin);
  const { output } = await git.porcelain([
    'switch',
    '-q',
    '--detach',
    '--no-overwrite-ignore',
    note.origin_oid,
  ]);
  return (await readHead(git)).oid === note.origin_oid ? null : output;
}

/** The paths that going to the base and merging may have written. */
async function writtenPaths(git: Git, note: MergeNote): Promise<string[]> {
  const { text } = await git.plumb(['merge-base', note.base_tip, note.tip], { also: [1] });
  const [switched, merged] = await Promise.all([
    diffTrees(git, note.origin_oid, note.base_tip),
    diffTrees(git, text.trim() || note.base_tip, note.tip),
  ]);
  return [...new Set([...switched, ...merged].map(({ path }) => path))];
}

/** Whether files of the merge were left behind, as when git was ended while it wrote them. */
async function isHalfWritten(git: Git, note: MergeNote): Promise<boolean> {
  const paths = await writtenPaths(git, note);
  const merged = await treeEntries(git, note.tip, paths);
  const before = await treeEntries(git, note.origin_oid, paths);
  const { present } = await treeOnDisk(git, paths);
  return paths.some(
    (path) =>
      !sameEntry(present.get(path), before.get(path)) && sameEntry(present.get(path), merged.get(path)),
  );
}

/**
 * git was ended while it wrote files: no command of its own leads back. What it may have written was unchanged before (else
 * it would not have begun), so it is put back to what the branch has; what is there now is kept in trash.
 */
async function forceBack(git: Git, note: MergeNote): Promise<void> {
  const paths = await writtenPaths(git, note);
  const { tree, present } = await treeOnDisk(git, paths);
  const before = await treeEntries(git, note.origin_oid, paths);
  const due = paths.filter((path) => !sameEntry(present.get(path), before.get(path)));
  const there = await Promise.all(due.map((path) => fileAt(git, path)));
  if (there.some((file) => file !== null)) {
    const kept = await commitTree(
      git,
      tree,
      note.origin_oid,
      `Files of an interrupted merge of ${note.branch}`,
    );
    await keepInTrash(git, note.session_id, 'interrupted-merge', kept);
  }
  const target = note.origin === null ? [note.origin_oid] : [`refs/heads/${note.origin}`];
  const command = note.origin === null ? ['update-ref', '--no-deref', 'HEAD'] : ['symbolic-ref', 'HEAD'];
  await git.plumb([...command, ...target]);
  await unstageAll(git);
  await writeFiles(git, new Map(due.map((path) => [path, before.get(path) ?? null])));
}

/**
 * Settles a merge that a crash interrupted: what is past its point of no return is completed, the rest undone. Whoever's
 * merge it was: its own session finds it done, or undone. null: there was none. Refuses (`git_state`) while the server that
 * began it is alive. To be called only while no server performs here.
 */
export async function settleMerge(git: Git): Promise<{ branch: string; merged: boolean } | null> {
  const note = await readNote(git);
  if (note === null) {
    await removeNote(git);
    return null;
  }
  await refuseAtWork(note);
  // git, or a hook, may have outlived the server and still be merging.
  await endOrphans(git);
  await freeOfLocks(git);
  const branches = await listBranches(git);
  const base = branches.find(({ name }) => name === note.base);
  const moved = base !== undefined && (base.current || base.tip !== note.base_tip);
  if (moved && (await isContained(git, note.tip, base.tip))) {
    await endOwnMerge(git, note.tip);
    await returnToOrigin(git, note);
    await putBack(git, note.staged, true);
    await removeNote(git);
    return { branch: note.branch, merged: true };
  }
  await undoMerge(git, note, true);
  return { branch: note.branch, merged: false };
}

/** The merge commit on the base that has this tip as its second parent; null where there is none. */
export async function mergeCommitOf(git: Git, tip: string, base: string): Promise<string | null> {
  const { text } = await git.plumb([
    'rev-list',
    '--first-parent',
    '--merges',
    '--parents',
    '-n',
    '200',
    base,
    '--',
  ]);
  const found = text.split('\n').find((line) => line.split(' ')[2] === tip);
  return found?.split(' ')[0] ?? null;
}
