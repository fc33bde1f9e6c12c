/** Deeper than this nothing that people write is nested; a writer of JSON would run out of stack further down. */
const DEEPEST = 200;

const ANY_SURROGATE = /[\ud800-\udfff]/;
const LONE_SURROGATE = /[\ud800-\udfff]/gu;

/** The text without halves of characters, which UTF-8 cannot hold. */
export const wellFormed = (text: string): string =>
  ANY_SURROGATE.test(text) ? text.replace(LONE_SURROGATE, '\ufffd') : text;

/**
 * The value as JSON would give it back, so that what is kept in memory and what is read from a file are the same: maps
 * become objects (lists of pairs where a key is no text), sets lists, dates ISO text, NaN and infinite numbers null, -0
 * zero, undefined is left out, lone surrogates become U+FFFD, what is nested over 200 deep becomes a note. What is plain already is
 * handed back as it is, not copied.
 */
export const plainJson = (value: unknown): unknown => plain(value, 0);

function plain(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return wellFormed(value);
    case 'number':
      return Number.isFinite(value) ? (Object.is(value, -0) ? 0 : value) : null;
    case 'boolean':
      return value;
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? null : plainObject(value, depth);
    default:
      return undefined;
  }
}

function plainObject(value: object, depth: number): unknown {
  if (depth >= DEEPEST) return '[nested too deep]';
  if (Array.isArray(value)) return plainList(value, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Set) return plainList([...value], depth);
  if (value instanceof Map) {
    const pairs = [...value] as [unknown, unknown][];
    return pairs.every(([key]) => typeof key === 'string')
      ? plainRecord(Object.fromEntries(pairs as [string, unknown][]), depth)
      : plainList(pairs, depth);
  }
  return plainRecord(value as Record<string, unknown>, depth);
}

function plainList(list: unknown[], depth: number): unknown[] {
  const items = list.map((item) => plain(item, depth + 1) ?? null);
  return items.some((item, index) => !Object.is(item, list[index])) ? items : list;
}

function plainRecord(record: Record<string, unknown>, depth: number): Record<string, unknown> {
  let same = true;
  const entries: [string, unknown][] = [];
  for (const [key, value] of Object.entries(record)) {
    const [plainKey, plainValue] = [wellFormed(key), plain(value, depth + 1)];
    same &&= plainKey === key && Object.is(plainValue, value) && plainValue !== undefined;
    if (plainValue !== undefined) entries.push([plainKey, plainValue]);
  }
  // fromEntries defines keys: `__proto__` becomes a key like any other and no prototype is touched.
  return same ? record : Object.fromEntries(entries);
}
