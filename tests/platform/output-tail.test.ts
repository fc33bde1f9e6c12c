import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outputTail } from '../../src/platform/output-tail.ts';

function tailOf(chunks: readonly Buffer[], characters = 8_000): string {
  const tail = outputTail();
  for (const chunk of chunks) tail.add(chunk);
  return tail.text(characters);
}
const repeated = (bytes: Buffer, length: number): Buffer => Buffer.alloc(length, bytes);
/** 日本 in Shift_JIS. */
const sjis = Buffer.from([0x93, 0xfa, 0x96, 0x7b]);

describe('outputTail', () => {
  test.each([
    ['UTF-8 of three bytes', Buffer.from('日本語'), /^[日本語]+$/],
    ['UTF-8 of four bytes', Buffer.from('😀🎉'), /^[😀🎉]+$/u],
    ['Shift_JIS', sjis, /^[日本]+$/],
  ])('%s without a line end is cut on whole characters, wherever the cut falls', (_, bytes, expected) => {
    for (let shift = 0; shift < 4; shift++) {
      const whole = repeated(bytes, 200_000 + shift);
      const text = tailOf([whole]);
      expect(text).toMatch(expected);
      expect(text.length).toBeGreaterThanOrEqual(7_999);
      expect(text.length).toBeLessThanOrEqual(8_000);
    }
  });

  test('lines in UTF-8 and in Shift_JIS stand side by side', () => {
    const text = tailOf([Buffer.from('日本\n'), sjis, Buffer.from('\r\n'), Buffer.from('caf\u00e9 ok\n')]);
    expect(text).toBe('日本\n日本\r\ncaf\u00e9 ok\n');
  });

  test('a byte that is neither is marked, and leaves the rest of its line readable', () => {
    expect(tailOf([Buffer.from('caf\xe9 au lait\n', 'latin1')])).toBe('caf\uFFFD au lait\n');
  });

  test('a character that the end of the output cut in two is left out', () => {
    expect(tailOf([Buffer.from('日本').subarray(0, 5)])).toBe('日');
    expect(tailOf([sjis.subarray(0, 3)])).toBe('日');
  });

  test('a character that arrives in two chunks is one', () => {
    const bytes = Buffer.from('あ');
    expect(tailOf([bytes.subarray(0, 1), bytes.subarray(1)])).toBe('あ');
  });

  test('the end of a long output of many small chunks is kept, and all of it hashed', () => {
    const tail = outputTail();
    const hash = createHash('sha256');
    for (let index = 0; index < 50_000; index++) {
      const chunk = Buffer.from(`line ${index}\n`);
      tail.add(chunk);
      hash.update(chunk);
    }
    expect(tail.text(8_000)).toHaveLength(8_000);
    expect(tail.text(8_000).endsWith('line 49998\nline 49999\n')).toBe(true);
    expect(tail.lastLine()).toBe('line 49999');
    expect(tail.sha256()).toBe(hash.digest('hex'));
  });

  test('the last line is the last that says something, without colours and what a carriage return overwrote', () => {
    const tail = outputTail();
    tail.add(Buffer.from('first\n\u001b[32m 10%\r 20%\u001b[0m\r\n \n'));
    expect(tail.lastLine()).toBe('20%');
    tail.add(Buffer.from('x'.repeat(10_000)));
    expect(tail.lastLine()).toBe(`${'x'.repeat(159)}…`);
    expect(outputTail().lastLine()).toBe('');
  });

  test('any bytes in any pieces give well-formed text of at most the asked length, the same for every division', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }),
        fc.integer({ min: 0, max: 200 }),
        (pieces, characters) => {
          const text = tailOf(pieces.map(Buffer.from), characters);
          expect(text.length).toBeLessThanOrEqual(characters);
          expect(/\p{Surrogate}/u.test(text)).toBe(false);
          expect(tailOf([Buffer.concat(pieces)], characters)).toBe(text);
        },
      ),
      { numRuns: 300 },
    );
  });
});
