import { editDistance } from '../shared/nearest.ts';

const MOST = 5;

/** Names like the wanted one: other case, other words in it, or a slip of a letter or two; best first, five at most. */
export function nearNames(names: Iterable<string>, wanted: string): readonly string[] {
  const low = wanted.toLowerCase().slice(0, 100);
  if (low === '') return [];
  const words = wordsIn(wanted);
  const reach = Math.max(1, Math.floor(low.length / 4));
  const ranked: { name: string; rank: number }[] = [];
  for (const name of names) {
    const other = name.toLowerCase();
    if (other.length > 100) continue;
    if (other === low) ranked.push({ name, rank: 0 });
    else if (Math.abs(other.length - low.length) <= reach && editDistance(low, other) <= reach)
      ranked.push({ name, rank: editDistance(low, other) });
    else if (low.length >= 3 && (other.includes(low) || (low.includes(other) && other.length >= 4)))
      ranked.push({ name, rank: reach + 1 + Math.abs(other.length - low.length) / 100 });
    else if (words.length > 1) {
      const shared = wordsIn(name).filter((word) => words.includes(word)).length;
      if (shared >= 2) ranked.push({ name, rank: reach + 2 - shared / 10 });
    }
  }
  return ranked
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name }) => name);
}

const wordsIn = (name: string): string[] =>
  (name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Nd}+|[\p{Lo}]+/gu) ?? []).map((word) =>
    word.toLowerCase(),
  );
