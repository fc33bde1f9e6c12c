import { isUtf8 } from 'node:buffer';
import { readdir } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import glob from 'fast-glob';
import type { FileList, Skipped } from '../code/ports.ts';
import { selectByGlobs } from './glob.ts';
import {
  type FindRipgrep,
  packagedRipgrep,
  RIPGREP_LIMIT_MS,
  runRipgrep,
  unreadable,
} from './ripgrep-program.ts';
import { scopeOf } from './search-scope.ts';

/**
 * The files of the project below `root` (a real path), by name, whatever they hold. ripgrep walks for the git-true list,
 * so that this list and `search_text` agree; fast-glob for everything, ignore rules aside.
 */
export function fileList(root: string, findRipgrep: FindRipgrep = packagedRipgrep): FileList {
  return {
    files: (options) => (options.includeIgnored ? all(root, options) : gitTrue(root, findRipgrep, options)),
    select: selectByGlobs,
  };
}

interface Options {
  readonly path: string;
  readonly signal: AbortSignal;
}
type Listed = { files: string[]; skipped: Skipped[] };

async function gitTrue(root: string, findRipgrep: FindRipgrep, options: Options): Promise<Listed> {
  const { signal } = options;
  const scope = await scopeOf(root, { ...options, includeIgnored: false });
  const skipped: Skipped[] = [];
  const output = new NameReader();
  if (scope.start !== null) {
    const ended = await runRipgrep(findRipgrep, {
      args: ['--files', '--null', ...scope.options, '--', scope.start],
      cwd: root,
      signal,
      onOutput: (chunk) => output.take(chunk),
    });
    skipped.push(...unreadable(ended.stderr));
    if (ended.stopped === 'timeout')
      skipped.push({ file: options.path, reason: `time_limit: ${RIPGREP_LIMIT_MS / 1_000} s` });
  } else {
    skipped.push({ file: options.path, reason: 'ignored_by_git' });
  }
  skipped.push(...output.unnameable.map((file) => ({ file, reason: 'name_not_utf8' })));
  const walked = output.names.filter(scope.wanted);
  const own = await scope.own(walked);
  return {
    files: [...new Set([...own, ...(await existing(root, await scope.extra))])].sort(byName),
    skipped,
  };
}

/** Plain files among tracked names: not what is deleted, a link or a submodule. */
export async function existing(root: string, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    names.map(async (name) => {
      const stats = await lstat(join(root, name)).catch(() => null);
      return stats?.isFile() ? [name] : [];
    }),
  );
  return found.flat();
}

/** Sorts by code units: the same on every machine. */
export const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Names that end in NUL, from output that comes in pieces. */
export class NameReader {
  readonly names: string[] = [];
  /** Names that are no UTF-8, readable with U+FFFD: such a file cannot be asked for by name. */
  readonly unnameable: string[] = [];
  private rest: Buffer = Buffer.alloc(0);

  take(chunk: Buffer): true {
    const bytes = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    const end = bytes.lastIndexOf(0);
    if (end >= 0) {
      const whole = bytes.subarray(0, end);
      if (isUtf8(whole)) this.names.push(...whole.toString('utf8').split('\0').map(withoutDot));
      else for (const name of pieces(whole)) this.add(name);
    }
    this.rest = Buffer.from(bytes.subarray(end + 1));
    return true;
  }

  private add(name: Buffer): void {
    (isUtf8(name) ? this.names : this.unnameable).push(withoutDot(name.toString('utf8')));
  }
}

function pieces(bytes: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let from = 0;
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, from)) {
    found.push(bytes.subarray(from, at));
    from = at + 1;
  }
  found.push(bytes.subarray(from));
  return found;
}

/** A path as ripgrep prints it, project-relative with `/`. */
export const withoutDot = (path: string): string =>
  (process.platform === 'win32' ? path.replaceAll('\\', '/') : path).replace(/^\.\//, '');

async function all(root: string, { path, signal }: Options): Promise<Listed> {
  const skipped: Skipped[] = [];
  const prefix = path === '.' ? '' : `${path}/`;
  const folder = join(root, path);
  const stream = glob.stream('**', {
    cwd: folder,
    dot: true,
    onlyFiles: true,
    followSymbolicLinks: false,
    ignore: ['**/.git', '**/.git/**', ...(path === '.' ? ['.code-intel', '.code-intel/**'] : [])],
    fs: tolerantFs(root, skipped),
  });
  const files: string[] = [];
  const stop = () => 'destroy' in stream && typeof stream.destroy === 'function' && stream.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const file of stream) {
      signal.throwIfAborted();
      const name = prefix + String(file);
      if (!name.startsWith('.code-intel/')) files.push(name);
    }
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return { files: files.sort(byName), skipped };
}

/** A folder that cannot be read costs only itself, and is named. */
function tolerantFs(root: string, skipped: Skipped[]): { readdir: typeof readdir } {
  type Entries = (error: NodeJS.ErrnoException | null, entries: unknown) => void;
  const tolerant = (folder: string, options: { withFileTypes: true }, callback: Entries): void =>
    readdir(folder, options, (error, entries) => {
      if (error === null) return callback(null, entries);
      if (error.code !== 'ENOENT') {
        const file = folder.slice(root.length + 1) || '.';
        skipped.push({ file, reason: `unreadable: ${error.code ?? error.message}` });
      }
      callback(null, []);
    });
  return { readdir: tolerant as typeof readdir };
}
