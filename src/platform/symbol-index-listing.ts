import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { FileList, Skipped } from '../code/ports.ts';

/** File systems keep coarse times: what changed this shortly before it was looked at may have changed after it as well. */
export const RACY_MS = 50;
/** With more folders than this that hold no file of the project, listing anew is cheaper than looking at each. */
const MOST_BARE_FOLDERS = 500;
const GIT_LIMIT_MS = 5_000;
const IGNORE_FILES = ['.gitignore', '.git'];

/** The files of the project, and whether the list was made anew. */
export interface Listing {
  readonly files: readonly string[];
  readonly skipped: readonly Skipped[];
  readonly anew: boolean;
}

/**
 * The git-true list of files, made anew only where it can have changed: each folder that is walked, each ignore file, git's
 * index, excludes and settings are looked at (`lstat`), and as long as all are as they were, the list is.
 */
export function symbolListing(options: {
  readonly root: string;
  readonly fileList: FileList;
  readonly signal: AbortSignal;
}): { current(): Promise<Listing> } {
  const { root, fileList, signal } = options;
  let last: { files: readonly string[]; skipped: readonly Skipped[]; watched: Watched | null } | null = null;
  return {
    async current() {
      if (last?.watched && isUnchanged(last.watched)) return { ...last, anew: false };
      const began = Date.now();
      const listed = await fileList.files({ path: '.', includeIgnored: false, signal });
      // A list with gaps is no ground to stand on: rights can change without a trace in any folder's times.
      const watched = listed.skipped.length > 0 ? null : watch(root, listed.files, began);
      last = { ...listed, watched };
      return { ...last, anew: true };
    },
  };
}

/** Paths with what the system said of each. */
type Watched = ReadonlyMap<string, string>;

const stampOf = (stats: Stats | undefined): string =>
  stats ? `${stats.mtimeMs}/${stats.ctimeMs}/${stats.size}/${stats.ino}` : '';

/** Of a `.git` it counts that it is there, and which: git writes in it whenever it is asked anything. */
const stampAt = (path: string, stats: Stats | undefined): string =>
  basename(path) === '.git' && stats?.isDirectory() ? String(stats.ino) : stampOf(stats);

const look = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Something on the way is no folder any more: it is not there.
    return undefined;
  }
};

function isUnchanged(watched: Watched): boolean {
  for (const [path, stamp] of watched) if (stampAt(path, look(path)) !== stamp) return false;
  return true;
}

/** What the list depends on; null where that cannot be told, or has changed while the list was made. */
function watch(root: string, files: readonly string[], began: number): Watched | null {
  // These send git to another index or other rules than those looked at here.
  if (process.env.GIT_DIR || process.env.GIT_INDEX_FILE || process.env.GIT_WORK_TREE) return null;
  const folders = foldersOf(root, files);
  if (folders === null) return null;
  const paths = new Set<string>(ruleFiles(root));
  for (const folder of folders) {
    const at = join(root, folder);
    paths.add(at);
    for (const name of IGNORE_FILES) paths.add(join(at, name));
  }
  const watched = new Map<string, string>();
  for (const path of paths) {
    const stats = look(path);
    const stamp = stampAt(path, stats);
    if (stats && stamp === stampOf(stats) && Math.max(stats.mtimeMs, stats.ctimeMs) >= began - RACY_MS)
      return null;
    watched.set(path, stamp);
  }
  return watched;
}

/** Every folder a file of the project lies in or could appear in; null: too many to look at. */
function foldersOf(root: string, files: readonly string[]): Set<string> | null {
  const folders = new Set<string>(['']);
  for (const file of files)
    for (let at = dirname(file); at !== '.' && !folders.has(at); at = dirname(at)) folders.add(at);
  let bare = 0;
  let level: readonly string[] = [...folders];
  while (level.length > 0) {
    const empty = level.flatMap((folder) => subfolders(root, folder)).filter((name) => !folders.has(name));
    const open = notIgnored(root, empty);
    bare += open.length;
    if (bare > MOST_BARE_FOLDERS) return null;
    for (const folder of open) folders.add(folder);
    level = open;
  }
  return folders;
}

function subfolders(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== '.git')
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`))
      .filter((path) => path !== '.code-intel');
  } catch {
    // Gone meanwhile: its parent's times have changed with it.
    return [];
  }
}

/** Those that git does not ignore; all of them where git does not say. */
function notIgnored(root: string, folders: readonly string[]): readonly string[] {
  if (folders.length === 0) return folders;
  const { status, stdout } = spawnSync('git', ['check-ignore', '-z', '--stdin'], {
    cwd: root,
    input: folders.map((folder) => `${folder}/\0`).join(''),
    timeout: GIT_LIMIT_MS,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  if (status !== 0) return folders;
  const ignored = new Set(stdout.toString('utf8').split('\0'));
  return folders.filter((folder) => !ignored.has(`${folder}/`));
}

/** Files outside of the walked folders that say what is ignored or tracked. */
function ruleFiles(root: string): string[] {
  const config = process.env.XDG_CONFIG_HOME || join(homedir(), '.config');
  const found = [join(config, 'git', 'ignore'), join(config, 'git', 'config'), join(homedir(), '.gitconfig')];
  for (let at = root; ; at = dirname(at)) {
    found.push(join(at, '.gitignore'), join(at, '.git'));
    const git = gitFolder(join(at, '.git'));
    if (git !== null) {
      for (const folder of new Set([git, commonFolder(git)]))
        found.push(join(folder, 'index'), join(folder, 'info', 'exclude'), join(folder, 'config'));
      found.push(join(git, 'config.worktree'), ...excludesFile(root));
      break;
    }
    if (dirname(at) === at) break;
  }
  return found;
}

/** What a `.git` stands for: itself, or the folder that it names (worktrees, submodules). */
function gitFolder(path: string): string | null {
  const stats = look(path);
  if (!stats) return null;
  if (!stats.isFile()) return path;
  const named = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1];
  return named === undefined ? path : resolve(dirname(path), named.trim());
}

function commonFolder(git: string): string {
  try {
    return resolve(git, readFileSync(join(git, 'commondir'), 'utf8').trim());
  } catch {
    // Only a worktree has one.
    return git;
  }
}

function excludesFile(root: string): string[] {
  try {
    const output = execFileSync('git', ['config', '--path', '--get', 'core.excludesFile'], {
      cwd: root,
      encoding: 'utf8',
      timeout: GIT_LIMIT_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    }).trim();
    return output === '' ? [] : [resolve(root, output)];
  } catch {
    // It is not set.
    return [];
  }
}
