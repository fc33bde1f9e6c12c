import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Git } from './place.ts';
import { ownFolder, tidyOwnFolder } from './private-index.ts';

const Entry = z.object({ mode: z.string(), oid: z.string() });

/**
 * What a merge found before it touched anything, kept in the git folder until it is over: after a crash the way back, and
 * the user's staged entries, stand in it.
 */
const MergeNote = z.object({
  session_id: z.string(),
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

/** Writes the note, flushed, before anything is touched. */
export async function writeNote(git: Git, note: MergeNote, mergeMessage: string): Promise<void> {
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
}

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
  for (const file of [noteFile(git), messageFile(git)]) {
    await rm(file, { force: true });
    await rm(`${file}.new`, { force: true });
  }
  await tidyOwnFolder(git);
}
