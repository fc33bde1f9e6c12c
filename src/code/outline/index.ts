import type { FileSymbols } from '../file-symbols.ts';
import { markdownOutline } from './markdown.ts';
import { scssOutline } from './scss.ts';
import { sqlOutline } from './sql.ts';

const outlines: Readonly<Record<string, (text: string) => FileSymbols>> = {
  markdown: markdownOutline,
  scss: scssOutline,
  sql: sqlOutline,
};

/**
 * What the index keeps of a file whose language has no grammar (`grammar: null` in `languages.ts`), by a scanner of our own, in
 * time linear in the text. `language` is the id. Null: there is no scanner for it.
 */
export const outlineOf = (language: string, text: string): FileSymbols | null =>
  Object.hasOwn(outlines, language) ? (outlines[language]?.(text) ?? null) : null;
