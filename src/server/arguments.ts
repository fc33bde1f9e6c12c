import { z } from 'zod';
import { shorten } from '../shared/characters.ts';
import { Refusal } from '../shared/refusal.ts';
import { type Message, message } from '../text/text.ts';
import type { Tool } from '../tools/tool.ts';
import { isRecord, type UnknownKey, understand } from './leniency.ts';
import { nearName } from './near-name.ts';
import { elementOf, notation, objectParts, type Schema } from './schema-parts.ts';

/** One thing wrong with the arguments, as it stands in a refusal. */
interface Issue {
  readonly path: string;
  readonly expected: string;
  readonly received: string;
}

/** So many are told at once, and so much of a value that came. */
const MOST_ISSUES = 10;
const MOST_RECEIVED = 120;

/**
 * The arguments of a call as the tool's schema types them (tools.md, Arguments). Left out altogether they are `{}`; what
 * arrives as text is understood. Refuses with `invalid_arguments`: unknown keys (with the nearest right name), missing and
 * wrong values (with what was expected and what came).
 */
export function checkArguments(tool: Pick<Tool, 'name' | 'input' | 'normalise'>, sent: unknown): unknown {
  const args = parsed(sent ?? {});
  if (!isRecord(args))
    throw refuse(
      tool.name,
      message('server.arguments_no_object', { tool: tool.name, received: show(sent) }),
      [{ path: '', expected: notation(tool.input), received: show(sent) }],
    );
  const unknown: UnknownKey[] = [];
  const meant = understand(tool.input, tool.normalise ? tool.normalise(args) : args, (key) =>
    unknown.push(key),
  );
  if (unknown.length > 0) throw refuseUnknown(tool.name, unknown);
  const result = z.safeParse(tool.input, meant);
  if (result.success) return result.data;
  throw refuseWrong(tool, meant, result.error.issues);
}

/** Arguments that arrive as JSON text. */
function parsed(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  if (sent.trim() === '') return {};
  try {
    return JSON.parse(sent);
  } catch {
    return sent;
  }
}

function refuse(tool: string, reason: Message, issues: readonly Issue[]): Refusal {
  return new Refusal('invalid_arguments', reason, { tool, issues });
}

function refuseUnknown(tool: string, unknown: readonly UnknownKey[]): Refusal {
  const issues = unknown.slice(0, MOST_ISSUES).map(({ path, known }) => {
    const near = nearName(String(path.at(-1)), known);
    return {
      path: showPath(path),
      expected: near === null ? known.join(', ') : near,
      received: showPath(path),
    };
  });
  const [first] = unknown;
  const known = first?.known ?? [];
  const key = showPath(first?.path ?? []);
  const near = nearName(String(first?.path.at(-1)), known);
  if (known.length === 0) return refuse(tool, message('server.no_arguments_taken', { tool, key }), issues);
  const names = known.join(', ');
  return near === null
    ? refuse(tool, message('server.unknown_argument', { tool, key, known: names }), issues)
    : refuse(
        tool,
        message('server.unknown_argument_near', { tool, key, nearest: near, known: names }),
        issues,
      );
}

function refuseWrong(
  tool: Pick<Tool, 'name' | 'input'>,
  args: unknown,
  found: readonly z.core.$ZodIssue[],
): Refusal {
  const issues = found.slice(0, MOST_ISSUES).map((issue): Issue & { missing: boolean } => {
    const value = valueAt(args, issue.path);
    return {
      path: showPath(issue.path),
      expected: expectation(tool.input, issue),
      received: value === undefined ? 'nothing' : show(value),
      missing: value === undefined,
    };
  });
  const [first] = issues;
  if (!first) throw new Error('zod refused without an issue');
  const { path: key, expected, received } = first;
  const reason = first.missing
    ? message('server.missing_argument', { tool: tool.name, key, expected })
    : message('server.wrong_argument', { tool: tool.name, key, expected, received });
  return refuse(
    tool.name,
    reason,
    issues.map(({ missing: _, ...issue }) => issue),
  );
}

/** What the schema wants where an issue lies; for a rule that is no matter of type, the rule's own words too. */
function expectation(input: Schema, issue: z.core.$ZodIssue): string {
  const schema = schemaAt(input, issue.path);
  const type = schema === null ? '' : notation(schema);
  const plain =
    issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union';
  return plain && type !== '' ? type : [type, `(${issue.message})`].filter(Boolean).join(' ');
}

function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | null {
  let at: Schema | null = schema;
  for (const step of path) {
    if (at === null) return null;
    at = typeof step === 'number' ? elementOf(at) : (objectParts(at)?.shape[String(step)] ?? null);
  }
  return at;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return at;
}

/** `document_summaries[0].path`, cut where a key is huge. */
function showPath(path: readonly PropertyKey[]): string {
  const text = path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
    .join('');
  return shorten(text, MOST_RECEIVED);
}

/** A value as JSON, cut. Only its beginning is written out where it is large. */
function show(value: unknown): string {
  if (typeof value === 'string')
    return shorten(JSON.stringify(value.slice(0, MOST_RECEIVED * 2)), MOST_RECEIVED);
  const keys = Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 0;
  if (keys > 20) return Array.isArray(value) ? `a list of ${keys}` : `an object of ${keys} keys`;
  try {
    return shorten(JSON.stringify(value) ?? String(value), MOST_RECEIVED);
  } catch {
    // So deeply nested that it cannot be written out.
    return Array.isArray(value) ? '[…]' : '{…}';
  }
}
