import { expect, test } from 'vitest';
import { referencesIn } from '../support/references.ts';

test('references in Python follow imports, packages and the types of objects', async () => {
  const files = {
    'pkg/__init__.py': 'from .core import parse\n',
    'pkg/core.py':
      'def parse(x):\n    return x\n\nclass A:\n    def run(self):\n        self.run()\n        return parse(1)\n\nclass B(A):\n    def go(self):\n        self.run()\n',
    'src/other/m.py': 'def parse():\n    pass\nparse()\n',
    'app.py':
      'from pkg import parse as p\nimport pkg.core\nimport pkg\nfrom other.m import parse\np(1)\npkg.core.parse(2)\npkg.parse(3)\nparse()\n',
    'use.py':
      'from pkg.core import A, B\na = A()\na.run()\ndef f(b: B, c):\n    b.run()\n    c.run()\n    parse = 1\n    return parse\nimport json\njson.run()\n',
  };
  expect(await referencesIn(files, 'parse', { file: 'pkg/core.py' })).toEqual([
    'app.py:1 import',
    'app.py:5 call',
    'app.py:6 call',
    'app.py:7 call',
    'pkg/__init__.py:1 import',
    'pkg/core.py:7 call',
  ]);
  expect(await referencesIn(files, 'parse', { file: 'src/other/m.py' })).toEqual([
    'app.py:4 import',
    'app.py:8 call',
    'src/other/m.py:3 call',
  ]);
  expect(await referencesIn(files, 'A.run')).toEqual([
    'pkg/core.py:6 call',
    'pkg/core.py:11 call',
    'use.py:3 call',
    'use.py:5 call',
    'use.py:6 call likely',
  ]);
  expect(await referencesIn(files, 'x', { file: 'pkg/core.py', line: 1 })).toEqual(['pkg/core.py:2 read']);
});
test('references in Java follow packages, imports, classes and what they extend', async () => {
  const files = {
    'src/a/A.java':
      'package a;\npublic class A {\n  public A() {}\n  public void run() { help(); }\n  void help() {}\n  static A make() { return new A(); }\n}\n',
    'src/a/S.java':
      'package a;\nclass S extends A {\n  void go() { run(); this.help(); A.make().run(); }\n}\n',
    'src/b/U.java':
      'package b;\nimport a.A;\nclass U {\n  A field;\n  void f(A x) { x.run(); field.run(); new A().run(); }\n}\n',
    'src/c/A.java': 'package c;\nclass A { void run() {} }\nclass D { void f(A x) { x.run(); } }\n',
  };
  expect(await referencesIn(files, 'A', { file: 'src/a/A.java' })).toEqual([
    'src/a/A.java:6 type',
    'src/a/A.java:6 call',
    'src/a/S.java:2 type',
    'src/a/S.java:3 read',
    'src/b/U.java:2 import',
    'src/b/U.java:4 type',
    'src/b/U.java:5 type',
    'src/b/U.java:5 call',
  ]);
  expect(await referencesIn(files, 'run', { file: 'src/a/A.java', line: 4 })).toEqual([
    'src/a/S.java:3 call',
    'src/a/S.java:3 call',
    'src/b/U.java:5 call',
    'src/b/U.java:5 call',
    'src/b/U.java:5 call',
  ]);
  expect(await referencesIn(files, 'help')).toEqual(['src/a/A.java:4 call', 'src/a/S.java:3 call']);
});
