import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeRegex } from '../../src/shared/regex.ts';

test('any text matches itself and nothing less, with and without the u flag', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const flags of ['', 'u']) {
        const whole = new RegExp(`^${escapeRegex(text)}$`, flags);
        expect(whole.test(text)).toBe(true);
        expect(whole.test(`${text}x`)).toBe(false);
      }
    }),
  );
});

test('every sign of ASCII is taken literally', () => {
  for (let code = 33; code < 127; code += 1) {
    const sign = String.fromCharCode(code);
    expect(new RegExp(`^a${escapeRegex(sign)}b$`, 'u').test(`a${sign}b`)).toBe(true);
    expect(new RegExp(`^a${escapeRegex(sign)}b$`, 'u').test(`a${sign === '_' ? '-' : '_'}b`)).toBe(false);
  }
});
