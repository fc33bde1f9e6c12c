import { describe, expect, it } from 'vitest';
import { findDefinitions } from '../../src/code/definitions.ts';
import { memoryIndex } from '../support/references.ts';

const places = async (
  files: Readonly<Record<string, string>>,
  symbol: string,
  more: { path?: string; kind?: string; language?: string; exact?: boolean } = {},
) => {
  const answer = await findDefinitions(await memoryIndex(files), { symbol, path: '.', exact: true, ...more });
  return answer.definitions.map(
    ({ file, line, is_signature }) => `${file}:${line}${is_signature ? ' sig' : ''}`,
  );
};

const merged = `function f(a: string): void;
function f(a: number): void;
function f(a: any) { return a }
abstract class Q { abstract z(): void }
declare module "m" { export function d(): void }
namespace N { export function inner() {} }
`;

describe('findDefinitions', () => {
  it('puts the implementation before its signatures', async () => {
    expect(await places({ 'a.ts': merged }, 'f')).toEqual(['a.ts:3', 'a.ts:1 sig', 'a.ts:2 sig']);
  });

  it('finds abstract members, ambient and namespaced functions', async () => {
    for (const [name, line] of [
      ['z', 4],
      ['d', 5],
      ['inner', 6],
    ] as const)
      expect((await places({ 'a.ts': merged }, name)).map((place) => place.split(' ')[0])).toEqual([
        `a.ts:${line}`,
      ]);
  });

  it.each(['B.go', 'B::go', 'B#go', 'B->go', 'b.B.go'])(
    'takes %s for the member of that class',
    async (symbol) => {
      const files = { 'b.ts': 'class A { go() {} }\nclass B { go() {} }\n' };
      expect(await places(files, symbol)).toEqual(['b.ts:2']);
    },
  );

  it('puts exported definitions first and those of tests last', async () => {
    const files = {
      'a.ts': 'function run() {}\n',
      'tests/a.test.ts': 'export function run() {}\n',
      'z.ts': 'export function run() {}\n',
    };
    expect(await places(files, 'run')).toEqual(['z.ts:1', 'a.ts:1', 'tests/a.test.ts:1']);
  });

  it('finds a part of the name, whatever its case, and the first letters of its words, where it need not be exact', async () => {
    const files = { 'a.ts': 'export function findUserRows() {}\nexport function other() {}\n' };
    expect(await places(files, 'userrow')).toEqual([]);
    expect(await places(files, 'userrow', { exact: false })).toEqual(['a.ts:1']);
    expect(await places(files, 'fUR', { exact: false })).toEqual(['a.ts:1']);
  });

  it('narrows by folder, language and what people call a kind', async () => {
    const files = { 'a/x.ts': 'export const go = 1\n', 'b/x.py': 'def go(): pass\n' };
    expect(await places(files, 'go', { path: 'a' })).toEqual(['a/x.ts:1']);
    expect(await places(files, 'go', { language: 'py' })).toEqual(['b/x.py:1']);
    expect(await places(files, 'go', { kind: 'func' })).toEqual(['b/x.py:1']);
    expect(await places(files, 'go', { kind: 'const' })).toEqual(['a/x.ts:1']);
  });

  it('falls back to lines that look like the definition where the file has syntax errors, and says so', async () => {
    const files = {
      'a.ts':
        'class A {\n  a() { return 1 }\n  b() { if (x { }\n  c() { return 2 }\n}\nexport function after() {}\n',
    };
    const answer = await findDefinitions(await memoryIndex(files), { symbol: 'c', path: '.', exact: true });
    expect(answer.definitions[0]).toMatchObject({ name: 'c', file: 'a.ts', line: 4 });
    expect(answer.definitions[0]?.confidence).toBe('low');
    expect(answer.completeness).toBe('lower_bound');
    expect(answer.notes.map(({ key }) => key)).toEqual(['navigation.definitions_by_text']);
  });

  it('looks for a name with signs of its own as it is', async () => {
    const files = { 'a.ts': 'class A {\n  b() { if (x { }\n}\n// a no-such+(name)\n' };
    const asked = { symbol: 'no-such+(name)', path: '.', exact: true };
    const answer = await findDefinitions(await memoryIndex(files), asked);
    expect(answer.definitions).toEqual([]);
    expect(answer.completeness).not.toBe('exact');
  });

  it('names near ones where there is none', async () => {
    const index = await memoryIndex({ 'a.ts': 'export function findUser() {}\n' });
    const answer = await findDefinitions(index, { symbol: 'findUsr', path: '.', exact: true });
    expect(answer).toMatchObject({ definitions: [], suggestions: ['findUser'], completeness: 'exact' });
  });
});
