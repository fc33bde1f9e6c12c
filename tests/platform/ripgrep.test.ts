import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { TextQuery } from '../../src/code/ports.ts';
import { textSearch } from '../../src/platform/ripgrep.ts';
import { Refusal } from '../../src/shared/refusal.ts';
import { speaker } from '../../src/text/text.ts';
import { asked, never, project } from '../support/search-project.ts';

const made: (() => void)[] = [];
afterEach(() => {
  for (const remove of made.splice(0)) remove();
});
function given(files: Record<string, string | Buffer>, options: { git?: boolean } = {}) {
  const one = project(files, options);
  made.push(one.remove);
  return one;
}
const search = (root: string, pattern: string, rest: Partial<TextQuery> = {}) =>
  textSearch(root).search(asked(pattern, rest), never);
const places = async (root: string, pattern: string, rest: Partial<TextQuery> = {}) =>
  (await search(root, pattern, rest)).matches.map(({ file, line }) => `${file}:${line}`);

async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const thrown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Refusal);
  return thrown as Refusal;
}

const SJIS = Buffer.from('93fa967b8cea82cc8c9f8df5204e4545444c45208365835883670a', 'hex');
const EUC = Buffer.from('c6fccbdcb8eca4cea1a1a5c6a5b9a5c8204e4545444c450a', 'hex');

describe('what is looked for', () => {
  test('a pattern that begins with a dash is a pattern', async () => {
    const { root } = given({ 'a.txt': 'usage: app --help\n-needle here\n' });
    expect(await places(root, '--help')).toEqual(['a.txt:1']);
    expect(await places(root, '-needle')).toEqual(['a.txt:2']);
    const none = await search(root, '->');
    expect([none.total, none.completeness]).toEqual([0, 'exact']);
  });

  test('no argument becomes an option or runs a program', async () => {
    const { root, folder } = given({ 'a.txt': 'x\n' });
    const script = join(folder, 'p.sh');
    writeFileSync(script, `#!/bin/sh\ntouch ${join(folder, 'PWNED')}\ncat\n`);
    chmodSync(script, 0o755);
    const evil = `--pre=${script}`;
    for (const pattern of [
      evil,
      '-f/etc/passwd',
      '$(touch PWNED)',
      '`touch PWNED`',
      "'; touch PWNED",
      '--files',
    ]) {
      expect((await search(root, pattern, { regex: false })).total).toBe(0);
    }
    for (const globs of [[evil], [`!${evil}`], ['-f/etc/passwd']]) await search(root, 'x', { globs });
    expect((await refusal(search(root, 'x', { fileTypes: [evil] }))).code).toBe('invalid_arguments');
    expect((await search(root, 'x', { path: evil })).total).toBe(0);
    expect(existsSync(join(folder, 'PWNED'))).toBe(false);
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  test('words, letter case, literal text, several lines, and context', async () => {
    const { root } = given({
      'a.ts': 'const user = 1;\nconst username = 2;\nconst USER = a[0].b(c);\nstart\nend\n',
    });
    expect(await places(root, 'user', { word: true })).toEqual(['a.ts:1']);
    expect(await places(root, 'user', { caseSensitive: false })).toEqual(['a.ts:1', 'a.ts:2', 'a.ts:3']);
    expect(await places(root, 'a[0].b(c)', { regex: false })).toEqual(['a.ts:3']);
    const [lines] = (await search(root, 'start\\nend', { multiline: true })).matches;
    expect(lines).toMatchObject({
      line: 4,
      column: 1,
      text: 'start\nend',
      submatches: [{ start: 0, end: 9 }],
    });
    const [around] = (await search(root, 'USER', { contextLines: 1 })).matches;
    expect(around).toMatchObject({ before: ['const username = 2;'], after: ['start'] });
    const neighbours = (await search(root, 'const', { contextLines: 1 })).matches;
    expect(neighbours.map(({ before, after }) => [before, after])).toEqual([
      [[], ['const username = 2;']],
      [['const user = 1;'], ['const USER = a[0].b(c);']],
      [['const username = 2;'], ['start']],
    ]);
  });

  test('look-around and back-references work', async () => {
    const { root } = given({ 'a.txt': 'foobar\nfoobaz\nabab\n' });
    expect(await places(root, 'foo(?!bar)')).toEqual(['a.txt:2']);
    expect(await places(root, '(ab)\\1')).toEqual(['a.txt:3']);
  });

  test('the end of a line is found in files with CRLF, and is no part of the text', async () => {
    const { root } = given({ 'a.txt': 'one;\r\ntwo\r\n' });
    const { matches } = await search(root, ';$');
    expect(matches.map(({ text }) => text)).toEqual(['one;']);
  });

  test('a pattern that no text can hold finds nothing', async () => {
    const { root } = given({ 'a.txt': 'x\n' });
    for (const pattern of ['a\0b', '\ud83d', 'x\0']) expect((await search(root, pattern)).total).toBe(0);
  });

  test.each([
    ['foo(', 4],
    ['a)b', 2],
    ['a[b', 2],
    ['x{2,1}', 2],
    ['**', 1],
    ['日本(', 3],
    ['(?<=x', null],
  ])(
    'a bad expression %s is refused with its position and the literal alternative',
    async (pattern, position) => {
      const { root } = given({ 'a.txt': 'x\n' });
      const refused = await refusal(search(root, pattern));
      expect(refused.code).toBe('search_failed');
      expect(refused.details).toMatchObject({ literal_alternative: { pattern, regex: false } });
      if (position !== null) expect(refused.details.position).toBe(position);
      expect(speaker('en')(refused.reason)).toContain('regex: false');
      expect((await search(root, pattern, { regex: false })).total).toBe(0);
    },
  );

  test('a pattern too long for a command line is refused', async () => {
    const { root } = given({ 'a.txt': 'x\n' });
    expect((await refusal(search(root, 'x'.repeat(1_000_000)))).code).toBe('search_failed');
    expect((await search(root, 'x'.repeat(90_000))).total).toBe(0);
  });

  test('an unknown file type is refused with near ones', async () => {
    const { root } = given({ 'a.ts': 'x\n', 'b.py': 'x\n' });
    expect(await places(root, 'x', { fileTypes: ['py'] })).toEqual(['b.py:1']);
    const refused = await refusal(search(root, 'x', { fileTypes: ['pyt'] }));
    expect(refused.code).toBe('invalid_arguments');
    expect(refused.details.nearest).toContain('py');
  });
});

describe('encodings', () => {
  const files = {
    'u8.txt': '日本語 NEEDLE 終 🔥 é\n',
    'sjis.txt': SJIS,
    'euc.txt': EUC,
    'u16le.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('日本語 NEEDLE\n', 'utf16le')]),
    'u16be.txt': Buffer.concat([
      Buffer.from([0xfe, 0xff]),
      Buffer.from('日本語 NEEDLE\n', 'utf16le').swap16(),
    ]),
    'bom.txt': '\ufeff日本語 NEEDLE\n',
    'latin1.txt': Buffer.from('caf\xe9 NEEDLE \xff\n', 'latin1'),
  };

  test('ASCII text is found in each, with readable lines and columns in characters', async () => {
    const { root } = given(files);
    const { matches } = await search(root, 'NEEDLE');
    expect(matches.map(({ file }) => file)).toEqual(Object.keys(files).sort());
    for (const { text, column, submatches } of matches) {
      expect(text.slice(column - 1, column + 5)).toBe('NEEDLE');
      expect(text.slice(submatches[0]?.start, submatches[0]?.end)).toBe('NEEDLE');
    }
    expect(matches.find(({ file }) => file === 'sjis.txt')?.text).toBe('日本語の検索 NEEDLE テスト');
    expect(matches.find(({ file }) => file === 'euc.txt')?.text).toBe('日本語の　テスト NEEDLE');
    expect(matches.find(({ file }) => file === 'u8.txt')?.column).toBe(5);
  });

  test('Japanese text is found in each, and what was read otherwise is told', async () => {
    const { root } = given(files);
    for (const rest of [{}, { regex: false }, { caseSensitive: false }]) {
      const answer = await search(root, '日本語', rest);
      expect(answer.matches.map(({ file }) => file)).toEqual([
        'bom.txt',
        'euc.txt',
        'sjis.txt',
        'u16be.txt',
        'u16le.txt',
        'u8.txt',
      ]);
      expect(answer.total).toBe(6);
      expect(answer.skipped).toEqual([
        { file: 'euc.txt', reason: 'read_as: euc-jp' },
        { file: 'latin1.txt', reason: 'encoding_unknown' },
        { file: 'sjis.txt', reason: 'read_as: shift_jis' },
      ]);
      expect(answer.completeness).toBe('lower_bound');
    }
    expect((await search(root, '日本語', { output: 'count' })).files).toHaveLength(6);
    expect((await search(root, 'テスト', { word: true })).files).toEqual([]);
    expect(await places(root, '\\p{Katakana}+')).toEqual(['euc.txt:1', 'sjis.txt:1']);
  });

  test('a byte of a Shift_JIS character is no ASCII letter', async () => {
    // 表 is 0x95 0x5c: its second byte is a backslash.
    const { root } = given({ 'a.txt': Buffer.from('95 5c 8e a6 0a'.replaceAll(' ', ''), 'hex') });
    const answer = await search(root, '\\', { regex: false });
    expect([answer.total, answer.matches]).toEqual([0, []]);
    expect(await places(root, '表示')).toEqual(['a.txt:1']);
  });
});

describe('size', () => {
  test('thousands of matches: the total is true, pages are sorted and put together they are the whole', async () => {
    const files: Record<string, string> = {};
    for (let i = 0; i < 100; i++)
      files[`f${String(i).padStart(3, '0')}.txt`] = 'hit\nmiss\n'.repeat(i === 0 ? 500 : 72);
    const { root } = given(files);
    const whole = await search(root, 'hit', { maxResults: 10_000 });
    expect([whole.total, whole.totalIs, whole.matches.length]).toEqual([7_628, 'exact', 7_628]);
    const paged = [];
    for (let offset = 0; offset < 1_000; offset += 130) {
      paged.push(...(await search(root, 'hit', { offset, maxResults: 130 })).matches);
    }
    expect(paged).toEqual(whole.matches.slice(0, paged.length));
    expect((await search(root, 'hit', { offset: 7_628 })).matches).toEqual([]);
  });

  test('a page of matches over several lines goes on where the one before ended', async () => {
    const { root } = given({ 'a.txt': 'a\nb\n'.repeat(50), 'b.txt': 'a\nb\n'.repeat(3) });
    const whole = await search(root, 'a\\nb', { multiline: true });
    expect([whole.total, whole.matches.length]).toEqual([53, 53]);
    expect(whole.matches.map(({ line }) => line).slice(0, 3)).toEqual([1, 3, 5]);
    const second = await search(root, 'a\\nb', { multiline: true, offset: 48, maxResults: 4 });
    expect(second.matches.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'a.txt:97',
      'a.txt:99',
      'b.txt:1',
      'b.txt:3',
    ]);
  });

  test('a long line is cut around the match, on whole characters', async () => {
    const { root } = given({
      'emoji.txt': `x${'🔥'.repeat(200_000)}NEEDLE${'🔥'.repeat(1_000)}\n`,
      'min.js': 'a;'.repeat(100_000),
    });
    const [match] = (await search(root, 'NEEDLE')).matches;
    expect(match).toMatchObject({ column: 400_002, line_truncated: true });
    expect(match?.text.length).toBeLessThanOrEqual(402);
    expect(match?.text.isWellFormed()).toBe(true);
    expect(match?.text.slice(match.submatches[0]?.start, match.submatches[0]?.end)).toBe('NEEDLE');
    const [many] = (await search(root, 'a', { globs: ['**/*.js'] })).matches;
    expect(many?.submatches.length).toBe(20);
    expect(many?.more_submatches).toBe(99_980);
    const [all] = (await search(root, '.*')).matches;
    expect(all?.text.isWellFormed()).toBe(true);
  });

  test('a line whose matches would take all memory is passed over and named', async () => {
    const { root } = given({ 'a.txt': 'needle a\n', 'huge.js': 'a,'.repeat(1_000_000), 'z.txt': 'a\n' });
    const answer = await search(root, 'a');
    expect(answer.matches.map(({ file }) => file)).toEqual(['a.txt', 'z.txt']);
    expect(answer.skipped).toEqual([{ file: 'huge.js', reason: 'line_too_long' }]);
    expect(answer.totalIs).toBe('lower_bound');
  });
});

describe('what goes wrong', () => {
  test('a broken link costs nothing', async () => {
    const { root } = given({ 'a.txt': 'NEEDLE\n' });
    symlinkSync('/nonexistent', join(root, 'b'));
    const answer = await search(root, 'NEEDLE');
    expect([answer.total, answer.completeness]).toEqual([1, 'exact']);
  });

  test('exit status 2 beside good matches is a partial answer that names what could not be read', async () => {
    const { root, folder } = given({ 'a.txt': 'NEEDLE\n', 'b.txt': 'NEEDLE\n' });
    const real = (await import('@vscode/ripgrep')).rgPath;
    // Stands in for a file without permission, which root reads all the same.
    const wrapper = join(folder, 'rg');
    writeFileSync(wrapper, `#!/bin/sh\n'${real}' "$@" './no/such file'\nexit 2\n`);
    chmodSync(wrapper, 0o755);
    const answer = await textSearch(root, { findRipgrep: async () => wrapper }).search(
      asked('NEEDLE'),
      never,
    );
    expect(answer.matches.map(({ file }) => file)).toEqual(['a.txt', 'b.txt']);
    expect(answer.skipped).toEqual([
      { file: 'no/such file', reason: 'unreadable: No such file or directory' },
    ]);
    expect(answer.completeness).toBe('lower_bound');
  });

  test.each([
    ['the package for this machine is missing', async () => Promise.reject(new Error('Could not find it'))],
    ['its program is missing', async () => '/nonexistent/rg'],
  ])('without ripgrep, where %s, it says so and how to mend it', async (_, findRipgrep) => {
    const { root } = given({ 'a.txt': 'x\n' });
    const refused = await refusal(textSearch(root, { findRipgrep }).search(asked('x'), never));
    expect(refused.code).toBe('search_failed');
    expect(speaker('en')(refused.reason)).toMatch(/ripgrep not found.*npm install/);
  });

  test('a search past its time is stopped, and its answer is marked', async () => {
    const { root, folder } = given({ 'a.txt': 'x\n' });
    const slow = join(folder, 'rg');
    writeFileSync(slow, '#!/bin/sh\nprintf "./a.txt\\0001\\n"\nexec sleep 60\n');
    chmodSync(slow, 0o755);
    const answer = await textSearch(root, { findRipgrep: async () => slow, timeLimitMs: 300 }).search(
      asked('x', { output: 'count' }),
      never,
    );
    expect(answer).toMatchObject({ totalIs: 'lower_bound', completeness: 'lower_bound' });
    expect(answer.files).toEqual([{ file: 'a.txt', count: 1 }]);
  });

  test('cancelling kills ripgrep at once', async () => {
    const { root, folder } = given({ 'a.txt': 'x\n' });
    const slow = join(folder, 'rg');
    writeFileSync(slow, `#!/bin/sh\necho $$ > ${join(folder, 'pid')}\nexec sleep 60\n`);
    chmodSync(slow, 0o755);
    const controller = new AbortController();
    const running = textSearch(root, { findRipgrep: async () => slow }).search(asked('x'), controller.signal);
    running.catch(() => {});
    while (!existsSync(join(folder, 'pid')) || readFileSync(join(folder, 'pid'), 'utf8') === '')
      await new Promise((resolve) => setTimeout(resolve, 10));
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    controller.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    expect(() => process.kill(pid, 0)).toThrow();
  });

  test('settings and environment of the user change nothing', async () => {
    const { root, folder } = given({ 'a.txt': 'NEEDLE\n', 'b.ts': 'NEEDLE\n' }, { git: true });
    writeFileSync(join(folder, 'rc'), '--files\n--type=ts\n');
    const before = { ...process.env };
    Object.assign(process.env, {
      RIPGREP_CONFIG_PATH: join(folder, 'rc'),
      GIT_DIR: '/nonexistent',
      GIT_INDEX_FILE: '/nonexistent',
      LC_ALL: 'ja_JP.UTF-8',
    });
    try {
      expect(await places(root, 'NEEDLE')).toEqual(['a.txt:1', 'b.ts:1']);
    } finally {
      for (const name of ['RIPGREP_CONFIG_PATH', 'GIT_DIR', 'GIT_INDEX_FILE', 'LC_ALL']) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });
});
