import { branchBase } from '../../session/branch-name.ts';
import type { Effect, Outcome } from '../../session/effects.ts';
import type { Repository } from '../../session/ports.ts';
import { SessionId } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { findPosition, findStale } from './branches.ts';
import { commit, recoverCommit } from './commit.ts';
import { compareTrees } from './compare.ts';
import { createTaskBranch, recoverTaskBranch } from './create-branch.ts';
import { mergeTask, recoverMerge } from './merge.ts';
import { settleMerge } from './merge-branch.ts';
import { patchOf } from './patch.ts';
import { endOrphans, findRepository, type Git, type Limits, openRepository } from './place.ts';
import { ownFolder, sweepIndexes } from './private-index.ts';
import { recoverStale, resolveStale } from './resolve-stale.ts';
import { GitFailure, GitTimeout } from './run-git.ts';
import { keepStart, takeSnapshot } from './snapshot.ts';
import { surveyProject } from './survey.ts';
import { isTracked } from './tracked.ts';
import { sweepRefs } from './trash.ts';

const limits: Limits = { plumbing: 120_000, hooks: 30 * 60_000, snapshot: 5_000, lock: 3_000 };

/**
 * git for one project. `root` is the project folder (absolute; it may lie in a repository). `lifetime`, when aborted, ends
 * every git process with its hooks. `limits` are milliseconds.
 *
 * The user's environment, hooks, signing and settings hold; what would wait for a person is closed. Unexpected failures
 * of git are refused as `git_state` with git's own words.
 */
export function gitRepository(options: {
  root: string;
  now: () => Date;
  lifetime?: AbortSignal;
  limits?: Partial<Limits>;
}): Repository {
  const opening = {
    root: options.root,
    now: options.now,
    lifetime: options.lifetime,
    limits: { ...limits, ...options.limits },
  };
  const withGit = async <T>(work: (git: Git) => Promise<T>): Promise<T> => {
    let git: Git | null = null;
    try {
      git = await openRepository(opening);
      return await work(git);
    } catch (error) {
      const failed = git === null ? null : ownFileFailure(git, error);
      if (failed !== null) throw failed;
      if (!(error instanceof GitFailure)) throw error;
      const { command, output } = error;
      const words =
        error instanceof GitTimeout
          ? message('git.too_slow', { command, output: output.trim() })
          : message('git.command_failed', { command, output: output.trim() });
      throw new Refusal('git_state', words, { command, output }, { cause: error });
    }
  };

  return {
    survey: () => surveyProject(opening),
    tracks: (path) => isTracked(opening, path),
    staleBranches: (input) => withGit((git) => findStale(git, input)),
    position: (input) => withGit((git) => findPosition(git, input)),
    async snapshot({ keep_as, signal } = {}) {
      const git = await findRepository(opening);
      if (git === null)
        return {
          tree: null,
          head: null,
          at: options.now().toISOString(),
          large: {},
          dirty: [],
          given_up: false,
        };
      return withGit((there) => takeSnapshot(there, { keepAs: keep_as, signal }));
    },
    compare: (from, to, { renames = false } = {}) => withGit((git) => compareTrees(git, from, to, renames)),
    patch: (from, to, change, maxLines) => withGit((git) => patchOf(git, from, to, change, maxLines)),
    perform: (effect, signal) => withGit((git) => performEffect(git, effect, signal)),
    recover: (effect) => withGit((git) => recoverEffect(git, effect)),
    async keep(sessionId, start) {
      if (!SessionId.safeParse(sessionId).success) return;
      await withGit((git) => keepStart(git, sessionId, start)).catch(() => undefined);
    },
    async forget(sessionId) {
      if (!SessionId.safeParse(sessionId).success) return;
      await withGit((git) => sweepRefs(git, sessionId)).catch(() => undefined);
    },
  };
}

/** The system's no (a full disk, no rights) to our own files in the git folder, as a refusal; null where it is none. */
function ownFileFailure(git: Git, error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null;
  // A write to a file that is open names no path.
  const path = 'path' in error && typeof error.path === 'string' ? error.path : ownFolder(git);
  if (!path.startsWith(git.gitDir)) return null;
  const code = String(error.code);
  return new Refusal(
    'git_state',
    message('git.own_file_failed', { path, code }),
    { path, code },
    { cause: error },
  );
}

/**
 * The branch of an effect that is none of a session's, or whose name has another base. An effect may come from a checkpoint
 * that was changed by hand: nobody else's branch is switched to, committed on, merged or
 * deleted for it.
 */
function foreignBranch(effect: Effect): string | null {
  switch (effect.kind) {
    case 'create_task_branch':
      return branchBase(effect.branch) === effect.base ? null : effect.branch;
    case 'resolve_stale':
      return (
        effect.branches.find(({ branch, base }) => base === null || branchBase(branch) !== base)?.branch ??
        null
      );
    case 'merge':
      return branchBase(effect.task_branch) === effect.base_branch ? null : effect.task_branch;
    case 'commit':
      return branchBase(effect.branch) === null ? effect.branch : null;
  }
}

const notATaskBranch = (branch: string): Refusal =>
  new Refusal('git_state', message('git.not_a_task_branch', { branch }), { branch });

/** A merge that a server left half done here is settled first, whoever's it was: anything else would spoil its way back. */
async function performEffect(git: Git, effect: Effect, signal: AbortSignal | undefined): Promise<Outcome> {
  const foreign = foreignBranch(effect);
  if (foreign !== null) throw notATaskBranch(foreign);
  await settleMerge(git);
  switch (effect.kind) {
    case 'create_task_branch':
      return createTaskBranch(git, effect, signal);
    case 'resolve_stale':
      return resolveStale(git, effect, signal);
    case 'commit':
      return commit(git, effect, signal);
    case 'merge':
      return mergeTask(git, effect, signal);
  }
}

async function recoverEffect(git: Git, effect: Effect): Promise<Outcome | null> {
  if (foreignBranch(effect) !== null) return null;
  await endOrphans(git);
  await sweepIndexes(git, { commits: true });
  switch (effect.kind) {
    case 'create_task_branch':
      await settleMerge(git);
      return recoverTaskBranch(git, effect);
    case 'resolve_stale':
      return recoverStale(git, effect);
    case 'commit':
      await settleMerge(git);
      return recoverCommit(git, effect);
    case 'merge':
      return recoverMerge(git, effect);
  }
}
