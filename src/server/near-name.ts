import { nearest } from '../shared/nearest.ts';

/** The right name for a wrong one: one that is nearly the same, else one that holds it or is held by it; null for none. */
export function nearName(wrong: string, names: readonly string[]): string | null {
  const near = nearest(wrong, names, Math.max(1, Math.floor(Math.min(wrong.length, 100) / 3)));
  if (near !== null || wrong.length < 3) return near;
  const word = wrong.toLowerCase();
  return (
    names.find((name) => name.includes(word)) ??
    names.find((name) => name.length > 2 && word.includes(name)) ??
    null
  );
}
