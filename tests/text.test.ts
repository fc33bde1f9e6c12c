import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogues, type MessageKey, message, speaker } from '../src/text/text.ts';

const keys = Object.keys(catalogues.en) as MessageKey[];
const areas = readdirSync('src/text/en')
  .map((file) => file.replace('.ts', ''))
  .filter((area) => area !== 'index');
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name))].sort();
const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;

/** Look-alikes of a placeholder, which would stay in the text: full-width signs, a `$` for the `%`, a space or no end. */
const broken = /％[{｛]|%｛|\$\{|%\{\w*[^\w}]|%\{\w*$|[{｛]\w+｝/;

test('both catalogues hold the same keys', () => {
  expect(Object.keys(catalogues.ja).sort()).toEqual([...keys].sort());
});

test('every key begins with the name of its area', () => {
  const wrong = keys.filter(
    (key) => !(/^[a-z]+\.[a-z0-9_]+$/.test(key) && areas.includes(key.split('.')[0] ?? '')),
  );
  expect(wrong).toEqual([]);
});

test('every text has the same placeholders in both languages', () => {
  const wrong = keys.filter(
    (key) => `${placeholders(catalogues.ja[key])}` !== `${placeholders(catalogues.en[key])}`,
  );
  expect(wrong).toEqual([]);
});

test('no text is empty', () => {
  expect(keys.filter((key) => !catalogues.en[key].trim() || !catalogues.ja[key].trim())).toEqual([]);
});

test('every placeholder is written as one', () => {
  expect(keys.filter((key) => broken.test(catalogues.en[key]) || broken.test(catalogues.ja[key]))).toEqual(
    [],
  );
  for (const text of ['％{a}', '%｛a}', '%{a｝', '\u0024{a}', '%{a b}', '%{a', '%{ａ}'])
    expect(text).toMatch(broken);
  for (const text of ['%{a_1}を（x）', '100％', '{a, b}', '`{}`']) expect(text).not.toMatch(broken);
});

test('the Japanese texts are Japanese, and the English ones are not', () => {
  const sentence = /[a-z]{3,} [a-z]{3,} [a-z]{3,}/i;
  const untranslated = keys.filter(
    (key) => sentence.test(catalogues.en[key].replace(/`[^`]*`/g, '')) && !japanese.test(catalogues.ja[key]),
  );
  expect(untranslated).toEqual([]);
  expect(keys.filter((key) => japanese.test(catalogues.en[key]))).toEqual([]);
});

test('a value that looks like a placeholder is said literally', () => {
  expect(speaker('en')(message('cli.init_new', { file: '%{file} $& $1' }))).toContain('%{file} $& $1');
});
