import { branchSession } from '../../session/branch-name.ts';
import type { Effect, Outcome } from '../../session/effects.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { branchNamed, listBranches } from './branches.ts';
import { readHead, refuseUnderWay } from './head.ts';
import { freeOfLocks } from './locks.ts';
import type { Git } from './place.ts';
import { checkBranchNames, checkObjectIds } from './ref-names.ts';
import { deleteBranch } from './trash.ts';

type CreateTaskBranch = Extract<Effect, { kind: 'create_task_branch' }>;
type Created = Extract<Outcome, { kind: 'create_task_branch' }>;

/** Makes the task branch at HEAD and switches to it; index and files stay as they are. Point of no return: HEAD is on it. */
export async function createTaskBranch(
  git: Git,
  effect: CreateTaskBranch,
  signal?: AbortSignal,
): Promise<Created> {
  checkBranchNames(effect.branch, effect.base);
  checkObjectIds(effect.head);
  await freeOfLocks(git, signal);
  const done = await recoverTaskBranch(git, effect);
  if (done !== null) return done;
  const [head, branches] = await Promise.all([readHead(git), listBranches(git), refuseUnderWay(git)]);
  if (head.branch !== effect.base || head.oid !== effect.head) {
    throw new Refusal(
      'git_state',
      message('git.head_elsewhere', { expected: effect.base, actual: head.branch ?? head.oid ?? 'HEAD' }),
      { expected: effect.base, actual: head.branch },
    );
  }
  const clash = branches.find(
    ({ name }) =>
      name === effect.branch || name.startsWith(`${effect.branch}/`) || effect.branch.startsWith(`${name}/`),
  );
  if (clash !== undefined) {
    throw new Refusal(
      'git_state',
      message('git.branch_in_the_way', { branch: effect.branch, clash: clash.name }),
      {
        branch: effect.branch,
        clash: clash.name,
      },
    );
  }
  const { output } = await git.porcelain(['switch', '-q', '--no-track', '-c', effect.branch], { signal });
  // A post-checkout hook's exit code becomes git's: what counts is where HEAD is.
  const after = await readHead(git);
  if (after.branch === effect.branch) return { kind: 'create_task_branch', tip: after.oid ?? effect.head };
  throw new Refusal(
    'git_state',
    message('git.branch_not_made', { branch: effect.branch, output: output.trim() }),
    {
      branch: effect.branch,
      output,
    },
  );
}

/** Done where the branch exists and HEAD is on it; a branch that was made but not switched to is removed again. */
export async function recoverTaskBranch(git: Git, effect: CreateTaskBranch): Promise<Created | null> {
  checkBranchNames(effect.branch, effect.base);
  const [head, branches] = await Promise.all([readHead(git), listBranches(git)]);
  const branch = branchNamed(branches, effect.branch);
  if (branch === undefined) return null;
  if (head.branch === effect.branch) return { kind: 'create_task_branch', tip: branch.tip };
  const session = branchSession(effect.branch);
  if (session !== null && branch.tip === effect.head && branch.elsewhere === null) {
    await deleteBranch(git, session, effect.branch, branch.tip);
  }
  return null;
}
