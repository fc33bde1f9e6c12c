import { type NodeParts, type TreeKiller, treeKiller } from './child-tree.ts';

/** One command as the supervisor is told of it, one line of JSON on its standard input. */
export interface Job {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly mark: string;
  /** How long what is to end is given after SIGTERM. */
  readonly graceMs: number;
}

/** What the supervisor says, one line of JSON each, on file descriptor 3. */
export type Report =
  | { readonly kind: 'started'; readonly pid: number }
  | { readonly kind: 'not_started'; readonly reason: string }
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null };

interface SupervisorParts extends NodeParts {
  readonly fs: typeof import('node:fs');
  readonly childProcess: typeof import('node:child_process');
}

/**
 * Body of the supervisor, a small process between the server and a command: it holds the command's only tie to the
 * server, its own standard input. When that closes — the server ends the run, or is gone, were it by SIGKILL — the
 * supervisor ends the command with all its children. The command writes straight into the server's pipe. Self-contained: only its
 * source text is used.
 */
function supervise(
  { fs, childProcess }: SupervisorParts,
  makeKiller: (parts: NodeParts) => TreeKiller,
): void {
  const killer = makeKiller({ fs, childProcess });
  let job: Job | null = null;
  let root: number | undefined;
  let ending = false;

  function report(message: Report): void {
    try {
      fs.writeSync(3, `${JSON.stringify(message)}\n`);
    } catch {
      // The server is gone; so will this process be.
    }
  }

  async function end(): Promise<void> {
    if (ending) return;
    ending = true;
    if (job !== null && root !== undefined) await killer.endTree({ root, mark: job.mark }, job.graceMs);
    process.exit(0);
  }

  function start(line: string): void {
    const given: Job = JSON.parse(line);
    job = given;
    try {
      const child = childProcess.spawn(given.command, {
        cwd: given.cwd,
        env: given.env,
        shell: true,
        stdio: ['ignore', 1, 1],
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      root = child.pid;
      if (root !== undefined) report({ kind: 'started', pid: root });
      child.on('error', (error) => {
        report({ kind: 'not_started', reason: error.message });
        process.exit(0);
      });
      child.on('exit', async (code, signal) => {
        if (ending) return;
        if (root !== undefined) await killer.endRest({ root, mark: given.mark }, given.graceMs);
        report({ kind: 'exited', code, signal });
        process.exit(0);
      });
    } catch (error) {
      report({ kind: 'not_started', reason: error instanceof Error ? error.message : String(error) });
      process.exit(0);
    }
  }

  let text = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    text += String(chunk);
    const newline = text.indexOf('\n');
    if (job === null && newline >= 0) start(text.slice(0, newline));
  });
  process.stdin.on('end', end);
  process.stdin.on('close', end);
  process.stdin.on('error', end);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

/**
 * The program of the supervisor, for `node -e`: works alike from the sources, from a bundle, and wherever the package is
 * installed, since it needs no file of its own.
 */
export const supervisorScript = `(${supervise.toString()})(
  { fs: require('node:fs'), childProcess: require('node:child_process') },
  (${treeKiller.toString()}),
);`;
