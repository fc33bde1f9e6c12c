import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Effect, Outcome } from '../../session/effects.ts';
import { Refusal } from '../../shared/refusal.ts';
import { shellWord } from '../../shared/shell-word.ts';
import { message } from '../../text/text.ts';
import { isContained } from './branches.ts';
import {
  carryOutDiscard,
  type DiscardInput,
  type DiscardPlan,
  dropDiscard,
  fileAt,
  findDiscard,
  planDiscard,
} from './discard.ts';
import { readHead, refuseUnderWay } from './head.ts';
import { freeOfLocks } from './locks.ts';
import { type Git, isOwn, toProject, toTop } from './place.ts';
import { type Entry, type PrivateIndex, withPrivateIndex } from './private-index.ts';
import { checkBranchNames, checkObjectIds, isObjectId } from './ref-names.ts';
import { GitFailure, GitTimeout } from './run-git.ts';
import { absent, diffTrees, treeEntries } from './trees.ts';
import { setUserEntries } from './user-index.ts';

type CommitEffect = Extract<Effect, { kind: 'commit' }>;
type Committed = Extract<Outcome, { kind: 'commit' }>;

/** Stands in the reflog beside our commits, so that they can be told from the user's after a crash. */
const reflogAction = (sessionId: string): string => `code-intel ${sessionId}`;

/**
 * Commits `keep` through a private index, brings the user's index to the new HEAD for what was committed, then discards
 * (session-flow.md, PRE_COMMIT). Point of no return: HEAD moved; where nothing is to be committed, the first discard.
 */
export async function commit(git: Git, effect: CommitEffect, signal?: AbortSignal): Promise<Committed> {
  const { keep, discards } = checked(git, effect);
  await freeOfLocks(git, signal);
  const [head] = await Promise.all([readHead(git), refuseUnderWay(git)]);
  if (head.branch !== effect.branch || head.oid !== effect.head) {
    const actual = head.branch === effect.branch ? (head.oid ?? 'HEAD') : (head.branch ?? head.oid ?? 'HEAD');
    const expected = head.branch === effect.branch ? effect.head : effect.branch;
    throw new Refusal('git_state', message('git.head_elsewhere', { expected, actual }), { expected, actual });
  }
  await refuseFolders(git, keep);
  const plan = await planDiscard(git, discards);
  const made = await makeCommit(git, effect, keep, signal).catch(async (error: unknown) => {
    await dropDiscard(git, plan);
    throw error;
  });
  return finish(git, { effect, keep, discards, plan, made });
}

/** Whether our commit is there; then index and discards are completed, else what was prepared is dropped. */
export async function recoverCommit(git: Git, effect: CommitEffect): Promise<Committed | null> {
  const { keep, discards } = checked(git, effect);
  await freeOfLocks(git);
  const made = await findOurs(git, effect, keep);
  const plan = await findDiscard(git, discards);
  if (made !== null)
    return finish(git, { effect, keep, discards, plan: plan ?? (await planDiscard(git, discards)), made });
  // With nothing to commit, discarding is all there is: once begun it is completed.
  if (plan !== null && (await nothingToCommit(git, effect, keep))) {
    return finish(git, { effect, keep, discards, plan, made: null });
  }
  await dropDiscard(git, plan);
  return null;
}

/** The effect's paths as git has them; refuses what names no single file of the repository, or is the server's own. */
function checked(git: Git, effect: CommitEffect): { keep: string[]; discards: DiscardInput } {
  checkBranchNames(effect.branch);
  checkObjectIds(effect.head, effect.start?.tree ?? null, effect.start?.head ?? null);
  const paths = (names: readonly string[]) =>
    [...new Set(names)].map((name) => {
      const path = toTop(git, name);
      if (
        path === null ||
        isOwn(git, path) ||
        path.split('/').some((part) => part.toLowerCase() === '.git')
      ) {
        throw new Refusal('unknown_files', message('git.not_a_file', { path: JSON.stringify(name) }), {
          files: [name],
        });
      }
      return path;
    });
  return { keep: paths(effect.keep), discards: { ...effect, discard: paths(effect.discard) } };
}

/** `.` or `*` or a folder is no file: taken by git they would mean everything. */
async function refuseFolders(git: Git, keep: readonly string[]): Promise<void> {
  const missing = (
    await Promise.all(keep.map(async (path) => ((await fileAt(git, path)) === null ? [path] : [])))
  ).flat();
  const known = await treeEntries(git, 'HEAD', missing);
  const unknown: string[] = [];
  for (const path of missing) {
    if (known.has(path)) continue;
    const folder = await lstat(join(git.top, path, '.git')).catch(() => null);
    // A submodule or a repository inside this one is a folder that git records as one entry.
    if (folder === null) unknown.push(toProject(git, path));
  }
  if (unknown.length > 0) {
    throw new Refusal('unknown_files', message('git.not_a_file', { path: unknown.join(', ') }), {
      files: unknown,
    });
  }
}

/** HEAD's tree with the kept paths as they are on the disk. */
async function stage(git: Git, index: PrivateIndex, head: string, keep: readonly string[]): Promise<string> {
  await index.reset(head);
  const gone = new Map<string, null>();
  const there: string[] = [];
  for (const path of keep) {
    const found = (await fileAt(git, path)) ?? (await lstat(join(git.top, path, '.git')).catch(() => null));
    if (found === null) gone.set(path, null);
    else there.push(path);
  }
  await index.set(gone);
  await index.add(there);
  return index.writeTree();
}

const treeOfCommit = async (git: Git, oid: string): Promise<string> =>
  (await git.plumb(['rev-parse', '--verify', `${oid}^{tree}`])).text.trim();

async function nothingToCommit(git: Git, effect: CommitEffect, keep: readonly string[]): Promise<boolean> {
  if (keep.length === 0) return true;
  return withPrivateIndex(git, `commit-${effect.session_id}`, 'copy', async (index) => {
    return (await stage(git, index, effect.head, keep)) === (await treeOfCommit(git, effect.head));
  });
}

/** Makes the commit; null where the kept files are what HEAD has. Refuses (`commit_failed`) with git's own words. */
async function makeCommit(
  git: Git,
  effect: CommitEffect,
  keep: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string | null> {
  if (keep.length === 0) return null;
  return withPrivateIndex(git, `commit-${effect.session_id}`, 'copy', async (index) => {
    const staged = await stage(git, index, effect.head, keep).catch((error: unknown) => {
      // What git will not take in (core.safecrlf, an unreadable file) is a refusal of the commit.
      throw error instanceof GitFailure ? commitFailed(error.output) : error;
    });
    if (staged === (await treeOfCommit(git, effect.head))) return null;
    const env = { ...index.env, GIT_REFLOG_ACTION: reflogAction(effect.session_id) };
    const result = await git
      .porcelain(
        [
          '-c',
          'i18n.commitEncoding=UTF-8',
          'commit',
          '-q',
          '--cleanup=verbatim',
          '--no-verbose',
          '--no-edit',
          '-F',
          '-',
        ],
        { env, signal, input: effect.message.endsWith('\n') ? effect.message : `${effect.message}\n` },
      )
      .catch((error: unknown) => error);
    // git can fail after HEAD has moved (a full disk, ended in a post-commit hook): what counts is where HEAD is.
    const { branch, oid } = await readHead(git);
    const stayed = branch === effect.branch && oid === effect.head;
    if (!stayed) {
      const ours = await findOurs(git, effect, keep);
      if (ours !== null && (await isContained(git, ours, `refs/heads/${effect.branch}`))) {
        return branch === effect.branch ? oid : ours;
      }
    }
    if (result instanceof Error && !(result instanceof GitTimeout)) throw result;
    const { output } = result as { output: string };
    // A hook that moves HEAD and says no has made no commit of ours.
    throw stayed ? commitFailed(output) : hookMovedHead(effect, branch ?? oid ?? 'HEAD', output);
  });
}

const commitFailed = (output: string): Refusal =>
  new Refusal('commit_failed', message('git.commit_failed', { output: output.trim() }), { output });

const hookMovedHead = ({ branch: expected }: CommitEffect, actual: string, output: string): Refusal =>
  new Refusal(
    'commit_failed',
    message('git.commit_hook_moved', { expected, actual, output: output.trim() }),
    {
      output,
      expected,
      actual,
    },
  );

/** The part that is safe to repeat: the user's index for what was committed, then the discards. */
async function finish(
  git: Git,
  {
    effect,
    keep,
    discards,
    plan,
    made,
  }: {
    effect: CommitEffect;
    keep: readonly string[];
    discards: DiscardInput;
    plan: DiscardPlan | null;
    made: string | null;
  },
): Promise<Committed> {
  const { oid } = await readHead(git);
  if (made === oid || made === null) await settleIndex(git, effect.head, made ?? effect.head, keep);
  const discarded = plan === null ? [] : await carryOutDiscard(git, discards, plan);
  const added = made === null ? [] : await addedByHooks(git, effect.head, made, keep);
  return {
    kind: 'commit',
    commit: made,
    discarded,
    ...(added.length > 0 && { added: { files: added, undo: takeOut(effect.head, added) } }),
  };
}

/** What a hook put into the commit (`git add -A`, files that it wrote): nobody reviewed it, and it may be the user's. */
async function addedByHooks(
  git: Git,
  before: string,
  after: string,
  keep: readonly string[],
): Promise<string[]> {
  const changed = await diffTrees(git, before, after);
  return changed.flatMap(({ path }) => (keep.includes(path) ? [] : [toProject(git, path)])).sort();
}

/** A commit that takes files out again and leaves them on the disk as they are; without hooks, which would add them anew. */
function takeOut(before: string, files: readonly string[]): string {
  const paths = files.map(shellWord).join(' ');
  return `git --literal-pathspecs restore --source=${before} --staged -- ${paths} && git commit --no-verify -m ${shellWord('Take out what a hook added')}`;
}

/** A hook may have changed what was committed: the index follows the commit, not the files. */
async function settleIndex(git: Git, before: string, after: string, keep: readonly string[]): Promise<void> {
  const changed = await diffTrees(git, before, after);
  const entries = new Map<string, Entry | null>(
    changed.map((change) => [change.path, change.after.mode === absent ? null : change.after]),
  );
  const rest = keep.filter((path) => !entries.has(path));
  const known = await treeEntries(git, after, rest);
  for (const path of rest) entries.set(path, known.get(path) ?? null);
  await setUserEntries(git, entries);
}

/**
 * The commit that this effect made: the reflog names it. Where there is no reflog, the branch's next commit after the
 * recorded HEAD, if it says what ours would say or touches nothing but what ours would touch.
 */
async function findOurs(git: Git, effect: CommitEffect, keep: readonly string[]): Promise<string | null> {
  const ref = `refs/heads/${effect.branch}`;
  const reflog = await git.plumb(['log', '-g', '-z', '-n', '200', '--format=%H%x00%P%x00%gs', ref, '--'], {
    also: [128],
  });
  const fields = reflog.code === 0 ? reflog.text.split('\0') : [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [id = '', parents = '', subject = ''] = fields.slice(at, at + 3);
    if (parents.split(' ')[0] === effect.head && subject.startsWith(`${reflogAction(effect.session_id)}: `))
      return id;
  }
  if (fields.some(isObjectId)) return null;
  const { text, code } = await git.plumb(
    ['log', '-z', '--first-parent', '--reverse', '--format=%H%x00%P%x00%B', ref, `^${effect.head}`, '--'],
    { also: [128] },
  );
  const [id = '', parents = '', body = ''] = text.split('\0');
  if (code !== 0 || parents.split(' ')[0] !== effect.head) return null;
  if (body.trim() === effect.message.trim()) return id;
  const touched = await diffTrees(git, effect.head, id);
  return touched.every(({ path }) => keep.includes(path)) ? id : null;
}
