import { expect, test } from 'vitest';
import { z } from 'zod';
import { instructions } from '../../src/server/instructions.ts';
import { listed } from '../../src/server/listing.ts';
import { languages, message, speaker } from '../../src/text/text.ts';
import { defineTool } from '../../src/tools/tool.ts';
import { fakeTools } from '../support/fake-tools.ts';

test('every schema is one open-faced object: no union at its top, every property in sight, nothing beside them', () => {
  for (const tool of fakeTools) {
    const { inputSchema } = listed(tool);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(Object.keys(tool.input.shape));
    for (const key of ['$schema', 'oneOf', 'anyOf', 'allOf']) expect(inputSchema).not.toHaveProperty(key);
  }
});

test('a tool is described to the letter', () => {
  const tool = defineTool({
    name: 'search_files',
    title: 'Search files',
    description: 'Finds files.',
    searchHint: 'file files',
    readOnly: true,
    input: z.object({
      pattern: z.string().describe('Name.'),
      data: z.record(z.string(), z.unknown()).describe('Free.'),
      count: z.int().default(5).describe('How many.'),
    }),
    run: async () => ({}),
  });
  expect(listed(tool)).toEqual({
    name: 'search_files',
    title: 'Search files',
    description: 'Finds files.',
    inputSchema: {
      type: 'object',
      properties: {
        pattern: { type: 'string', description: 'Name.' },
        data: { type: 'object', additionalProperties: {}, description: 'Free.' },
        count: { type: 'integer', default: 5, description: 'How many.' },
      },
      required: ['pattern', 'data'],
      additionalProperties: false,
    },
    annotations: {
      title: 'Search files',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    _meta: { 'anthropic/searchHint': 'file files' },
  });
});

test('the session tools are loaded from the start and may answer at length', () => {
  const session = fakeTools.filter(({ sessionTool }) => sessionTool).map((tool) => listed(tool)._meta);
  expect(session.length).toBeGreaterThan(0);
  for (const meta of session)
    expect(meta).toMatchObject({ 'anthropic/alwaysLoad': true, 'anthropic/maxResultSizeChars': 300_000 });
});

test.each(languages)(
  'the instructions (%s) hold the rules word for word, and name what is listed',
  (language) => {
    const say = speaker(language);
    const text = instructions(fakeTools, say);
    for (const rule of ['submit', 'no_edit', 'in_doubt', 'resume_alone', 'subagents'] as const)
      expect(text).toContain(say(message(`server.rule_${rule}`)));
    expect(text).toContain('select:search_text,');
    expect(text).not.toContain('find_references');
    expect(instructions([], say)).toBe('');
  },
);

test.each(languages)(
  'with 21 tools of the longest names the instructions (%s) are within 2,000 characters',
  (language) => {
    const names = [
      'start_session',
      'submit_phase',
      'get_session_status',
      'search_text',
      'search_files',
      'find_definitions',
      'find_references',
      'analyze_structure',
      'get_symbols',
      'get_function_at_line',
      'query',
      'fetch_chunk_detail',
      'semantic_search',
      'check_write_target',
      'add_explored_files',
      'revert_to_exploration',
      'review_changes',
      'analyze_impact',
      'cleanup_stale_branches',
      'sync_index',
      'update_context',
    ];
    const [any] = fakeTools;
    if (!any) throw new Error('no tool');
    const tools = names.map((name, index) => ({ ...any, name, sessionTool: index < 3 }));
    expect(instructions(tools, speaker(language)).length).toBeLessThanOrEqual(2_000);
  },
);
