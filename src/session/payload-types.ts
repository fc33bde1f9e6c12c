import { z } from 'zod';

/*
 * The building blocks of payload schemas. Each takes what models really send (numbers, lists, objects and booleans that
 * arrive as text) and still renders as the plain type in `expected_payload` (session-flow.md, Refusals). None guesses:
 * what is not plainly the type asked for is refused.
 */

/** What a text holds as JSON when it opens with the given bracket; else the value as it came. */
function fromJson(value: unknown, opening: '[' | '{'): unknown {
  return typeof value === 'string' && value.trimStart().startsWith(opening) ? jsonText(value) : value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an optional place may hold and still count as not given (tools.md, Arguments). */
const isNotGiven = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/**
 * What was sent as `data`, as an object: JSON text is parsed, nothing at all (null, blank text) counts as `{}`, and keys
 * that hold null are dropped, as not given. null where it is no object (a list, a number, text that is no JSON).
 */
export function plainData(data: unknown): Record<string, unknown> | null {
  const read = typeof data === 'string' ? jsonText(jsonText(data)) : data;
  if (read === null || read === undefined || (typeof read === 'string' && read.trim() === '')) return {};
  return isRecord(read)
    ? Object.fromEntries(Object.entries(read).filter(([, value]) => value !== null))
    : null;
}

function jsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Whether a key of an object schema may be left out. */
export const isOptional = (schema: z.core.$ZodType): boolean => {
  const { def } = schema._zod as { def: { type: string; out?: z.core.$ZodType } };
  // A preprocessed schema counts as optional to zod because its first half takes anything; what asks is the second.
  return def.type === 'pipe' && def.out
    ? isOptional(def.out)
    : ['optional', 'default', 'prefault'].includes(def.type);
};

/** The object without the optional keys that hold null, blank text or an empty list: in those places that means "not given". */
export function withoutNotGiven(
  schema: z.ZodObject,
  data: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).filter(([key, value]) => {
      const field = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
      return !(field && isOptional(field) && isNotGiven(value));
    }),
  );
}

/** An object as text is parsed, and what is not given in it is dropped. */
function readRecord(schema: z.core.$ZodType, value: unknown): unknown {
  if (!(schema instanceof z.ZodObject)) return value;
  const read = fromJson(value, '{');
  return isRecord(read) ? withoutNotGiven(schema, read) : read;
}

const notBlank = z.string().refine((value) => value.trim() !== '', { params: { expected: 'not blank' } });

/** `str`: text that is not blank, kept as it came. Numbers are no text. */
export const text = () => notBlank;

/** `str`: an id; spaces around it do not count, and the number 1 is the id "1". */
export const idText = () =>
  z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value.trim()
        : typeof value === 'number' && Number.isFinite(value)
          ? String(value)
          : value,
    notBlank,
  );

/** `bool`: also "true" and "false" as text, in any case. Nothing else is taken for a yes. */
export const bool = () =>
  z.preprocess((value) => {
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
    return word === 'true' ? true : word === 'false' ? false : value;
  }, z.boolean());

/** A number written out in decimal, or the value as it came. */
const fromDigits = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)
    ? Number(value)
    : value;

/** `int`: a whole number from 0, also as text. Counts are the only whole numbers that payloads hold. */
export const int = () => z.preprocess(fromDigits, z.int().min(0));

/** `float`: a number, also as text; not NaN, not infinite. */
export const float = () => z.preprocess(fromDigits, z.number());

/**
 * `list[…]`: a list of one type, also as the JSON text of one; objects in it may be JSON text too. A single item in
 * place of a list is refused: it would hide that the list was cut or never built.
 */
export const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => {
    const read = fromJson(value, '[');
    return Array.isArray(read) ? read.map((entry: unknown) => readRecord(item, entry)) : read;
  }, z.array(item));

/** `{...}`: an object with whatever keys, also as JSON text. */
export const free = () => z.preprocess((value) => fromJson(value, '{'), z.record(z.string(), z.unknown()));

/** `{a, b?}` where it stands in a list or beside other types: an object with these keys, also as JSON text. */
export const fields = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const schema = z.object(shape);
  return z.preprocess((value) => readRecord(schema, value), schema);
};

/** `list`: texts and objects, mixed; also as the JSON text of such a list. */
export const looseList = () =>
  z.preprocess(
    (value) => fromJson(value, '['),
    z.array(z.union([z.string(), z.record(z.string(), z.unknown())])),
  );

/** `"a" | "b"`: one of these words, in any case, spaces around it ignored. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const word = value.trim().toLowerCase();
    return words.find((known) => known.toLowerCase() === word) ?? value;
  }, z.enum(words));
