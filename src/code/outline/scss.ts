import type { FileSymbols, Kind } from '../file-symbols.ts';
import { type Stretch, shortened, symbolsOfStretches } from './scan.ts';

/** Blocks deeper than this are not named: nobody writes them. */
const DEEPEST = 100;

/**
 * Selectors of an SCSS text nested as they are written, its mixins, functions, placeholders, variables, custom properties,
 * at-rules, and what it takes by `@use`, `@forward` and `@import`. One walk over the text: comments, strings and `#{…}` hold
 * no braces that count.
 */
export function scssOutline(text: string): FileSymbols {
  const found: Stretch[] = [];
  const imports: { at: number; source: string; local?: string }[] = [];
  /** Open braces: the stretch that each makes (-1: none), and the one that what stands in it belongs to. */
  const open: { readonly index: number; readonly holder: number; readonly at: number }[] = [];
  let statement = -1;
  let parentheses = 0;
  const holder = (): number => open.at(-1)?.holder ?? -1;

  function statementEnds(end: number): void {
    if (statement < 0) return;
    const head = text.slice(statement, Math.min(end, statement + 2_000));
    const variable = /^(\$[\p{L}\p{N}_-]+|--[\p{L}\p{N}_-]+)\s*:/u.exec(head)?.[1];
    const parent = holder();
    if (variable !== undefined)
      found.push({
        name: variable,
        kind: 'variable',
        at: statement,
        start: statement,
        end,
        parent,
        signature: shortened(head),
        ...(parent >= 0 && variable.startsWith('$') && { is_local: true as const }),
      });
    if (/^@(?:use|forward|import)\b/.test(head)) {
      const alias = /\sas\s+([\p{L}\p{N}_-]+)/u.exec(head)?.[1];
      for (const match of head.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)) {
        const source = match[1] ?? match[2] ?? '';
        const base = source.slice(Math.max(source.lastIndexOf('/'), source.lastIndexOf(':')) + 1);
        const local = alias ?? base.replace(/^_|\.s?css$/g, '');
        imports.push({ at: statement + match.index + 1, source, ...(head.startsWith('@use') && { local }) });
        if (!head.startsWith('@import')) break;
      }
    }
    statement = -1;
  }

  function opens(at: number): void {
    const head = statement < 0 ? '' : text.slice(statement, at).trimEnd();
    const named = head === '' || open.length >= DEEPEST ? null : nameOf(head);
    if (named) {
      const { name, kind, offset } = named;
      const parent = holder();
      const signature = shortened(head);
      found.push({
        name,
        kind,
        at: statement + offset,
        start: statement,
        end: text.length,
        parent,
        signature,
      });
    }
    const index = named ? found.length - 1 : -1;
    open.push({ index, holder: named ? index : holder(), at });
    statement = -1;
  }

  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    const pair = text.slice(at, at + 2);
    if (pair === '/*') at = after(text, '*/', at + 2) - 1;
    else if (pair === '//') at = after(text, '\n', at + 2) - 1;
    else if (sign === '"' || sign === "'") {
      if (statement < 0) statement = at;
      at = stringEnd(text, at);
    } else if (pair === '#{') {
      if (statement < 0) statement = at;
      at = interpolationEnd(text, at + 2);
    } else if (sign === '(') {
      parentheses += 1;
      // An address without quotes: `//` in it begins no comment.
      if (
        /url$/i.test(text.slice(Math.max(0, at - 3), at)) &&
        !/^\s*["'$#]/.test(text.slice(at + 1, at + 20))
      ) {
        at = after(text, ')', at + 1) - 1;
        parentheses -= 1;
      }
    } else if (sign === ')') parentheses = Math.max(0, parentheses - 1);
    else if (sign === '{') {
      parentheses = 0;
      opens(at);
    } else if (sign === '}') {
      statementEnds(at);
      parentheses = 0;
      const closed = open.pop();
      if (closed && closed.index >= 0) (found[closed.index] as Stretch).end = at + 1;
    } else if (sign === ';' && parentheses === 0) statementEnds(at + 1);
    else if (statement < 0 && /\S/.test(sign)) statement = at;
  }
  statementEnds(text.length);
  return symbolsOfStretches(
    'scss',
    text,
    found,
    imports,
    open.map(({ at }) => at),
  );
}

/** What a block's head names; null for control flow and what is only used. */
function nameOf(head: string): { name: string; kind: Kind; offset: number } | null {
  const made = /^@(mixin|function)\s+([\p{L}\p{N}_-]+)/u.exec(head);
  if (made) return { name: made[2] ?? '', kind: 'function', offset: made[0].length - (made[2] ?? '').length };
  if (/^@(?:if|else|each|for|while|include|return|at-root)\b/.test(head)) return null;
  if (head.startsWith('@')) {
    const rule = /^@[\p{L}\p{N}_-]+/u.exec(head)?.[0] ?? '@';
    const rest = shortened(head.slice(rule.length));
    if (rest === '') return { name: rule, kind: 'other', offset: 0 };
    return { name: rest, kind: 'other', offset: head.length - head.slice(rule.length).trimStart().length };
  }
  if (/^\$[\p{L}\p{N}_-]+\s*:/u.test(head)) return null;
  return { name: shortened(head), kind: 'selector', offset: 0 };
}

/** The place behind the next `mark`, or the end of the text. */
function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

/** Where the quote that closes a string stands; a string ends with its line at the latest. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[start] || text[at] === '\n') return at;
  }
  return text.length;
}

/** Where the brace that closes `#{` stands; it ends with the statement at the latest. */
function interpolationEnd(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"' || sign === "'") at = stringEnd(text, at);
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at;
    } else if (sign === ';') return at - 1;
  }
  return text.length;
}
