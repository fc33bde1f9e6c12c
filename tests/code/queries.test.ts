import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages } from '../../src/code/languages.ts';
import { parser } from '../support/syntax.ts';

const queries = join(import.meta.dirname, '..', '..', 'src', 'code', 'queries');

/** A node type or field that a grammar does not know makes the whole section throw. */
describe('the query file of every language', () => {
  for (const { id, grammar, queries: named, level } of languages.filter((one) => one.grammar !== null))
    test(`compiles with its grammar: ${id}`, async () => {
      expect(grammar).not.toBeNull();
      expect(existsSync(join(queries, `${named ?? id}.scm`))).toBe(true);
      await parser.prepare([id]);
      const tree = parser.parse(id, '\n');
      expect(tree).not.toBeNull();
      for (const section of level === 'full' ? (['index', 'uses'] as const) : (['index'] as const))
        expect(() => tree?.matches(section)).not.toThrow();
      tree?.dispose();
    });
});
