import type { Completeness, Skipped } from '../code/ports.ts';
import type { Take } from './ripgrep-events.ts';

/** Files that were read otherwise than as UTF-8 were read all the same. */
export function completenessOf(skipped: readonly Skipped[], files: number): Completeness {
  const missed = skipped.filter(({ reason }) => !reason.startsWith('read_as') && reason !== 'not_selected');
  if (missed.length === 0) return 'exact';
  const nothingRead = missed.every(({ reason }) => reason === 'ignored_by_git' || reason === 'binary');
  return nothingRead && files === 0 ? 'unknown' : 'lower_bound';
}

/** Which matches of which files stand on a page. */
export function pageOf(
  files: readonly string[],
  counts: ReadonlyMap<string, number>,
  offset: number,
  maxResults: number,
): Map<string, Take> {
  const page = new Map<string, Take>();
  let before = 0;
  for (const file of files) {
    const count = counts.get(file) ?? 0;
    const skip = Math.max(0, offset - before);
    const keep = Math.min(count - skip, offset + maxResults - Math.max(offset, before));
    if (keep > 0) page.set(file, { skip, keep });
    before += count;
    if (before >= offset + maxResults) break;
  }
  return page;
}
