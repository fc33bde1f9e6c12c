/**
 * Small edits of a JSON text that leave every other character of it as it was: order, spacing, number formats, line
 * endings and the last newline are the user's. (Parsing and printing again would lose all of these.)
 */

interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly value: Node;
}

/** A value of the text, by where it stands. */
type Node = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'array'; readonly items: readonly Node[] }
  | { readonly kind: 'scalar' }
);

/** What the text holds; null where it is no JSON object (comments, a trailing comma, a list, nothing at all). */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(withoutMark(text));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a value is a plain object of JSON. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Sets the member that `path` names, making the objects on the way where they are missing. Where the member exists, only
 * its value is replaced. Null where something on the way is no object.
 */
export function setMember(text: string, path: readonly [string, ...string[]], value: unknown): string | null {
  const style = styleOf(text);
  let at = scan(text);
  for (const [depth, key] of path.entries()) {
    if (at.kind !== 'object') return null;
    // Of a repeated key the last one counts, as for JSON.parse.
    const member = at.members.findLast((one) => one.key === key);
    if (member === undefined) {
      const rest = path.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      const last = at.members.at(-1);
      return insert(
        text,
        at,
        last && { start: last.keyStart, end: last.value.end },
        rest,
        `${JSON.stringify(key)}: `,
        style,
      );
    }
    at = member.value;
  }
  const written = print(value, lineIndent(text, at.start), style);
  return text.slice(0, at.start) + written + text.slice(at.end);
}

/** Adds an item to the end of the list that `path` names, making the list where it is missing; null where there is something else. */
export function appendItem(text: string, path: readonly [string, ...string[]], item: unknown): string | null {
  let at = scan(text);
  for (const key of path) {
    if (at.kind !== 'object') return null;
    const member = at.members.findLast((one) => one.key === key);
    if (member === undefined) return setMember(text, path, [item]);
    at = member.value;
  }
  return at.kind === 'array' ? insert(text, at, at.items.at(-1), item, '', styleOf(text)) : null;
}

interface Style {
  readonly unit: string;
  readonly newline: string;
}

/** How the text is laid out: its first indented line tells the step (two spaces where none is indented). */
function styleOf(text: string): Style {
  return {
    unit: /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? '  ',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** Puts a new last member or item into an object or list, in the way its last one is laid out. */
function insert(
  text: string,
  into: Node,
  last: { readonly start: number; readonly end: number } | undefined,
  value: unknown,
  label: string,
  style: Style,
): string {
  if (last === undefined) {
    const outer = lineIndent(text, into.start);
    const inner = outer + style.unit;
    const [open, close] = into.kind === 'object' ? ['{', '}'] : ['[', ']'];
    const body = `${open}${style.newline}${inner}${label}${print(value, inner, style)}${style.newline}${outer}${close}`;
    return text.slice(0, into.start) + body + text.slice(into.end);
  }
  const ownLine = text.slice(into.start, last.start).includes('\n');
  const indent = lineIndent(text, last.start);
  const added = ownLine
    ? `,${style.newline}${indent}${label}${print(value, indent, style)}`
    : `, ${label}${JSON.stringify(value)}`;
  return text.slice(0, last.end) + added + text.slice(last.end);
}

/** A value as text whose first line follows a label and whose further lines stand under `indent`. */
const print = (value: unknown, indent: string, style: Style): string =>
  JSON.stringify(value, null, style.unit).replaceAll('\n', `${style.newline}${indent}`);

/** The white space that begins the line of a position. */
function lineIndent(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? '';
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

/** Finds where each value stands. The text is known to be JSON (`parseObject`). */
function scan(text: string): Node {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const pass = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const space = () => pass(/\s*/y);
  const string = () => pass(/"(?:[^"\\]|\\.)*"/y);

  const value = (): Node => {
    space();
    const start = at;
    if (text[at] === '{') {
      const members: Member[] = [];
      at++;
      for (space(); text[at] !== '}'; space()) {
        const keyStart = at;
        const key: unknown = JSON.parse(string());
        space();
        at++; // the colon
        members.push({ key: String(key), keyStart, value: value() });
        space();
        if (text[at] === ',') at++;
      }
      at++;
      return { kind: 'object', start, end: at, members };
    }
    if (text[at] === '[') {
      const items: Node[] = [];
      at++;
      for (space(); text[at] !== ']'; space()) {
        items.push(value());
        space();
        if (text[at] === ',') at++;
      }
      at++;
      return { kind: 'array', start, end: at, items };
    }
    if (text[at] === '"') string();
    else pass(/[^\s,\]}]+/y);
    return { kind: 'scalar', start, end: at };
  };
  return value();
}
