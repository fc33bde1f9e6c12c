/**
 * What is looked at (tools.md): the files that git tracks or would track. ripgrep's own reading of the ignore rules finds
 * nearly all of them, fast; this module brings the rest in line with git: tracked files that are ignored, repositories inside
 * the repository, rules above a folder that is no repository.
 */
import { randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { outputOf } from './stream-process.ts';

/** How ripgrep is to walk, and what its walk does not tell. */
export interface Scope {
  /** Options for ripgrep, before `--`. */
  readonly options: readonly string[];
  /** Where to begin, `./`, `./src` or `./src/a.ts`; null where nothing of it is looked at by walking. */
  readonly start: string | null;
  /** Whether the walk begins above what was asked for: then only files for which this is true count. */
  readonly above: boolean;
  wanted(file: string): boolean;
  /** Tracked files that the walk leaves out, as the ignore rules name them; found while the walk runs. They can be missing on the disk. */
  readonly extra: Promise<readonly string[]>;
  /** The folder asked for is ignored by git. */
  readonly ignored: boolean;
  /** The files that lie in no repository of their own inside the project (git would not track those). */
  own(files: readonly string[]): Promise<string[]>;
}

const GIT_LIMIT_MS = 20_000;

/** Links are not followed, no configuration of the user's counts, files whose name begins with a dot are looked at. */
const ALWAYS = ['--no-config', '--no-follow', '--hidden', '--no-ignore-messages'];
const NEVER_LOOKED_AT = ['--glob=!.git', '--glob=!/.code-intel'];

/** The scope of a folder or file of the project. `path` is project-relative, as located; `.` is all. */
export async function scopeOf(
  root: string,
  options: { path: string; includeIgnored: boolean; signal: AbortSignal },
): Promise<Scope> {
  const { path, signal } = options;
  const below = path === '.' ? '' : `${path}/`;
  const here = `./${path === '.' ? '' : path}`;
  const wanted = (file: string) => file === path || file.startsWith(below);
  if (`${path}/`.startsWith('.code-intel/')) return nothing(wanted);
  if (options.includeIgnored) {
    return {
      options: [...ALWAYS, '--no-ignore', ...NEVER_LOOKED_AT],
      start: here,
      above: false,
      wanted,
      extra: Promise.resolve([]),
      ignored: false,
      own: async (files) => [...files],
    };
  }
  const git = new Git(root, signal);
  const [repository, excludes] = await Promise.all([git.isRepository(), git.excludesFile()]);
  const walk = [...ALWAYS, '--no-ignore-dot', '--no-ignore-global', ...NEVER_LOOKED_AT];
  if (excludes !== null) walk.push(`--ignore-file=${excludes}`);
  // Without a repository around it the project's own rules count, those of the folders above it do not. ripgrep can only
  // leave out both for a start further down, so it starts at the root.
  if (!repository) {
    return {
      options: [...walk, '--no-require-git', '--no-ignore-parent'],
      start: './',
      above: path !== '.',
      wanted,
      extra: Promise.resolve([]),
      ignored: false,
      own: (files) => withoutForeign(root, files, async () => []),
    };
  }
  const ignored = await git.ignores(path);
  const extra = ignored ? git.tracked(path) : git.trackedButIgnored(below);
  // Whoever walks waits for it; that the call was cancelled meanwhile is told by the walk.
  extra.catch(() => {});
  return {
    options: walk,
    start: ignored ? null : here,
    above: false,
    wanted,
    extra,
    ignored,
    own: (files) => withoutForeign(root, files, (folder) => git.tracked(folder)),
  };
}

/** Our own folder is not looked at. */
function nothing(wanted: Scope['wanted']): Scope {
  return {
    options: ALWAYS,
    start: null,
    above: false,
    wanted,
    extra: Promise.resolve([]),
    ignored: true,
    own: async () => [],
  };
}

/** Leaves out files in repositories of their own, but for those that the project's repository tracks all the same. */
async function withoutForeign(
  root: string,
  files: readonly string[],
  trackedIn: (folder: string) => Promise<string[]>,
): Promise<string[]> {
  const known = new Map<string, string | null>();
  const repositoryOf = (folder: string): string | null => {
    if (folder === '.' || folder === '') return null;
    const before = known.get(folder);
    if (before !== undefined) return before;
    const found = repositoryOf(dirname(folder)) ?? (isRepositoryFolder(join(root, folder)) ? folder : null);
    known.set(folder, found);
    return found;
  };
  const foreign = new Set<string>();
  for (const file of files) {
    const repository = repositoryOf(dirname(file));
    if (repository !== null) foreign.add(repository);
  }
  if (foreign.size === 0) return [...files];
  const kept = new Set((await Promise.all([...foreign].map(trackedIn))).flat());
  return files.filter((file) => repositoryOf(dirname(file)) === null || kept.has(file));
}

/** Whether git would see a repository here: a `.git` folder with what belongs in it, or the file of a worktree or submodule. */
function isRepositoryFolder(folder: string): boolean {
  const mark = join(folder, '.git');
  const stats = statsOf(mark);
  if (stats === null) return false;
  if (stats.isFile()) return stats.size < 8_192 && readStart(mark).startsWith('gitdir:');
  return ['HEAD', 'objects', 'refs'].every((name) => statsOf(join(mark, name)) !== null);
}

function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function readStart(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** What only git can tell. Each question answers with "no" where git is missing or will not work here. */
class Git {
  constructor(
    private readonly root: string,
    private readonly signal: AbortSignal,
  ) {}

  /** Whether the project lies in a repository that would track it (and not in a folder that this repository ignores). */
  async isRepository(): Promise<boolean> {
    const shown = await this.ask(['rev-parse', '--is-inside-work-tree', '--show-prefix']);
    const [inside, prefix] = shown?.toString('utf8').split('\n') ?? [];
    if (inside !== 'true') return false;
    return (
      prefix === '' || prefix === undefined || (await this.ask(['check-ignore', '-q', '--', '.'])) === null
    );
  }

  /** The user's own ignore file (`core.excludesFile`, else where git looks for one); null where there is none. */
  async excludesFile(): Promise<string | null> {
    const set = await this.ask(['config', '--type=path', '--get', 'core.excludesFile']);
    const fallback = join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'git', 'ignore');
    const file = set === null ? fallback : set.toString('utf8').replace(/\n$/, '');
    return statsOf(file) === null ? null : file;
  }

  async ignores(path: string): Promise<boolean> {
    return path !== '.' && (await this.ask(['check-ignore', '--no-index', '-q', '--', path])) !== null;
  }

  /** Tracked files below a folder. */
  async tracked(folder: string): Promise<string[]> {
    return names(await this.ask(['--literal-pathspecs', 'ls-files', '-c', '-z', '--', folder]));
  }

  /**
   * `git ls-files -ci` looks at each tracked file on the disk, which takes half as long as the search itself. Asked with an
   * empty index git names what is ignored, whole folders as one, without looking at files; what is tracked of that remains.
   */
  async trackedButIgnored(below: string): Promise<string[]> {
    const where = below === '' ? [] : ['--', below];
    const ignored = names(
      await this.ask(
        ['--literal-pathspecs', 'ls-files', '-oi', '--exclude-standard', '--directory', '-z', ...where],
        { GIT_INDEX_FILE: join(tmpdir(), `code-intel-no-index-${randomUUID()}`) },
      ),
    ).filter((name) => !name.startsWith('.code-intel/'));
    if (ignored.length === 0) return [];
    const files = new Set(ignored);
    const tracked = names(await this.ask(['--literal-pathspecs', 'ls-files', '-c', '-z', ...where]));
    const folders = new Map<string, boolean>();
    const inIgnored = (folder: string): boolean => {
      if (folder === '.') return false;
      const before = folders.get(folder);
      if (before !== undefined) return before;
      const answer = files.has(`${folder}/`) || inIgnored(dirname(folder));
      folders.set(folder, answer);
      return answer;
    };
    return tracked.filter((name) => files.has(name) || inIgnored(dirname(name)));
  }

  /** Standard output; null where git answered with anything but success. */
  private async ask(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Buffer | null> {
    try {
      const answer = await outputOf({
        file: 'git',
        args: ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', ...args],
        cwd: this.root,
        env: { ...withoutGit(process.env), GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C', ...env },
        timeoutMs: GIT_LIMIT_MS,
        signal: this.signal,
      });
      return answer.code === 0 ? answer.stdout : null;
    } catch (error) {
      if (this.signal.aborted) throw error;
      return null;
    }
  }
}

/** The user's environment can point git at another repository, index or configuration. */
function withoutGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_/i.test(name)));
}

function names(output: Buffer | null): string[] {
  return output === null ? [] : output.toString('utf8').split('\0').filter(Boolean);
}
