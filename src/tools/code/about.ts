import type { AboutAnswer, Note } from '../../code/navigation.ts';
import { fitting } from '../../code/page.ts';
import { explainSkipped } from '../../code/skipped.ts';
import { type Message, type MessageKey, message, type Say } from '../../text/text.ts';

/** What the lists of an answer may take together with its other keys: the rest of the 40,000 is for the brackets. */
const ANSWER_BUDGET = 38_000;

/** Which part of the whole list is asked for. */
export interface Window {
  readonly offset: number;
  readonly max_results: number;
}

/** A note of the code intelligence, as a message of the catalogues. */
export const noted = ({ key, values }: Note): Message => ({ key: key as MessageKey, values });

/** What every answer about code says of itself (tools.md, Honesty), with everything there is to say beside the list. */
export function about(answer: AboutAnswer, say: Say, more: readonly (Message | false)[] = []) {
  const told = [...answer.notes.map(noted), ...more].flatMap((one) => (one ? [say(one)] : []));
  const building = answer.index.state === 'building';
  if (building)
    told.push(
      say(
        message('navigation.tool_building', {
          done: answer.index.done,
          total: answer.index.total,
        }),
      ),
    );
  return {
    completeness: answer.completeness,
    engine: answer.engine,
    skipped: explainSkipped(answer.skipped, say),
    ...(building && { index: answer.index }),
    ...(told.length > 0 && { message: told.join(' ') }),
  };
}

/**
 * The window of a list, cut so that it and `rest` (the other keys of the answer) stay within a first page, with the common
 * keys of lists.
 */
export function pageOf<Item>(items: readonly Item[], { offset, max_results }: Window, rest: object) {
  const asked = items.slice(offset, offset + max_results);
  const budget = Math.max(4_000, ANSWER_BUDGET - JSON.stringify(rest).length);
  const page = asked.slice(0, fitting(asked, budget));
  const next = offset + page.length;
  const truncated = next < items.length;
  return {
    page,
    keys: {
      total_matches: items.length,
      returned_matches: page.length,
      truncated,
      ...(truncated && { next_offset: next }),
    },
  };
}

/** Where nothing was found: whether that means that there is nothing. */
export const nothingSaid = (answer: AboutAnswer, symbol: string): Message =>
  answer.completeness === 'exact'
    ? message('navigation.tool_nothing', { symbol })
    : message('navigation.tool_nothing_sure', { symbol });
