import { spawn } from 'node:child_process';

/** How a program that was read while it ran came to its end. */
export interface Ended {
  /** null where it was ended by a signal. */
  readonly code: number | null;
  /** Its standard error, the first 64 KB. */
  readonly stderr: string;
  /** We ended it: it was told enough, it was cancelled, or its time was over. */
  readonly stopped: 'enough' | 'timeout' | null;
}

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Gets the output as it comes; answers false when it has enough, then the program is killed at once. */
  onOutput(chunk: Buffer): boolean;
}

const MOST_STDERR = 65_536;

/**
 * Runs a program to its end, its output read as it comes: no shell, no standard input, a time limit. Killed at once when
 * the signal aborts (then the promise is rejected with the signal's reason), and with this process. Rejects with the
 * system's error where it cannot be started.
 */
export function streamProgram(program: Program): Promise<Ended> {
  const { signal } = program;
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const child = spawn(program.file, [...program.args], {
      cwd: program.cwd,
      env: program.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let stopped: Ended['stopped'] = null;
    let stderr = '';
    let failure: unknown;
    const kill = () => child.kill('SIGKILL');
    const stop = (why: 'enough' | 'timeout') => {
      stopped ??= why;
      kill();
    };
    const timer = setTimeout(() => stop('timeout'), program.timeoutMs);
    signal.addEventListener('abort', kill, { once: true });
    process.once('exit', kill);
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      process.removeListener('exit', kill);
      if (signal.aborted) reject(signal.reason);
      else finish();
    };
    child.stdout.on('data', (chunk: Buffer) => {
      if (stopped !== null || failure !== undefined || signal.aborted) return;
      try {
        if (!program.onOutput(chunk)) stop('enough');
      } catch (error) {
        failure = error;
        kill();
      }
    });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      if (stderr.length < MOST_STDERR) stderr += text;
    });
    child.on('error', (error) => settle(() => reject(error)));
    child.on('close', (code) =>
      settle(() => (failure === undefined ? resolve({ code, stderr, stopped }) : reject(failure))),
    );
  });
}

/** The same for a program whose whole output is wanted; at most `maxBytes` of it. */
export async function outputOf(
  program: Omit<Program, 'onOutput'>,
  maxBytes = 256 * 1024 * 1024,
): Promise<Ended & { stdout: Buffer }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const ended = await streamProgram({
    ...program,
    onOutput: (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      return size <= maxBytes;
    },
  });
  return { ...ended, stdout: Buffer.concat(chunks) };
}
