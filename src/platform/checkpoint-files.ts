/** The files of the checkpoint store: reading one as it was found, setting one aside, writing what git is to ignore. */
import { type Dirent, existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { link, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryOwner } from './atomic-write.ts';
import { exists } from './process-identity.ts';

export const STORE = '.code-intel';
export const SESSIONS = [STORE, 'sessions'] as const;
export const LOCK = [...SESSIONS, 'lock'] as const;
export const DISCARDED = [...SESSIONS, 'discarded'] as const;

/** Much more than any session; a file beyond it is not ours, and is not read into memory. */
const LARGEST_BYTES = 64 * 1024 * 1024;
const SMALL_BYTES = 1024 * 1024;
const ABANDONED_MS = 60 * 60 * 1000;
const DISCARDED_KEPT = 10;

/** What git must not pick up: it belongs to this machine. The file hides itself too. */
const IGNORED = ['sessions/', 'cache/', 'chroma/', 'logs/', 'agreements/learned/', '.gitignore'];
export const ignoreFileText = `# What code-intel keeps for this machine only.\n${IGNORED.join('\n')}\n`;

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';

/** Writes `.code-intel/.gitignore` where there is none; one that is there is the user's. */
export function writeIgnoreFile(store: string): void {
  const path = join(store, '.gitignore');
  if (lstatSync(path, { throwIfNoEntry: false })) return;
  try {
    writeFileSync(path, ignoreFileText, { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** What was found where a checkpoint should be. `momentary`: it may well be readable the next time. */
export type Found =
  | { readonly kind: 'missing' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'no_file' }
  | { readonly kind: 'failed'; readonly code: string; readonly momentary: boolean };

/** Failures that are the machine's state, not the file's. */
const MOMENTARY: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EBUSY', 'EIO', 'EINTR'];

/** Reads a checkpoint file; links are not followed, nor is anything else that is no regular file opened. */
export async function readFound(path: string): Promise<Found> {
  try {
    // Before every submission: what is small is read at once, which takes a tenth of the way through the thread pool.
    const entry = lstatSync(path);
    if (!entry.isFile() || entry.size > LARGEST_BYTES) return { kind: 'no_file' };
    const text = entry.size > SMALL_BYTES ? await readFile(path, 'utf8') : readFileSync(path, 'utf8');
    return { kind: 'text', text };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'failed', code, momentary: MOMENTARY.includes(code) };
  }
}

/**
 * Renames a file that cannot be used to `<name>.corrupt` (with a number where that exists) and answers with the new
 * name. Where another server wrote a good file there in the very moment, that one is put back and the answer is null.
 */
export async function setAside(folder: string, name: string, judged: string | null): Promise<string | null> {
  let kept = `${name}.corrupt`;
  for (let number = 2; existsSync(join(folder, kept)) && number < 1000; number++)
    kept = `${name}.${number}.corrupt`;
  await rename(join(folder, name), join(folder, kept));
  if (judged === null) return kept;
  const now = await readFound(join(folder, kept));
  if (now.kind !== 'text' || now.text === judged) return kept;
  try {
    await link(join(folder, kept), join(folder, name));
    await rm(join(folder, kept));
    return null;
  } catch {
    // A still newer file took the name, or there are no links here: what was moved is kept, under the new name.
    return kept;
  }
}

/** Removes temporary files whose writer is dead, or that are over an hour old. Never throws: it is housekeeping. */
export async function sweep(folder: string, entries: readonly Dirent[], now: number): Promise<void> {
  for (const { name } of entries.filter((entry) => entry.isFile() && entry.name.endsWith('.tmp'))) {
    const path = join(folder, name);
    const owner = temporaryOwner(name);
    try {
      const abandoned = owner !== null && !exists(owner);
      if (abandoned || now - (await stat(path)).mtimeMs > ABANDONED_MS) await rm(path, { force: true });
    } catch {
      // Gone already, or not ours to remove: the next one tries again.
    }
  }
}

/** Moves a checkpoint among the discarded ones and keeps the newest ten of them, by when they were discarded. */
export async function moveToDiscarded(from: string, folder: string, name: string, now: Date): Promise<void> {
  await rename(from, join(folder, name));
  await utimes(join(folder, name), now, now).catch(() => undefined);
  const names = (await readdir(folder)).filter((entry) => entry.endsWith('.json') && entry !== name);
  const dated = await Promise.all(
    names.map(async (entry) => ({
      entry,
      at: await stat(join(folder, entry)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  const surplus = dated.sort((a, b) => b.at - a.at || (a.entry < b.entry ? -1 : 1)).slice(DISCARDED_KEPT - 1);
  await Promise.all(
    surplus.map(({ entry }) => rm(join(folder, entry), { force: true }).catch(() => undefined)),
  );
}
