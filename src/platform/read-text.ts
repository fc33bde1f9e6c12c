import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Message, message } from '../text/text.ts';

/** What reading a text file of the project came to. */
export type ReadText =
  | { readonly kind: 'text'; readonly text: string; readonly whole: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable'; readonly problem: Message };

/** Whether a real path is the folder or lies below it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !/^[A-Za-z]:|^[\\/]/.test(way));
}

/**
 * Reads a text of the project that a person keeps there: UTF-8 (BOM taken off, CRLF read as LF), a regular file that lies
 * inside the root also when links are followed, at most `maxBytes` of it. `path` is relative to `root`, with `/`.
 * A pipe or device in its place is told, not waited for. Never throws.
 */
export async function readText(root: string, path: string, maxBytes: number): Promise<ReadText> {
  const unusable = (problem: Message): ReadText => ({ kind: 'unusable', problem });
  try {
    const target = await realpath(join(root, path));
    if (!isInside(await realpath(root), target))
      return unusable(message('verify.file_link_outside', { path }));
    const handle = await open(target, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      if (!(await handle.stat()).isFile()) return unusable(message('verify.file_not_regular', { path }));
      const buffer = Buffer.alloc(maxBytes + 1);
      let size = 0;
      while (size < buffer.length) {
        const { bytesRead } = await handle.read(buffer, size, buffer.length - size, size);
        if (bytesRead === 0) break;
        size += bytesRead;
      }
      const whole = size <= maxBytes;
      const text = decode(buffer.subarray(0, Math.min(size, maxBytes)), whole);
      if (text === null) return unusable(message('verify.file_not_text', { path }));
      return { kind: 'text', text, whole };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    if (code === 'EISDIR') return unusable(message('verify.file_not_regular', { path }));
    return unusable(message('verify.file_unreadable', { path, reason: code || String(error) }));
  }
}

/** null for what is no UTF-8 text (a NUL counts as none). A character cut by the size limit is left out. */
function decode(bytes: Buffer, whole: boolean): string | null {
  if (bytes.includes(0)) return null;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let drop = 0; drop <= (whole ? 0 : 3); drop++) {
    try {
      return decoder.decode(bytes.subarray(0, bytes.length - drop)).replaceAll('\r\n', '\n');
    } catch {
      // Not text, or cut inside a character.
    }
  }
  return null;
}
