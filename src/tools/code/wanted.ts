import { z } from 'zod';
import { KINDS, type Kind } from '../../code/file-symbols.ts';
import { kindsMeant } from '../../code/kind-words.ts';
import { languageNamed, languages } from '../../code/languages.ts';
import { shorten } from '../../shared/characters.ts';
import { nearest } from '../../shared/nearest.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';

/** Arguments that several tools about symbols have in common. */
export const windowOf = (most: number, by: number) => ({
  max_results: z.int().min(1).max(most).default(by).describe('Most entries of a page'),
  offset: z.int().min(0).default(0).describe('Entries to pass over: `next_offset` of the page before'),
});
export const pathArgument = z.string().optional().describe('File or folder to look in; default: all');
export const languageArgument = z.string().optional().describe('Only this language: typescript, py, go …');

/** A symbol that is not only white space. Refuses what is. */
export function symbolMeant(symbol: string): string {
  const plain = symbol.trim();
  if (plain === '')
    throw new Refusal('invalid_arguments', message('navigation.tool_no_symbol'), { key: 'symbol' });
  return plain;
}

/** The id of a language as people write it; undefined where none was given. Refuses an unknown one, naming near ones. */
export function languageMeant(sent: string | undefined): { language?: string } {
  if (sent === undefined || sent.trim() === '') return {};
  const language = languageNamed(sent);
  if (language) return { language: language.id };
  const names = languages.flatMap(({ id, title, aliases = [] }) => [id, title.toLowerCase(), ...aliases]);
  const near = languageNamed(nearest(sent.trim(), names) ?? '')?.id ?? '';
  throw new Refusal(
    'invalid_arguments',
    message('navigation.tool_unknown_language', {
      language: shorten(sent, 100),
      near,
      known: languages.map(({ id }) => id).join(', '),
    }),
    { key: 'language', received: shorten(sent, 100), nearest: near },
  );
}

/** A kind as people write it (`func`, `Classes`). Refuses one that means nothing, naming the near one and all. */
export function kindMeant(sent: string | undefined): { kind?: string } {
  if (sent === undefined || sent.trim() === '') return {};
  if (kindsMeant(sent)) return { kind: sent };
  const near: Kind | string = nearest(sent.trim(), KINDS) ?? '';
  throw new Refusal(
    'invalid_arguments',
    message('navigation.tool_unknown_kind', { kind: shorten(sent, 100), near, known: KINDS.join(', ') }),
    { key: 'kind', received: shorten(sent, 100), nearest: near },
  );
}
