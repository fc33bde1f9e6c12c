import { describe, expect, test } from 'vitest';
import { instructions } from '../../src/server/instructions.ts';
import { listed } from '../../src/server/listing.ts';
import { speaker } from '../../src/text/text.ts';
import { tools } from '../../src/tools/index.ts';

/** The 21, in the order of the specification (tools.md); the ones that are listed keep it. */
const specified =
  'start_session submit_phase get_session_status search_text search_files find_definitions find_references analyze_structure get_symbols get_function_at_line query fetch_chunk_detail semantic_search check_write_target add_explored_files revert_to_exploration review_changes analyze_impact cleanup_stale_branches sync_index update_context'.split(
    ' ',
  );
const sessionTools = ['start_session', 'submit_phase', 'get_session_status'];

/** Of the specification, and not in this version. */
const unfinished = new Set(['fetch_chunk_detail', 'semantic_search', 'sync_index', 'update_context']);

test('the tools that are listed are those that work, in the order of the specification', () => {
  expect(tools.map(({ name }) => name)).toEqual(specified.filter((name) => !unfinished.has(name)));
});

test('the whole list stays within 24 KB', () => {
  expect(Buffer.byteLength(JSON.stringify({ tools: tools.map(listed) }))).toBeLessThanOrEqual(24 * 1024);
});

test.each(['en', 'ja'] as const)(
  'the instructions (%s) are at most 2,000 characters and name only listed tools',
  (language) => {
    const text = instructions(tools, speaker(language));
    expect(text.length).toBeLessThanOrEqual(2_000);
    const names = tools.map(({ name }) => name);
    for (const name of specified)
      if (!names.includes(name)) expect(text).not.toMatch(new RegExp(`\\b${name}\\b`));
  },
);

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const definition = listed(tool);
  const properties = Object.entries(definition.inputSchema.properties ?? {}) as [
    string,
    { description?: string },
  ][];

  test('is defined as in its golden file', async () => {
    await expect(`${JSON.stringify(definition, null, 2)}\n`).toMatchFileSnapshot(
      `../golden/tools/${name}.json`,
    );
  });

  test('has a title, a description of at most 2,000 characters, and describes every parameter', () => {
    expect(tool.title).not.toBe('');
    expect(tool.description.length).toBeLessThanOrEqual(2_000);
    for (const [key, { description }] of properties)
      expect([key, description]).toEqual([key, expect.stringMatching(/\S/)]);
  });

  test('publishes one object schema without a union at the top', () => {
    expect(definition.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    for (const key of ['oneOf', 'anyOf', 'allOf']) expect(definition.inputSchema).not.toHaveProperty(key);
    expect(properties.map(([key]) => key)).toEqual(Object.keys(tool.input.shape));
  });

  test('is marked as what it is', () => {
    expect(definition.annotations).toMatchObject({ readOnlyHint: tool.readOnly });
    const always = sessionTools.includes(name);
    expect(definition._meta?.['anthropic/alwaysLoad'] ?? false).toBe(always);
    expect(definition._meta?.['anthropic/maxResultSizeChars'] ?? null).toBe(always ? 300_000 : null);
    expect(String(definition._meta?.['anthropic/searchHint'])).toMatch(/^[a-z_ ]+$/);
  });
});
