import type { z } from 'zod';

/** The one place that looks inside zod's schemas, for the leniency and the wording of arguments. */
export type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

export const defOf = (schema: Schema): Def => schema._zod.def as Def;

/** The schema without what only says that a value may be left out, or what stands in for it. */
export function bare(schema: Schema): Schema {
  let inner = schema;
  for (;;) {
    const def = defOf(inner);
    switch (def.type) {
      case 'optional':
      case 'nullable':
      case 'default':
      case 'prefault':
      case 'nonoptional':
      case 'readonly':
      case 'catch':
        inner = def.innerType;
        break;
      case 'pipe':
        inner = def.in;
        break;
      case 'lazy':
        inner = def.getter();
        break;
      default:
        return inner;
    }
  }
}

/** Whether a key of this schema may be left out by the caller. */
export const mayBeMissing = (schema: Schema): boolean => schema._zod.optin !== undefined;

/** The keys of an object schema, and whether others are let through; null for any other schema. */
export function objectParts(schema: Schema): { shape: Record<string, Schema>; open: boolean } | null {
  const def = defOf(bare(schema));
  if (def.type !== 'object') return null;
  return { shape: def.shape, open: def.catchall !== undefined && defOf(def.catchall).type !== 'never' };
}

/** The schema of a list's items; null for what is no list. */
export function elementOf(schema: Schema): Schema | null {
  const def = defOf(bare(schema));
  return def.type === 'array' ? def.element : null;
}

/** What a value must be, in the notation of payloads: `str`, `int`, `list[str]`, `"a" | "b"`, `{path, summary?}`. */
export function notation(schema: Schema, depth = 0): string {
  const inner = bare(schema);
  const def = defOf(inner);
  switch (def.type) {
    case 'string':
      return 'str';
    case 'number':
      return `${isInteger(inner) ? 'int' : 'float'}${range(inner)}`;
    case 'boolean':
      return 'bool';
    case 'enum':
      return Object.values(def.entries)
        .map((value) => JSON.stringify(value))
        .join(' | ');
    case 'literal':
      return def.values.map((value) => JSON.stringify(value ?? null)).join(' | ');
    case 'array':
      return depth > 2 ? 'list' : `list[${notation(def.element, depth + 1)}]`;
    case 'union':
      return def.options.map((option) => notation(option, depth)).join(' | ');
    case 'object': {
      const keys = Object.entries(def.shape).map(([key, part]) => (mayBeMissing(part) ? `${key}?` : key));
      return keys.length > 0 ? `{${keys.join(', ')}}` : '{...}';
    }
    case 'record':
      return '{...}';
    case 'null':
      return 'null';
    default:
      return 'any';
  }
}

/** What the checks of a number ask for. */
const checksOf = (schema: Schema): Record<string, unknown>[] => {
  const def = defOf(schema);
  const own = { ...def } as Record<string, unknown>;
  return [own, ...(def.checks ?? []).map((check) => ({ ...check._zod.def }) as Record<string, unknown>)];
};

const isInteger = (schema: Schema): boolean =>
  checksOf(schema).some(({ check, format }) => check === 'number_format' && String(format).includes('int'));

/** ` 1..1000` where a number has bounds of its own. */
function range(schema: Schema): string {
  const bound = (kind: string) => checksOf(schema).find(({ check }) => check === kind);
  const least = bound('greater_than');
  const most = bound('less_than');
  if (!least && !most) return '';
  const side = (limit: Record<string, unknown> | undefined, sign: string) =>
    limit ? `${limit.inclusive ? '' : sign}${limit.value}` : '';
  return ` ${side(least, '>')}..${side(most, '<')}`;
}
