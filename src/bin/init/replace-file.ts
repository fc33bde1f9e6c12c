import { realpathSync } from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { atomicWrite } from '../../platform/atomic-write.ts';

/** Writes a file whole or not at all, making its folder. A link stays a link, permissions stay. */
export async function replaceFile(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const present = existing(path);
  const mode = present === null ? 0o666 & ~process.umask() : (await stat(present)).mode & 0o777;
  await atomicWrite(present ?? path, content);
  await chmod(present ?? path, mode);
}

/** Where a path really leads; null where nothing is there. */
export function existing(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
