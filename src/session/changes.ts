import { Refusal } from '../shared/refusal.ts';
import { message } from '../text/text.ts';
import type { Changes } from './facts.ts';
import type { TreeChange } from './ports.ts';

/** Why a change is left alone without being named (session-flow.md, PRE_COMMIT). */
export type LeftBecause =
  | 'as_at_start'
  | 'before_ready'
  | 'written_by_verify'
  | 'left_before'
  | 'outside_project'
  | 'submodule'
  | 'only_line_endings';

/** The two that nobody can decide otherwise: they are the user's, or no file of this project. */
const untouchable: readonly LeftBecause[] = ['as_at_start', 'outside_project', 'submodule'];

export interface ReviewedChange extends Omit<TreeChange, 'status'> {
  /** `reverted`: the user had changed it before, and it is as in HEAD now; discarded, the user's version comes back. */
  readonly status: TreeChange['status'] | 'reverted';
  /** Changed before the session, and again by it: kept, it is committed whole. */
  readonly mixed: boolean;
  readonly left: LeftBecause | null;
}

/** Every change against HEAD, each either due for review or left alone for a reason. */
export function reviewable(changes: Changes): ReviewedChange[] {
  const set = (paths: readonly string[] | null) => (paths ? new Set(paths) : null);
  const sinceStart = set(changes.since_start);
  const sinceReady = set(changes.since_ready);
  const sinceReviewed = set(changes.since_reviewed);
  const dirtyAtStart = new Set(changes.dirty_at_start);
  const committed = new Set(changes.committed);
  const byVerify = new Set(changes.written_by_verify);

  const ofTheUser = (path: string): LeftBecause | null => {
    // What the session has committed is its own: undoing it is a change like any other.
    if (committed.has(path)) return null;
    // Without a snapshot of the start, whatever git called dirty then is left alone.
    if (sinceStart ? !sinceStart.has(path) : dirtyAtStart.has(path)) return 'as_at_start';
    if (sinceReady && !sinceReady.has(path)) return 'before_ready';
    return null;
  };
  const why = (change: TreeChange): LeftBecause | null => {
    if (change.outside) return 'outside_project';
    if (change.submodule) return 'submodule';
    const users = ofTheUser(change.path);
    if (users) return users;
    if (byVerify.has(change.path)) return 'written_by_verify';
    if (sinceReviewed && !sinceReviewed.has(change.path)) return 'left_before';
    return change.eol_only ? 'only_line_endings' : null;
  };
  const changedTwice = (path: string): boolean =>
    dirtyAtStart.has(path) && !committed.has(path) && (sinceStart?.has(path) ?? false);
  const judged = (change: TreeChange): ReviewedChange => ({
    ...change,
    // Renamed by the session, the user's earlier change is in the file all the same.
    mixed: changedTwice(change.path) || (change.old_path !== undefined && changedTwice(change.old_path)),
    left: why(change),
  });

  // What the user had changed, and is as in HEAD now, differs from nothing that git would show: it must not be lost unseen.
  const shown = new Set(
    changes.all.flatMap(({ path, old_path }) => (old_path === undefined ? [path] : [path, old_path])),
  );
  const reverted = (changes.since_start ?? [])
    .filter(
      (path) => dirtyAtStart.has(path) && !shown.has(path) && !committed.has(path) && !path.startsWith('../'),
    )
    .map((path): ReviewedChange => {
      const users = ofTheUser(path);
      const left = users ?? (sinceReviewed && !sinceReviewed.has(path) ? 'left_before' : null);
      const plain = { eol_only: false, submodule: false, outside: false, large: false };
      return { path, status: 'reverted', ...plain, mixed: true, left };
    });

  const against = changes.all.flatMap((change): ReviewedChange[] => {
    const { old_path, ...rest } = change;
    if (old_path === undefined) return [judged(change)];
    const old: TreeChange = { ...rest, path: old_path, status: 'deleted' };
    const added: TreeChange = { ...rest, status: 'added' };
    // git pairs a file that the user had deleted with one that the session made: two changes, not a rename.
    if (why(old) === why(added)) return [{ ...judged(change), old_path }];
    return [judged(old), judged(added)];
  });
  return [...against, ...reverted];
}

export interface FileReview {
  readonly path: string;
  readonly decision: 'keep' | 'discard' | 'leave';
  readonly reason?: string | undefined;
}

export interface JudgedReview {
  readonly keep: string[];
  readonly discard: string[];
  readonly left: { readonly path: string; readonly because: LeftBecause | 'decided' }[];
  readonly mixed: string[];
  /** Named although they are the user's and stay as they are. */
  readonly untouched: string[];
}

/** A path as models write it, in the one form that git's answer has. */
function normalised(path: string, prefix: string, known: ReadonlySet<string>): string {
  const plain = path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(\.\/)+/, '');
  const candidates = [path, plain, plain.normalize('NFC'), plain.normalize('NFD')];
  const inProject = prefix && plain.startsWith(prefix) ? [plain.slice(prefix.length)] : [];
  return [...candidates, ...inProject].find((candidate) => known.has(candidate)) ?? plain;
}

/**
 * Holds the reviewed files against what changed. Refuses what is no changed file (`unknown_files`) and what is missing
 * (`unreviewed_files`), naming both; of a rename the new path covers the old.
 */
export function judgeReview(
  changes: readonly ReviewedChange[],
  reviewed: readonly FileReview[],
  prefix: string,
): JudgedReview {
  const byPath = new Map<string, ReviewedChange>();
  for (const change of changes) {
    byPath.set(change.path, change);
    if (change.old_path !== undefined) byPath.set(change.old_path, change);
  }
  const paths = new Set(byPath.keys());
  const decided = new Map<ReviewedChange, FileReview['decision']>();
  const unknown: string[] = [];
  const contradicting: string[] = [];
  for (const { path, decision } of reviewed) {
    const change = byPath.get(normalised(path, prefix, paths));
    if (!change) unknown.push(path);
    else if (decided.has(change) && decided.get(change) !== decision) contradicting.push(path);
    else decided.set(change, decision);
  }
  const missing = changes
    .filter((change) => change.left === null && !decided.has(change))
    .map(({ path }) => path);
  if (unknown.length > 0 || contradicting.length > 0)
    throw new Refusal(
      'unknown_files',
      message('session.unknown_reviewed_files', {
        files: [...unknown, ...contradicting].slice(0, 20).join(', '),
      }),
      { unknown: unknown.slice(0, 100), contradicting, missing: missing.slice(0, 100) },
    );
  if (missing.length > 0)
    throw new Refusal(
      'unreviewed_files',
      message('session.unreviewed_files', { files: missing.slice(0, 20).join(', ') }),
      {
        missing: missing.slice(0, 100),
      },
    );

  const both = ({ path, old_path }: ReviewedChange) => (old_path === undefined ? [path] : [path, old_path]);
  const chosen = (decision: FileReview['decision']) =>
    [...decided]
      .filter(([{ left }, made]) => made === decision && !(left && untouchable.includes(left)))
      .map(([change]) => change);
  const kept = chosen('keep');
  const discarded = chosen('discard');
  const taken = new Set([...kept, ...discarded]);
  return {
    keep: kept.flatMap(both).sort(),
    discard: discarded.flatMap(both).sort(),
    left: changes
      .filter((change) => !taken.has(change))
      .map(({ path, left }) => ({ path, because: left ?? 'decided' })),
    mixed: kept.filter(({ mixed }) => mixed).map(({ path }) => path),
    untouched: [...decided]
      .filter(([{ left }, made]) => made !== 'leave' && left !== null && untouchable.includes(left))
      .map(([{ path }]) => path),
  };
}
