/** One word, name in quotes or sign of an SQL text. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'sign';
  /** A word in lower case, a quoted name without its quotes. */
  readonly value: string;
  /** As it is written. */
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}_$#@]+/uy;
const DOLLAR = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
const CLOSING: Readonly<Record<string, string>> = { '"': '"', '`': '`', '[': ']' };

/** The tokens of an SQL text, one walk. Comments, strings and what stands between dollar quotes are left out. */
export function sqlTokens(text: string): {
  readonly tokens: readonly Token[];
  readonly unclosed: readonly number[];
} {
  const tokens: Token[] = [];
  const unclosed: number[] = [];
  /** The place behind the next `mark`; where there is none, the end, and what began at `start` is not closed. */
  const behind = (mark: string, from: number, start: number): number => {
    const at = text.indexOf(mark, from);
    if (at >= 0) return at + mark.length;
    unclosed.push(start);
    return text.length;
  };
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const sign = text[at] as string;
    if (/\s/.test(sign)) at += 1;
    else if (text.startsWith('--', at)) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
    } else if (text.startsWith('/*', at)) at = behind('*/', at + 2, at);
    else if (sign === "'") {
      const start = at;
      at = behind("'", at + 1, start);
      while (text[at] === "'") at = behind("'", at + 1, start);
    } else if (sign === '"' || sign === '`' || (sign === '[' && /[\p{L}_]/u.test(text[at + 1] ?? ''))) {
      const mark = CLOSING[sign] as string;
      const start = at;
      at = behind(mark, at + 1, start);
      while (text[at] === mark) at = behind(mark, at + 1, start);
      const value = text.slice(start + 1, at - 1).replaceAll(mark + mark, mark);
      tokens.push({ kind: 'quoted', value, start, end: at });
    } else {
      DOLLAR.lastIndex = at;
      const dollar = sign === '$' ? DOLLAR.exec(text)?.[0] : undefined;
      if (dollar !== undefined) {
        at = behind(dollar, at + dollar.length, at);
        continue;
      }
      WORD.lastIndex = at;
      const word = WORD.exec(text)?.[0];
      const end = at + (word?.length ?? 1);
      tokens.push({ kind: word ? 'word' : 'sign', value: (word ?? sign).toLowerCase(), start: at, end });
      at = end;
    }
  }
  return { tokens, unclosed };
}
