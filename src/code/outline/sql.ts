import type { FileSymbols, Kind } from '../file-symbols.ts';
import { type Stretch, shortened, symbolsOfStretches } from './scan.ts';
import { sqlTokens, type Token } from './sql-tokens.ts';

const KINDS_OF: Readonly<Record<string, Kind>> = {
  table: 'table',
  view: 'table',
  function: 'function',
  procedure: 'function',
  proc: 'function',
  trigger: 'function',
  aggregate: 'function',
  type: 'type',
  domain: 'type',
  schema: 'namespace',
  database: 'namespace',
  index: 'other',
  sequence: 'other',
};
const WITH_BODY = new Set(['function', 'procedure', 'proc', 'trigger']);
/** What begins an entry of a table that is no column. */
const NO_COLUMN = new Set(
  'constraint primary unique foreign check key index like exclude period fulltext spatial'.split(' '),
);
/** `END IF` closes what no `BEGIN` or `CASE` opened. */
const OPENED_BY_OTHERS = new Set(['if', 'loop', 'while', 'repeat', 'for']);
/** Words between `CREATE` and what is created: more than this many are no such statement. */
const MOST_MODIFIERS = 16;

/**
 * What an SQL text creates: tables and views with their columns, functions, procedures, triggers, types, schemas, indexes and
 * sequences, each to the end of its statement. `app.users` is `users` in `app`. Comments, strings and dollar quotes create nothing.
 */
export function sqlOutline(text: string): FileSymbols {
  const { tokens, unclosed } = sqlTokens(text);
  const found: Stretch[] = [];
  let bodyStaysOpen = false;
  for (let at = 0; at < tokens.length; at += 1) {
    if (!isWord(tokens[at], 'create')) continue;
    const target = targetOf(tokens, at);
    if (!target) continue;
    const start = (tokens[at] as Token).start;
    const end = endOf(tokens, target.after, WITH_BODY.has(target.what) && !bodyStaysOpen);
    // A body that nothing ends is looked for once: each of the next would be searched to the end of the text as well.
    if (WITH_BODY.has(target.what) && end === tokens.length - 1) bodyStaysOpen = true;
    const last = tokens[Math.min(end, tokens.length - 1)] as Token;
    const names = target.names;
    const name = names.at(-1) as Token;
    const parent = found.length;
    found.push({
      name: name.value,
      kind: KINDS_OF[target.what] as Kind,
      at: name.kind === 'quoted' ? name.start + 1 : name.start,
      start,
      end: last.end,
      parent: -1,
      ...(names.length > 1 && { holder: names.slice(0, -1).map(({ value }) => value) }),
      signature: shortened(text.slice(start, headEnd(tokens, target.after, end, last))),
    });
    if (target.what === 'table' || target.what === 'type')
      found.push(...columnsOf(text, tokens, target.after, end, parent));
    // A body may create more; its statements are read as well.
    at = target.after - 1;
  }
  return symbolsOfStretches('sql', text, found, [], unclosed);

  function targetOf(
    all: readonly Token[],
    from: number,
  ): { what: string; names: Token[]; after: number } | null {
    let at = from + 1;
    while (
      at < all.length &&
      at - from <= MOST_MODIFIERS &&
      !(all[at]?.kind === 'word' && Object.hasOwn(KINDS_OF, all[at]?.value ?? ''))
    ) {
      const { value, kind } = all[at] as Token;
      if (kind === 'sign' && !'=@%'.includes(value)) return null;
      if (
        kind === 'word' &&
        /^(?:on|select|to|as|user|role|extension|policy|rule|cast|operator)$/.test(value)
      )
        return null;
      at += 1;
    }
    const what = all[at]?.value;
    if (what === undefined || !Object.hasOwn(KINDS_OF, what) || at - from > MOST_MODIFIERS) return null;
    at += 1;
    if (isWord(all[at], 'concurrently') || isWord(all[at], 'body')) at += 1;
    if (isWord(all[at], 'if') && isWord(all[at + 1], 'not') && isWord(all[at + 2], 'exists')) at += 3;
    // An index without a name.
    if (isWord(all[at], 'on') || isWord(all[at], 'authorization')) return null;
    const names: Token[] = [];
    for (;;) {
      const token = all[at];
      if (!token || token.kind === 'sign') break;
      names.push(named(text, token));
      at += 1;
      if (all[at]?.kind !== 'sign' || all[at]?.value !== '.') break;
      at += 1;
    }
    return names.length > 0 ? { what, names, after: at } : null;
  }
}

/** Index of the token that ends the statement: its semicolon, the last token before the next batch, or the last of all. */
function endOf(tokens: readonly Token[], from: number, withBody: boolean): number {
  let depth = 0;
  let blocks = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const { kind, value } = tokens[at] as Token;
    if (kind === 'sign') {
      if (value === '(') depth += 1;
      else if (value === ')') depth = Math.max(0, depth - 1);
      else if (value === ';' && blocks <= 0) return at;
    } else if (kind === 'word') {
      if (withBody && (value === 'begin' || value === 'case') && !isWord(tokens[at - 1], 'end')) blocks += 1;
      else if (withBody && value === 'end' && !OPENED_BY_OTHERS.has(tokens[at + 1]?.value ?? '')) blocks -= 1;
      // Where a statement is not closed, the next one begins all the same.
      else if (blocks <= 0 && value === 'go') return at - 1;
      else if (
        blocks <= 0 &&
        value === 'create' &&
        at > from &&
        /^(?:or|table|view|function|procedure|unique|index|type|trigger|schema)$/.test(
          tokens[at + 1]?.value ?? '',
        )
      )
        return at - 1;
    }
  }
  return tokens.length - 1;
}

/** Where the head ends: before the entries of a table, else at the end of the statement. */
function headEnd(tokens: readonly Token[], from: number, end: number, last: Token): number {
  const next = tokens[from];
  if (next?.value === '(' && from < end && tokens[from + 1] && last.end - next.start > 200) return next.start;
  return last.end;
}

function columnsOf(
  text: string,
  tokens: readonly Token[],
  from: number,
  end: number,
  parent: number,
): Stretch[] {
  let at = isWord(tokens[from], 'as') ? from + 1 : from;
  if (tokens[at]?.value !== '(' || tokens[at]?.kind !== 'sign') return [];
  const columns: Stretch[] = [];
  let depth = 0;
  let entry: number | null = null;
  for (; at <= end && at < tokens.length; at += 1) {
    const { kind, value } = tokens[at] as Token;
    const closes = kind === 'sign' && value === ')' && depth === 1;
    if (closes || (kind === 'sign' && value === ',' && depth === 1)) {
      const column = entry === null ? null : columnOf(entry, at - 1);
      if (column) columns.push(column);
      entry = at + 1;
      if (closes) return columns;
    } else if (kind === 'sign' && value === '(') {
      depth += 1;
      if (depth === 1) entry = at + 1;
    } else if (kind === 'sign' && value === ')') depth -= 1;
  }
  const column = entry === null ? null : columnOf(entry, Math.min(end, tokens.length - 1));
  return column ? [...columns, column] : columns;

  function columnOf(first: number, last: number): Stretch | null {
    const name = tokens[first];
    const final = tokens[last];
    if (!name || !final || last < first || name.kind === 'sign') return null;
    if (name.kind === 'word' && NO_COLUMN.has(name.value)) return null;
    const type = tokens[first + 1];
    return {
      name: named(text, name).value,
      kind: 'field',
      at: name.kind === 'quoted' ? name.start + 1 : name.start,
      start: name.start,
      end: final.end,
      parent,
      signature: shortened(text.slice(name.start, final.end)),
      ...(first < last && type?.kind === 'word' && { type: text.slice(type.start, type.end) }),
    };
  }
}

/** A name as it is written: the case of words stays. */
const named = (text: string, token: Token): Token =>
  token.kind === 'word' ? { ...token, value: text.slice(token.start, token.end) } : token;

const isWord = (token: Token | undefined, value: string): boolean =>
  token?.kind === 'word' && token.value === value;
