import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TreeChange, Treeish } from '../../session/ports.ts';
import type { Snapshot } from '../../session/session.ts';
import { type Git, isOwn, toProject, toTop } from './place.ts';
import { checkObjectIds, isObjectId } from './ref-names.ts';
import { diffTrees, emptyTree, type RawChange, submoduleMode, treeEntries } from './trees.ts';

const statuses: Readonly<Record<string, TreeChange['status']>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  T: 'type_changed',
  R: 'renamed',
  C: 'added',
};

const isSnapshot = (treeish: Treeish): treeish is Snapshot => 'tree' in treeish;

/** The tree that stands for a treeish: its own, else that of the commit it was taken at. */
export async function treeOf(git: Git, treeish: Treeish): Promise<string> {
  const id = isSnapshot(treeish) ? (treeish.tree ?? treeish.head) : String(treeish.commit);
  checkObjectIds(id);
  return id ?? emptyTree(git);
}

/** Of a snapshot that was given up: what git called changed then. */
const unknownOf = (treeish: Treeish): ReadonlySet<string> =>
  new Set(isSnapshot(treeish) && treeish.tree === null ? treeish.dirty : []);

/**
 * Paths that differ, sorted. Submodules by the commit they are at, large untracked files by size and time. `.code-intel/`
 * is never among them. Where `from` was given up, what was dirty in it counts as unchanged (it is left alone); where
 * `to` was given up, what is dirty in it counts as changed.
 */
export async function compareTrees(
  git: Git,
  from: Treeish,
  to: Treeish,
  renames: boolean,
): Promise<TreeChange[]> {
  const [before, after] = await Promise.all([treeOf(git, from), treeOf(git, to)]);
  const raw = await diffTrees(git, before, after, renames);
  const eolOnly = await onlyLineEndings(git, before, after, raw);
  const leftAlone = unknownOf(from);
  const changes = new Map<string, TreeChange>();
  const add = (change: Omit<TreeChange, 'outside'>) => {
    if (leftAlone.has(change.path) || isOwn(git, toTop(git, change.path) ?? '')) return;
    changes.set(change.path, { ...change, outside: change.path.startsWith('../') });
  };

  for (const change of raw) {
    add({
      path: toProject(git, change.path),
      ...(change.oldPath === undefined ? {} : { old_path: toProject(git, change.oldPath) }),
      status: statuses[change.status] ?? 'modified',
      eol_only: eolOnly.has(change.path),
      submodule: change.before.mode === submoduleMode || change.after.mode === submoduleMode,
      large: false,
    });
  }
  if (isSnapshot(from) && isSnapshot(to)) {
    for (const change of largeChanges(from, to)) if (!changes.has(change.path)) add(change);
  }
  for (const change of await dirtyChanges(git, before, to)) if (!changes.has(change.path)) add(change);
  return [...changes.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** Stamps of large files that differ. A commit id among them is a submodule's: the trees tell of those. */
function largeChanges(from: Snapshot, to: Snapshot): Omit<TreeChange, 'outside'>[] {
  if (from.tree === null || to.tree === null) return [];
  return [...new Set([...Object.keys(from.large), ...Object.keys(to.large)])].flatMap((path) => {
    const before = from.large[path];
    const after = to.large[path];
    if (before === after || isObjectId(before ?? after ?? '')) return [];
    const status = before === undefined ? 'added' : after === undefined ? 'deleted' : 'modified';
    return [{ path, status, eol_only: false, submodule: false, large: true } as const];
  });
}

async function dirtyChanges(git: Git, before: string, to: Treeish): Promise<Omit<TreeChange, 'outside'>[]> {
  const paths = [...unknownOf(to)].flatMap((path) => {
    const top = toTop(git, path);
    return top === null ? [] : [{ path, top }];
  });
  if (paths.length === 0) return [];
  const known = await treeEntries(
    git,
    before,
    paths.map(({ top }) => top),
  );
  return paths.map(({ path, top }) => ({
    path,
    status: !existsSync(join(git.top, top)) ? 'deleted' : known.has(top) ? 'modified' : 'added',
    eol_only: false,
    submodule: known.get(top)?.mode === submoduleMode,
    large: false,
  }));
}

/** Of the modified files those that have no line left when CR before LF is not counted. */
async function onlyLineEndings(
  git: Git,
  before: string,
  after: string,
  raw: readonly RawChange[],
): Promise<ReadonlySet<string>> {
  const candidates = raw.filter(
    (change) =>
      change.status === 'M' &&
      change.before.mode === change.after.mode &&
      change.after.mode !== submoduleMode,
  );
  if (candidates.length === 0) return new Set();
  const { text } = await git.plumb([
    'diff-tree',
    '-r',
    '-z',
    '--numstat',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--ignore-cr-at-eol',
    '--diff-filter=M',
    before,
    after,
    '--',
  ]);
  // Older versions of git list such a file with 0 and 0, newer ones leave it out.
  const differing = new Set(
    text.split('\0').flatMap((record) => {
      const [insertions, deletions, ...path] = record.split('\t');
      return insertions === '0' && deletions === '0' ? [] : [path.join('\t')];
    }),
  );
  return new Set(candidates.map(({ path }) => path).filter((path) => !differing.has(path)));
}
