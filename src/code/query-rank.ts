import { isTestPath } from './path-roles.ts';

/** One place that one search found, best first in its list. */
export interface QueryHit {
  readonly file: string;
  readonly line: number;
  readonly end_line: number;
  readonly why: string;
}

export interface HitList {
  readonly found_by: string;
  /** How much a hit of this search says: a definition of the name asked for more than a word somewhere. */
  readonly weight: number;
  readonly hits: readonly QueryHit[];
}

export interface RankedHit extends QueryHit {
  readonly found_by: readonly string[];
  /** From 0 to 1, the best has 1. */
  readonly score: number;
}

/** What reciprocal rank fusion adds to each rank, so that first places of different lists stay comparable. */
const RANK_OFFSET = 60;
const TESTS = 0.5;
const GENERATED =
  /(?:^|\/)(?:dist|build|vendor|node_modules|generated|__generated__|third_party)\/|\.min\.|\.lock$|package-lock\.json$|\.d\.ts$/;
/** What each further search or hit in the same file adds. */
const SAME_FILE = 0.1;

/**
 * Fuses the lists by reciprocal rank: places found by several searches come first, hits of a file lift each other a little, tests
 * and generated files are lowered. The same lists give the same order.
 */
export function fuse(lists: readonly HitList[], wantsTests: boolean): RankedHit[] {
  const merged = new Map<string, { hit: QueryHit; by: Set<string>; why: Set<string>; score: number }>();
  const byFile = new Map<string, number>();
  for (const { found_by, weight, hits } of lists)
    for (const [rank, hit] of hits.entries()) {
      const key =
        [...merged.keys()].find((known) => overlaps(merged.get(known)?.hit, hit)) ??
        `${hit.file}:${hit.line}`;
      const before = merged.get(key);
      const gain = weight / (RANK_OFFSET + rank);
      merged.set(key, {
        hit: before?.hit ?? hit,
        by: new Set([...(before?.by ?? []), found_by]),
        why: new Set([...(before?.why ?? []), hit.why]),
        score: (before?.score ?? 0) + gain,
      });
      byFile.set(hit.file, (byFile.get(hit.file) ?? 0) + 1);
    }
  const ranked = [...merged.values()].map(({ hit, by, why, score }) => ({
    ...hit,
    why: [...why].slice(0, 3).join('; '),
    found_by: [...by].sort(),
    score:
      score *
      liftOf(byFile.get(hit.file) ?? 1) *
      (isTestPath(hit.file) && !wantsTests ? TESTS : 1) *
      (GENERATED.test(hit.file) ? TESTS : 1),
  }));
  ranked.sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  const best = ranked[0]?.score ?? 1;
  return ranked.map((hit) => ({ ...hit, score: Math.round((hit.score / best) * 1000) / 1000 }));
}

const liftOf = (hits: number): number => 1 + SAME_FILE * Math.min(5, hits - 1);
const overlaps = (a: QueryHit | undefined, b: QueryHit): boolean =>
  a !== undefined &&
  a.file === b.file &&
  a.line <= b.end_line &&
  b.line <= a.end_line &&
  a.end_line - a.line < 200;
