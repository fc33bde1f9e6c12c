import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { cap, MOST_BYTES } from '../shared/cap.ts';
import { shorten } from '../shared/characters.ts';
import { Refusal } from '../shared/refusal.ts';
import { message, type Say } from '../text/text.ts';
import type { Tool } from '../tools/tool.ts';

/** Sizes of session-flow.md (One exit) and of what the client shows whole (claude-code.md, Facts), in characters. */
const SESSION_ANSWER = 20_000;
const REFUSAL = 10_000;
const REFUSAL_INSTRUCTION = 1_500;

type Answering = Pick<Tool, 'name' | 'sessionTool'>;

/** A tool's value as a text-only result: JSON within 262,144 bytes, of the session tools within 20,000 characters. */
export function toResult(value: Record<string, unknown>, tool: Answering, say: Say): CallToolResult {
  // 20,000 characters are at most 60,000 bytes: one cap suffices.
  const text = tool.sessionTool
    ? cap(value, { max: SESSION_ANSWER, measure: 'characters', say })
    : cap(value, { max: MOST_BYTES, measure: 'bytes', say });
  return { content: [{ type: 'text', text }] };
}

/**
 * What was thrown, as a result with `isError`. A refusal speaks to the caller: `{ error, message, …details }`, at most
 * 10,000 characters. Anything else is a fault of ours: its stack goes to `log`, the caller reads `internal_error`.
 */
export function toErrorResult(
  thrown: unknown,
  tool: Answering,
  say: Say,
  log: (text: string) => void,
): CallToolResult {
  const text = cap(errorValue(thrown, tool, say, log), { max: REFUSAL, measure: 'characters', say });
  return { content: [{ type: 'text', text }], isError: true };
}

function errorValue(
  thrown: unknown,
  tool: Answering,
  say: Say,
  log: (text: string) => void,
): Record<string, unknown> {
  if (thrown instanceof Refusal) {
    const { instruction } = thrown.details;
    return {
      error: thrown.code,
      message: say(thrown.reason),
      ...thrown.details,
      ...(typeof instruction === 'string' && { instruction: shorten(instruction, REFUSAL_INSTRUCTION) }),
    };
  }
  log(`${tool.name}: ${thrown instanceof Error ? (thrown.stack ?? String(thrown)) : String(thrown)}`);
  const cause = shorten(String(thrown), 200);
  return {
    error: 'internal_error',
    message: say(message('server.internal_error', { tool: tool.name, cause })),
  };
}
