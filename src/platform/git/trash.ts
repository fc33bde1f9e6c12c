import { randomUUID } from 'node:crypto';
import { SessionId } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { shellWord } from '../../shared/shell-word.ts';
import { message } from '../../text/text.ts';
import type { Git } from './place.ts';

const folder = 'refs/code-intel/trash';
const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Commits that only keep something need no identity of the user's. */
const identity = {
  GIT_AUTHOR_NAME: 'code-intel',
  GIT_AUTHOR_EMAIL: 'code-intel@localhost',
  GIT_COMMITTER_NAME: 'code-intel',
  GIT_COMMITTER_EMAIL: 'code-intel@localhost',
};

/** Makes a commit of a tree that no branch holds. Never signed, since it is no one's work. */
export async function commitTree(
  git: Git,
  tree: string,
  parent: string | null,
  subject: string,
): Promise<string> {
  const { text } = await git.plumb(
    ['commit-tree', tree, ...(parent === null ? [] : ['-p', parent]), '-F', '-'],
    {
      env: identity,
      input: `${subject}\n`,
    },
  );
  return text.trim();
}

/** The start of a trash ref's name: when, and whose. The time in it tells when it may go. */
function stamp(git: Git, sessionId: string): string {
  if (!SessionId.safeParse(sessionId).success) {
    throw new Refusal(
      'unknown_session',
      message('git.bad_session_id', { id: JSON.stringify(sessionId.slice(0, 80)) }),
    );
  }
  const time = git
    .now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '');
  return `${folder}/${time}-${randomUUID().slice(0, 4)}-${sessionId}`;
}

/** Keeps a commit under `refs/code-intel/trash/<time>-<random>-<session>/<name>`; answers with the ref. */
export async function keepInTrash(git: Git, sessionId: string, name: string, oid: string): Promise<string> {
  const ref = `${stamp(git, sessionId)}/${name}`;
  await git.plumb(['update-ref', '-m', 'code-intel: kept', ref, oid]);
  return ref;
}

/** The trash of one session with this name, newest first. */
export async function findInTrash(
  git: Git,
  sessionId: string,
  name: string,
): Promise<{ ref: string; oid: string }[]> {
  const { text } = await git.plumb([
    'for-each-ref',
    '--format=%(refname)%00%(objectname)',
    '--sort=-refname',
    folder,
  ]);
  return text.split('\n').flatMap((line) => {
    const [ref = '', oid = ''] = line.split('\0');
    const [head = '', ...rest] = ref.slice(folder.length + 1).split('/');
    return head.endsWith(`-${sessionId}`) && rest.join('/') === name ? [{ ref, oid }] : [];
  });
}

export async function dropRef(git: Git, ref: string): Promise<void> {
  await git.plumb(['update-ref', '-d', ref], { also: 'any' });
}

/** Deletes the session's start snapshot, and trash older than 30 days. */
export async function sweepRefs(git: Git, sessionId: string): Promise<void> {
  const { text } = await git.plumb(['for-each-ref', '--format=%(refname)', folder]);
  const old = text.split('\n').filter((ref) => {
    const time = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/.exec(ref.slice(folder.length + 1));
    if (time === null) return false;
    const [, year, month, day, hour, minute, second] = time.map(Number);
    const made = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
    return git.now().getTime() - made > keptMs;
  });
  for (const ref of [startRef(sessionId), ...old]) await dropRef(git, ref);
}

export const startRef = (sessionId: string): string => `refs/code-intel/start/${sessionId}`;

/** The command that brings a deleted branch back. */
export const restoreBranch = (branch: string, tip: string): string =>
  `git branch ${shellWord(branch)} ${tip}`;

/** Puts a branch's tip into trash and deletes the branch. It must not be checked out. */
export async function deleteBranch(
  git: Git,
  sessionId: string,
  branch: string,
  tip: string,
): Promise<string> {
  const known = await findInTrash(git, sessionId, `branch/${branch}`);
  if (!known.some(({ oid }) => oid === tip)) await keepInTrash(git, sessionId, `branch/${branch}`, tip);
  // Not update-ref: the branch's configuration (its upstream) goes with it.
  await git.plumb(['branch', '-q', '-D', '--', branch]);
  return restoreBranch(branch, tip);
}
