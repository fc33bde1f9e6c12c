import type { Effect, Outcome } from '../../session/effects.ts';
import { Refusal } from '../../shared/refusal.ts';
import { shellWord } from '../../shared/shell-word.ts';
import { message } from '../../text/text.ts';
import { branchNamed, isContained, listBranches } from './branches.ts';
import { readHead } from './head.ts';
import { freeOfLocks } from './locks.ts';
import { MergeStopped, mergeCommitOf, mergeIntoBase, settleMerge } from './merge-branch.ts';
import { type Git, toProject } from './place.ts';
import { checkBranchNames, checkObjectIds } from './ref-names.ts';
import { stagedIn } from './staged-entries.ts';
import { readStatus } from './status.ts';
import { switchTo } from './switch-branch.ts';
import { deleteBranch, restoreBranch } from './trash.ts';

type MergeEffect = Extract<Effect, { kind: 'merge' }>;
type Merged = Extract<Outcome, { kind: 'merge' }>;

/** Merges the task branch into its base, then deletes it (session-flow.md, MERGE). Refuses (`merge_conflict`) with all as before. */
export async function mergeTask(git: Git, effect: MergeEffect, signal?: AbortSignal): Promise<Merged> {
  check(effect);
  const [head, branches] = await Promise.all([readHead(git), listBranches(git)]);
  const task = branchNamed(branches, effect.task_branch);
  if (head.branch !== effect.task_branch || task?.tip !== effect.tip) {
    const actual =
      head.branch === effect.task_branch ? (task?.tip ?? 'HEAD') : (head.branch ?? head.oid ?? 'HEAD');
    const expected = head.branch === effect.task_branch ? effect.tip : effect.task_branch;
    throw new Refusal('git_state', message('git.head_elsewhere', { expected, actual }), { expected, actual });
  }
  try {
    const { commit, baseTip } = await mergeIntoBase(
      git,
      {
        session_id: effect.session_id,
        branch: effect.task_branch,
        tip: effect.tip,
        base: effect.base_branch,
        message: effect.message,
      },
      signal,
    );
    const restore = await deleteBranch(git, effect.session_id, effect.task_branch, effect.tip);
    return { kind: 'merge', merged: commit !== null, commit, base_tip: baseTip, restore };
  } catch (error) {
    if (!(error instanceof MergeStopped)) throw error;
    const { kind, files, output } = error;
    const staged = kind === 'conflict' ? await stagedFiles(git) : [];
    const values = { base: effect.base_branch, files: files.join(', ') };
    const words = {
      conflict: () =>
        staged.length === 0
          ? message('git.merge_conflict', values)
          : message('git.merge_conflict_staged', {
              ...values,
              staged: staged.slice(0, 20).join(', '),
              unstage: `git restore --staged -- ${staged.slice(0, 20).map(shellWord).join(' ')}`,
            }),
      local_changes: () =>
        message('git.merge_local_changes', { base: effect.base_branch, files: files.join(', ') }),
      hook: () => message('git.merge_hook', { output: output.trim() }),
      other: () => message('git.merge_failed', { base: effect.base_branch, output: output.trim() }),
    };
    throw new Refusal('merge_conflict', words[kind](), {
      kind,
      files,
      output,
      ...(staged.length > 0 && { staged }),
    });
  }
}

/** What the user has staged: with any of it, git does not begin the merge by which a conflict is resolved. */
async function stagedFiles(git: Git): Promise<string[]> {
  const { entries } = stagedIn(await readStatus(git));
  return entries.map(([path]) => toProject(git, path)).sort();
}

/** The base contains the tip: what is left is done. Else half a merge is undone. */
export async function recoverMerge(git: Git, effect: MergeEffect): Promise<Merged | null> {
  check(effect);
  await freeOfLocks(git);
  await settleMerge(git);
  const branches = await listBranches(git);
  const base = branchNamed(branches, effect.base_branch);
  const task = branchNamed(branches, effect.task_branch);
  if (base === undefined || !(await isContained(git, effect.tip, base.tip))) return null;
  const commit = await mergeCommitOf(git, effect.tip, base.tip);
  const outcome: Merged = {
    kind: 'merge',
    merged: commit !== null,
    commit,
    base_tip: base.tip,
    restore: restoreBranch(effect.task_branch, effect.tip),
  };
  if (task === undefined) return outcome;
  // Someone went on working on it: it is not ours to delete.
  if (task.tip !== effect.tip || task.elsewhere !== null) return null;
  if (task.current && (await switchTo(git, effect.base_branch)) !== null) return null;
  await deleteBranch(git, effect.session_id, effect.task_branch, effect.tip);
  return outcome;
}

function check(effect: MergeEffect): void {
  checkBranchNames(effect.task_branch, effect.base_branch);
  checkObjectIds(effect.tip);
}
