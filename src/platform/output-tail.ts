import { createHash } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import { shorten } from '../shared/characters.ts';

/** What is kept of a command's output while it runs: never the whole of it. */
export interface OutputTail {
  add(chunk: Buffer): void;
  /** SHA-256, in hex, of every byte that was added. To be asked once, at the end. */
  sha256(): string;
  /** The last `maxCharacters` (UTF-16 units) of the output, cut between characters. At most 8,000. */
  text(maxCharacters: number): string;
  /** The last line that is not blank, without colours, at most 160 characters; empty where there is none. */
  lastLine(): string;
}

/** Enough bytes for 8,000 characters in UTF-8 (3 bytes a UTF-16 unit at most) and Shift_JIS. */
const keptBytes = 32_768;

/** An empty tail. Bytes come in, memory stays below about 100 KB. */
export function outputTail(): OutputTail {
  const hash = createHash('sha256');
  let chunks: Buffer[] = [];
  let size = 0;
  let cut = false;

  function compact(): Buffer {
    const whole = Buffer.concat(chunks);
    // A copy, so that what is cut off can be freed.
    const kept = whole.length > keptBytes ? Buffer.from(whole.subarray(whole.length - keptBytes)) : whole;
    cut ||= kept.length < whole.length;
    chunks = [kept];
    size = kept.length;
    return kept;
  }

  return {
    add(chunk) {
      hash.update(chunk);
      chunks.push(chunk);
      size += chunk.length;
      if (size > 2 * keptBytes || chunks.length > 64) compact();
    },
    sha256: () => hash.digest('hex'),
    text(maxCharacters) {
      return lastCharacters(decode(compact(), cut), maxCharacters);
    },
    lastLine() {
      const bytes = compact();
      const end = bytes.subarray(Math.max(0, bytes.length - 2_048));
      const lines = stripVTControlCharacters(decode(end, cut || end.length < bytes.length)).split(/[\r\n]/);
      return shorten(lines.findLast((line) => line.trim() !== '')?.trim() ?? '', 160);
    },
  };
}

/** The end of a text, never beginning with half a surrogate pair. */
export function lastCharacters(text: string, count: number): string {
  const end = text.length > count ? text.slice(text.length - count) : text;
  return /^[\uDC00-\uDFFF]/.test(end) ? end.slice(1) : end;
}

/**
 * Line by line, since tools of one run may write different encodings: UTF-8, else Shift_JIS, else UTF-8 with marks for
 * what is neither. A newline byte is never part of a character in either, so only the first and the last line can be
 * cut inside one; that half character is left out.
 */
function decode(bytes: Buffer, beginsInside: boolean): string {
  const lines: string[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const newline = bytes.indexOf(0x0a, from);
    const to = newline < 0 ? bytes.length : newline;
    lines.push(decodeLine(bytes.subarray(from, to), beginsInside && from === 0, newline < 0));
    from = to + 1;
  }
  return lines.join('\n');
}

/** What may be missing of a character: the bytes that a cut left at the beginning, or at the end. */
const encodings = [
  {
    decoder: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
    longest: 4,
    isRest: (bytes: Buffer) => bytes.every(isContinuation),
    isStart: ([first = 0, ...more]: Buffer) => first >= 0xc2 && first <= 0xf4 && more.every(isContinuation),
  },
  {
    decoder: new TextDecoder('shift_jis', { fatal: true }),
    longest: 2,
    isRest: () => true,
    isStart: ([first = 0]: Buffer) => first > 0x80,
  },
];
const isContinuation = (byte: number): boolean => byte >= 0x80 && byte < 0xc0;
const lossy = new TextDecoder('utf-8', { ignoreBOM: true });

function decodeLine(bytes: Buffer, beginsInside: boolean, endsInside: boolean): string {
  for (const { decoder, longest, isRest, isStart } of encodings) {
    for (let skip = 0; skip < (beginsInside ? longest : 1); skip++) {
      if (!isRest(bytes.subarray(0, skip))) break;
      for (let drop = 0; drop < (endsInside ? longest : 1); drop++) {
        const end = Math.max(skip, bytes.length - drop);
        if (drop > 0 && !isStart(bytes.subarray(end))) continue;
        try {
          return decoder.decode(bytes.subarray(skip, end));
        } catch {
          // Not this encoding, or not cut here.
        }
      }
    }
  }
  return lossy.decode(bytes);
}
