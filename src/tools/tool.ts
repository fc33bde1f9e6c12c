import type { z } from 'zod';
import type { ToolContext } from './context.ts';

/** One call as a tool sees it. */
export interface Call {
  /** Aborted when the client cancels the request or the connection ends. */
  readonly signal: AbortSignal;
  /** Tells the client that work goes on; does nothing where the client did not ask for progress. */
  progress(message: string): void;
}

/** What the client can call. `run` answers with a plain object, or throws `Refusal`. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** At most 2,000 characters (tools.md, Manners). */
  readonly description: string;
  /** Plain nouns and verbs in all forms, for the client's tool look-up. */
  readonly searchHint: string;
  /** Every parameter has a description. */
  readonly input: z.ZodObject;
  readonly readOnly: boolean;
  readonly destructive?: boolean;
  /** The three session tools: loaded from the start, large results allowed (claude-code.md, Facts). */
  readonly sessionTool?: boolean;
  /** What this tool understands beyond the common leniency: gets the arguments as they came, before they are checked. */
  normalise?(args: Readonly<Record<string, unknown>>): Record<string, unknown>;
  run(args: never, context: ToolContext, call: Call): Promise<Record<string, unknown>>;
}

/** A tool from one literal; `run` gets its arguments typed by `input`. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input;
    run(args: z.output<Input>, context: ToolContext, call: Call): Promise<Record<string, unknown>>;
  },
): Tool {
  return tool;
}
