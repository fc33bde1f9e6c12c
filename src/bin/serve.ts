import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { createServer } from '../server/server.ts';
import { lineTransport } from '../server/transport.ts';
import { speaker } from '../text/text.ts';
import type { ToolContext } from '../tools/context.ts';
import { removedTools } from '../tools/removed-tools.ts';
import type { Tool } from '../tools/tool.ts';
import { peekLanguage } from './language.ts';
import { packageInfo } from './package-root.ts';
import { namedProject, projectRoot } from './root.ts';
import { guardStdout } from './stdout-guard.ts';

/**
 * The end has 200 ms after standard input closed (quality.md). First, answers that are nearly ready may go out: whoever pipes
 * requests in closes the pipe at once. Then calls are ended, and their children with them.
 */
const GRACE = 80;
const UNWINDING = 60;

export interface ServeOptions {
  readonly tools: readonly Tool[];
  /**
   * Builds what the tools reach for one project root; called once, at the first call. `ended` is aborted when the server
   * ends: children that belong to no call die by it.
   */
  createContext(root: string, ended: AbortSignal): ToolContext | Promise<ToolContext>;
}

/**
 * Serves MCP over standard input and output until the client is gone: standard input closes, nobody reads the answers, or a
 * signal comes. Then running calls are aborted, and the process ends with status 0.
 */
export async function serve({ tools, createContext }: ServeOptions): Promise<void> {
  const { env, stdin } = process;
  const cwd = process.cwd();
  const log = (text: string) => void process.stderr.write(`[code-intel] ${text}\n`);
  const ended = new AbortController();
  const output = guardStdout(process, () => void end(0));
  const transport = lineTransport(stdin, output, log);

  let ending = false;
  let context: Promise<ToolContext> | null = null;
  const { server, idle } = createServer({
    version: packageInfo().version,
    tools,
    removed: removedTools,
    say: speaker(peekLanguage(namedProject({ env, cwd }) ?? cwd)),
    log,
    // Kept only once it stands: a refused root is looked at again with the next call.
    context: (roots) => {
      context ??= projectRoot({ env, cwd, roots })
        .then((root) => createContext(root, ended.signal))
        .catch((error: unknown) => {
          context = null;
          throw error;
        });
      return context;
    },
  });

  // A fault that no call caught must not take the client's other calls with it; all state is on disk.
  process.on('uncaughtException', (error) => log(`uncaught: ${error.stack ?? error}`));
  process.on('unhandledRejection', (reason) =>
    log(`unhandled: ${reason instanceof Error ? reason.stack : String(reason)}`),
  );
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  for (const event of ['end', 'close', 'error'] as const) stdin.on(event, () => void end(GRACE));

  await server.connect(transport);

  async function end(grace: number): Promise<void> {
    if (ending) return;
    ending = true;
    // Requests of the last piece of input start in this turn, their answers go out in the one after they are done.
    await turn();
    await Promise.race([idle().then(() => turn()), wait(grace)]);
    ended.abort();
    await server.close();
    await Promise.race([idle(), wait(UNWINDING)]);
    process.exit(0);
  }
}
