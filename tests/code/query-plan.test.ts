import { describe, expect, test } from 'vitest';
import { planOf } from '../../src/code/query-plan.ts';

/** text → what must be recognised in it. */
const texts: readonly [string, Partial<ReturnType<typeof planOf>>][] = [
  ['loadUser', { about: 'symbol', symbols: ['loadUser'] }],
  ['user_name', { about: 'symbol', symbols: ['user_name'] }],
  ['MAX_RETRY_COUNT', { about: 'symbol', symbols: ['MAX_RETRY_COUNT'] }],
  ['UserStore.load', { about: 'symbol', symbols: ['UserStore.load'] }],
  ['std::vector::push', { about: 'symbol', symbols: ['std::vector::push'] }],
  ['run()', { about: 'symbol', symbols: ['run'] }],
  ['config', { about: 'symbol', symbols: ['config'] }],
  ['計算する', { about: 'symbol', symbols: ['計算する'] }],
  ['src/user/store.ts', { about: 'file', files: ['src/user/store.ts'], symbols: [] }],
  ['page.tsx', { about: 'file', files: ['page.tsx'] }],
  ['app/[slug]/page.tsx', { about: 'file', files: ['app/[slug]/page.tsx'] }],
  ['"no such user"', { about: 'text', literals: ['no such user'] }],
  ['「在庫がありません」', { about: 'text', literals: ['在庫がありません'] }],
  [
    'TypeError: Cannot read properties of undefined (reading "name")\n    at load (/srv/app/src/user.ts:12:5)',
    {
      about: 'error',
      places: [{ file: '/srv/app/src/user.ts', line: 12 }],
      literals: ['Cannot read properties of undefined'],
    },
  ],
  [
    'Traceback (most recent call last):\n  File "app/main.py", line 7, in run\nValueError: bad amount given',
    { about: 'error', places: [{ file: 'app/main.py', line: 7 }], literals: ['bad amount given'] },
  ],
  ['src/a.go:10:3: undefined: foo', { about: 'error', places: [{ file: 'src/a.go', line: 10 }] }],
  [
    'How are sessions restored after a crash?',
    { about: 'question', words: ['sessions', 'restored', 'crash'] },
  ],
  ['where is the cache written to disk', { about: 'question', words: ['cache', 'written', 'disk'] }],
  ['ユーザーの認証はどこで行われますか', { about: 'question' }],
  ['how is loadUser tested', { symbols: ['loadUser'], wantsTests: false }],
  ['tests of loadUser', { symbols: ['loadUser'], wantsTests: true }],
];

describe('a free text is taken apart', () => {
  test.each(texts)('%s', (text, expected) => {
    expect(planOf(text)).toMatchObject(expected);
  });

  test('Japanese terms bring the English words that code uses', () => {
    expect(planOf('ユーザーの認証はどこで行われますか').words).toEqual(
      expect.arrayContaining(['user', 'auth', 'ユーザー', '認証']),
    );
    expect(planOf('データベースに保存する処理').words).toEqual(expect.arrayContaining(['database', 'save']));
  });

  test('odd texts are taken apart too, in bounded lists and time', () => {
    for (const text of [
      '',
      ' ',
      '$',
      '(((',
      'a'.repeat(200_000),
      '.'.repeat(50_000),
      '"'.repeat(9_999),
      '\0\n\0',
      '/'.repeat(9_999),
    ]) {
      const began = Date.now();
      const plan = planOf(text);
      for (const list of [plan.symbols, plan.files, plan.places, plan.literals, plan.words])
        expect(list.length).toBeLessThanOrEqual(8);
      expect(Date.now() - began).toBeLessThan(2_000);
    }
  });
});
