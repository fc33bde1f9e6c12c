import { describe, expect, test } from 'vitest';
import { findReferences } from '../../src/code/references.ts';
import { memoryIndex, referencesIn } from '../support/references.ts';

describe('references in TypeScript are tied', () => {
  test('through barrels, aliases and namespaces to the definition', async () => {
    const files = {
      'src/a.ts': 'export function foo() {}\nfoo();\n',
      'src/index.ts':
        "export * from './a';\nexport { foo as bar } from './a.js';\nexport * as ns from './a';\nexport * from './cycle';\n",
      'src/cycle.ts': "export * from './index';\n",
      'src/b.ts': "import { foo } from './index';\nfoo();\nfunction f(foo: number) { return foo; }\n",
      'src/c.ts': "import { bar as baz } from '.';\nbaz();\nconst foo = 1;\nfoo;\n",
      'src/d.ts': "import * as all from './a';\nall.foo();\nimport { ns } from './index';\nns.foo();\n",
      'src/z.ts': "import { foo } from 'lodash';\nfoo();\n",
      'package.json': '{"name":"x","dependencies":{"lodash":"1"}}',
    };
    expect(await referencesIn(files, 'foo', { file: 'src/a.ts' })).toEqual([
      'src/a.ts:2 call',
      'src/b.ts:1 import',
      'src/b.ts:2 call',
      'src/c.ts:1 import',
      'src/c.ts:2 call',
      'src/d.ts:2 call',
      'src/d.ts:4 call',
      'src/index.ts:2 import',
    ]);
  });

  test('through the paths of tsconfig, with extends, comments and baseUrl', async () => {
    const files = {
      'base.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"], "exact": ["lib/one.ts"] } } }',
      'tsconfig.json': '{ // ours\n "extends": "./base.json", "compilerOptions": { "strict": true, }, }',
      'app/tsconfig.json': '{ "compilerOptions": { "baseUrl": "." } }',
      'lib/one.ts': 'export const one = 1;\n',
      'app/inner/two.ts': 'export const two = 2;\n',
      'app/u.ts':
        "import { one } from '@lib/one';\nimport { one as uno } from 'exact';\nimport { two } from 'inner/two';\none + uno + two;\n",
    };
    expect(await referencesIn(files, 'one')).toEqual([
      'app/u.ts:1 import',
      'app/u.ts:2 import',
      'app/u.ts:4 read',
      'app/u.ts:4 read',
    ]);
    expect(await referencesIn(files, 'two')).toEqual(['app/u.ts:3 import', 'app/u.ts:4 read']);
  });

  test('through packages of the repository: exports, imports, main, and what a build would write', async () => {
    const files = {
      'packages/core/package.json':
        '{"name":"@x/core","exports":{".":{"types":"./dist/index.d.ts","default":"./dist/index.js"},"./deep/*":"./src/deep/*.ts"},"imports":{"#own":"./src/own.ts"}}',
      'packages/core/src/index.ts': "export { own } from '#own';\nexport const top = 1;\n",
      'packages/core/src/own.ts': 'export const own = 1;\n',
      'packages/core/src/deep/d.ts': 'export const deep = 1;\n',
      'packages/app/package.json': '{"name":"app","dependencies":{"@x/core":"*"}}',
      'packages/app/a.ts':
        "import { own, top } from '@x/core';\nimport { deep } from '@x/core/deep/d';\nown; top; deep;\n",
    };
    expect(await referencesIn(files, 'top')).toEqual([
      'packages/app/a.ts:1 import',
      'packages/app/a.ts:3 read',
    ]);
    expect(await referencesIn(files, 'deep')).toEqual([
      'packages/app/a.ts:2 import',
      'packages/app/a.ts:3 read',
    ]);
    expect(await referencesIn(files, 'own')).toEqual([
      'packages/app/a.ts:1 import',
      'packages/app/a.ts:3 read',
      'packages/core/src/index.ts:1 import',
    ]);
  });

  test('as members of the type of the object', async () => {
    const files = {
      'a.ts':
        'export class A { run() { this.run(); } }\nexport class B { run() {} }\nexport class C extends A { go() { this.run(); } }\n',
      'u.ts':
        "import { A, B, C } from './a';\nconst a = new A();\na.run();\nconst b = new B();\nb.run();\nfunction f(x: A, y: B, z) { x.run(); y.run();\nz.run(); }\nnew C().run();\n'text'.run();\nconst list: A[] = [];\nlist.run();\n",
    };
    expect(await referencesIn(files, 'A.run')).toEqual([
      'a.ts:1 call',
      'a.ts:3 call',
      'u.ts:3 call',
      'u.ts:6 call',
      'u.ts:7 call likely',
      'u.ts:8 call',
    ]);
  });

  test('to an implementation only as likely where the call goes through the interface', async () => {
    const files = {
      'a.ts':
        'export interface Port { send(): void; stop(): void }\nexport class Mail implements Port { send() {} stop() {} }\nexport class Other { send() {} close() {} }\nexport class Like { send() {} stop() {} }\n',
      'u.ts':
        "import { type Port, Mail, Other } from './a';\nfunction f(p: Port, m: Mail, o: Other) { p.send();\nm.send();\no.send(); }\n",
    };
    expect(await referencesIn(files, 'Mail.send')).toEqual(['u.ts:2 call likely', 'u.ts:3 call']);
    expect(await referencesIn(files, 'Other.send')).toEqual(['u.ts:4 call']);
    // It has all that the interface asks for, and so may stand behind it.
    expect(await referencesIn(files, 'Like.send')).toEqual(['u.ts:2 call likely']);
  });

  test('as keys of objects whose type is said', async () => {
    const files = {
      'a.ts':
        'export interface One { size: number }\nexport interface Two { size: number }\nexport function take(one: One) { const { size } = one; return size; }\nconst x: Two = { size: 1 };\ntake({ size: 2 });\nconst y: One = { size: 3 };\n',
    };
    expect(await referencesIn(files, 'One.size')).toEqual(['a.ts:3 read', 'a.ts:5 read', 'a.ts:6 read']);
  });

  test('in components of JSX and in substitutions of templates', async () => {
    const files = {
      'Foo.tsx': 'export function Foo() { return null; }\nexport const name = 1;\n',
      'App.tsx':
        "import { Foo, name } from './Foo';\nexport const App = () => <div>Foo <Foo/></div>;\nconst text = `name $" +
        '{name}`;\n',
    };
    expect((await referencesIn(files, 'Foo')).map((one) => one.split(' ')[0])).toEqual([
      'App.tsx:1',
      'App.tsx:2',
    ]);
    expect(await referencesIn(files, 'name', { file: 'Foo.tsx' })).toEqual([
      'App.tsx:1 import',
      'App.tsx:3 read',
    ]);
  });
});

describe('a symbol', () => {
  const files = {
    'a.ts': 'export function same() {}\nsame();\n',
    'b.ts': 'export function same() {}\nsame();\n',
    'c.ts': "import { same } from './b';\nsame();\nfunction g(x) { x.same(); }\n",
  };

  test('of several of one name is never mixed with the others silently', async () => {
    const answer = await findReferences(await memoryIndex(files), { symbol: 'same', path: '.' });
    expect(answer.ambiguous.map(({ file }) => file)).toEqual(['a.ts', 'b.ts']);
    expect(answer.definitions).toEqual([]);
    expect(answer.notes.map(({ key }) => key)).toContain('navigation.references_ambiguous');
    expect(await referencesIn(files, 'same')).toEqual([
      'a.ts:2 call → a.ts:1',
      'b.ts:2 call → b.ts:1',
      'c.ts:1 import → b.ts:1',
      'c.ts:2 call → b.ts:1',
    ]);
  });

  test('is chosen by its file, by the line of its name, of its body, or of a use', async () => {
    const ofB = ['b.ts:2 call', 'c.ts:1 import', 'c.ts:2 call'];
    expect(await referencesIn(files, 'same', { file: 'b.ts' })).toEqual(ofB);
    expect(await referencesIn(files, 'same', { file: 'b.ts', line: 1 })).toEqual(ofB);
    expect(await referencesIn(files, 'same', { file: 'c.ts', line: 2 })).toEqual(ofB);
    expect(await referencesIn(files, 'same', { file: 'c.ts' })).toEqual(ofB);
  });

  test('can be a parameter or a variable of a function', async () => {
    const local = {
      'a.ts':
        'function f(n: number) {\n  const m = n + 1;\n  return n + m;\n}\nfunction g(n: number) { return n; }\n',
    };
    expect(await referencesIn(local, 'n', { file: 'a.ts', line: 1 })).toEqual(['a.ts:2 read', 'a.ts:3 read']);
    expect(await referencesIn(local, 'm', { file: 'a.ts', line: 3 })).toEqual(['a.ts:3 read']);
  });

  test('has its overloads and merged declarations as one', async () => {
    const answer = await findReferences(
      await memoryIndex({
        'a.ts':
          'export function f(a: string): void;\nexport function f(a: number): void;\nexport function f(a: any) {}\nexport interface M { x: 1 }\nexport interface M { y: 1 }\nf(1); let m: M;\n',
      }),
      { symbol: 'f', path: '.' },
    );
    expect(answer.definitions.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(answer.references.map(({ line }) => line)).toEqual([6]);
    expect(answer.ambiguous).toEqual([]);
  });

  test('that is not there gets names like it', async () => {
    const answer = await findReferences(await memoryIndex({ 'a.ts': 'export function parseConfig() {}\n' }), {
      symbol: 'parsConfig',
      path: '.',
    });
    expect(answer.references).toEqual([]);
    expect(answer.suggestions).toEqual(['parseConfig']);
  });
});

describe('what is no reference', () => {
  test('is a part of another name, a comment, a string; special characters stand for themselves', async () => {
    const files = {
      'r.ts': 'fooBar()\nfooBarExtended()\n// fooBar note\n"fooBar"\nobj.fooBar\n',
      's.ts': '$emit()\nxemit()\nthis.#priv\nthis.priv\n',
    };
    expect(await referencesIn(files, 'fooBar')).toEqual(['r.ts:1 call likely', 'r.ts:5 read likely']);
    expect(await referencesIn(files, '$emit')).toEqual(['s.ts:1 call likely']);
    expect(await referencesIn(files, 'emit')).toEqual([]);
    expect(await referencesIn(files, '#priv')).toEqual(['s.ts:3 read likely']);
    for (const odd of ['--pre=/tmp/p.sh', 'a.*b', '(', '\\', '', ' ', '.', '../x', '\0', '$(touch x)'])
      expect(await referencesIn(files, odd)).toEqual([]);
  });

  test('names of any script are whole, in both normal forms', async () => {
    const files = {
      'jp.ts': '// 計算する 🔥\nexport function 計算する() { return 1 }\n計算する();\n計算するな();\n',
      'nfc.ts': 'export const caf\u00e9 = 1;\ncafe\u0301;\n',
    };
    expect(await referencesIn(files, '計算する')).toEqual(['jp.ts:3 call']);
    expect(await referencesIn(files, 'cafe\u0301')).toEqual(['nfc.ts:2 read']);
  });
});

describe('an answer', () => {
  test('is exact only where all is tied and all was seen', async () => {
    const files = {
      'a.ts': 'export function foo() {}\nfoo();\n',
      'b.ts': "import { foo } from './a';\nfoo();\n",
    };
    const query = { symbol: 'foo', path: '.' };
    expect((await findReferences(await memoryIndex(files), query)).completeness).toBe('exact');
    const unseen = await findReferences(await memoryIndex(files, { unparsed: ['b.ts'] }), query);
    expect(unseen.completeness).toBe('lower_bound');
    expect(unseen.skipped).toEqual([{ file: 'b.ts', reason: 'not_parsed' }]);
    expect(unseen.references.filter(({ file }) => file === 'b.ts')).toMatchObject([
      { line: 1, column: 10, kind: 'unknown', certainty: 'likely' },
      { line: 2, column: 1, kind: 'unknown', certainty: 'likely' },
    ]);
  });

  test('has what stands in half-written code as likely, and names the file', async () => {
    const answer = await findReferences(
      await memoryIndex({ 'a.ts': 'export function foo() {}\nclass A { a() { if (x { foo( } }\nfoo();\n' }),
      { symbol: 'foo', path: '.' },
    );
    expect(answer.references.map(({ line }) => line)).toEqual([2, 3]);
    expect(answer.completeness).toBe('lower_bound');
  });

  test('says in which function a use stands, and cuts long lines around it', async () => {
    const long = `${'x + '.repeat(200)}foo()${' + y'.repeat(200)}`;
    const answer = await findReferences(
      await memoryIndex({
        'a.ts': `export function foo() {}\nclass A { m() { foo(); } }\nconst z = ${long};\n`,
      }),
      { symbol: 'foo', path: '.' },
    );
    expect(answer.references.map((one) => one.in_function)).toEqual(['A.m', '']);
    expect(answer.references[1]?.text.length).toBeLessThanOrEqual(202);
    expect(answer.references[1]?.text).toContain('foo()');
  });

  test('of a folder has only what lies in it', async () => {
    const files = {
      'a/x.ts': 'export function foo() {}\nfoo();\n',
      'ab/y.ts': "import { foo } from '../a/x';\nfoo();\n",
    };
    expect(await referencesIn(files, 'foo', { path: 'a' })).toEqual(['a/x.ts:2 call']);
    expect(await referencesIn(files, 'foo', { path: 'ab/' })).toEqual(['ab/y.ts:1 import', 'ab/y.ts:2 call']);
  });

  test('is confirmed by a language server, which adds, ties and refutes', async () => {
    const files = {
      'a.ts': 'export class A { run() {} }\nexport function f(x, y) { x.run();\ny.run();\nx["run"](); }\n',
    };
    const server = {
      engine: 'test 1',
      references: async () => [
        { file: 'a.ts', line: 1, column: 18 },
        { file: 'a.ts', line: 2, column: 29 },
        { file: 'a.ts', line: 4, column: 4 },
      ],
      definitions: async (places: readonly unknown[]) =>
        places.map(() => [{ file: 'lib.d.ts', line: 9, column: 9 }]),
    };
    const index = await memoryIndex(files);
    const answer = await findReferences(index, { symbol: 'A.run', path: '.' }, { server });
    expect(answer.references.map(({ line, certainty }) => `${line} ${certainty}`)).toEqual([
      '2 certain',
      '4 certain',
    ]);
    expect(answer.engine).toBe('tree-sitter, test 1');
    const silent = { ...server, references: async () => null };
    const alone = await findReferences(index, { symbol: 'A.run', path: '.' }, { server: silent });
    expect(alone.references.map(({ line, certainty }) => `${line} ${certainty}`)).toEqual([
      '2 likely',
      '3 likely',
    ]);
    expect(alone.engine).toBe('tree-sitter');
    expect(alone.notes.map(({ key }) => key)).toContain('navigation.references_unconfirmed');
  });
});
