import { expect, test } from 'vitest';
import { referencesIn } from '../support/references.ts';
import { symbolsOf } from '../support/syntax.ts';

test('a name that any block of a module binds is defined there, and found from other files', async () => {
  const files = {
    'conf.py':
      'import sys\nif sys.platform == "x":\n    try:\n        with open("a") as source:\n            for line in source:\n                MODE = line\n    except OSError:\n        MODE = None\nelif (found := sys.argv):\n    first = second = found\ndef f():\n    MODE = 2\n    return MODE\n',
    'app.py': 'from conf import MODE, second, found\nprint(MODE, second, found)\n',
  };
  expect(await referencesIn(files, 'MODE')).toEqual(['app.py:1 import', 'app.py:2 read', 'conf.py:8 write']);
  expect(await referencesIn(files, 'second')).toEqual(['app.py:1 import', 'app.py:2 read']);
  expect(await referencesIn(files, 'found')).toEqual(['app.py:1 import', 'app.py:2 read', 'conf.py:10 read']);
  const { definitions } = await symbolsOf('conf.py', files['conf.py']);
  expect(definitions.map(({ kind, scope, name }) => `${kind} ${[...scope, name].join('.')}`)).toEqual([
    'variable source',
    'variable line',
    'constant MODE',
    'constant MODE',
    'variable found',
    'variable first',
    'variable second',
    'function f',
  ]);
});

test('what a block in a class binds is a field of the class', async () => {
  const { definitions } = await symbolsOf(
    'a.py',
    'class A:\n    if True:\n        size = 1\n    else:\n        size = 2\n',
  );
  expect(definitions.map(({ kind, scope, name }) => `${kind} ${[...scope, name].join('.')}`)).toEqual([
    'class A',
    'field A.size',
    'field A.size',
  ]);
});

test('`__all__` gives names out, and is a use of each', async () => {
  const text =
    '__all__ = ["a"] + base.__all__\n__all__ += ["_b"]\n__all__.append("c")\n__all__.extend(["d"])\ndef a(): pass\ndef _b(): pass\ndef c(): pass\ndef d(): pass\nprint("a")\n';
  const { exports, definitions } = await symbolsOf('m.py', text);
  expect(exports.map(({ name }) => name)).toEqual(['a', '_b', 'c', 'd']);
  expect(definitions.find(({ name }) => name === '_b')?.exported).toBe(true);
  expect(await referencesIn({ 'm.py': text }, 'a')).toEqual(['m.py:1 read']);
  expect(await referencesIn({ 'm.py': text }, '_b')).toEqual(['m.py:2 read']);
  expect(await referencesIn({ 'm.py': text }, 'c')).toEqual(['m.py:3 read']);
  expect(await referencesIn({ 'm.py': text }, 'd')).toEqual(['m.py:4 read']);
});

test('an annotation in quotes is a use of the type, and says what a value is', async () => {
  const files = {
    'models.py': 'class Foo:\n    def run(self): pass\n',
    'use.py':
      'from typing import Literal, cast\nfrom models import Foo\nimport models\ndef f(a: "Foo", b: "list[Foo]" = None) -> "Foo":\n    a.run()\n    c: "Foo" = make()\n    c.run()\n    d = cast("Foo", a)\n    e: Literal["Foo"] = "Foo"\n    g: "models.Foo"\n    print("Foo")\n',
  };
  expect(await referencesIn(files, 'Foo')).toEqual([
    'use.py:2 import',
    'use.py:4 type',
    'use.py:4 type',
    'use.py:4 type',
    'use.py:6 type',
    'use.py:8 type',
    'use.py:10 type likely',
  ]);
  expect(await referencesIn(files, 'Foo.run')).toEqual(['use.py:5 call', 'use.py:7 call']);
});

test('a module of the standard library is no file of the project that has its name elsewhere', async () => {
  const files = {
    'pkg/__init__.py': '',
    'pkg/json.py': 'def dumps(x): pass\n',
    'pkg/a.py': 'import json\njson.dumps(1)\nfrom json import dumps\ndumps(2)\n',
    'pkg/b.py': 'from . import json\njson.dumps(1)\nfrom .json import dumps\ndumps(2)\n',
    'vendor/json.py': 'def dumps(x): pass\n',
    'app/main.py': 'import json\njson.dumps(1)\n',
    'scripts/json.py': 'def dumps(x): pass\n',
    'scripts/run.py': 'import json\njson.dumps(1)\n',
    'scripts/deep/run.py': 'import json\njson.dumps(1)\n',
  };
  expect(await referencesIn(files, 'dumps', { file: 'pkg/json.py' })).toEqual([
    'pkg/b.py:2 call',
    'pkg/b.py:3 import',
    'pkg/b.py:4 call',
    'scripts/deep/run.py:2 call likely',
  ]);
  expect(await referencesIn(files, 'dumps', { file: 'vendor/json.py' })).toEqual([
    'scripts/deep/run.py:2 call likely',
  ]);
  expect(await referencesIn(files, 'dumps', { file: 'scripts/json.py' })).toEqual([
    'scripts/deep/run.py:2 call likely',
    'scripts/run.py:2 call',
  ]);
});
