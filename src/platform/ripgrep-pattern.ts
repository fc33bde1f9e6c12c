import type { TextQuery } from '../code/ports.ts';
import { nearest } from '../shared/nearest.ts';
import { Refusal } from '../shared/refusal.ts';
import { escapeRegex } from '../shared/regex.ts';
import { message } from '../text/text.ts';

/**
 * Matches a place where a file is not valid UTF-8: a continuation byte without its first byte, a first byte with too few or
 * too many of them, or a byte that never occurs.
 */
export const NOT_UTF8 =
  '(?-u:(?:^|[\\x00-\\x7f])[\\x80-\\xbf]' +
  '|[\\xc2-\\xdf](?:$|[^\\x80-\\xbf])|[\\xc2-\\xdf][\\x80-\\xbf]{2}' +
  '|[\\xe0-\\xef][\\x80-\\xbf]?(?:$|[^\\x80-\\xbf])|[\\xe0-\\xef][\\x80-\\xbf]{3}' +
  '|[\\xf0-\\xf4][\\x80-\\xbf]{0,2}(?:$|[^\\x80-\\xbf])|[\\xf0-\\xf4][\\x80-\\xbf]{4}' +
  '|[\\xc0\\xc1\\xf5-\\xff])';

/** Longer patterns do not fit into a command line. */
const MOST_PATTERN_BYTES = 100_000;

export type Engine = 'default' | 'pcre2';

/** What ripgrep is to look for, as options. */
export function patternOptions(query: TextQuery, engine: Engine): string[] {
  return [
    ...engineOptions(query, engine),
    ...(query.word ? ['--word-regexp'] : []),
    ...(query.regex ? [] : ['--fixed-strings']),
    `--regexp=${query.pattern}`,
  ];
}

/** The same or any place that is not UTF-8: what finds the files that have to be read in another encoding. */
export function candidateOptions(query: TextQuery): string[] {
  const pattern = query.regex ? query.pattern : escapeRegex(query.pattern);
  return [...engineOptions(query, 'default'), `--regexp=${pattern}`, `--regexp=${NOT_UTF8}`];
}

function engineOptions(query: TextQuery, engine: Engine): string[] {
  return [
    '--crlf',
    query.caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(isMultiline(query) ? ['--multiline'] : []),
    ...(engine === 'pcre2' ? ['--pcre2'] : []),
  ];
}

/** A line break in the pattern can only mean that it goes over lines. */
export const isMultiline = (query: TextQuery): boolean => query.multiline || query.pattern.includes('\n');

/** No text can hold it: a NUL (a file with one is binary), or half a character. */
export const cannotOccur = (pattern: string): boolean => /\0|\p{Surrogate}/u.test(pattern);

/** Whether what matches can hold other characters than ASCII by the pattern's own words. */
export const namesNonAscii = ({ pattern, regex }: TextQuery): boolean =>
  /[^\0-\x7f]/.test(pattern) || (regex && /\\[pPuUx]/.test(pattern));

export function refuseTooLong(pattern: string): void {
  if (Buffer.byteLength(pattern) <= MOST_PATTERN_BYTES) return;
  throw new Refusal(
    'search_failed',
    message('search.pattern_too_long', { length: pattern.length, max: MOST_PATTERN_BYTES }),
  );
}

/** The default engine's word that the pattern needs the other one. */
export const needsPcre2 = (stderr: string): boolean => stderr.includes('--pcre2');

/** Says what is wrong with a pattern, where (from 1), and what to send instead. */
export function badPattern(query: TextQuery, stderr: string): Refusal {
  const position = positionIn(stderr, query.pattern);
  const reason =
    /^error: (.+)$/m.exec(stderr)?.[1] ??
    /error compiling pattern at offset \d+: (.+)/.exec(stderr)?.[1] ??
    /^rg: ([^\n]+)/.exec(stderr)?.[1] ??
    stderr.trim().slice(0, 300);
  const pattern = query.pattern.slice(0, 200);
  const details = {
    pattern,
    reason,
    ...(position !== null && { position }),
    literal_alternative: { pattern, regex: false },
  };
  if (stderr.includes('--multiline'))
    return new Refusal('search_failed', message('search.needs_multiline', { pattern }), details);
  return position === null
    ? new Refusal('search_failed', message('search.bad_pattern', { pattern, reason }), details)
    : new Refusal('search_failed', message('search.bad_pattern_at', { pattern, reason, position }), details);
}

/** ripgrep wraps the pattern in `(?:` and `)` before it reads it, so that a missing parenthesis is missing from its own. */
function positionIn(stderr: string, pattern: string): number | null {
  const lone = /unclosed group|unopened group/.test(stderr) ? loneParenthesis(pattern) : null;
  if (lone !== null) return lone + 1;
  const caret = /^ {4}\(\?:.*\n {4}( *)\^/m.exec(stderr)?.[1]?.length;
  const offset = caret ?? /at offset (\d+)/.exec(stderr)?.[1];
  return offset === undefined ? null : Math.max(1, Math.min(Number(offset) - 3, pattern.length) + 1);
}

/** Where a parenthesis stands that has no partner. */
function loneParenthesis(pattern: string): number | null {
  const open: number[] = [];
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') open.push(at);
    else if (character === ')' && open.pop() === undefined) return at;
  }
  return open.at(-1) ?? null;
}

/** Names of file types with their globs, from `rg --type-list`. */
export function parseTypes(list: string): Map<string, string[]> {
  return new Map(
    list.split('\n').flatMap((line): [string, string[]][] => {
      const colon = line.indexOf(': ');
      return colon < 0 ? [] : [[line.slice(0, colon), line.slice(colon + 2).split(', ')]];
    }),
  );
}

export function unknownType(type: string, known: readonly string[]): Refusal {
  const near = [...known].filter((name) => name.startsWith(type.slice(0, 2).toLowerCase())).slice(0, 8);
  const best = nearest(type, known) ?? '';
  const names = [...new Set([best, ...near])].filter(Boolean);
  return new Refusal(
    'invalid_arguments',
    message('search.unknown_type', { type: type.slice(0, 100), near: names.join(', ') }),
    {
      key: 'file_type',
      received: type.slice(0, 100),
      nearest: names,
    },
  );
}
