import { z } from 'zod';
import { bare, defOf, mayBeMissing, objectParts, type Schema } from './schema-parts.ts';

/** A key that the schema does not have, with the names it could have been. */
export interface UnknownKey {
  readonly path: readonly (string | number)[];
  readonly known: readonly string[];
}

/**
 * A value as its sender meant it (tools.md, Arguments): lists, objects, numbers and booleans that arrive as text become
 * what the schema asks for; empty text, an empty list and null in optional places are left out. What cannot be understood
 * stays as it came, for the validation to refuse. `onUnknown` is told each key that the schema does not have.
 */
export function understand(
  schema: Schema,
  value: unknown,
  onUnknown: (unknown: UnknownKey) => void,
  path: readonly (string | number)[] = [],
): unknown {
  const inner = bare(schema);
  const def = defOf(inner);
  switch (def.type) {
    case 'object':
      return understandObject(inner, fromJson(value, isRecord), onUnknown, path);
    case 'record':
      return fromJson(value, isRecord);
    case 'array': {
      const list = fromJson(value, Array.isArray);
      const items = loneText(def.element, list) ? [list] : list;
      if (!Array.isArray(items)) return items;
      return items.map((item, index) => understand(def.element, item, onUnknown, [...path, index]));
    }
    case 'number':
      return typeof value === 'string' && isNumber(value) ? Number(value) : value;
    case 'boolean':
      return typeof value === 'string' ? (TRUTH.get(value.trim().toLowerCase()) ?? value) : value;
    case 'union':
      return understandUnion(def.options, value);
    default:
      return value;
  }
}

const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const isNumber = (text: string): boolean => /^\s*[-+]?\d+(\.\d+)?([eE][-+]?\d+)?\s*$/.test(text);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function understandObject(
  schema: Schema,
  value: unknown,
  onUnknown: (unknown: UnknownKey) => void,
  path: readonly (string | number)[],
): unknown {
  const parts = objectParts(schema);
  if (!isRecord(value) || parts === null) return value;
  const known = Object.keys(parts.shape);
  const understood: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const part = Object.hasOwn(parts.shape, key) ? parts.shape[key] : undefined;
    if (part === undefined) {
      if (!parts.open) onUnknown({ path: [...path, key], known });
      understood.push([key, item]);
      continue;
    }
    if (mayBeMissing(part) && isNothing(item)) continue;
    const meant = understand(part, item, onUnknown, [...path, key]);
    if (!(mayBeMissing(part) && isNothing(meant))) understood.push([key, meant]);
  }
  return Object.fromEntries(understood);
}

const isNothing = (value: unknown): boolean =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** One text where a list of texts is due: meant as a list of that one. What looks like broken JSON is not. */
function loneText(element: Schema, value: unknown): boolean {
  const { type } = defOf(bare(element));
  return typeof value === 'string' && (type === 'string' || type === 'enum') && /^\s*[^\s[{]/.test(value);
}

/** What fits as it came stays; else the first alternative that fits once the value is understood. */
function understandUnion(options: readonly Schema[], value: unknown): unknown {
  const fits = (option: Schema, candidate: unknown): boolean => z.safeParse(option, candidate).success;
  if (options.some((option) => fits(option, value))) return value;
  for (const option of options) {
    const meant = understand(option, value, () => {});
    if (fits(option, meant)) return meant;
  }
  return value;
}

/** The value that a text holds as JSON, where it is of the kind asked for (twice wrapped is understood too); else the value as it came. */
function fromJson(value: unknown, isKind: (parsed: unknown) => boolean): unknown {
  let inner = value;
  for (let depth = 0; depth < 2 && typeof inner === 'string'; depth++) {
    try {
      inner = JSON.parse(inner);
    } catch {
      return value;
    }
  }
  return isKind(inner) ? inner : value;
}
