import { describe, expect, test } from 'vitest';
import { symbolsOf } from '../support/syntax.ts';
import { marksOf } from '../support/uses.ts';

const LEFT = /^(?:scope|member\.object|local\.(?:type|value))/;

describe('the uses section marks', () => {
  test.each([
    ['a.ts', 'foo();', 'foo', '', ['use.call']],
    ['a.ts', 'new Foo();', 'Foo', '', ['use.call']],
    ['a.ts', 'let x = foo;', 'foo', '', []],
    ['a.ts', 'foo += 1;', 'foo', '', ['use.write']],
    ['a.ts', 'foo++;', 'foo', '', ['use.write']],
    ['a.ts', 'let x: Foo;', 'Foo', '', ['use.type']],
    ['a.ts', "import { foo } from './a';", 'foo', '', ['use.import']],
    ['a.ts', 'a.foo();', 'foo', '', ['member.name', 'use.call']],
    ['a.ts', 'a.foo = 1;', 'foo', '', ['member.name', 'use.write']],
    ['a.ts', 'take({ foo: 1 });', 'foo', '', ['use.member_key']],
    ['a.ts', 'function f(foo: string) {}', 'foo', '', ['local']],
    ['a.ts', 'function f() { var foo = 1; }', 'foo', '', ['local.function']],
    ['a.ts', 'function f() { const [foo] = a; }', 'foo', '', ['local']],
    ['a.ts', 'function foo() {}', 'foo', '', ['local.outer']],
    ['a.ts', 'foo: for (;;) break foo;', 'foo', '', ['use.none']],
    ['a.tsx', 'const a = <Foo />;', 'Foo', '', ['use.call']],
    ['a.tsx', 'const a = <div></div>;', 'div', '', ['use.none']],
    ['a.js', 'const a = <Foo bar={1} />;', 'bar', '', ['use.member_key']],
    ['a.js', 'function f(foo) {}', 'foo', '', ['local']],
    ['a.js', 'const f = foo => 1;', 'foo', '', ['local']],
    ['a.vue', '<script>foo()</script>', 'foo', '', ['use.call']],
    ['a.py', 'foo()', 'foo', '', ['use.call']],
    ['a.py', 'a.foo()', 'foo', '', ['member.name', 'use.call']],
    ['a.py', 'from m import foo', 'foo', '', ['use.import']],
    ['a.py', 'f(foo=1)', 'foo', '', ['use.member_key']],
    ['a.py', 'def f(x: Foo): pass', 'Foo', '', ['use.type']],
    ['a.py', 'def f(foo=1): pass', 'foo', '', ['local']],
    ['a.py', 'x = [foo for foo in y]', 'foo', 'for ', ['local']],
    ['a.py', 'if (foo := 1): pass', 'foo', '', ['local.function', 'use.write']],
    ['a.py', 'class A(Foo): pass', 'Foo', '', ['use.type']],
  ] as const)('in %s, `%s`, %s', async (path, text, name, from, marks) => {
    expect(await marksOf(path, text, name, from, LEFT)).toEqual(marks);
  });
});

describe('code that is odd', () => {
  test.each(['deep.js', 'deep.ts', 'deep.tsx', 'deep.py'])(
    'nested 20,000 deep overflows nothing: %s',
    async (path) => {
      const first = path.endsWith('.py') ? 'def ok(): pass' : 'function ok(){}';
      const text = `${first}\nx=${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
      expect((await symbolsOf(path, text)).definitions.map(({ name }) => name)).toContain('ok');
    },
  );

  test('half-written costs only what it touches, and is said', async () => {
    const text =
      'class A {\n a() { return 1 }\n b() { if (x { }\n c() { return 2 }\n}\nexport function after() {}\n';
    const { definitions, parse_errors } = await symbolsOf('a.ts', text);
    expect(definitions.map(({ name }) => name)).toEqual(expect.arrayContaining(['A', 'a', 'b', 'after']));
    expect(parse_errors).not.toEqual([]);
  });

  test.each(['', '\ufeff'])('in Japanese keeps names and columns (mark: "%s")', async (mark) => {
    const text = `${mark}// 日本語のコメント🔥\r\nfunction 計算する() { return 1 }\r\nconst 値 = "あ"; function foo() {}\r\n`;
    const { definitions } = await symbolsOf('jp.ts', text);
    expect(definitions.map(({ name, line, column }) => [name, line, column])).toEqual([
      ['計算する', 2, 10],
      ['値', 3, 7],
      ['foo', 3, 25],
    ]);
  });

  test('with two script blocks has the lines of the file', async () => {
    const text =
      '<template>\n<div/>\n<p/>\n<b/>\n</template>\n<script lang="ts">\nexport const A = 1\n</script>\n<script setup lang="ts">\nfunction go() {}\n</script>\n';
    const { definitions } = await symbolsOf('Comp.vue', text);
    expect(definitions.map(({ name, line }) => [name, line])).toEqual([
      ['A', 7],
      ['go', 10],
    ]);
  });
});
