import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { gitRepository } from '../../../src/platform/git/repository.ts';
import type { Effect } from '../../../src/session/effects.ts';
import type { Repository } from '../../../src/session/ports.ts';
import type { Snapshot } from '../../../src/session/session.ts';
import { Refusal } from '../../../src/shared/refusal.ts';

/** git in an empty home: nothing of the machine's settings reaches a test. */
export const sid = '20261130-abcd';
export const taskName = (base = 'main', session = sid): string => `llm_task_${session}_from_${base}`;

export interface Sandbox {
  readonly home: string;
  /** The repository's top. */
  readonly top: string;
  /** The project folder: the top, or a folder in it. */
  readonly root: string;
  readonly repo: Repository;
  git(...args: string[]): string;
  write(path: string, text: string | Buffer): void;
  read(path: string): string;
  remove(path: string): void;
  hook(name: string, script: string): void;
  /** A repository of the same folder with other options. */
  with(options: Partial<Parameters<typeof gitRepository>[0]>): Repository;
}

/** A repository with one commit (`seed.txt`) on `main`, removed after the test. */
export function sandbox(
  options: { prefix?: string; commit?: boolean; files?: Record<string, string> } = {},
): Sandbox {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-intel-git-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const home = join(folder, 'home');
  const top = join(folder, 'repo');
  mkdirSync(home);
  mkdirSync(top);
  process.env.HOME = home;
  process.env.XDG_CONFIG_HOME = join(home, '.config');
  process.env.GIT_CONFIG_NOSYSTEM = '1';
  const root = join(top, options.prefix ?? '');
  mkdirSync(root, { recursive: true });
  const git = (...args: string[]) => gitIn(top, ...args);
  const write = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  };
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  for (const [path, text] of Object.entries(options.files ?? { 'seed.txt': 'seed\n' })) write(path, text);
  if (options.commit !== false) {
    git('add', '-A');
    git('commit', '-q', '-m', 'first');
  }
  const base = { root, now: () => new Date() };
  return {
    home,
    top,
    root,
    repo: gitRepository(base),
    git,
    write,
    read: (path) => readFileSync(join(top, path), 'utf8'),
    remove: (path) => rmSync(join(top, path), { recursive: true }),
    hook(name, script) {
      const file = join(git('rev-parse', '--absolute-git-dir').trim(), 'hooks', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `#!/bin/sh\n${script}\n`);
      chmodSync(file, 0o755);
    },
    with: (more) => gitRepository({ ...base, ...more }),
  };
}

/** A sandbox where a session is at work: its task branch is checked out. */
export function taskSandbox(...options: Parameters<typeof sandbox>): Sandbox {
  const box = sandbox(...options);
  box.git('switch', '-q', '-c', taskName());
  return box;
}

export function gitIn(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Everything of a repository that is the user's: to be equal before and after what must not touch it. */
export function record(top: string) {
  const git = (...args: string[]) => gitIn(top, '--no-optional-locks', ...args);
  const gitDir = git('rev-parse', '--absolute-git-dir').trim();
  return {
    head: readFileSync(join(gitDir, 'HEAD'), 'utf8'),
    refs: git('for-each-ref', '--format=%(refname) %(objectname)')
      .split('\n')
      .filter((line) => !line.startsWith('refs/code-intel/'))
      .join('\n'),
    status: git('status', '-z', '--porcelain', '-uall', '--no-renames').split('\0').sort(),
    index: git('ls-files', '-s', '-z').split('\0'),
    flags: git('ls-files', '-v', '-z').split('\0'),
    stash: git('stash', 'list'),
    operation: [
      'MERGE_HEAD',
      'MERGE_MSG',
      'CHERRY_PICK_HEAD',
      'index.lock',
      'HEAD.lock',
      'code-intel',
    ].filter((name) => existsSync(join(gitDir, name))),
    config: readFileSync(
      join(
        git('rev-parse', '--git-common-dir')
          .trim()
          .replace(/^\.git$/, join(top, '.git')),
        'config',
      ),
      'utf8',
    ),
    files: files(top),
  };
}

/** All files of a working tree with mode and content, `.git` left out. */
export function files(top: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(top, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(top.length + 1);
    if (name.split('/').includes('.git') || entry.isDirectory()) continue;
    const mode = lstatSync(path).mode.toString(8);
    found[name] = entry.isSymbolicLink()
      ? `link ${readlinkSync(path)}`
      : `${mode} ${readFileSync(path, 'latin1')}`;
  }
  return found;
}

/** The refusal that a promise ends in. */
export async function refusal(promise: Promise<unknown>): Promise<Refusal> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome && outcome.error instanceof Refusal) return outcome.error;
  if ('error' in outcome) throw outcome.error;
  throw new Error(`no refusal, but ${JSON.stringify(outcome.value)}`);
}

export function commitEffect(
  box: Sandbox,
  more: Partial<Extract<Effect, { kind: 'commit' }>> = {},
): Extract<Effect, { kind: 'commit' }> {
  return {
    kind: 'commit',
    session_id: sid,
    head: box.git('rev-parse', 'HEAD').trim(),
    branch: box.git('symbolic-ref', '--short', 'HEAD').trim(),
    message: 'A message',
    keep: [],
    discard: [],
    start: null,
    committed_before: false,
    ...more,
  };
}

export function mergeEffect(
  box: Sandbox,
  more: Partial<Extract<Effect, { kind: 'merge' }>> = {},
): Extract<Effect, { kind: 'merge' }> {
  return {
    kind: 'merge',
    session_id: sid,
    task_branch: taskName(),
    base_branch: 'main',
    tip: box.git('rev-parse', 'HEAD').trim(),
    message: `Merge ${taskName()}\n\n# the query`,
    ...more,
  };
}

/** The outcome of a commit effect. */
export async function commitWith(
  box: Sandbox,
  more: Partial<Extract<Effect, { kind: 'commit' }>>,
  repo = box.repo,
) {
  const outcome = await repo.perform(commitEffect(box, more));
  if (outcome.kind !== 'commit') throw new Error(outcome.kind);
  return outcome;
}

/** The files that a commit changed. */
export const changedBy = (box: Sandbox, commit: string): string[] =>
  box
    .git('diff-tree', '-r', '-z', '--no-renames', '--name-only', `${commit}^`, commit)
    .split('\0')
    .filter(Boolean)
    .sort();

export const noSnapshot = (more: Partial<Snapshot> = {}): Snapshot => ({
  tree: null,
  head: null,
  at: '',
  large: {},
  dirty: [],
  given_up: false,
  ...more,
});
