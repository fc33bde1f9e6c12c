import { mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A new file beside the old one, then renamed over it: a crash leaves either. A link stays a link. */
export function replaceFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const target = existing(path) ?? path;
  const mode = existing(path) === null ? 0o666 : statSync(target).mode & 0o777;
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content, { mode, flag: 'wx' });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Where a path really leads; null where nothing is there. */
export function existing(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
