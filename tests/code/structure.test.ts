import { describe, expect, it } from 'vitest';
import { functionAt, listSymbols, structureOf } from '../../src/code/structure.ts';
import { memoryIndex } from '../support/references.ts';
import { parser } from '../support/syntax.ts';

const python = `import functools
@functools.cache
async def af(
  a,
  b):
  def inner():
    pass
  return inner

class C:
  @property
  def p(self): return 1
  @p.setter
  def p(self, v): pass
`;
const at = async (files: Readonly<Record<string, string>>, file: string, line: number) => {
  const { function: found } = await functionAt(await memoryIndex(files), { file, line });
  return found && `${found.name}:${found.line}`;
};

describe('functionAt', () => {
  it.each([
    [2, 'af:3'],
    [4, 'af:3'],
    [7, 'inner:6'],
    [8, 'af:3'],
    [9, null],
    [10, null],
    [11, 'p:12'],
    [14, 'p:14'],
  ])('line %i belongs to %s', async (line, found) => {
    expect(await at({ 'a.py': python }, 'a.py', line)).toBe(found);
  });

  it.each([0, 15, 999])('line %i is refused with the number of lines', async (line) => {
    const text = `${'\n'.repeat(13)}function last() {}\n`;
    await expect(at({ 'a.ts': text }, 'a.ts', line)).rejects.toMatchObject({
      code: 'invalid_arguments',
      details: { lines: 14 },
    });
  });

  it('names the class around a line that no function holds', async () => {
    const answer = await functionAt(await memoryIndex({ 'a.py': python }), { file: 'a.py', line: 10 });
    expect(answer.function).toBeNull();
    expect(answer.enclosing.map(({ name }) => name)).toEqual(['C']);
  });

  it('counts the callers', async () => {
    const files = { 'a.ts': 'export function go() {}\n', 'b.ts': "import { go } from './a'\ngo()\ngo()\n" };
    const answer = await functionAt(await memoryIndex(files), { file: 'a.ts', line: 1 });
    expect(answer.callers).toEqual({ certain: 2, likely: 0 });
  });

  it('knows the lines of script blocks', async () => {
    const vue = `<template>\n<p/>\n<p/>\n<p/>\n</template>\n<script lang="ts">\nexport const A = 1\n</script>\n<script setup lang="ts">\nfunction go() {}\n</script>\n`;
    expect(await at({ 'C.vue': vue }, 'C.vue', 10)).toBe('go:10');
    expect(await at({ 'C.vue': vue }, 'C.vue', 3)).toBeNull();
  });

  it('keeps names and source whole after text beyond ASCII', async () => {
    const text =
      '// 日本語のコメント🔥\nfunction 計算する() { return 1 }\nconst 値 = "あ"; function foo() {}\n';
    const index = await memoryIndex({ 'jp.ts': text });
    const answer = await functionAt(index, { file: 'jp.ts', line: 2 });
    expect(answer.function).toMatchObject({ name: '計算する', source: 'function 計算する() { return 1 }' });
    const { files } = await listSymbols(index, { path: 'jp.ts' });
    expect(files[0]?.symbols.map(({ name }) => name)).toEqual(['計算する', '値', 'foo']);
  });
});

describe('listSymbols and structureOf', () => {
  it('list what a syntax error does not touch, and say that there is one', async () => {
    const files = {
      'a.ts':
        'class A {\n  a() { return 1 }\n  b() { if (x { }\n  c() { return 2 }\n}\nexport function after() {}\n',
    };
    const answer = await listSymbols(await memoryIndex(files), { path: 'a.ts' });
    expect(JSON.stringify(answer.files)).toContain('"after"');
    expect(answer.files[0]?.parse_errors.length).toBeGreaterThan(0);
    expect(answer.completeness).toBe('lower_bound');
  });

  it('nest members in their class, with bases and decorators', async () => {
    const answer = await structureOf(
      await memoryIndex({}),
      { code: 'class A extends B { m() {} }', language: 'ts' },
      parser,
    );
    expect(answer.classes).toMatchObject([
      { name: 'A', bases: ['B'], members: [{ name: 'm', kind: 'method' }] },
    ]);
    expect(answer.completeness).toBe('exact');
  });

  it('survive twenty thousand nested brackets', async () => {
    const deep = `function ok(){}\nx=${'('.repeat(20_000)}1${')'.repeat(20_000)}\n`;
    const { files } = await listSymbols(await memoryIndex({ 'deep.ts': deep }), { path: '.' });
    expect(files[0]?.symbols.map(({ name }) => name)).toContain('ok');
  });

  it('refuse a language that is not known', async () => {
    await expect(
      structureOf(await memoryIndex({}), { code: 'x', language: 'klingon' }, parser),
    ).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });
});
