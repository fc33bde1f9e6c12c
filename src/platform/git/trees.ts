import type { Git } from './place.ts';
import type { Entry } from './private-index.ts';

/** One difference between two trees, as git tells it. */
export interface RawChange {
  readonly path: string;
  readonly oldPath?: string;
  /** `A`, `M`, `D`, `T`, `R`. */
  readonly status: string;
  readonly before: Entry;
  readonly after: Entry;
}

export const absent = '000000';
export const submoduleMode = '160000';

/** What differs between two trees or commits. */
export async function diffTrees(git: Git, from: string, to: string, renames = false): Promise<RawChange[]> {
  if (from === to) return [];
  const { text } = await git.plumb([
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--no-abbrev',
    renames ? '-M' : '--no-renames',
    from,
    to,
    '--',
  ]);
  const fields = text.split('\0');
  const changes: RawChange[] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const [oldMode = '', mode = '', oldOid = '', oid = '', status = ''] = (fields[at] ?? '')
      .slice(1)
      .split(' ');
    const first = fields[at + 1] ?? '';
    const renamed = status.startsWith('R') || status.startsWith('C');
    changes.push({
      path: renamed ? (fields[at + 2] ?? '') : first,
      ...(renamed ? { oldPath: first } : {}),
      status: status.charAt(0),
      before: { mode: oldMode, oid: oldOid },
      after: { mode, oid },
    });
    at += renamed ? 3 : 2;
  }
  return changes;
}

/** The files of a tree at these paths (literal); folders and missing ones are left out. */
export async function treeEntries(
  git: Git,
  treeish: string,
  paths: readonly string[],
): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for (let from = 0; from < paths.length; from += 500) {
    const { text } = await git.plumb([
      'ls-tree',
      '-z',
      '--full-tree',
      treeish,
      '--',
      ...paths.slice(from, from + 500),
    ]);
    for (const record of text.split('\0')) {
      const match = /^(\d+) (?:blob|commit) ([0-9a-f]+)\t([\s\S]+)$/.exec(record);
      if (match) entries.set(match[3] ?? '', { mode: match[1] ?? '', oid: match[2] ?? '' });
    }
  }
  return entries;
}

/** The tree without a file, in this repository's kind of object id; written where it is missing. */
export async function emptyTree(git: Git): Promise<string> {
  return (await git.plumb(['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' })).text.trim();
}

export const sameEntry = (a: Entry | null | undefined, b: Entry | null | undefined): boolean =>
  (a?.mode ?? absent) === (b?.mode ?? absent) && (a?.oid ?? '') === (b?.oid ?? '');
