import { spawn } from 'node:child_process';
import type { Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectContext } from '../session/ports.ts';
import { isInside } from './read-text.ts';

/** More documents than these help nobody: the list is to be read. */
const maxDocuments = 50;
/** How deep below `docs/` is looked. */
const maxDepth = 8;
/** Documents that git is asked about, whether it ignores them; the shallow ones come first. */
const maxAsked = 2_000;
const gitPatienceMs = 2_000;

const ruleFiles = ['CLAUDE.md', 'AGENTS.md', '.claude/CLAUDE.md'];

/**
 * Finds what the project has for whoever works on it (code-intelligence.md, Project context). Looks at the top folder and
 * below `docs/` only, so that the size of the rest does not matter. Rules: `CLAUDE.md`, `AGENTS.md`, `.claude/CLAUDE.md`.
 * Documents: `README*`, Markdown in `docs/` that git does not ignore, `.code-intel/context.yml`; shallow ones first, 50 at
 * most. Paths are relative to the root. Links are followed only for the files at the top, and only within the root.
 * Never throws.
 */
export function projectContext(root: string): ProjectContext {
  return {
    async find() {
      const [rules, readmes, docs, context] = await Promise.all([
        distinctFiles(root, ruleFiles),
        topFolder(root).then((names) => distinctFiles(root, names.filter(isReadme))),
        documents(root),
        distinctFiles(root, ['.code-intel/context.yml']),
      ]);
      const found = [...readmes, ...context, ...docs];
      return { project_rules: rules, documents: found.sort(shallowFirst).slice(0, maxDocuments) };
    },
  };
}

const isReadme = (name: string): boolean => /^readme([._-].*)?$/i.test(name);

const depthOf = (path: string): number => path.split('/').length;
/** By depth, then by code units: the same everywhere, whatever the locale. */
function shallowFirst(a: string, b: string): number {
  return depthOf(a) - depthOf(b) || (a < b ? -1 : a > b ? 1 : 0);
}

async function topFolder(root: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(root, { withFileTypes: true }).catch(() => []);
  return entries.map(({ name }) => name);
}

/** Those that are files inside the root; of several names for one file (a link) the first. */
async function distinctFiles(root: string, paths: readonly string[]): Promise<string[]> {
  const top = await realpath(root).catch(() => root);
  const seen = new Set<string>();
  const found: string[] = [];
  for (const path of paths) {
    try {
      const target = await realpath(join(root, path));
      if (!isInside(top, target) || seen.has(target) || !(await stat(target)).isFile()) continue;
      seen.add(target);
      found.push(path);
    } catch {
      // Not there, or a link to nowhere.
    }
  }
  return found;
}

async function documents(root: string): Promise<string[]> {
  const folder = await lstat(join(root, 'docs')).catch(() => null);
  if (folder === null || !folder.isDirectory()) return [];
  // Loaded here: a server that starts no session does not need it.
  const { default: glob } = await import('fast-glob');
  const paths = await glob('docs/**/*.md', {
    cwd: root,
    deep: maxDepth,
    followSymbolicLinks: false,
    suppressErrors: true,
    caseSensitiveMatch: false,
    ignore: ['**/node_modules/**', '**/.git/**'],
  }).catch(() => []);
  const nearest = paths.sort(shallowFirst).slice(0, maxAsked);
  const ignored = await ignoredByGit(root, nearest);
  return nearest.filter((path) => !ignored.has(path));
}

/** Which of the paths git ignores; none outside a repository, without git, or where git takes too long. */
function ignoredByGit(root: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return Promise.resolve(new Set());
  return new Promise((resolve) => {
    const git = spawn('git', ['check-ignore', '-z', '--stdin'], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: withoutGit(process.env),
      timeout: gitPatienceMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    git.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    git.on('error', () => resolve(new Set()));
    git.on('close', (code) => {
      const names = Buffer.concat(chunks).toString('utf8').split('\0').filter(Boolean);
      resolve(new Set(code === 0 ? names : []));
    });
    // It may end before it has read all.
    git.stdin.on('error', () => {});
    git.stdin.end(paths.map((path) => `${path}\0`).join(''));
  });
}

/** A GIT_DIR or GIT_WORK_TREE of the user's surroundings would speak of another repository. */
function withoutGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
}
