import { z } from 'zod';
import { notation, underneath } from './payload-notation.ts';
import { withoutNotGiven } from './payload-types.ts';

/** What is wrong at one place of a payload: where, what was due (in the notation of `expected_payload`), what came. */
export interface PayloadIssue {
  readonly path: string;
  readonly expected: string;
  readonly received: string;
}

const RECEIVED_CHARACTERS = 80;

/**
 * Reads a payload by its schema: what is not given in optional places is dropped first, then everything is checked.
 * Answers with the payload, or with one issue for each place that is wrong.
 */
export function readPayload<Schema extends z.ZodObject>(
  schema: Schema,
  data: Readonly<Record<string, unknown>>,
): { readonly payload: z.output<Schema> } | { readonly issues: readonly PayloadIssue[] } {
  const read = schema.safeParse(withoutNotGiven(schema, data));
  return read.success ? { payload: read.data } : { issues: payloadIssues(read.error, schema, data) };
}

/** Says a zod error in the words of the notation, with what came cut to 80 characters. */
function payloadIssues(error: z.ZodError, schema: z.ZodObject, data: unknown): PayloadIssue[] {
  return error.issues.map((issue) => {
    const due = typeAt(schema, issue.path);
    return {
      path: spell(issue.path),
      expected: `${due ? notation(due) : 'any'}${limit(issue)}`,
      received: shown(valueAt(data, issue.path)),
    };
  });
}

/** What is asked beyond the type. */
function limit(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && typeof issue.params?.expected === 'string')
    return `, ${issue.params.expected}`;
  if (issue.code === 'too_small') return `, at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `, at most ${issue.maximum}`;
  return '';
}

/** `tasks[0].id`; the payload itself is `data`. */
function spell(path: readonly PropertyKey[]): string {
  const words = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return words.replace(/^\./, '') || 'data';
}

function typeAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  return path.reduce<z.core.$ZodType | undefined>((type, key) => {
    const here = type && underneath(type);
    if (here instanceof z.ZodArray) return here.element;
    if (here instanceof z.ZodObject && Object.hasOwn(here.shape, key)) return here.shape[String(key)];
    if (here instanceof z.ZodRecord) return here.valueType;
    return undefined;
  }, schema);
}

/** What stands at a place, looking into text that holds JSON as the schemas do. */
function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    const inner = typeof value === 'string' ? parsed(value) : value;
    return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
      ? (inner as Record<PropertyKey, unknown>)[key]
      : undefined;
  }, data);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A value as JSON, cut at whole characters. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const characters = Array.from((JSON.stringify(value) ?? String(value)).slice(0, 4 * RECEIVED_CHARACTERS));
  const cut = characters.length > RECEIVED_CHARACTERS;
  return (cut ? `${characters.slice(0, RECEIVED_CHARACTERS - 1).join('')}…` : characters.join('')).replace(
    /[\ud800-\udfff]/gu,
    '\ufffd',
  );
}
