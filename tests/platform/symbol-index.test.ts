import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { indexOf as openIndex } from '../support/navigation.ts';

const open: { remove(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});
async function indexOf(files: Record<string, string>) {
  const index = await openIndex(files);
  open.push(index);
  return index;
}

describe('the symbol index', () => {
  test('answers fresh after each of 50 writes, whatever the write was', async () => {
    const index = await indexOf({ '.gitignore': '', 'src/a.ts': 'export function f0() {}\n' });
    let at = 'src/a.ts';
    for (let round = 0; round < 10; round++) {
      // Changed, with the same size and in the same second.
      index.write(at, `export function f${round}() {}\n`);
      await index.refresh();
      expect(index.defining(`f${round}`)).toEqual([at]);
      if (round > 0) expect(index.defining(`f${round - 1}`)).toEqual([]);
      // New.
      index.write(`new/${round}.ts`, `f${round}();\n`);
      await index.refresh();
      expect(index.containing(`f${round}`)).toEqual([`new/${round}.ts`, at]);
      // Ignored from now on.
      index.write('.gitignore', `new/${round}.ts\n`);
      await index.refresh();
      expect(index.containing(`f${round}`)).toEqual([at]);
      // Deleted.
      index.write('.gitignore', '');
      rmSync(join(index.root, `new/${round}.ts`));
      await index.refresh();
      expect(index.allPaths()).toEqual(['.gitignore', at]);
      // Moved.
      const to = `src/moved${round}.ts`;
      renameSync(join(index.root, at), join(index.root, to));
      at = to;
      await index.refresh();
      expect(index.defining(`f${round}`)).toEqual([at]);
      expect(index.tree(at)?.text).toBe(`export function f${round}() {}\n`);
    }
  });

  test('names what it could not look at, and goes on with the rest', async () => {
    const index = await indexOf({
      'big.json': `["${'x'.repeat(2 * 1024 * 1024)}"]`,
      'binary.ts': 'a\0b',
      'good.ts': 'export const good = 1;\n',
    });
    expect(index.skipped().map(({ file, reason }) => `${file} ${reason.split(':')[0]}`)).toEqual([
      'big.json too large',
      'binary.ts binary',
    ]);
    expect(index.defining('good')).toEqual(['good.ts']);
  });

  test('follows no link and reads nothing outside of the project', async () => {
    const outside = await indexOf({ 'secret.ts': 'export const secret = 1;\n' });
    const index = await indexOf({ 'a.ts': 'export const a = 1;\n' });
    symlinkSync(join(outside.root, 'secret.ts'), join(index.root, 'link.ts'));
    await index.refresh();
    expect(index.defining('secret')).toEqual([]);
    expect(index.readText('link.ts')).toBeNull();
    expect(index.readText(relative(index.root, join(outside.root, 'secret.ts')))).toBeNull();
  });

  test('takes the scripts of a Vue file at their own lines, and gives the text as it stands', async () => {
    const text = '<template><p/></template>\n<script>\nexport const inVue = 1;\n</script>\n';
    const index = await indexOf({ 'a.vue': text });
    expect(index.file('a.vue')?.symbols.definitions).toMatchObject([{ name: 'inVue', line: 3, column: 14 }]);
    expect(index.text('a.vue')).toBe(text);
  });

  test('reads a file again that changed between the refresh and the question', async () => {
    const index = await indexOf({ 'a.md': 'one\n', 'b.sh': 'f() { :; }\n' });
    writeFileSync(join(index.root, 'a.md'), 'two\n');
    expect(index.text('a.md')).toBe('two\n');
  });
});
