import { isUtf8 } from 'node:buffer';
import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, join, parse, resolve, sep } from 'node:path';
import type { Located, ProjectFiles } from '../shared/project-files.ts';
import { Refusal } from '../shared/refusal.ts';
import { message } from '../text/text.ts';
import { decodeText, detectEncoding, isBinary } from './encoding.ts';
import { isInside } from './read-text.ts';

/** As many links as the system itself follows before it speaks of a cycle. */
const MOST_LINKS = 40;
const MOST_READ = 16 * 1024 * 1024;

/** A path on the disk: where it really lies, and what is there (null: nothing). */
interface Found {
  readonly path: string;
  readonly stats: Stats | null;
}

/**
 * The door to the files below `root` (tools.md, Paths). Every path is followed on the disk, link by link, so that what
 * counts is where it really leads: also for a file that does not exist yet below a linked folder, and for a link whose
 * target does not exist. Rejects where `root` itself does not exist.
 */
export async function projectFiles(root: string): Promise<ProjectFiles> {
  const realRoot = await realpath(resolve(root));

  async function locate(sent: string): Promise<Located> {
    let missing: Located | null = null;
    for (const spelling of spellings(sent)) {
      const found = await follow(spelling, realRoot);
      if (found === null || !isInside(realRoot, found.path)) throw outside(sent);
      const located: Located = {
        path: relativePath(realRoot, found.path),
        kind: kindOf(found.stats),
        ...(found.stats?.isFile() && { size: found.stats.size }),
      };
      if (located.kind !== 'missing') return located;
      // The spelling with separators is what a caller means by a path that does not exist.
      missing = located;
    }
    if (missing === null) throw outside(sent);
    return missing;
  }

  return {
    root: realRoot,
    locate,
    async read(path, maxBytes = MOST_READ) {
      const located = await locate(path);
      return located.kind === 'file' ? readWhole(join(realRoot, located.path), maxBytes) : null;
    },
  };
}

/**
 * The ways to read what was sent, likeliest first: as it stands; then with `\` as the separator where no special character
 * follows it, and as an escape where one does; then as the separator everywhere.
 */
function spellings(sent: string): string[] {
  if (sent.includes('\0')) throw outside(sent);
  if (sep !== '\\' && /^([A-Za-z]:[\\/]|\\\\)/.test(sent)) throw outside(sent);
  const ways = [sent];
  if (sent.includes('\\')) {
    ways.push(sent.replace(/\\([[\](){}*?!])/g, '$1').replaceAll('\\', '/'), sent.replaceAll('\\', '/'));
  }
  return [...new Set(ways)];
}

/** Follows a path from the root of the project; null where links go in a circle. */
async function follow(path: string, root: string): Promise<Found | null> {
  const start = isAbsolute(path) ? parse(path).root : root;
  const pending = segmentsOf(path);
  let at = start;
  let stats: Stats | null = await statsOf(start);
  let links = 0;
  for (let segment = pending.shift(); segment !== undefined; segment = pending.shift()) {
    if (segment === '..') {
      at = resolve(at, '..');
      stats = await statsOf(at);
      continue;
    }
    const next = join(at, await spelledAsOnDisk(at, segment));
    const nextStats = await statsOf(next);
    if (!nextStats?.isSymbolicLink()) {
      at = next;
      stats = nextStats;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS) return null;
    const target = await readlink(next);
    if (isAbsolute(target)) {
      at = parse(target).root;
      stats = await statsOf(at);
    }
    pending.unshift(...segmentsOf(target));
  }
  return { path: at, stats };
}

function segmentsOf(path: string): string[] {
  const parts = isAbsolute(path) ? path.slice(parse(path).root.length) : path;
  return parts.split(sep === '\\' ? /[\\/]/ : '/').filter((part) => part !== '' && part !== '.');
}

async function statsOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch {
    return null;
  }
}

/** A name as its folder has it: `ガ` composed finds it decomposed, and the reverse. Unchanged where there is none. */
async function spelledAsOnDisk(folder: string, name: string): Promise<string> {
  if (/^[\x20-\x7e]*$/.test(name)) return name;
  try {
    const names = await readdir(folder);
    if (names.includes(name)) return name;
    const composed = name.normalize('NFC');
    return names.find((other) => other.normalize('NFC') === composed) ?? name;
  } catch {
    return name;
  }
}

function kindOf(stats: Stats | null): Located['kind'] {
  if (stats === null) return 'missing';
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'folder' : 'other';
}

function relativePath(root: string, path: string): string {
  if (path === root) return '.';
  const rest = path.slice(root.endsWith(sep) ? root.length : root.length + 1);
  return sep === '\\' ? rest.replaceAll('\\', '/') : rest;
}

/** The text of a regular file; null where it cannot be opened or is not text. */
async function readWhole(path: string, maxBytes: number): Promise<string | null> {
  try {
    // A link or pipe that took the file's place since is refused, not followed or waited for.
    const handle = await open(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return null;
      const bytes = Buffer.alloc(Math.max(0, Math.min(maxBytes, stats.size)));
      let size = 0;
      while (size < bytes.length) {
        const { bytesRead } = await handle.read(bytes, size, bytes.length - size, size);
        if (bytesRead === 0) break;
        size += bytesRead;
      }
      return textOf(bytes.subarray(0, size), size < stats.size);
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

function textOf(bytes: Buffer, cut: boolean): string | null {
  if (isBinary(bytes.subarray(0, 8_192))) return null;
  // The limit may have fallen inside a character.
  const shorter = cut && !isUtf8(bytes) ? withoutCutCharacter(bytes) : bytes;
  const whole = isUtf8(shorter) ? shorter : bytes;
  return decodeText(whole, detectEncoding(whole)).replace(cut ? /\uFFFD$/u : /(?!)/, '');
}

function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let drop = 1; drop <= 3 && drop <= bytes.length; drop++) {
    const byte = bytes[bytes.length - drop] ?? 0;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - drop);
    if (byte < 0x80) break;
  }
  return bytes;
}

function outside(path: string): Refusal {
  return new Refusal('outside_root', message('search.outside_root', { path: path.slice(0, 200) }), {
    path: path.slice(0, 1_000),
  });
}
