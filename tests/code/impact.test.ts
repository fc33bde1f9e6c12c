import { afterEach, describe, expect, test } from 'vitest';
import { analyzeImpact } from '../../src/code/impact.ts';
import type { ImpactAnswer } from '../../src/code/navigation.ts';
import { referenceFinder } from '../../src/code/references.ts';
import { indexOf } from '../support/navigation.ts';

const made: (() => void)[] = [];
afterEach(() => {
  for (const remove of made.splice(0)) remove();
});

/** What a change of the targets reaches in a project of these files. */
async function impactOf(
  files: Readonly<Record<string, string>>,
  targets: readonly string[],
  depth = 2,
): Promise<ImpactAnswer> {
  const index = await indexOf(files);
  made.push(index.remove);
  return analyzeImpact(index, { targets, depth }, referenceFinder);
}
const symbolsOf = (reached: ImpactAnswer['direct']) =>
  reached.map(({ symbol, file, certainty }) => `${symbol} ${file} ${certainty}`);

const shop = {
  'src/price.ts': 'export function priceOf(id: string) {\n  return id.length;\n}\n',
  'src/cart.ts':
    "import { priceOf } from './price';\nexport function total(ids: string[]) {\n  return ids.map((id) => priceOf(id)).length;\n}\n",
  'src/page.ts': "import { total } from './cart';\nexport function render() {\n  return total([]);\n}\n",
  'src/app.ts': "import { render } from './page';\nexport function start() {\n  render();\n}\n",
  'src/price-list.ts': 'export const list = 1;\n',
  'tests/price.test.ts': "import { priceOf } from '../src/price';\ntest('x', () => { priceOf('a'); });\n",
  'README.md': '# Shop\n\n`priceOf` gives the price.\n',
};

describe('what a change reaches', () => {
  test('users, and users of users with the path of calls, to the depth', async () => {
    const answer = await impactOf(shop, ['priceOf']);
    expect(symbolsOf(answer.direct)).toEqual([
      'src/cart.ts src/cart.ts certain',
      'total src/cart.ts certain',
    ]);
    expect(symbolsOf(answer.indirect)).toEqual([
      'src/page.ts src/page.ts certain',
      'render src/page.ts certain',
    ]);
    expect(answer.indirect.find(({ symbol }) => symbol === 'render')?.path).toEqual([
      'priceOf (src/price.ts:1)',
      'total (src/cart.ts:3)',
      'render (src/page.ts:3)',
    ]);
    expect(answer.must_verify).toEqual(['src/cart.ts', 'src/page.ts']);
    const deeper = await impactOf(shop, ['priceOf'], 3);
    expect(deeper.must_verify).toEqual(['src/app.ts', 'src/cart.ts', 'src/page.ts']);
    const shallow = await impactOf(shop, ['priceOf'], 1);
    expect(shallow.must_verify).toEqual(['src/cart.ts']);
  });

  test('a file stands for what it gives out', async () => {
    const answer = await impactOf(shop, ['src/price.ts']);
    expect(answer.targets).toMatchObject([{ target: 'src/price.ts', kind: 'file' }]);
    expect(answer.must_verify).toEqual(['src/cart.ts', 'src/page.ts']);
  });

  test('tests, documents and siblings by name are named beside, and only should be verified', async () => {
    const answer = await impactOf(shop, ['src/price.ts']);
    expect(answer.tests).toEqual([
      { file: 'tests/price.test.ts', line: 1, certainty: 'certain', why: 'reference' },
    ]);
    expect(answer.documents).toEqual([{ file: 'README.md', line: 3, text: '`priceOf` gives the price.' }]);
    expect(answer.should_verify).toEqual(expect.arrayContaining(['README.md', 'tests/price.test.ts']));
    expect(answer.must_verify).not.toContain('tests/price.test.ts');
  });

  test.each(['src/user-store.ts', 'src/[id] (a+b).ts', 'src/価格-表.ts'])(
    'documents that name a file are found, whatever characters its name has: %s',
    async (file) => {
      const answer = await impactOf(
        { [file]: 'export const rows = 1;\n', 'NOTES.md': `See ${file} for more.\n` },
        [file],
      );
      expect(answer.documents).toEqual([{ file: 'NOTES.md', line: 1, text: `See ${file} for more.` }]);
    },
  );

  test('a test is also found by its name, where it refers to nothing', async () => {
    const answer = await impactOf(
      { 'src/user.py': 'def load():\n    pass\n', 'tests/test_user.py': 'import runner\nrunner.go()\n' },
      ['src/user.py'],
    );
    expect(answer.tests).toEqual([{ file: 'tests/test_user.py', line: 1, certainty: 'likely', why: 'name' }]);
  });

  test('calls that go in circles end', async () => {
    const answer = await impactOf(
      {
        'a.ts': "import { b } from './b';\nexport function a() { b(); }\n",
        'b.ts': "import { a } from './a';\nexport function b() { a(); }\n",
      },
      ['a'],
      5,
    );
    expect(answer.must_verify).toContain('b.ts');
  });

  test('derived classes and overrides are reached from class and from member', async () => {
    const files = {
      'src/base.ts': 'export class Shape {\n  area() { return 0; }\n}\n',
      'src/circle.ts':
        "import { Shape } from './base';\nexport class Circle extends Shape {\n  area() { return 3; }\n}\n",
      'src/ring.ts':
        "import { Circle } from './circle';\nexport class Ring extends Circle {\n  area() { return 2; }\n}\n",
    };
    const ofClass = await impactOf(files, ['Shape']);
    expect(ofClass.inheritance.map(({ symbol }) => symbol)).toEqual(['Circle', 'Ring']);
    const ofMember = await impactOf(files, ['Shape.area']);
    expect(ofMember.inheritance.map(({ symbol }) => symbol)).toEqual(['Circle.area', 'Ring.area']);
    const upwards = await impactOf(files, ['Circle.area']);
    expect(upwards.inheritance.map(({ symbol }) => symbol)).toEqual(['Shape.area', 'Ring.area']);
  });
});

describe('risk', () => {
  test('is low only where everything was looked at and nothing is found', async () => {
    const answer = await impactOf(
      { 'a.ts': 'export function alone() {}\n', 'a.test.ts': 'import "./a";\n' },
      ['alone'],
    );
    expect(answer).toMatchObject({ risk: 'low', completeness: 'exact', must_verify: [] });
  });

  test('is never low where a use is only likely', async () => {
    const answer = await impactOf(
      {
        'a.ts': 'export class Store {\n  flush() {}\n}\n',
        'b.ts': 'export function close(thing: any) {\n  thing.flush();\n}\n',
      },
      ['Store.flush'],
    );
    expect(answer.risk).not.toBe('low');
    expect(answer.should_verify).toContain('b.ts');
  });

  test('is never low for what cannot be found, and says near names', async () => {
    const answer = await impactOf({ 'a.ts': 'export function loadUser() {}\n' }, ['loadUsr']);
    expect(answer.risk).not.toBe('low');
    expect(answer.unresolved).toEqual([
      { target: 'loadUsr', suggestions: expect.arrayContaining(['loadUser']) },
    ]);
    expect(answer.completeness).not.toBe('exact');
  });

  test('is never low for a file whose symbols are not known', async () => {
    const answer = await impactOf({ 'data.bin.xyz': 'x\n', 'a.ts': 'export const a = 1;\n' }, [
      'data.bin.xyz',
    ]);
    expect(answer.risk).not.toBe('low');
  });

  test('is high for what many use', async () => {
    const users = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `src/u${at}.ts`,
        `import { core } from './core';\nexport function use${at}() { return core(); }\n`,
      ]),
    );
    const answer = await impactOf({ 'src/core.ts': 'export function core() {}\n', ...users }, ['core']);
    expect(answer.risk).toBe('high');
    expect(answer.must_verify).toHaveLength(12);
  });

  test('several definitions of one name are all followed, and it is said', async () => {
    const answer = await impactOf(
      {
        'a.ts': 'export function run() {}\n',
        'b.ts': 'export function run() {}\n',
        'c.ts': "import { run } from './a';\nexport function go() { run(); }\n",
      },
      ['run'],
    );
    expect(answer.must_verify).toEqual(['c.ts']);
    expect(answer.risk).not.toBe('low');
    expect(answer.risk_reasons.map(({ key }) => key)).toContain('navigation.impact_ambiguous');
  });
});
