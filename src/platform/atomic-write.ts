import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The few operations that can fail while a file is written: the place where a test makes a disk full or a scanner busy. */
export interface WriteDoor {
  /** Creates the file (which must not exist), writes it and flushes it to the disk. */
  write(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Flushes a folder, so that a rename in it survives a power cut. */
  flushFolder(path: string): Promise<void>;
}

/**
 * At once, not through the thread pool: a submission waits for its checkpoint anyway, and the way through the pool takes
 * several times as long as the writing (measured: half of the whole submission).
 */
export const writeDoor: WriteDoor = {
  async write(path, text) {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeFileSync(file, text);
      fdatasyncSync(file);
    } finally {
      closeSync(file);
    }
  },
  async rename(from, to) {
    renameSync(from, to);
  },
  async flushFolder(path) {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  },
};

/** What a scanner or an indexer that holds the file for a moment answers with (Windows above all). */
const MOMENTARY: readonly unknown[] = ['EPERM', 'EBUSY', 'EACCES'];
const WAITS_MS = [10, 20, 50, 100, 200, 400] as const;

/**
 * Writes a file so that a reader, or a crash, sees the old text or the new one, never half of it: a temporary file in the
 * same folder (another one may be another file system), flushed, renamed, the folder flushed. Throws what the system says;
 * then the old file is as it was and no temporary one is left.
 */
export async function atomicWrite(path: string, text: string, door: WriteDoor = writeDoor): Promise<void> {
  const temporary = temporaryName(path);
  try {
    await door.write(temporary, text);
    await patiently(() => door.rename(temporary, path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  // The new file is in place and flushed. Some systems (Windows, some network drives) cannot flush a folder: what that
  // would add is only the rename itself after a power cut, and the old file is a whole state as well.
  await door.flushFolder(dirname(path)).catch(() => undefined);
}

/** Does it again, a few times, where the system says that something is in the way which may be gone in a moment. */
export async function patiently(act: () => Promise<void>): Promise<void> {
  for (const pause of WAITS_MS) {
    try {
      return await act();
    } catch (error) {
      if (!MOMENTARY.includes((error as NodeJS.ErrnoException).code)) throw error;
      await wait(pause);
    }
  }
  return act();
}

/** Process ids say nothing about other machines (or containers) that share a folder: names carry a mark of the host. */
const hostMark = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 6);

/** A name that no other writer has: `<path>.<pid>-<host>-<random>.tmp`. */
export const temporaryName = (path: string): string =>
  `${path}.${process.pid}-${hostMark()}-${randomBytes(6).toString('hex')}.tmp`;

/** The process that a temporary file of this machine belongs to; null where its name does not tell. */
export function temporaryOwner(name: string): number | null {
  const [, pid, host] = /\.(\d{1,10})(?:-([0-9a-f]{6})-[0-9a-f]+)?\.tmp$/.exec(name) ?? [];
  return pid === undefined || (host !== undefined && host !== hostMark()) ? null : Number(pid);
}
