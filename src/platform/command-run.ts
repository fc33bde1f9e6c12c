import * as childProcess from 'node:child_process';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import type { CommandResult } from '../session/session.ts';
import { type Message, message, type Say } from '../text/text.ts';
import { treeKiller } from './child-tree.ts';
import { lastCharacters, outputTail } from './output-tail.ts';
import { type Job, type Report, supervisorScript } from './verify-supervisor.ts';

/** How much of a failed command's output is kept (session-flow.md, Evidence). */
const tailCharacters = 8_000;
/** Between SIGTERM and SIGKILL: the server has to be gone, children included, 200 ms after its input closed. */
const graceMs = 100;
/** How long a supervisor may take to end a tree before the server does it itself. */
const supervisorPatienceMs = 4_000;
/** How long the end of the output is waited for once the command is over: a daemon may hold the pipe open. */
const drainMs = 500;
/** Names the run in the environment of all that it starts; a run inside a run carries both. */
const markVariable = 'CODE_INTEL_VERIFY_RUN';

export interface RunningCommand {
  /** Settles when the command and its children are gone. Never rejects. */
  readonly done: Promise<CommandResult>;
  /** Ends the command with all its children. */
  end(why: 'timeout' | 'cancelled'): void;
  /** The last line of output so far. */
  lastLine(): string;
}

export interface CommandOptions {
  readonly command: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The limit that a time-out ran into, in seconds, to be told. */
  readonly limitSeconds: number;
  readonly say: Say;
}

/**
 * Starts one shell command line under a supervisor: standard input closed, `CI=1`, a process group of its own, output
 * hashed and its end kept. The supervisor ends it with all its children when the server dies, however it dies.
 */
export function startCommand({ command, cwd, env, limitSeconds, say }: CommandOptions): RunningCommand {
  const began = performance.now();
  const tail = outputTail();
  const mark = randomUUID();
  let root: number | null = null;
  let verdict: Report | null = null;
  let why: 'timeout' | 'cancelled' | null = null;

  function result(): CommandResult {
    const exit = verdict?.kind === 'exited' ? verdict : null;
    const ended =
      why === 'timeout'
        ? 'timeout'
        : verdict?.kind === 'not_started'
          ? 'not_started'
          : exit !== null && exit.code !== null
            ? 'exit'
            : 'signal';
    const exitCode = ended === 'exit' ? (exit?.code ?? null) : null;
    const note = remark(ended, exitCode);
    const passed = exitCode === 0;
    const words = note === null ? '' : `[code-intel] ${say(note)}`;
    const output = passed ? '' : tail.text(tailCharacters);
    const gap = output === '' || output.endsWith('\n') || words === '' ? '' : '\n';
    return {
      command,
      exit_code: exitCode,
      ended,
      duration_ms: Math.round(performance.now() - began),
      output_sha256: tail.sha256(),
      output_tail: lastCharacters(`${output}${gap}${words}`, tailCharacters),
    };
  }

  function remark(ended: CommandResult['ended'], exitCode: number | null): Message | null {
    if (ended === 'timeout') return message('verify.timed_out', { seconds: limitSeconds });
    if (ended === 'not_started') {
      const reason = verdict?.kind === 'not_started' ? verdict.reason : '';
      return fs.existsSync(cwd)
        ? message('verify.not_started', { reason })
        : message('verify.no_folder', { folder: cwd });
    }
    if (ended === 'signal') {
      const signal = verdict?.kind === 'exited' ? (verdict.signal ?? 'SIGKILL') : 'SIGKILL';
      return message('verify.killed', { signal });
    }
    if (exitCode !== null && isMissingProgram(exitCode)) {
      return message('verify.program_not_found', { code: exitCode });
    }
    return null;
  }

  const job: Job = { command, cwd, env: jobEnvironment(env, mark), mark, graceMs };
  const supervisor = childProcess.spawn(process.execPath, ['-e', supervisorScript], {
    // Beside node itself there is surely a folder; the server's own may be gone.
    cwd: dirname(process.execPath),
    env: supervisorEnvironment(env),
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const { stdin, stdout } = supervisor;
  const reports = supervisor.stdio[3];
  const spawned = stdin !== null && stdout !== null && reports != null && 'setEncoding' in reports;

  const done = new Promise<CommandResult>((resolve) => {
    let settled = false;
    const settle = () => {
      if (settled) return;
      settled = true;
      stdout?.destroy();
      stdin?.destroy();
      resolve(result());
    };
    supervisor.on('error', (error) => {
      verdict ??= { kind: 'not_started', reason: error.message };
      settle();
    });
    if (!spawned) return;
    // Written to after the supervisor has gone: nothing is lost by it.
    stdin.on('error', () => {});
    stdin.write(`${JSON.stringify(job)}\n`);
    stdout.on('data', (chunk: Buffer) => tail.add(chunk));
    stdout.on('error', () => {});
    let text = '';
    reports.setEncoding('utf8');
    reports.on('error', () => {});
    reports.on('data', (chunk: string) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const told: Report = JSON.parse(line);
        if (told.kind === 'started') root = told.pid;
        else verdict ??= told;
      }
    });
    const drained = new Promise<void>((end) => {
      stdout.on('close', () => end());
    });
    const reported = new Promise<void>((end) => {
      reports.on('close', () => end());
    });
    supervisor.on('exit', async () => {
      await Promise.race([reported, sleep(drainMs)]);
      // Killed from outside, without a word: then what it watched over is ended here.
      // It may have died before it could tell the process id: the mark finds the command all the same.
      if (verdict === null) await treeKiller({ fs, childProcess }).endTree({ root, mark }, graceMs);
      await Promise.race([drained, sleep(drainMs)]);
      settle();
    });
  });

  return {
    done,
    lastLine: () => tail.lastLine(),
    end(reason) {
      if (why !== null) return;
      why = reason;
      stdin?.end();
      const late = setTimeout(() => supervisor.kill('SIGKILL'), supervisorPatienceMs);
      void done.then(() => clearTimeout(late));
    },
  };
}

/** Exit codes by which a shell says that it could not find or run a program. */
export function isMissingProgram(exitCode: number): boolean {
  return exitCode === 127 || exitCode === 126 || (process.platform === 'win32' && exitCode === 9009);
}

function jobEnvironment(env: NodeJS.ProcessEnv, mark: string): Record<string, string> {
  const outer = env[markVariable];
  const all = { ...env, CI: '1', [markVariable]: outer === undefined ? mark : `${outer}:${mark}` };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** NODE_OPTIONS are for the user's programs (they reach the command); in the supervisor they could only do harm. */
function supervisorEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ...rest } = env;
  return rest;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
