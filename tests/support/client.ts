import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createServer, type ServerOptions } from '../../src/server/server.ts';
import { speaker } from '../../src/text/text.ts';
import { removedTools } from '../../src/tools/removed-tools.ts';
import { fakeContext, fakeTools } from './fake-tools.ts';

/** A client and the server it talks to, in one process. `logged` holds what the server wrote to its log. */
export async function connected(
  options: Partial<ServerOptions> & { roots?: string[] } = {},
): Promise<{ client: Client; logged: string[]; idle(): Promise<void> }> {
  const logged: string[] = [];
  const { server, idle } = createServer({
    version: '0.0.0',
    tools: fakeTools,
    removed: removedTools,
    say: speaker('en'),
    context: async () => fakeContext('/project'),
    log: (text) => logged.push(text),
    ...options,
  });
  const { roots } = options;
  const client = new Client({ name: 'test', version: '0' }, { capabilities: roots ? { roots: {} } : {} });
  if (roots)
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.map((uri) => ({ uri })) }));
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  await client.connect(near);
  return { client, logged, idle };
}

/** The text of a result, which is all there is in it. */
function textOf(result: unknown): string {
  const { content, ...rest } = result as { content: { type: string; text: string }[]; isError?: boolean };
  const [block] = content;
  if (content.length !== 1 || block?.type !== 'text' || Object.keys(rest).some((key) => key !== 'isError'))
    throw new Error(`not a text-only result: ${JSON.stringify(result).slice(0, 500)}`);
  return block.text;
}

/** A call's answer, parsed, with `isError` beside. */
export async function call(
  client: Client,
  name: string,
  args?: Record<string, unknown>,
): Promise<{ isError: boolean; text: string; answer: Record<string, unknown> }> {
  const result = await client.callTool({ name, ...(args && { arguments: args }) });
  const text = textOf(result);
  return { isError: result.isError === true, text, answer: JSON.parse(text) };
}
