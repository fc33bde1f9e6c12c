import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TextQuery } from '../../src/code/ports.ts';
import { fileList } from '../../src/platform/file-list.ts';
import { projectFiles } from '../../src/platform/project-files.ts';
import { textSearch } from '../../src/platform/ripgrep.ts';
import type { FindRipgrep } from '../../src/platform/ripgrep-program.ts';
import { speaker } from '../../src/text/text.ts';
import type { ToolContext } from '../../src/tools/context.ts';
import type { Call, Tool } from '../../src/tools/tool.ts';

/** A folder of its own that holds these files; `remove` deletes it. */
export function project(files: Readonly<Record<string, string | Buffer>>, options: { git?: boolean } = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-intel-search-')));
  const root = join(folder, 'proj');
  mkdirSync(root);
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  };
  for (const [name, content] of Object.entries(files)) write(name, content);
  if (options.git) git(root, 'init', '-q', '-b', 'main');
  return { folder, root, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function git(cwd: string, ...args: string[]): string {
  return execFileSync(
    'git',
    ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'core.quotePath=false', ...args],
    {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, GIT_CONFIG_NOSYSTEM: '1', HOME: cwd },
    },
  );
}

export const never = new AbortController().signal;

export const asked = (pattern: string, rest: Partial<TextQuery> = {}): TextQuery => ({
  pattern,
  regex: true,
  caseSensitive: true,
  word: false,
  multiline: false,
  contextLines: 0,
  path: '.',
  globs: [],
  fileTypes: [],
  includeIgnored: false,
  output: 'matches',
  offset: 0,
  maxResults: 100,
  ...rest,
});

/** Calls a tool as the server does, on real files; only what the search tools reach is there. */
export async function caller(root: string, options: { findRipgrep?: FindRipgrep } = {}) {
  const parts = {
    language: 'en' as const,
    say: speaker('en'),
    files: await projectFiles(root),
    textSearch: textSearch(root, options),
    fileList: fileList(root, options.findRipgrep),
  };
  const context = parts as unknown as ToolContext;
  return async (tool: Tool, args: Record<string, unknown>, call: Partial<Call> = {}) => {
    const parsed = tool.input.parse(args) as never;
    return tool.run(parsed, context, { signal: never, progress() {}, ...call });
  };
}
