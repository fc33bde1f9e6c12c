import { lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';

/** Why a folder of the store cannot be used. `code` is the system's, or `outside` and `dangling` for links. */
export class FolderProblem extends Error {
  override readonly name = 'FolderProblem';
  constructor(
    readonly code: string,
    /** Project-relative, `/`-separated. */
    readonly path: string,
  ) {
    super(`${code}: ${path}`);
  }
}

/**
 * A folder below the project root, step by step: its path where it is there, null where it is missing. A link is followed
 * only to a folder inside the project: what a repository brings along must not make the server write elsewhere. Throws
 * `FolderProblem`.
 */
export function findFolder(root: string, names: readonly string[]): string | null {
  let path = root;
  for (const [depth, name] of names.entries()) {
    path = join(path, name);
    const shown = names.slice(0, depth + 1).join('/');
    const kind = kindOf(root, path, shown);
    if (kind === 'missing') return null;
    if (kind === 'other') throw new FolderProblem('ENOTDIR', shown);
  }
  return path;
}

/** The same, made where it is missing. */
export function makeFolder(root: string, names: readonly string[]): string {
  const there = findFolder(root, names);
  if (there !== null) return there;
  for (const depth of names.keys()) {
    const upTo = names.slice(0, depth + 1);
    if (findFolder(root, upTo) !== null) continue;
    try {
      mkdirSync(join(root, ...upTo));
    } catch (error) {
      // Another server may have made it meanwhile: what it is now is looked at below.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  const path = findFolder(root, names);
  if (path === null) throw new FolderProblem('ENOENT', names.join('/'));
  return path;
}

function kindOf(root: string, path: string, shown: string): 'folder' | 'missing' | 'other' {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry) return 'missing';
  if (!entry.isSymbolicLink()) return entry.isDirectory() ? 'folder' : 'other';
  let target: string;
  try {
    target = realpathSync(path);
  } catch {
    throw new FolderProblem('dangling', shown);
  }
  const way = relative(realpathSync(root), target);
  if (way === '..' || way.startsWith(`..${sep}`) || way === '' || isAbsolute(way))
    throw new FolderProblem('outside', shown);
  return statSync(target).isDirectory() ? 'folder' : 'other';
}
