import { expect, test } from 'vitest';
import { referencesIn } from '../support/references.ts';
import { symbolsOf } from '../support/syntax.ts';

const lines = async (path: string, text: string): Promise<string[]> =>
  (await symbolsOf(path, text)).definitions.map(
    ({ scope, name, kind, start_line, end_line, is_local }) =>
      `${[...scope, name].join('.')} ${kind} ${start_line}-${end_line}${is_local ? ' local' : ''}`,
  );

test('a definition of Dart ends with its body, which stands beside its signature', async () => {
  const text = [
    'int top(int a) {', // 1
    '  return a;',
    '}',
    'class C {', // 4
    '  C(this.n) {',
    '    n = 2;',
    '  }',
    '  C.named() {', // 8
    '    n = 3;',
    '  }',
    '  factory C.made() {', // 11
    '    return C(1);',
    '  }',
    '  int n;', // 14
    '  int get g {',
    '    return n;',
    '  }',
    '  set s(int v) {', // 18
    '    n = v;',
    '  }',
    '  int outer(', // 21
    '    int a,',
    '  ) async {',
    '    int inner(int c) {',
    '      return c;',
    '    }',
    '    return inner(a);',
    '  }',
    '  int arrow(int q) => q;', // 29
    '}',
    'set topS(int v) {', // 31
    '  top(v);',
    '}',
    '',
  ].join('\n');
  expect(await lines('a.dart', text)).toEqual([
    'top function 1-3',
    'C class 4-30',
    'C.C constructor 5-7',
    'C.named constructor 8-10',
    'C.made constructor 11-13',
    'C.n field 14-14',
    'C.g property 15-17',
    'C.s property 18-20',
    'C.outer method 21-28',
    'C.outer.inner function 24-26 local',
    'C.arrow method 29-29',
    'topS property 31-33',
  ]);
});

test('a parameter of Dart hides a name in the body of its own function only', async () => {
  const files = {
    'a.dart':
      'int total() => 1;\nint f(int total) {\n  return total;\n}\nint g() {\n  return total();\n}\nclass C {\n  int m(int total) {\n    return total;\n  }\n  int n() {\n    return total();\n  }\n}\n',
  };
  expect(await referencesIn(files, 'total', { file: 'a.dart', line: 1 })).toEqual([
    'a.dart:6 call',
    'a.dart:13 call',
  ]);
  expect(await referencesIn(files, 'total', { file: 'a.dart', line: 2 })).toEqual(['a.dart:3 read']);
  // Many places of one name are matched at once, not one by one.
  const many = 'int f(int total) {\n  return total;\n}\n'.repeat(60);
  const found = await referencesIn({ 'b.dart': `int total() => 1;\n${many}var x = total();\n` }, 'total', {
    file: 'b.dart',
    line: 1,
  });
  expect(found).toEqual(['b.dart:182 call']);
});

test('what stands in block namespaces of C# is found through using, alias, the namespace around and its whole name', async () => {
  const files = {
    'Models.cs': 'namespace App.Models { public class Order { public void Pay() {} } }\n',
    'Nested.cs': 'namespace App { namespace Models { public class Item {} } }\n',
    'Base.cs': 'namespace App { public class Root {} }\n',
    'Use.cs':
      'using App.Models;\nusing Alias = App.Models.Order;\nnamespace App.Web { class U {\nOrder a;\nAlias b;\nItem i;\nRoot r;\nApp.Models.Order c;\nModels.Order d;\nobject e = new App.Models.Order();\n} }\n',
    'Other.cs': 'using Vendor.Models;\nnamespace Else.Where { class V { Root r; } }\n',
    'Missing.cs': 'using Alias = App.Models.Generated;\nclass W { Alias g; }\n',
  };
  const of = async (name: string, file: string) =>
    (await referencesIn(files, name, { file })).map(
      (one) => `${one.split(' ')[0]}${one.includes(' likely') && !one.includes('import') ? ' likely' : ''}`,
    );
  expect([...new Set(await of('Order', 'Models.cs'))]).toEqual([
    'Use.cs:2',
    'Use.cs:4',
    'Use.cs:5',
    'Use.cs:8',
    'Use.cs:9',
    'Use.cs:10',
  ]);
  expect(await of('Item', 'Nested.cs')).toEqual(['Use.cs:6']);
  expect(await of('Root', 'Base.cs')).toEqual(['Other.cs:2 likely', 'Use.cs:7']);
});

test('a namespace of PHP in braces is that of what stands in it, the second of a file too', async () => {
  const files = {
    'lib.php':
      '<?php\nnamespace A { class X { function go() {} } }\nnamespace B { class Y {} function help() {} }\n',
    'use.php':
      '<?php\nnamespace C;\nuse A\\X;\nuse B\\Y;\nuse function B\\help;\nnew X();\nnew Y();\nhelp();\n',
  };
  expect(await referencesIn(files, 'X')).toEqual(['use.php:3 import', 'use.php:6 call']);
  expect(await referencesIn(files, 'Y')).toEqual(['use.php:4 import', 'use.php:7 call']);
  expect(await referencesIn(files, 'help')).toEqual(['use.php:5 import', 'use.php:8 call']);
});

test('a name written with its whole package is found in Java, Kotlin, Scala and PHP, without an import', async () => {
  const files = {
    'a/A.java': 'package a.x;\npublic class A {\n  static A make() { return null; }\n}\n',
    'b/U.java':
      'package b;\nclass U {\n  a.x.A f;\n  Object g = new a.x.A();\n  Object h = a.x.A.make();\n  void m(U a) { a.x.A.make(); }\n}\n',
    'c/u.kt': 'package c\nval x: a.x.A? = null\nval y = a.x.A()\n',
    'd/u.scala': 'package d\nobject O { val x: a.x.A = null }\n',
    'lib.php': '<?php\nnamespace P\\Q;\nclass T { static function make() {} }\nfunction help() {}\n',
    'use.php':
      '<?php\nnamespace P;\nuse P\\Q as R;\nnew \\P\\Q\\T();\nQ\\T::make();\nR\\T::make();\nnamespace\\Q\\help();\n\\P\\Q\\help();\nfunction f(\\X\\T $t) {}\n',
  };
  const of = async (name: string, file: string) =>
    (await referencesIn(files, name, { file })).map(
      (one) => `${one.split(' ')[0]}${one.includes(' likely') && !one.includes('import') ? ' likely' : ''}`,
    );
  expect([...new Set(await of('A', 'a/A.java'))]).toEqual([
    'a/A.java:3',
    'b/U.java:3',
    'b/U.java:4',
    'b/U.java:5',
    'c/u.kt:2',
    'c/u.kt:3',
    'd/u.scala:2',
  ]);
  expect(await of('T', 'lib.php')).toEqual(['use.php:4', 'use.php:5', 'use.php:6', 'use.php:9 likely']);
  expect(await of('help', 'lib.php')).toEqual(['use.php:7', 'use.php:8']);
  // Static members through a partly written path: the places count, whatever the certainty.
  expect((await of('make', 'lib.php')).map((one) => one.split(' ')[0])).toEqual(['use.php:5', 'use.php:6']);
});
