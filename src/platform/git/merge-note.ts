import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ProcessIdentity } from '../../session/session.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { isAlive, isSameProcess, ownIdentity } from '../process-identity.ts';
import type { Git } from './place.ts';
import { ownFolder, tidyOwnFolder } from './private-index.ts';

const Entry = z.object({ mode: z.string(), oid: z.string() });

/**
 * What a merge found before it touched anything, kept in the git folder until it is over: after a crash the way back, and
 * the user's staged entries, stand in it.
 */
const MergeNote = z.object({
  session_id: z.string(),
  /** The server process at work; null where an older version wrote the note. */
  server: ProcessIdentity.nullable().default(null),
  branch: z.string(),
  tip: z.string(),
  base: z.string(),
  base_tip: z.string(),
  /** What was checked out; null: detached at `origin_oid`. */
  origin: z.string().nullable(),
  origin_oid: z.string(),
  staged: z.object({
    entries: z.array(z.tuple([z.string(), Entry.nullable()])),
    intended: z.array(z.string()),
  }),
});
export type MergeNote = z.output<typeof MergeNote>;

const noteFile = (git: Git): string => join(ownFolder(git), 'merge.json');
export const messageFile = (git: Git): string => join(ownFolder(git), 'merge-message');

/**
 * Writes the note, flushed, before anything is touched. One that is there already is not overwritten (`git_state`): the way
 * back of another merge, and what the user had staged, stand in it alone.
 */
export async function writeNote(
  git: Git,
  about: Omit<MergeNote, 'server'>,
  mergeMessage: string,
): Promise<MergeNote> {
  const earlier = await readNote(git);
  if (earlier !== null) throw mergeOpen(earlier);
  const note = { ...about, server: await ownIdentity() };
  await mkdir(ownFolder(git), { recursive: true });
  for (const [file, text] of [
    [messageFile(git), mergeMessage.endsWith('\n') ? mergeMessage : `${mergeMessage}\n`],
    [noteFile(git), JSON.stringify(note)],
  ] as const) {
    const handle = await open(`${file}.new`, 'w');
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${file}.new`, file);
  }
  return note;
}

/** Refuses (`git_state`) where the server that wrote the note is alive and is not this one: it is still at work. */
export async function refuseAtWork(note: MergeNote): Promise<void> {
  const { server } = note;
  if (server === null || isSameProcess(server, await ownIdentity())) return;
  if (await isAlive(server)) throw mergeOpen(note);
}

const mergeOpen = ({ branch, base, server }: MergeNote): Refusal =>
  new Refusal('git_state', message('git.merge_open', { branch, base, pid: server?.pid ?? 0 }), {
    branch,
    base,
    pid: server?.pid ?? null,
  });

/** The note of a merge that was interrupted; null where there is none. */
export async function readNote(git: Git): Promise<MergeNote | null> {
  const text = await readFile(noteFile(git), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return MergeNote.parse(JSON.parse(text));
  } catch {
    // Renamed into place whole, so damaged only by hand: then there is nothing in it to act on.
    return null;
  }
}

export async function removeNote(git: Git): Promise<void> {
  for (const file of [noteFile(git), messageFile(git)].flatMap((name) => [name, `${name}.new`])) {
    await rm(file, { force: true }).catch((error: NodeJS.ErrnoException) => {
      // A file stands where our folder would be: whoever writes there will say so.
      if (error.code !== 'ENOTDIR') throw error;
    });
  }
  await tidyOwnFolder(git);
}
