import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { endMarked, GitFailure, type GitResult, runGit, subcommand } from './run-git.ts';

/** How long git may take, in milliseconds. */
export interface Limits {
  /** A command without hooks. */
  readonly plumbing: number;
  /** A command that runs the user's hooks (linters, tests) or signs. */
  readonly hooks: number;
  /** A snapshot's tree; over it, it is given up. */
  readonly snapshot: number;
  /** A lock that another git process holds and is about to let go. */
  readonly lock: number;
}

interface Options {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Exit codes that are answers, beside 0. `any` takes all. */
  readonly also?: readonly number[] | 'any';
}

/** Where the repository lies, and git run there. Paths of git are relative to `top`. */
export interface Git {
  readonly top: string;
  /** Where the project lies in it: empty, or `packages/web/`. */
  readonly prefix: string;
  /** The working tree's own git folder (that of the worktree, in a linked one). */
  readonly gitDir: string;
  readonly commonDir: string;
  readonly limits: Limits;
  readonly now: () => Date;
  /** Commands that run no hooks: literal paths, no optional locks. Throws `GitFailure` for an exit code not in `also`. */
  plumb(args: readonly string[], options?: Options): Promise<GitResult>;
  /** Commands that run hooks: nothing of ours in the environment that hooks would stumble over. Never throws for an exit code. */
  porcelain(args: readonly string[], options?: Options): Promise<GitResult>;
}

/**
 * In the environment of what may run hooks: names the working tree. After a crash of the server, what it had started and
 * what goes on without it is found by this.
 */
const workMark = 'CODE_INTEL_WORK';

/**
 * Ends git commands with hooks, and the hooks, that a server which is gone had started in this working tree: they would
 * finish what a recovery is about to judge. To be called only while no server performs here.
 */
export async function endOrphans(git: Pick<Git, 'gitDir'>): Promise<void> {
  await endMarked(`${workMark}=${join(git.gitDir, 'code-intel')}`);
}

export interface Opening {
  readonly root: string;
  readonly limits: Limits;
  readonly now: () => Date;
  /** Ends all that runs when the server goes. */
  readonly lifetime?: AbortSignal | undefined;
}

/** Finds the repository around the project; null where there is none; `unusable` with git's words where it will not work here. */
export async function findRepository(opening: Opening): Promise<Git | { unusable: string } | null> {
  const { root, limits, now, lifetime } = opening;
  const run = (cwd: string, args: readonly string[], options: Options, limitMs: number) =>
    runGit({
      cwd,
      args,
      limitMs,
      signal: joined(options.signal, lifetime),
      ...(options.input === undefined ? {} : { input: options.input }),
      ...(options.env === undefined ? {} : { env: options.env }),
    });
  if (!existsSync(root)) return { unusable: `${root}: no such folder` };
  const where = ['rev-parse', '--show-toplevel', '--show-prefix', '--absolute-git-dir', '--git-common-dir'];
  const found = await run(root, where, {}, limits.plumbing);
  if (found.code !== 0) {
    const words =
      found.code === -2 ? 'git could not be started: is it installed, and on the PATH?' : found.output;
    return found.code !== -2 && !gitFolderAbove(root) ? null : { unusable: words.trim() };
  }
  const [top = '', prefix = '', gitDir = '', commonDir = ''] = found.text.split('\n');
  return {
    top,
    prefix,
    gitDir,
    commonDir: commonDir.startsWith('/') || /^[a-z]:/i.test(commonDir) ? commonDir : join(root, commonDir),
    limits,
    now,
    async plumb(args, options = {}) {
      const env = { GIT_LITERAL_PATHSPECS: '1', GIT_OPTIONAL_LOCKS: '0', ...options.env };
      const result = await run(top, args, { ...options, env }, limits.plumbing);
      const { also = [] } = options;
      if (result.code !== 0 && also !== 'any' && !also.includes(result.code)) {
        throw new GitFailure(subcommand(args), result.code, result.output);
      }
      return result;
    },
    porcelain: (args, options = {}) => {
      const env = { ...options.env, [workMark]: join(gitDir, 'code-intel') };
      return run(top, args, { ...options, env }, limits.hooks);
    },
  };
}

/** The repository, for what cannot do without; refuses with `git_required` or `git_state`. */
export async function openRepository(opening: Opening): Promise<Git> {
  const found = await findRepository(opening);
  if (found === null) throw new Refusal('git_required', message('git.no_repository', { root: opening.root }));
  if ('unusable' in found) {
    throw new Refusal('git_state', message('git.unusable', { output: found.unusable }), {
      output: found.unusable,
    });
  }
  return found;
}

/** A path as git has it (relative to the top) → relative to the project. */
export const toProject = ({ prefix }: Pick<Git, 'prefix'>, path: string): string =>
  prefix === '' ? path : path.startsWith(prefix) ? path.slice(prefix.length) : posix.relative(prefix, path);

/** A project-relative path → as git has it; null for what lies outside the repository, or is no file's name. */
export function toTop({ prefix }: Pick<Git, 'prefix'>, path: string): string | null {
  if (path === '' || path.includes('\0') || path.startsWith('/')) return null;
  const joinedPath = posix.normalize(`${prefix}${path}`);
  if (joinedPath === '.' || joinedPath === '..' || joinedPath.startsWith('../') || joinedPath.endsWith('/'))
    return null;
  return joinedPath;
}

/** Whether a path (as git has it) is the server's own. */
export const isOwn = ({ prefix }: Pick<Git, 'prefix'>, path: string): boolean =>
  path === `${prefix}.code-intel` || path.startsWith(`${prefix}.code-intel/`);

/** `dubious ownership` and `no repository` have the same exit code: what tells them apart is whether one is there. */
function gitFolderAbove(root: string): boolean {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return true;
    if (
      existsSync(join(folder, 'HEAD')) &&
      existsSync(join(folder, 'objects')) &&
      existsSync(join(folder, 'refs'))
    ) {
      return true;
    }
    if (dirname(folder) === folder) return false;
  }
}

const joined = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined => {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
};
