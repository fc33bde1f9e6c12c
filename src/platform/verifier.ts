import type { Verifier } from '../session/ports.ts';
import type { CommandResult } from '../session/session.ts';
import { shorten } from '../shared/characters.ts';
import { message, type Say } from '../text/text.ts';
import { isMissingProgram, type RunningCommand, startCommand } from './command-run.ts';

export interface VerifierOptions {
  /** Folder that the commands run in: the project root. */
  readonly root: string;
  readonly say: Say;
  /** Environment of the commands, to which `CI=1` is added. */
  readonly env: NodeJS.ProcessEnv;
  /** How often a waiting call is told how far the run is; 5 seconds (session-flow.md, Evidence). */
  readonly progressEveryMs?: number;
}

type Results = readonly CommandResult[];

/** One run of all commands: under way, or finished and kept to be handed out again. */
interface Run {
  readonly key: string;
  /** The results, or null where the run was ended from outside. */
  readonly done: Promise<Results | null>;
  /** Set once finished. */
  results(): Results | null;
  elapsedMs(): number;
  /** What runs now, and its last line of output. */
  now(): { command: string; line: string };
  end(): Promise<void>;
}

/**
 * Runs the verify commands (session-flow.md, Evidence that the server produced itself). There is one run at a time; its
 * result is kept until another takes its place. Where the outcome says nothing about the files — a program was not found,
 * a time-out, killed from outside — it is handed out once and the next call runs the commands anew.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  let current: Run | null = null;

  /** Waits for what comes first: the result, the end of the wait, or the caller's cancel. */
  async function wait(
    run: Run,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<Results | null | 'running' | 'cancelled'> {
    let timer: NodeJS.Timeout | undefined;
    let cancelled: () => void = () => {};
    try {
      return await Promise.race([
        run.done,
        new Promise<'cancelled'>((resolve) => {
          cancelled = () => resolve('cancelled');
          signal.addEventListener('abort', cancelled, { once: true });
        }),
        new Promise<'running'>((resolve) => {
          timer = setTimeout(() => resolve('running'), waitMs);
        }),
      ]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancelled);
    }
  }

  function drop(run: Run): void {
    if (current === run) current = null;
  }

  return {
    async run({ key, commands, timeoutMs, waitMs, signal, progress }) {
      signal.throwIfAborted();
      if (current?.key !== key) current = startRun(options, { key, commands, timeoutMs, after: current });
      const run = current;
      const tell = setInterval(() => {
        const { command, line } = run.now();
        const seconds = Math.round(run.elapsedMs() / 1000);
        const values = { command: shorten(command, 200), seconds };
        progress(
          options.say(
            line === ''
              ? message('verify.progress_silent', values)
              : message('verify.progress', { ...values, line }),
          ),
        );
      }, options.progressEveryMs ?? 5_000);
      try {
        const outcome = await wait(run, waitMs, signal);
        if (outcome === 'running') return { status: 'running', elapsed_ms: Math.round(run.elapsedMs()) };
        if (outcome === 'cancelled') {
          drop(run);
          await run.end();
          throw signal.reason;
        }
        if (outcome === null) throw new DOMException('the verify run was ended', 'AbortError');
        if (!saysSomethingOfTheFiles(outcome)) drop(run);
        return { status: 'finished', results: outcome };
      } catch (error) {
        drop(run);
        throw error;
      } finally {
        clearInterval(tell);
      }
    },

    async cancel() {
      const run = current;
      if (run === null || run.results() !== null) return;
      drop(run);
      await run.end();
    },

    has: (key) => current?.key === key,
  };
}

function saysSomethingOfTheFiles(results: Results): boolean {
  return results.every(
    ({ ended, exit_code: code }) => ended === 'exit' && code !== null && !isMissingProgram(code),
  );
}

function startRun(
  { root, env, say }: VerifierOptions,
  {
    key,
    commands,
    timeoutMs,
    after,
  }: { key: string; commands: readonly string[]; timeoutMs: number; after: Run | null },
): Run {
  const began = performance.now();
  const limitSeconds = Math.round(timeoutMs / 100) / 10;
  let ended = false;
  let finished: Results | null = null;
  let running: RunningCommand | null = null;
  let command = commands[0] ?? '';

  async function runOne(deadline: number): Promise<CommandResult> {
    const started = startCommand({ command, cwd: root, env, limitSeconds, say });
    running = started;
    // Longer than 24 days is more than a timer can hold.
    const left = Math.min(Math.max(0, deadline - performance.now()), 2 ** 31 - 1);
    const timer = setTimeout(() => started.end('timeout'), left);
    if (ended) started.end('cancelled');
    try {
      return await started.done;
    } finally {
      clearTimeout(timer);
    }
  }

  async function runAll(): Promise<Results | null> {
    await after?.end();
    const deadline = performance.now() + timeoutMs;
    const results: CommandResult[] = [];
    for (command of commands) {
      if (ended) return null;
      const result = await runOne(deadline);
      if (ended) return null;
      results.push(result);
      if (result.exit_code !== 0) break;
    }
    finished = results;
    return results;
  }

  const done = runAll();
  // Whoever waits is told; without one waiting, nothing is to bring the server down.
  done.catch(() => {});

  return {
    key,
    done,
    results: () => finished,
    elapsedMs: () => performance.now() - began,
    now: () => ({ command, line: running?.lastLine() ?? '' }),
    async end() {
      ended = true;
      running?.end('cancelled');
      await done.catch(() => null);
    },
  };
}
