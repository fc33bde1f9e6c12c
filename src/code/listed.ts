import type { Note } from './navigation.ts';
import { within } from './reference-hits.ts';
import type { SymbolIndex } from './symbol-index.ts';

/** A place that no listed file is in (git ignores it, or it is empty): nothing found there says nothing. Null: there are some. */
export function nothingListed(index: Pick<SymbolIndex, 'allPaths'>, path: string): Note | null {
  if (path === '.' || index.allPaths().some((file) => within(file, path))) return null;
  return { key: 'navigation.structure_nothing_listed', values: { path } };
}
