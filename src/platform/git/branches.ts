import { branchBase } from '../../session/branch-name.ts';
import type { Position } from '../../session/ports.ts';
import type { StaleBranch } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { readHead } from './head.ts';
import { type Git, isOwn } from './place.ts';
import { checkBranchNames, checkObjectIds, isBranchName, isObjectId } from './ref-names.ts';
import { readStatus } from './status.ts';

export interface Branch {
  readonly name: string;
  readonly tip: string;
  /** Checked out in this working tree. */
  readonly current: boolean;
  /** The folder of another worktree that has it checked out. */
  readonly elsewhere: string | null;
  readonly committedAt: string;
}

/** All local branches, in one call. */
export async function listBranches(git: Git): Promise<Branch[]> {
  const format = ['refname', 'objectname', 'HEAD', 'committerdate:iso-strict', 'worktreepath'];
  const { text } = await git.plumb([
    'for-each-ref',
    `--format=${format.map((field) => `%(${field})`).join('%00')}%00`,
    'refs/heads',
  ]);
  return text.split('\0\n').flatMap((record) => {
    const [ref = '', tip = '', head = '', committedAt = '', worktree = ''] = record.split('\0');
    if (!ref.startsWith('refs/heads/')) return [];
    const current = head === '*';
    const elsewhere = worktree !== '' && !current ? worktree : null;
    return [{ name: ref.slice('refs/heads/'.length), tip, current, elsewhere, committedAt }];
  });
}

export const branchNamed = (branches: readonly Branch[], name: string): Branch | undefined =>
  branches.find((branch) => branch.name === name);

/** Names for a message: 50 at most. */
const namesOf = (branches: readonly Branch[]): string[] => branches.slice(0, 50).map(({ name }) => name);

/** Whether a commit is contained in another. */
export async function isContained(git: Git, commit: string, container: string): Promise<boolean> {
  if (commit === container) return true;
  const { code } = await git.plumb(['merge-base', '--is-ancestor', commit, container], { also: [1, 128] });
  return code === 0;
}

/** The base in a task branch's name; null where the name is not that of a task branch, or its base none of a branch. */
function baseOf(name: string): string | null {
  const base = branchBase(name);
  return base !== null && isBranchName(base) ? base : null;
}

/** Task branches that nobody works on. */
export async function findStale(
  git: Git,
  { own, held }: { own: string | null; held: readonly string[] },
): Promise<StaleBranch[]> {
  const branches = await listBranches(git);
  const stale = branches.flatMap((branch) => {
    const base = baseOf(branch.name);
    const free = branch.elsewhere === null && branch.name !== own && !held.includes(branch.name);
    return base !== null && free ? [{ branch, base }] : [];
  });
  return Promise.all(
    stale.map(async ({ branch, base }) => {
      const baseTip = branchNamed(branches, base)?.tip;
      const [{ text }, changed] = await Promise.all([
        git.plumb([
          'rev-list',
          '--count',
          branch.tip,
          ...(baseTip === undefined ? [] : [`^${baseTip}`]),
          '--',
        ]),
        branch.current
          ? readStatus(git).then(({ entries }) => entries.filter(({ path }) => !isOwn(git, path)))
          : [],
      ]);
      return {
        branch: branch.name,
        base,
        base_exists: baseTip !== undefined,
        tip: branch.tip,
        unmerged_commits: Number(text),
        uncommitted_files: changed.length,
        checked_out: branch.current,
        last_commit_at: branch.committedAt,
        session_restorable: false,
      };
    }),
  );
}

/** Where HEAD, the task branch and the base are, and whose commits stand on the task branch. */
export async function findPosition(
  git: Git,
  input: {
    task_branch: string | null;
    base_branch: string | null;
    known_tip: string | null;
    own_commits: readonly string[];
  },
): Promise<Position> {
  const { task_branch, base_branch, known_tip, own_commits } = input;
  checkBranchNames(task_branch, base_branch);
  checkObjectIds(known_tip);
  const [branches, head] = await Promise.all([listBranches(git), readHead(git)]);
  const task = task_branch === null ? undefined : branchNamed(branches, task_branch);
  const base = base_branch === null ? undefined : branchNamed(branches, base_branch);
  const [contains, foreign] = await Promise.all([
    task !== undefined && (known_tip === null || isContained(git, known_tip, task.tip)),
    task === undefined ? [] : foreignCommits(git, task.tip, base?.tip ?? known_tip, own_commits),
  ]);
  return {
    branch: head.branch,
    head: head.oid,
    task_tip: task?.tip ?? null,
    task_contains_tip: contains,
    foreign_commits: foreign,
    base_tip: base?.tip ?? null,
    branches: namesOf(branches),
  };
}

async function foreignCommits(
  git: Git,
  tip: string,
  without: string | null,
  own: readonly string[],
): Promise<string[]> {
  if (tip === without) return [];
  const { text } = await git.plumb(
    [
      'log',
      '-z',
      '--no-color',
      '--format=%H%x00%h%x00%s',
      tip,
      ...(without === null ? [] : [`^${without}`]),
      '--',
    ],
    { also: [128] },
  );
  const fields = text.split('\0');
  const commits: string[] = [];
  for (let at = 0; at + 2 < fields.length + 1 && commits.length < 40; at += 3) {
    const [id = '', short = '', subject = ''] = fields.slice(at, at + 3);
    if (isObjectId(id) && !own.includes(id)) commits.push(`${short} ${subject}`);
  }
  return commits;
}

/** Refuses (`git_state`) where the base is missing or checked out in another worktree; answers with its tip. */
export function usableBase(branches: readonly Branch[], base: string): Branch {
  const found = branchNamed(branches, base);
  if (found === undefined) {
    const names = namesOf(branches);
    throw new Refusal('git_state', message('git.base_missing', { base, branches: names.join(', ') || '—' }), {
      base,
      branches: names,
    });
  }
  if (found.elsewhere !== null) {
    throw new Refusal('git_state', message('git.base_elsewhere', { base, worktree: found.elsewhere }), {
      base,
      worktree: found.elsewhere,
    });
  }
  return found;
}
