import type { TextMatch } from '../code/ports.ts';

/** Longest line that is shown, in UTF-16 units; longer ones are cut around the match. */
export const MOST_LINE = 400;
/** Of the line before the match, so much stays where it is cut. */
const LEAD = 120;
/** Places of matches in one line that are told. */
const MOST_SUBMATCHES = 20;

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * A matching line as it is shown: `column` and `submatches` count characters as JavaScript does (UTF-16 units), so that
 * `text.slice(start, end)` is what matched; `column` is where the first match begins in the whole line, from 1.
 * A long line is cut around its first match, on whole characters. `places` is how many places matched, where `ranges` are
 * only the first of them.
 */
export function matchLine(
  line: string,
  ranges: readonly Range[],
  places: number,
): Pick<TextMatch, 'column' | 'text' | 'submatches' | 'more_submatches' | 'line_truncated'> {
  const first = ranges[0] ?? { start: 0, end: 0 };
  const long = line.length > MOST_LINE;
  const from = long
    ? onCharacter(line, Math.max(0, Math.min(first.start - LEAD, line.length - MOST_LINE)))
    : 0;
  const to = long ? onCharacter(line, Math.min(line.length, from + MOST_LINE)) : line.length;
  const shown = ranges
    .filter(({ start, end }) => start >= from && start <= to && (start < to || end === start))
    .slice(0, MOST_SUBMATCHES)
    .map(({ start, end }) => ({ start: start - from, end: Math.min(end, to) - from }));
  const more = places - shown.length;
  return {
    column: first.start + 1,
    text: line.slice(from, to),
    submatches: shown,
    ...(more > 0 && { more_submatches: more }),
    ...(long && { line_truncated: true }),
  };
}

/** A line of context, cut at its end where it is long. */
export function contextLine(line: string): string {
  return line.length <= MOST_LINE ? line : `${line.slice(0, onCharacter(line, MOST_LINE - 1))}…`;
}

/** The same place, or one before it where it would fall inside a character. */
function onCharacter(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && at < text.length && unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}

/** Turns byte offsets into offsets of the text, for offsets in rising order. */
export function byteOffsets(
  bytes: Buffer,
  offsets: readonly Range[],
  decode: (part: Buffer) => string,
): Range[] {
  if (offsets.length === 0) return [];
  let byte = 0;
  let units = 0;
  const advance = (to: number): number => {
    if (to > byte) {
      units += decode(bytes.subarray(byte, to)).length;
      byte = to;
    }
    return units;
  };
  return offsets.map(({ start, end }) => ({ start: advance(start), end: advance(end) }));
}
