/**
 * The candidate that a word was most likely meant to be: the fewest letters inserted, left out, changed or swapped,
 * case ignored. The first of several equally near ones. null where there is none within `maxDistance`.
 */
export function nearest(
  word: string,
  candidates: readonly string[],
  maxDistance = Number.POSITIVE_INFINITY,
): string | null {
  const meant = word.toLowerCase().slice(0, 100);
  let best: string | null = null;
  let least = maxDistance;
  for (const candidate of candidates) {
    const distance = editDistance(meant, candidate.toLowerCase());
    if (distance < least || (distance === least && best === null)) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

/** Edit distance with swaps of neighbours (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const oneLess = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? (beforeLast[j - 2] ?? 0) + 1
          : Number.POSITIVE_INFINITY;
      row.push(Math.min(changed, oneLess, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? a.length;
}
