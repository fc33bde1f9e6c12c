/** How the answer of `search_text` is put together. */
import { shorten } from '../shared/characters.ts';
import { fitting, LIST_BUDGET, withoutContextWhereHuge } from './page.ts';
import type { Completeness, Skipped, TextAnswer, TextMatch } from './ports.ts';

/** One pattern with what it found. */
export interface Found {
  readonly pattern: string;
  readonly answer: TextAnswer;
}

/** Where in the whole list a page stands. */
interface Window {
  readonly offset: number;
  readonly maxResults: number;
}

/** The list of an answer, cut to a page, with the common keys beside it. */
export type Page = Record<string, unknown> & { readonly truncated: boolean; readonly next_offset?: number };

/** The page for one pattern. */
export function pageOf({ answer }: Found, output: 'matches' | 'files' | 'count', window: Window): Page {
  return cutPage(answer, output, window, fitting(itemsOf(answer, output)));
}

/**
 * The page for several patterns, grouped by pattern. `offset` and `max_results` hold for each of them, and all groups are cut
 * to the same length, so that one `next_offset` goes on for all.
 */
export function groupedPage(
  found: readonly Found[],
  output: 'matches' | 'files' | 'count',
  window: Window,
): Page {
  const budget = LIST_BUDGET - found.length * 600;
  const lists = found.map(({ answer }) => itemsOf(answer, output));
  let length = Math.max(...lists.map((list) => list.length));
  const size = () =>
    lists.reduce<number>((sum, list) => sum + JSON.stringify(list.slice(0, length)).length, 0);
  while (length > 1 && size() > budget) length = Math.max(1, Math.floor(length * 0.8));
  // One of each can still be too much: then each has its share.
  const cuts = lists.map((list) => Math.min(list.length, length));
  const groups = found.map(({ pattern, answer }, index) => ({
    pattern: shorten(pattern, 200),
    ...cutPage(answer, output, window, cuts[index] ?? 0, Math.floor(budget / found.length)),
  }));
  const next = groups.flatMap(({ next_offset }) => (next_offset === undefined ? [] : [next_offset]));
  const sum = (key: string) =>
    groups.reduce((total, group) => total + Number((group as Record<string, unknown>)[key] ?? 0), 0);
  return {
    patterns: groups,
    total_matches: sum('total_matches'),
    returned_matches: sum('returned_matches'),
    truncated: next.length > 0,
    ...(next.length > 0 && { next_offset: Math.min(...next) }),
  };
}

function itemsOf(answer: TextAnswer, output: 'matches' | 'files' | 'count'): readonly unknown[] {
  if (output === 'matches') return answer.matches.map((match) => withoutContextWhereHuge(match));
  return output === 'files' ? answer.files.map(({ file }) => file) : answer.files;
}

function cutPage(
  answer: TextAnswer,
  output: 'matches' | 'files' | 'count',
  { offset, maxResults }: Window,
  count: number,
  budget = LIST_BUDGET,
): Page {
  const whole = itemsOf(answer, output);
  const items = whole.slice(0, count);
  // Matches that could not be shown, as their line is too long, are passed over all the same.
  const planned = Math.max(0, Math.min(maxResults, answer.total - offset));
  const next = offset + (items.length < whole.length ? items.length : planned);
  const truncated = next < answer.total;
  const shown = {
    truncated,
    ...(truncated && { next_offset: next }),
  };
  switch (output) {
    case 'matches':
      return {
        matches: items.map((item) => withoutContextWhereHuge(item as TextMatch, budget)),
        total_matches: answer.total,
        returned_matches: items.length,
        ...shown,
      };
    case 'files':
      return { files: items, total_matches: answer.total, returned_matches: items.length, ...shown };
    case 'count':
      return {
        counts: items,
        total_matches: answer.totalMatches,
        returned_matches: answer.files.slice(0, count).reduce((sum, file) => sum + file.count, 0),
        total_files: answer.total,
        ...shown,
      };
  }
}

/** How complete several answers are together: as the least complete of them. */
export function leastComplete(found: readonly Found[]): Completeness {
  const all = found.map(({ answer }) => answer.completeness);
  if (all.every((one) => one === 'unknown')) return 'unknown';
  return all.every((one) => one === 'exact') ? 'exact' : 'lower_bound';
}

/** What several searches skipped, each file once. */
export function allSkipped(found: readonly Found[]): Skipped[] {
  return [...new Map(found.flatMap(({ answer }) => answer.skipped).map((one) => [one.file, one])).values()];
}
