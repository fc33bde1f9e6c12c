import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  type ListToolsResult,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { shorten } from '../shared/characters.ts';
import { Refusal } from '../shared/refusal.ts';
import { message, type Say } from '../text/text.ts';
import type { ToolContext } from '../tools/context.ts';
import type { Call, Tool } from '../tools/tool.ts';
import { checkArguments } from './arguments.ts';
import { instructions } from './instructions.ts';
import { listed } from './listing.ts';
import { nearName } from './near-name.ts';
import { progressReporter } from './progress.ts';
import { toErrorResult, toResult } from './result.ts';
import { takeTurns } from './turns.ts';

/** How long the client has to tell its folders, in milliseconds. */
const ROOTS_LIMIT = 2_000;

export interface ServerOptions {
  readonly version: string;
  readonly tools: readonly Tool[];
  /** Names of tools that are gone, each with the call that replaced it. */
  readonly removed: Readonly<Record<string, string>>;
  /** The voice until the project, and with it the configured language, is known. */
  readonly say: Say;
  /** What the tools reach; called at the first call, with the folders that the client names (null: it names none). */
  context(roots: () => Promise<readonly string[] | null>): Promise<ToolContext>;
  log(text: string): void;
}

export interface RunningServer {
  readonly server: Server;
  /** Resolves when no call is under way. */
  idle(): Promise<void>;
}

/**
 * The MCP server over a list of tools. Every call ends in one of two results: a value, or a text with `isError`; only what is
 * no MCP request at all is answered with a protocol error.
 *
 * `tools/call` does not go through `setRequestHandler`: the SDK would refuse arguments that are no object before we see
 * them, and check each result a second time.
 */
export function createServer(options: ServerOptions): RunningServer {
  const { tools, log } = options;
  const server = new Server(
    { name: 'code-intel', title: 'code-intel', version: options.version },
    {
      capabilities: { tools: {} },
      instructions: instructions(tools, options.say),
      // The SDK's default loads a schema compiler at start. What a form brings back is checked by who asked for it.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
    },
  );
  server.onerror = (error) => log(String(error));

  let list: ListToolsResult | null = null;
  server.setRequestHandler(ListToolsRequestSchema, () => {
    list ??= { tools: tools.map(listed) };
    return list;
  });

  const inTurn = takeTurns();
  const running = new Set<Promise<unknown>>();
  server.fallbackRequestHandler = async (request, extra) => {
    if (request.method !== 'tools/call')
      throw new McpError(ErrorCode.MethodNotFound, `Method not found: ${request.method}`);
    const { name, arguments: args, _meta } = request.params ?? {};
    if (typeof name !== 'string')
      throw new McpError(ErrorCode.InvalidParams, 'tools/call needs the name of a tool');

    const token = (_meta as { progressToken?: string | number } | undefined)?.progressToken;
    const progress = progressReporter((count, text) => {
      if (token === undefined) return;
      const params = { progressToken: token, progress: count, message: shorten(text, 300) };
      extra
        .sendNotification({ method: 'notifications/progress', params })
        .catch((error) => log(String(error)));
    });
    const work = answer(name, args, { signal: extra.signal, progress: progress.report });
    running.add(work);
    try {
      return await work;
    } finally {
      progress.stop();
      running.delete(work);
    }
  };

  return {
    server,
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };

  async function answer(name: string, args: unknown, call: Call): Promise<CallToolResult> {
    const tool = tools.find((each) => each.name === name);
    let say = options.say;
    try {
      if (!tool) throw unknownTool(name, options);
      const checked = checkArguments(tool, args);
      const run = async () => {
        call.signal.throwIfAborted();
        const context = await options.context(roots);
        say = context.say;
        return toResult(await tool.run(checked as never, context, call), tool, say);
      };
      // Calls that change something are taken one after the other; those that only read run side by side.
      return tool.readOnly && !tool.sessionTool ? await run() : await inTurn(run);
    } catch (thrown) {
      // The client does not wait for the answer to a call that it cancelled.
      if (call.signal.aborted && !(thrown instanceof Refusal)) return { content: [], isError: true };
      return toErrorResult(thrown, tool ?? { name }, say, log);
    }
  }

  async function roots(): Promise<readonly string[] | null> {
    if (!server.getClientCapabilities()?.roots) return null;
    const answered = await server.listRoots(undefined, { timeout: ROOTS_LIMIT });
    return answered.roots.map(({ uri }) => uri);
  }
}

function unknownTool(sent: string, { tools, removed }: ServerOptions): Refusal {
  const name = shorten(sent, 100);
  const names = tools.map((tool) => tool.name);
  const replacement = Object.hasOwn(removed, sent) ? removed[sent] : undefined;
  if (replacement !== undefined)
    return new Refusal('unknown_tool', message('server.removed_tool', { name, replacement }));
  const near = nearName(sent, names);
  const values = { name, tools: names.join(', ') };
  return new Refusal(
    'unknown_tool',
    near === null
      ? message('server.unknown_tool', values)
      : message('server.unknown_tool_near', { ...values, nearest: near }),
  );
}
