import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import diagnostics from 'node:diagnostics_channel';
import { readdirSync, readFileSync } from 'node:fs';
import { type SimpleGitOptions, simpleGit } from 'simple-git';
import { treeKiller } from '../child-tree.ts';
import { outputTail } from '../output-tail.ts';
import { gitEnvironment } from './environment.ts';

/** What a git process left. */
export interface GitResult {
  /** Exit code; -1 where it was ended by a signal, -2 where it could not be started. */
  readonly code: number;
  readonly stdout: Buffer;
  /** Standard output as UTF-8. */
  readonly text: string;
  /** The last 8,000 characters of both streams, as they came. */
  readonly output: string;
}

export interface GitCall {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly limitMs: number;
}

/** A git process that failed where it should not have; its own words are in `output`. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure';
  constructor(
    readonly command: string,
    readonly code: number,
    readonly output: string,
  ) {
    super(`git ${command} ended with ${code}: ${output.trim()}`);
  }
}

/** The process took longer than it may and was ended with all its children. */
export class GitTimeout extends GitFailure {}

/**
 * The guards of simple-git look at the environment too, and would refuse to run with what users may have set
 * (GIT_SSH_COMMAND, GIT_CONFIG_COUNT with any key, PREFIX). What they guard against in arguments is kept out here by
 * construction: no argument comes from outside without being a checked ref name, an object id, or a path after `--`.
 */
const unsafe: NonNullable<SimpleGitOptions['unsafe']> = {
  allowUnsafeAlias: true,
  allowUnsafeAskPass: true,
  allowUnsafeCommandBinaries: true,
  allowUnsafeConfigEnvCount: true,
  allowUnsafeConfigPaths: true,
  allowUnsafeCredentialHelper: true,
  allowUnsafeDiffExternal: true,
  allowUnsafeDiffTextConv: true,
  allowUnsafeEditor: true,
  allowUnsafeExec: true,
  allowUnsafeFilter: true,
  allowUnsafeFsMonitor: true,
  allowUnsafeGitProxy: true,
  allowUnsafeGpgProgram: true,
  allowUnsafeHooksPath: true,
  allowUnsafeInclude: true,
  allowUnsafeMergeDriver: true,
  allowUnsafePager: true,
  allowUnsafeProtocolOverride: true,
  allowUnsafeSshCommand: true,
  allowUnsafeSubmodule: true,
  allowUnsafeTemplateDir: true,
  allowUnsafeUrlRewrite: true,
  // Else it sets GIT_TEST_DISALLOW_ABBREVIATED_OPTIONS, which the user's hooks would inherit and break on.
  allowAbbreviatedOptions: true,
};

const { endTree } = treeKiller({ fs: { readdirSync, readFileSync }, childProcess: { execFileSync } });

/**
 * Runs git through simple-git and tells how it ended; throws only where it could not be waited for: `signal` (its
 * reason), or `GitTimeout` after `limitMs`. Both end git and everything it started, hooks and their children included.
 */
export async function runGit({ cwd, args, input, env = {}, signal, limitMs }: GitCall): Promise<GitResult> {
  signal?.throwIfAborted();
  const mark = randomUUID();
  const environment = gitEnvironment(process.env, { ...env, CODE_INTEL_GIT_CALL: mark });
  const stdout: Buffer[] = [];
  const tail = outputTail();
  let code = -1;

  // simple-git neither hands out the process nor ends more than git itself: find it among those that node starts.
  const started = new Set<{ pid?: number; stdout?: unknown }>();
  const onStart = (message: unknown) => {
    if (isChild(message)) started.add(message.process);
  };
  let pid: number | undefined;
  diagnostics.subscribe('child_process', onStart);

  const git = simpleGit({
    baseDir: cwd,
    unsafe,
    allowEnvironment: Object.keys(environment),
    // 'exit' alone may come before the last output; 'close' alone never comes where a hook left a child in the background.
    completion: { onClose: true, onExit: 2_000 },
    // Without content simple-git leaves standard input open, and whoever reads it waits.
    input: () => (input === undefined || input.length === 0 ? Buffer.alloc(0) : input),
    // An exit code is an answer here, not an error.
    errors: (_error, result) => {
      code = result.exitCode ?? -1;
      return undefined;
    },
  })
    .env(environment)
    .outputHandler((_command, out, err) => {
      diagnostics.unsubscribe('child_process', onStart);
      pid = [...started].find((child) => child.stdout === out)?.pid;
      started.clear();
      out.on('data', (chunk: Buffer) => {
        stdout.push(chunk);
        tail.add(chunk);
      });
      err.on('data', (chunk: Buffer) => tail.add(chunk));
      // A silent command costs 50 ms more in simple-git; an empty chunk makes it a talking one.
      queueMicrotask(() => out.emit('data', Buffer.alloc(0)));
    });

  let stopped: 'signal' | 'limit' | null = null;
  let ended: Promise<void> = Promise.resolve();
  const stop = (why: 'signal' | 'limit') => {
    stopped ??= why;
    ended = endTree({ root: pid ?? -1, mark }, 1_000);
  };
  const onAbort = () => stop('signal');
  const timer = setTimeout(() => stop('limit'), limitMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    await git.raw([...args]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    diagnostics.unsubscribe('child_process', onStart);
    await ended;
  }
  const output = tail.text(8_000);
  if (stopped !== null) {
    if (stopped === 'signal') signal?.throwIfAborted();
    throw new GitTimeout(subcommand(args), code, output);
  }
  const whole = Buffer.concat(stdout);
  return { code, stdout: whole, text: whole.toString('utf8'), output };
}

/** Ends all processes that have this text in their environment (Linux; elsewhere the environment cannot be read). */
export const endMarked = (mark: string): Promise<void> => endTree({ root: -1, mark }, 1_000);

/** The subcommand among the arguments, for messages. */
export function subcommand(args: readonly string[]): string {
  let at = 0;
  while (args[at]?.startsWith('-')) at += args[at] === '-c' ? 2 : 1;
  return args[at] ?? '';
}

function isChild(message: unknown): message is { process: { pid?: number; stdout?: unknown } } {
  return typeof message === 'object' && message !== null && 'process' in message;
}
