import type { FilePatch, TreeChange, Treeish } from '../../session/ports.ts';
import { shorten } from '../../shared/characters.ts';
import { treeOf } from './compare.ts';
import { type Git, toTop } from './place.ts';
import { withPrivateIndex } from './private-index.ts';

const lineCharacters = 2_000;
/** Lines before the first `@@` that say something which the change itself does not. */
const telling = /^(?:old mode|new mode|new file mode|deleted file mode|rename from|rename to|Submodule) /;

/**
 * One file's change as a unified diff: at most `maxLines` lines of at most 2,000 characters. Large files have none.
 * Where `to` was given up, the file on the disk is what is compared.
 */
export async function patchOf(
  git: Git,
  from: Treeish,
  to: Treeish,
  change: TreeChange,
  maxLines: number,
): Promise<FilePatch> {
  const none = { insertions: 0, deletions: 0, binary: true, patch: '', truncated: false };
  const paths = [change.old_path, change.path].flatMap((path) =>
    path === undefined ? [] : (toTop(git, path) ?? []),
  );
  if (change.large || paths.length === 0) return none;
  const before = await treeOf(git, from);
  const after =
    'tree' in to && to.tree === null ? await treeOnDisk(git, before, paths) : await treeOf(git, to);
  const { text } = await git.plumb([
    'diff-tree',
    '-r',
    '-p',
    '--numstat',
    '-z',
    '-U3',
    change.old_path === undefined ? '--no-renames' : '-M',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--submodule=short',
    before,
    after,
    '--',
    ...paths,
  ]);
  // `-z` ends the numbers with NUL (three of them for a rename) and an empty record before the patch.
  const start = text.indexOf('diff --git ');
  const counts = /^(\d+|-)\t(\d+|-)\t/.exec(text);
  const lines = start < 0 ? [] : text.slice(start).replace(/\n$/, '').split('\n');
  const hunk = lines.findIndex((line) => line.startsWith('@@'));
  const body = hunk < 0 ? [] : lines.slice(hunk);
  const header = (hunk < 0 ? lines : lines.slice(0, hunk)).filter((line) => telling.test(line));
  const all = [...header, ...body];
  const kept = all.slice(0, maxLines);
  return {
    insertions: Number(counts?.[1]) || 0,
    deletions: Number(counts?.[2]) || 0,
    binary: counts?.[1] === '-',
    patch: kept.map((line) => shorten(line, lineCharacters)).join('\n'),
    truncated: kept.length < all.length || kept.some((line) => line.length > lineCharacters),
  };
}

/** A tree with these files as they are on the disk. */
async function treeOnDisk(git: Git, tree: string, paths: readonly string[]): Promise<string> {
  return withPrivateIndex(git, 'patch', 'empty', async (index) => {
    await index.reset(tree);
    await index.add(paths, { lenient: true });
    return index.writeTree();
  });
}
