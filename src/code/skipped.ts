import { shorten } from '../shared/characters.ts';
import { type MessageKey, message, type Say } from '../text/text.ts';
import type { Skipped } from './ports.ts';

/** So many are named, in so many characters. */
const MOST = 20;
const MOST_PATH = 150;

const REASONS: Readonly<Record<string, MessageKey>> = {
  ignored_by_git: 'search.skipped_ignored',
  binary: 'search.skipped_binary',
  not_selected: 'search.skipped_not_selected',
  other_repository: 'search.skipped_other',
  time_limit: 'search.skipped_time',
  line_too_long: 'search.skipped_line',
  encoding_unknown: 'search.skipped_encoding',
  name_not_utf8: 'search.skipped_name',
  unreadable: 'search.skipped_unreadable',
  read_as: 'search.read_as',
  no_grammar: 'navigation.skipped_no_grammar',
  'too large': 'navigation.skipped_too_large',
  not_parsed: 'navigation.skipped_not_parsed',
  syntax_errors: 'navigation.skipped_syntax_errors',
};

/** What could not be looked at, or was read in another way, in words; the first 20, the rest counted. */
export function explainSkipped(skipped: readonly Skipped[], say: Say): Skipped[] {
  const told = skipped.slice(0, MOST).map(({ file, reason }) => {
    const [code = '', ...rest] = reason.split(': ');
    const detail = rest.join(': ');
    const key = REASONS[code];
    const values = { reason: detail || '?', limit: detail, encoding: detail };
    return {
      file: shorten(file, MOST_PATH),
      reason: shorten(key === undefined ? reason : say({ key, values }), MOST_PATH),
    };
  });
  const more = skipped.length - told.length;
  return more > 0
    ? [...told, { file: '…', reason: say(message('search.more_skipped', { count: more })) }]
    : told;
}
