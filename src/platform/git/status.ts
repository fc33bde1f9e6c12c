import type { Git } from './place.ts';

/** One path that `git status` names. */
export interface StatusEntry {
  /** Relative to the top. An untracked repository inside this one ends in `/`. */
  readonly path: string;
  readonly kind: 'tracked' | 'unmerged' | 'untracked';
  /** What differs between HEAD and the index: `.` for nothing, `A`, `M`, `D`, `T`. */
  readonly staged: string;
  /** What differs between the index and the file; `A` means intent to add. */
  readonly unstaged: string;
  readonly submodule: boolean;
  /** The index's entry; mode `000000` where there is none. */
  readonly mode: string;
  readonly oid: string;
}

export interface Status {
  /** null: no commit yet. */
  readonly head: string | null;
  /** null: detached. */
  readonly branch: string | null;
  readonly entries: readonly StatusEntry[];
}

/** What git calls changed, by `status --porcelain=v2`; untracked files one by one. */
export async function readStatus(
  git: Git,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<Status> {
  const { text } = await git.plumb(
    [
      'status',
      '--porcelain=v2',
      '--branch',
      '-z',
      '--untracked-files=all',
      '--no-renames',
      '--ignore-submodules=dirty',
    ],
    options,
  );
  let head: string | null = null;
  let branch: string | null = null;
  const entries: StatusEntry[] = [];
  for (const record of text.split('\0')) {
    const kind = record.slice(0, 2);
    if (kind === '# ') {
      const [, key, ...value] = record.split(' ');
      if (key === 'branch.oid') head = value[0] === '(initial)' ? null : (value[0] ?? null);
      if (key === 'branch.head') branch = value[0] === '(detached)' ? null : value.join(' ');
    } else if (kind === '1 ') {
      const [, xy = '..', sub = 'N', , mode = '', , , oid = '', ...path] = record.split(' ');
      entries.push({
        path: path.join(' '),
        kind: 'tracked',
        staged: xy.charAt(0),
        unstaged: xy.charAt(1),
        submodule: sub.startsWith('S'),
        mode,
        oid,
      });
    } else if (kind === 'u ') {
      const path = record.split(' ').slice(10).join(' ');
      entries.push({
        path,
        kind: 'unmerged',
        staged: 'U',
        unstaged: 'U',
        submodule: false,
        mode: '',
        oid: '',
      });
    } else if (kind === '? ') {
      const path = record.slice(2);
      entries.push({
        path,
        kind: 'untracked',
        staged: '.',
        unstaged: '?',
        submodule: false,
        mode: '000000',
        oid: '',
      });
    }
  }
  return { head, branch, entries };
}
