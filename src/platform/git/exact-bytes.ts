import { posix } from 'node:path';
import { shellWord } from '../../shared/shell-word.ts';
import { type Git, toProject } from './place.ts';
import { type Entry, withPrivateIndex } from './private-index.ts';
import { commitTree, dropRef, findInTrash, keepInTrash } from './trash.ts';
import { treeEntries } from './trees.ts';

/**
 * Files whose bytes git would not give back: what it records has gone through its filters (line endings, encodings, clean
 * filters), and the way back makes other bytes of it.
 */
export interface ExactBytes {
  /** Where they are kept. */
  readonly ref: string;
  /** Path (relative to the top) → the file's bytes, unfiltered. */
  readonly files: ReadonlyMap<string, Entry>;
}

interface Kept {
  readonly session_id: string;
  readonly head: string;
}
const nameOf = (kind: string, { head }: Kept): string => `${kind}-${head.slice(0, 12)}`;

/**
 * Keeps the bytes of those files that git would not give back as they are, under a trash ref of their own; null where there
 * is none. `present`: what git would record of each file; links and missing files are left out.
 */
export async function keepExact(
  git: Git,
  about: Kept,
  kind: string,
  present: ReadonlyMap<string, Entry | null>,
): Promise<ExactBytes | null> {
  const files = [...present].flatMap(([path, entry]) =>
    entry?.mode.startsWith('100') ? [{ path, entry }] : [],
  );
  const exact = new Map<string, Entry>();
  for (let from = 0; from < files.length; from += 500) {
    const some = files.slice(from, from + 500);
    const { text } = await git.plumb(['hash-object', '--no-filters', '--', ...some.map(({ path }) => path)]);
    const oids = text.split('\n');
    for (const [at, { path, entry }] of some.entries()) {
      const oid = oids[at] ?? '';
      if (oid === entry.oid || (await comesBack(git, path, entry, oid))) continue;
      await git.plumb(['hash-object', '-w', '--no-filters', '--', path]);
      exact.set(path, { mode: entry.mode, oid });
    }
  }
  if (exact.size === 0) return null;
  const tree = await withPrivateIndex(git, 'exact', 'empty', async (index) => {
    await index.set(exact);
    return index.writeTree();
  });
  const commit = await commitTree(
    git,
    tree,
    about.head,
    `Bytes of files discarded in session ${about.session_id}`,
  );
  return { ref: await keepInTrash(git, about.session_id, nameOf(kind, about), commit), files: exact };
}

/** Whether checking the entry out would make the same bytes again, as it does of plain CRLF files. */
async function comesBack(git: Git, path: string, entry: Entry, oid: string): Promise<boolean> {
  const out = await git.plumb(['cat-file', '--filters', `--path=${path}`, entry.oid], { also: 'any' });
  if (out.code !== 0) return false;
  const { text } = await git.plumb(['hash-object', '--no-filters', '--stdin'], { input: out.stdout });
  return text.trim() === oid;
}

/** What `keepExact` kept before a crash. */
export async function findExact(
  git: Git,
  about: Kept,
  kind: string,
  paths: readonly string[],
): Promise<ExactBytes | null> {
  const [kept] = await findInTrash(git, about.session_id, nameOf(kind, about));
  return kept === undefined ? null : { ref: kept.ref, files: await treeEntries(git, kept.oid, paths) };
}

export async function dropExact(git: Git, exact: ExactBytes | null): Promise<void> {
  if (exact !== null) await dropRef(git, exact.ref);
}

/** The command that brings the bytes back as they were, past git's filters. Run in the project folder. */
export function restoreExact(git: Git, path: string, { mode, oid }: Entry): string {
  const file = toProject(git, path);
  const folder = posix.dirname(file);
  return [
    ...(folder === '.' ? [] : [`mkdir -p -- ${shellWord(folder)}`]),
    `git cat-file blob ${oid} > ${shellWord(file)}`,
    ...(mode === '100755' ? [`chmod +x -- ${shellWord(file)}`] : []),
  ].join(' && ');
}
