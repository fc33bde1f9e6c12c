/** What a file's text is written in, where it is not plain UTF-8 (code-intelligence.md, Text and files). */
import { isUtf8 } from 'node:buffer';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis' | 'euc-jp' | 'unknown';

/**
 * Which encoding bytes are in: UTF-16 by its mark, UTF-8 where they are valid, else Shift_JIS or EUC-JP, whichever reads
 * them without a fault (where both do: the one with more kana and fewer half-width kana, which wrong readings produce).
 */
export function detectEncoding(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  const readings = (['euc-jp', 'shift_jis'] as const).flatMap((encoding) => {
    const text = decodeStrictly(bytes, encoding);
    return text === null ? [] : [{ encoding, score: likeness(text) }];
  });
  readings.sort((a, b) => b.score - a.score);
  return readings[0]?.encoding ?? 'unknown';
}

/** The text of bytes; what cannot be read becomes U+FFFD, a mark at the start is left out. */
export function decodeText(bytes: Buffer, encoding: Encoding): string {
  return new TextDecoder(encoding === 'unknown' ? 'utf-8' : encoding).decode(bytes);
}

/** Whether this is no text: it holds a NUL and no UTF-16 mark (what ripgrep and git call binary). */
export function isBinary(start: Buffer): boolean {
  const marked = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  return !marked && start.includes(0);
}

/** null where the bytes are not valid. The last character may be cut, as they can be the start of a longer file. */
function decodeStrictly(bytes: Buffer, encoding: 'shift_jis' | 'euc-jp'): string | null {
  for (let drop = 0; drop <= 2; drop++) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, bytes.length - drop));
    } catch {
      // Not this one, or cut inside a character.
    }
  }
  return null;
}

function likeness(text: string): number {
  const count = (kind: RegExp) => text.match(kind)?.length ?? 0;
  return count(/[\u3040-\u30ff\u4e00-\u9fff]/g) - 2 * count(/[\uff61-\uff9f]/g);
}
