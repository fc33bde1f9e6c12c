import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Tool } from '../tools/tool.ts';

/** Characters of a result that the client still shows whole for the session tools (claude-code.md, Facts). */
const SESSION_RESULT_CHARACTERS = 300_000;

/** A tool as `tools/list` describes it. */
export function listed(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool.input),
    annotations: {
      title: tool.title,
      readOnlyHint: tool.readOnly,
      destructiveHint: tool.destructive ?? false,
      idempotentHint: tool.readOnly,
      openWorldHint: false,
    },
    _meta: {
      ...(tool.sessionTool && {
        'anthropic/alwaysLoad': true,
        'anthropic/maxResultSizeChars': SESSION_RESULT_CHARACTERS,
      }),
      'anthropic/searchHint': tool.searchHint,
    },
  };
}

/**
 * The arguments' schema: one object with all its properties in sight and nothing beside them. A union, `oneOf` or `allOf`
 * at the top would make the model's API refuse every request.
 */
function inputSchema(input: z.ZodObject): ListedTool['inputSchema'] {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  const { properties = {}, required, ...rest } = trimmed(schema) as Record<string, unknown>;
  return {
    ...rest,
    type: 'object',
    properties: properties as Record<string, object>,
    ...(Array.isArray(required) && required.length > 0 && { required: required as string[] }),
    additionalProperties: false,
  };
}

/** Without the bounds of safe integers, and without what an object allows anyway. */
function trimmed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(trimmed);
  if (typeof part !== 'object' || part === null) return part;
  const kept = Object.entries(part).filter(
    ([key, value]) =>
      !((key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) &&
      !(key === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}'),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, trimmed(value)]));
}
