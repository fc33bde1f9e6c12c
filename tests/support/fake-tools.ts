import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { Refusal } from '../../src/shared/refusal.ts';
import { message, speaker } from '../../src/text/text.ts';
import type { ToolContext } from '../../src/tools/context.ts';
import { defineTool, type Tool } from '../../src/tools/tool.ts';

const about = {
  title: 'A tool',
  description: 'A tool of the tests.',
  searchHint: 'test tests',
  readOnly: true,
};

/** Small real tools that show what a server does around any tool. */
export const fakeTools: readonly Tool[] = [
  defineTool({
    ...about,
    name: 'start_session',
    readOnly: false,
    sessionTool: true,
    input: z.object({ instruction: z.string().default('do').describe('What is answered.') }),
    run: async ({ instruction }) => ({ phase: 'Q1', instruction, bulk: Array(9_000).fill('bulk') }),
  }),
  defineTool({
    ...about,
    name: 'submit_phase',
    readOnly: false,
    sessionTool: true,
    input: z.object({ data: z.record(z.string(), z.unknown()).describe('The payload.') }),
    normalise: (args) => ('data' in args ? { ...args } : { data: { ...args } }),
    run: async ({ data }) => ({ data }),
  }),
  defineTool({
    ...about,
    name: 'search_text',
    input: z.object({
      pattern: z
        .union([z.string(), z.array(z.string()).min(1).max(5)])
        .describe('Text, or up to five of them.'),
      path: z.string().optional().describe('Folder.'),
      file_types: z.array(z.string()).optional().describe('Types.'),
      regex: z.boolean().default(true).describe('Pattern is a regular expression.'),
      output: z.enum(['matches', 'files', 'count']).default('matches').describe('What to list.'),
      max_results: z.int().min(1).max(1000).default(100).describe('Most results.'),
    }),
    run: async (args) => args,
  }),
  defineTool({
    ...about,
    name: 'update_context',
    readOnly: false,
    input: z.object({
      document_summaries: z
        .array(z.object({ path: z.string(), summary: z.string(), tags: z.array(z.string()).optional() }))
        .optional()
        .describe('Summaries.'),
    }),
    run: async (args) => args,
  }),
  defineTool({
    ...about,
    name: 'list_numbers',
    input: z.object({
      count: z.int().describe('How many.'),
      text: z.string().default('x').describe('Each.'),
    }),
    run: async ({ count, text }) => ({
      matches: Array.from({ length: count }, (_, index) => ({ line: index + 1, text })),
      total_matches: count,
    }),
  }),
  defineTool({
    ...about,
    name: 'fail',
    input: z.object({
      how: z.enum(['refusal', 'fault', 'text']).describe('In which way.'),
      size: z.int().default(0),
    }),
    run: async ({ how, size }) => {
      if (how === 'refusal')
        throw new Refusal('no_session', message('server.rules'), {
          instruction: '指'.repeat(size),
          expected_payload: { tasks: 'list' },
          output: 'x'.repeat(size),
        });
      if (how === 'fault') throw new TypeError(`a fault ${'!'.repeat(size)}`);
      throw 'thrown text';
    },
  }),
  defineTool({
    ...about,
    name: 'wait',
    input: z.object({
      ms: z.int().describe('Milliseconds.'),
      beats: z.int().default(0).describe('Progress messages.'),
    }),
    run: async ({ ms, beats }, _, call) => {
      for (let beat = 1; beat <= beats; beat++) call.progress(`beat ${beat}`);
      await wait(ms, undefined, { signal: call.signal });
      return { waited: ms };
    },
  }),
  defineTool({
    ...about,
    name: 'write_slowly',
    readOnly: false,
    input: z.object({ ms: z.int().describe('Milliseconds.'), name: z.string().describe('Who.') }),
    run: async ({ ms, name }, context, call) => {
      const began = context.now().getTime();
      await wait(ms, undefined, { signal: call.signal });
      return { name, began, ended: context.now().getTime() };
    },
  }),
  defineTool({
    ...about,
    name: 'child',
    input: z.object({ seconds: z.string().describe('How long, as `sleep` takes it.') }),
    run: async ({ seconds }, _, call) => {
      const child = spawn('sleep', [seconds], {
        stdio: 'ignore',
        signal: call.signal,
        killSignal: 'SIGKILL',
      });
      call.progress(`pid ${child.pid}`);
      await new Promise((resolve, reject) => child.on('exit', resolve).on('error', reject));
      return { ended: true };
    },
  }),
  defineTool({
    ...about,
    name: 'chatter',
    input: z.object({}),
    run: async () => {
      console.log('console.log speaks');
      console.info('console.info speaks');
      process.stdout.write('process.stdout.write speaks\n');
      process.emitWarning('a warning speaks');
      return { quiet: false };
    },
  }),
  defineTool({
    ...about,
    name: 'where',
    input: z.object({}),
    run: async (_, context) => ({ root: context.files.root }),
  }),
];

/** As much of a context as the tools above reach. */
export function fakeContext(root: string): ToolContext {
  const context = { files: { root }, say: speaker('en'), language: 'en', now: () => new Date() };
  return context as unknown as ToolContext;
}
