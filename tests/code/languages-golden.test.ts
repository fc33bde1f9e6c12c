import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { annotate, readFixture, symbolsOf } from '../support/syntax.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'languages');
const goldens = join(import.meta.dirname, '..', 'golden', 'languages');

/**
 * Each file of `tests/fixtures/languages` against its annotated golden file: the source, and under each line carets for
 * what is defined there. `UPDATE_GOLDEN=1` writes them anew; read what changed.
 */
describe('what the index keeps of a file', () => {
  for (const name of readdirSync(fixtures).sort())
    test(`of ${name} is as annotated`, async () => {
      const text = readFixture(name);
      const annotated = `${annotate(text, await symbolsOf(name, text))}\n`;
      const golden = join(goldens, `${name}.txt`);
      if (process.env.UPDATE_GOLDEN === '1' || !existsSync(golden)) {
        if (process.env.CI) throw new Error(`there is no golden file for ${name}`);
        writeFileSync(golden, annotated);
      }
      expect(annotated).toBe(readFileSync(golden, 'utf8'));
    });
});
