import { expect, test } from 'vitest';
import { outlineOf } from '../../src/code/outline/index.ts';
import { symbolsOf } from '../support/syntax.ts';

/** Texts that end nothing they begin: what is quadratic shows here. Twice the text may cost a few times the time, not minutes. */
const unfinished: readonly [string, string][] = [
  ['sql', 'create function a() begin\n'],
  ['sql', "create table t (a int, b text default 'x\n"],
  ['sql', 'create table t (a int,\n'],
  ['sql', '$$ /* -- \n'],
  ['scss', '.a { .b { &:hover {\n'],
  ['scss', '/* @mixin x(\n'],
  ['markdown', '```\n# a\n'],
  ['markdown', '<!-- # a\n===\n'],
  ['markdown', '# a\n## b\n### c\n'],
];

test.each(unfinished)(
  'the outline of much unfinished %s (%s) ends',
  (language, piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length));
    expect(outlineOf(language, text)).not.toBeNull();
  },
  60_000,
);

test('a large file of data is looked at in bounded time', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, at) => `  "key${at}": { "a": { "b": [1, 2, { "c": ${at} }] } }`,
  );
  const { definitions } = await symbolsOf('data.json', `{\n${rows.join(',\n')}\n}\n`);
  expect(definitions.length).toBeGreaterThan(1_000);
}, 60_000);
