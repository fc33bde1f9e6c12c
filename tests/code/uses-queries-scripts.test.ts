import { describe, expect, test } from 'vitest';
import { marksOf } from '../support/uses.ts';

const LEFT = /^(?:_|scope|local\.(?:type|value))/;

describe('the uses section of script languages marks', () => {
  test.each([
    ['a.lua', 'foo(1)', 'foo', '', ['use.call']],
    ['a.lua', 'local function f(foo) end', 'foo', '', ['local']],
    ['a.lua', 'for _, foo in pairs(x) do end', 'foo', '', ['local']],
    ['a.lua', 'M.foo(1)', 'foo', '', ['member.name', 'use.call']],
    ['a.lua', 'obj:foo(1)', 'foo', '', ['member.name', 'use.call']],
    ['a.lua', 'M.foo = 1', 'foo', '', ['member.name', 'use.write']],
    ['a.lua', 'self.foo = 1', 'foo', '', ['member.name', 'member.self', 'use.write']],
    ['a.lua', 'x = { foo = 1 }', 'foo', '', ['use.member_key']],
    ['a.sh', 'foo a', 'foo', '', ['use.call']],
    ['a.sh', 'echo foo', 'foo', '', ['use.none']],
    ['a.sh', 'trap foo EXIT', 'foo', '', ['use.call', 'use.none']],
    ['a.sh', 'foo=1', 'foo', '', ['use.write']],
    ['a.sh', 'echo "$foo"', 'foo', '', []],
    ['a.sh', 'f() { local foo=1; }', 'foo', '', ['local.function', 'use.write']],
    ['a.ex', 'foo(1)', 'foo', '', ['use.call']],
    ['a.ex', 'Mod.foo(1)', 'foo', '', ['member.name', 'use.call']],
    ['a.ex', 'Mod.foo(1)', 'Mod', '', ['member.object']],
    ['a.ex', 'x |> foo()', 'foo', '', ['use.call']],
    ['a.ex', 'g(&foo/1)', 'foo', '', ['use.call']],
    ['a.ex', 'def f(foo), do: 1', 'foo', '', ['local']],
    ['a.ex', 'foo = 1', 'foo', '', ['local']],
    ['a.ex', '%Foo{a: 1}', 'Foo', '', ['use.type']],
    ['a.ex', 'alias Foo, as: C', 'Foo', '', ['use.import']],
  ] as const)('in %s, `%s`, %s', async (path, text, name, from, marks) => {
    expect(await marksOf(path, text, name, from, LEFT)).toEqual(marks);
  });
});
