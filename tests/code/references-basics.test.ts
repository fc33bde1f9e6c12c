import { expect, test } from 'vitest';
import { referencesIn } from '../support/references.ts';

test('references through CommonJS: module.exports, exports, destructured and whole requires', async () => {
  const files = {
    'a.js': 'function load() {}\nfunction other() {}\nmodule.exports = { load, other };\n',
    'b.js': 'exports.save = function () {};\n',
    'u.js':
      "const { load } = require('./a');\nconst a = require('./a');\nload();\na.load();\nconst b = require('./b');\nb.save();\n",
    'z.js': "const { load } = require('lib');\nload();\n",
    'package.json': '{"name":"x","dependencies":{"lib":"1"}}',
  };
  const load = await referencesIn(files, 'load', { file: 'a.js' });
  for (const place of ['u.js:1', 'u.js:3', 'u.js:4'])
    expect(load.some((one) => one.startsWith(`${place} `))).toBe(true);
  expect(load.some((one) => one.startsWith('z.js'))).toBe(false);
  const save = await referencesIn(files, 'save');
  expect(save.some((one) => one.startsWith('u.js:6 '))).toBe(true);
});

test('references through default exports, under whatever name they are imported', async () => {
  const files = {
    'a.js': 'export default function make() {}\n',
    'b.js': "export { default } from './a.js';\nexport { default as build } from './a.js';\n",
    'u.js':
      "import create from './a.js';\nimport again, { build } from './b.js';\ncreate();\nagain();\nbuild();\n",
  };
  const found = await referencesIn(files, 'make');
  for (const line of [3, 4, 5]) expect(found).toContain(`u.js:${line} call`);
});

test('references through barrels in JavaScript', async () => {
  const files = {
    'lib/a.js': 'export const one = 1;\n',
    'lib/index.js': "export * from './a.js';\n",
    'index.js': "export { one as first } from './lib/index.js';\n",
    'u.js': "import { first } from './index.js';\nimport { one } from './lib';\nfirst;\none;\n",
  };
  const found = await referencesIn(files, 'one');
  expect(found).toContain('u.js:3 read');
  expect(found).toContain('u.js:4 read');
});

test('decorators are uses of the function that they name', async () => {
  const files = {
    'd.ts':
      'export function Tag(x?: string) { return (y: unknown) => y; }\nexport function Plain(y: unknown) {}\n',
    'u.ts':
      "import { Tag, Plain } from './d';\n@Tag('x')\nclass A {\n  @Plain name = 1;\n  @Tag() run() {}\n}\n",
    'd.py': 'def tag(f):\n    return f\n',
    'u.py': 'from d import tag\nimport d\n@tag\ndef f(): pass\n@d.tag\nclass C: pass\n',
  };
  const lines = async (name: string) => (await referencesIn(files, name)).map((one) => one.split(' ')[0]);
  expect(await lines('Tag')).toEqual(['u.ts:1', 'u.ts:2', 'u.ts:5']);
  expect(await lines('Plain')).toEqual(['u.ts:1', 'u.ts:4']);
  expect(await lines('tag')).toEqual(['u.py:1', 'u.py:3', 'u.py:5']);
});

test('references in PHP follow namespaces, use and the types of objects', async () => {
  const files = {
    'A.php':
      '<?php\nnamespace App\\Models;\nclass A { function run() { $this->run(); } static function make() {} }\nfunction helper() {}\nhelper();\n',
    'B.php':
      '<?php\nnamespace App\\Web;\nuse App\\Models\\A;\nuse App\\Models\\A as Alias;\nfunction f(A $a, $b) {\n$a->run();\n$b->run();\nA::make();\nnew Alias();\n$run = 1; }\n',
    'C.php': '<?php\nnamespace Other;\nclass A { function run() {} }\nnew A();\n',
  };
  const run = await referencesIn(files, 'run', { file: 'A.php' });
  expect(run).toEqual(['A.php:3 call', 'B.php:6 call', 'B.php:7 call likely']);
  const a = (await referencesIn(files, 'A', { file: 'A.php' })).map((one) => one.split(' ')[0]);
  expect(a).toEqual(['B.php:3', 'B.php:4', 'B.php:5', 'B.php:8', 'B.php:9']);
  expect(await referencesIn(files, 'helper')).toEqual(['A.php:5 call']);
});

test('references in Ruby follow modules, self, and objects of unknown types as likely', async () => {
  const files = {
    'a.rb':
      'module M\n  class A\n    def run\n      run\n      self.run\n    end\n    def run?\n      true\n    end\n    def self.make\n      new\n    end\n  end\nend\n',
    'b.rb': 'a = M::A.new\na.run\na.run?\nM::A.make\nx.run\n# run\n"run #{a.run}"\n',
  };
  // A bare name may be a variable for the parser: whether it is a call is not told.
  const run = (await referencesIn(files, 'A#run')).map((one) => one.replace(/ (?:call|read)/, ''));
  expect(run).toEqual(['a.rb:4', 'a.rb:5', 'b.rb:2', 'b.rb:5 likely', 'b.rb:7']);
  expect((await referencesIn(files, 'run?')).map((one) => one.split(' ')[0])).toEqual(['b.rb:3']);
  expect((await referencesIn(files, 'make')).map((one) => one.split(' ')[0])).toEqual(['b.rb:4']);
});
