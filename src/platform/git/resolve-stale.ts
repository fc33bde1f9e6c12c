import type { Effect, Outcome } from '../../session/effects.ts';
import type { StaleBranch } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { branchNamed, isContained, listBranches, usableBase } from './branches.ts';
import { readHead } from './head.ts';
import { freeOfLocks } from './locks.ts';
import { MergeStopped, mergeCommitOf, mergeIntoBase, settleMerge } from './merge-branch.ts';
import type { Git } from './place.ts';
import { checkBranchNames, checkObjectIds } from './ref-names.ts';
import { filesInTheWay, switchTo } from './switch-branch.ts';
import { deleteBranch, findInTrash, restoreBranch } from './trash.ts';

type ResolveStale = Extract<Effect, { kind: 'resolve_stale' }>;
type Resolved = Extract<Outcome, { kind: 'resolve_stale' }>;
type Done = Resolved['done'][number];
type Stop = NonNullable<Resolved['stopped']>;

/**
 * Deletes the branches (tips to trash), or merges each into its own base and deletes it. What cannot be at all is refused
 * before anything is touched; a merge that cannot be stops there, what is done stays done.
 */
export async function resolveStale(git: Git, effect: ResolveStale, signal?: AbortSignal): Promise<Resolved> {
  check(effect);
  await freeOfLocks(git, signal);
  return goOn(git, effect, [], signal);
}

/** Branches that are gone were done; the rest is completed. Nothing done: half a merge is undone, null. */
export async function recoverStale(git: Git, effect: ResolveStale): Promise<Resolved | null> {
  check(effect);
  await freeOfLocks(git);
  const settled = await settleMerge(git);
  const merged = settled?.merged && effect.branches.some(({ branch }) => branch === settled.branch);
  const branches = await listBranches(git);
  const done: Done[] = [];
  for (const stale of effect.branches) {
    const trash = await findInTrash(git, effect.session_id, `branch/${stale.branch}`);
    if (branchNamed(branches, stale.branch) !== undefined || !trash.some(({ oid }) => oid === stale.tip))
      continue;
    done.push(await told(git, effect, stale));
  }
  if (done.length === 0 && !merged && !(await isMergedByUs(git, effect))) {
    await backToStale(git, effect);
    return null;
  }
  const left = effect.branches.filter(({ branch }) => !done.some((one) => one.branch === branch));
  return goOn(git, { ...effect, branches: left }, done);
}

/** Whether a branch has its merge commit and was not deleted yet. */
async function isMergedByUs(git: Git, effect: ResolveStale): Promise<boolean> {
  if (effect.action !== 'merge') return false;
  const branches = await listBranches(git);
  for (const { base, tip, branch } of effect.branches) {
    const baseTip = base === null ? undefined : branchNamed(branches, base)?.tip;
    const there = branchNamed(branches, branch) !== undefined;
    if (there && baseTip !== undefined && (await mergeCommitOf(git, tip, baseTip)) !== null) return true;
  }
  return false;
}

/** Where HEAD had left a branch for its base, and nothing was deleted yet, it goes back. */
async function backToStale(git: Git, effect: ResolveStale): Promise<void> {
  const left = effect.branches.find(({ checked_out }) => checked_out);
  if (left === undefined || effect.action !== 'delete') return;
  if ((await readHead(git)).branch === left.base) await switchTo(git, left.branch);
}

async function goOn(
  git: Git,
  effect: ResolveStale,
  before: readonly Done[],
  signal?: AbortSignal,
): Promise<Resolved> {
  const done = [...before];
  const answer = async (stopped?: Stop): Promise<Resolved> => ({
    kind: 'resolve_stale',
    done,
    branch: (await readHead(git)).branch,
    ...(stopped === undefined ? {} : { stopped }),
  });
  if (effect.action === 'delete') await leaveStale(git, effect, signal);
  for (const stale of effect.branches) {
    const found = branchNamed(await listBranches(git), stale.branch);
    if (found === undefined) continue;
    const now = { ...stale, tip: found.tip };
    if (effect.action === 'merge') {
      const stopped = await mergeOne(git, effect, now, done.length === 0, signal);
      if (stopped !== null) return answer(stopped);
    }
    const outcome = await told(git, effect, now);
    await deleteBranch(git, effect.session_id, now.branch, now.tip);
    done.push(outcome);
  }
  return answer();
}

/** HEAD leaves a branch that is about to be deleted, for the base in its name. */
async function leaveStale(git: Git, effect: ResolveStale, signal: AbortSignal | undefined): Promise<void> {
  const branches = await listBranches(git);
  const taken = effect.branches
    .map(({ branch }) => branchNamed(branches, branch))
    .find((branch) => branch !== undefined && branch.elsewhere !== null);
  if (taken !== undefined) {
    const worktree = taken.elsewhere ?? '';
    throw new Refusal('git_state', message('git.branch_elsewhere', { branch: taken.name, worktree }), {
      branch: taken.name,
      worktree,
    });
  }
  const current = effect.branches.find(({ branch }) => branchNamed(branches, branch)?.current);
  if (current !== undefined) await leaveBranch(git, current.branch, current.base, signal);
}

/** Checks the base out; refuses (`git_state`) where it is missing, or local changes are in the way (named). */
async function leaveBranch(
  git: Git,
  branch: string,
  base: string | null,
  signal?: AbortSignal,
): Promise<void> {
  const branches = await listBranches(git);
  const from = branchNamed(branches, branch);
  const to = usableBase(branches, base ?? '');
  const refused = await switchTo(git, to.name, signal);
  if (refused === null) return;
  const files = await filesInTheWay(git, from?.tip ?? to.tip, to.tip);
  throw new Refusal(
    'git_state',
    message('git.cannot_leave', {
      branch,
      base: to.name,
      files: files.join(', ') || '—',
      output: refused.trim(),
    }),
    { branch, base: to.name, files, output: refused },
  );
}

/** Merges one; answers with why not. */
async function mergeOne(
  git: Git,
  effect: ResolveStale,
  { branch, base, tip }: StaleBranch,
  first: boolean,
  signal: AbortSignal | undefined,
): Promise<Stop | null> {
  try {
    await mergeIntoBase(
      git,
      {
        session_id: effect.session_id,
        branch,
        tip,
        base: base ?? '',
        message: effect.message.trim() === '' ? `Merge ${branch}` : `Merge ${branch}\n\n${effect.message}`,
      },
      signal,
    );
  } catch (error) {
    if (error instanceof MergeStopped) {
      return { branch, kind: error.kind, files: error.files, output: error.output };
    }
    // Refused before anything was touched: a refusal of the whole while nothing is done, else the end of what can be.
    if (!(error instanceof Refusal) || first) throw error;
    return { branch, kind: 'other', files: [], output: await gitsWords(git, base, error) };
  }
  return null;
}

/** What git itself says of a base that is missing, or in use elsewhere; else what the refusal is about. */
async function gitsWords(git: Git, base: string | null, { reason }: Refusal): Promise<string> {
  if (base !== null && ['git.base_missing', 'git.base_elsewhere'].includes(reason.key)) {
    return (await git.porcelain(['switch', '-q', '--no-guess', base])).output;
  }
  return Object.values(reason.values).join(', ');
}

async function told(git: Git, effect: ResolveStale, { branch, base, tip }: StaleBranch): Promise<Done> {
  const restore = restoreBranch(branch, tip);
  const baseTip = base === null ? undefined : branchNamed(await listBranches(git), base)?.tip;
  const merged = effect.action === 'merge' && baseTip !== undefined && (await isContained(git, tip, baseTip));
  return merged && base !== null
    ? { branch, action: 'merged', tip, restore, into: base }
    : { branch, action: 'deleted', tip, restore };
}

function check(effect: ResolveStale): void {
  for (const { branch, base, tip } of effect.branches) {
    checkBranchNames(branch, base);
    checkObjectIds(tip);
  }
}
