import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import { speaker } from '../../src/text/text.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'config-'));
  mkdirSync(join(root, '.code-intel'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const defaults = {
  language: 'en',
  include: [],
  exclude: [],
  verify: { commands: [], timeout_s: 1800 },
  lsp: { typescript: true },
};
const file = () => join(root, '.code-intel', 'config.json');
const write = (text: string | Buffer) => writeFileSync(file(), text);
async function read() {
  const { problems, ...config } = await readConfig(root);
  return { config, problems: problems.map(speaker('en')) };
}
async function readJson(value: unknown) {
  write(JSON.stringify(value));
  return read();
}

describe('readConfig', () => {
  test('without a file, and without the folder, all defaults and no problem', async () => {
    expect(await read()).toEqual({ config: defaults, problems: [] });
    rmSync(join(root, '.code-intel'), { recursive: true });
    expect(await read()).toEqual({ config: defaults, problems: [] });
  });

  test('every key with a right value is taken, without a problem', async () => {
    const given = {
      language: 'ja',
      include: ['src/**'],
      exclude: ['**/*.min.js'],
      chroma: { url: 'http://localhost:8000' },
      embedding: { model: 'x' },
      verify: { commands: ['npm test', 'npm run lint'], timeout_s: 60 },
      lsp: { typescript: false },
      limits: { results: 100 },
    };
    expect(await readJson(given)).toEqual({
      config: {
        language: 'ja',
        include: ['src/**'],
        exclude: ['**/*.min.js'],
        verify: { commands: ['npm test', 'npm run lint'], timeout_s: 60 },
        lsp: { typescript: false },
      },
      problems: [],
    });
  });

  test('a byte order mark and CRLF are no problem', async () => {
    write('\uFEFF{\r\n  "language": "ja"\r\n}\r\n');
    expect(await read()).toEqual({ config: { ...defaults, language: 'ja' }, problems: [] });
  });

  test('null means not given', async () => {
    expect(await readJson({ language: null, chroma: null, verify: { commands: null } })).toEqual({
      config: defaults,
      problems: [],
    });
  });

  test.each([
    [{ languge: 'ja' }, '"languge"', 'Did you mean language?'],
    [{ verify: { comands: ['x'] } }, '"verify.comands"', 'Did you mean verify.commands?'],
    [{ timeout_s: 5 }, '"timeout_s"', 'Did you mean verify.timeout_s?'],
    [{ 'verify.commands': ['x'] }, '"verify.commands"', 'Did you mean verify.commands?'],
    [
      { zzzzzzz: 1 },
      '"zzzzzzz"',
      'Known here: language, include, exclude, chroma, embedding, verify, lsp, limits.',
    ],
    [{ chroma: { qqqqqq: 1 } }, '"chroma.qqqqqq"', 'Known here: chroma.url.'],
  ])('an unknown key in %j is named with the nearest known one, and ignored', async (given, key, hint) => {
    const { config, problems } = await readJson(given);
    expect(config).toEqual(defaults);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(key);
    expect(problems[0]).toContain(hint);
  });

  test.each([
    [{ language: 'fr' }, 'language must be "en" | "ja", and is "fr"'],
    [{ include: 'src' }, 'include must be list[str], none blank, and is "src"'],
    [{ exclude: [1] }, 'exclude must be list[str], none blank, and is [1]'],
    [{ chroma: { url: 'ftp://x' } }, 'chroma.url must be http(s) URL, and is "ftp://x"'],
    [{ chroma: { url: 'localhost' } }, 'chroma.url must be http(s) URL'],
    [{ embedding: 5 }, 'embedding must be str | {...}, and is 5'],
    [{ verify: ['npm test'] }, 'verify must be {commands?, timeout_s?}, and is ["npm test"]'],
    [
      { verify: { commands: 'npm test' } },
      'verify.commands must be list[str], none blank, and is "npm test"',
    ],
    [{ verify: { commands: ['npm test', ' '] } }, 'and is ["npm test"," "]. The default is used: [].'],
    [{ verify: { commands: [['npm', 'test']] } }, 'verify.commands must be'],
    [{ verify: { timeout_s: 0 } }, 'verify.timeout_s must be float above 0, at most 86400, and is 0'],
    [{ verify: { timeout_s: '60' } }, 'The default is used: 1800.'],
    [{ lsp: true }, 'lsp must be {typescript?}, and is true'],
    [{ lsp: { typescript: 'tsc --lsp' } }, 'lsp.typescript must be bool, and is "tsc --lsp"'],
    [{ limits: { results: 'many' } }, 'limits must be {name: float}'],
  ])('a wrong value in %j is named and its default used', async (given, words) => {
    const { config, problems } = await readJson(given);
    expect(config).toEqual(defaults);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(words);
  });

  test('one wrong value spoils no other', async () => {
    const { config, problems } = await readJson({
      language: 'xx',
      verify: { commands: ['make check'], timeout_s: -1 },
    });
    expect(config).toEqual({ ...defaults, verify: { commands: ['make check'], timeout_s: 1800 } });
    expect(problems).toHaveLength(2);
  });

  test.each([
    ['comments', '{\n  // mine\n  "language": "ja"\n}', 'is not JSON'],
    ['a trailing comma', '{"language": "ja",}', 'is not JSON'],
    ['nothing', '', 'is not JSON'],
    ['a list', '["npm test"]', 'must hold one object, and holds ["npm test"]'],
    ['Shift_JIS', Buffer.from([0x7b, 0x22, 0x93, 0xfa, 0x22, 0x7d]), 'is not UTF-8 text'],
    ['a NUL', '{"language":"ja\0"}', 'is not UTF-8 text'],
    ['a megabyte of it', `{"include":["${'x'.repeat(1_100_000)}"]}`, 'larger than 1024 KB'],
  ])('a file with %s is told, and the defaults used', async (_, text, words) => {
    write(text);
    const { config, problems } = await read();
    expect(config).toEqual(defaults);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(words);
  });

  test('a folder in its place, a link that leads out, and a pipe are told, not read and not waited for', async () => {
    mkdirSync(file());
    expect((await read()).problems[0]).toContain('not a regular file');
    rmSync(file(), { recursive: true });
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'config.json'), '{"language":"ja"}');
    symlinkSync(join(outside, 'config.json'), file());
    expect(await read()).toMatchObject({
      config: defaults,
      problems: [expect.stringContaining('out of the project')],
    });
    rmSync(outside, { recursive: true });
    rmSync(file());
    execFileSync('sh', ['-c', 'mkfifo "$0"', file()]);
    expect((await read()).problems[0]).toContain('not a regular file');
  });

  test('a link inside the project is followed', async () => {
    writeFileSync(join(root, 'shared.json'), '{"language":"ja"}');
    symlinkSync('../shared.json', file());
    expect(await read()).toEqual({ config: { ...defaults, language: 'ja' }, problems: [] });
  });

  test('a file that cannot be read is told with the reason', async () => {
    symlinkSync('config.json', file());
    expect((await read()).problems[0]).toContain('cannot be read: ELOOP');
  });

  test('any JSON is answered with a usable configuration', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        write(text);
        const { config, problems } = await read();
        expect(['en', 'ja']).toContain(config.language);
        expect(config.verify.timeout_s).toBeGreaterThan(0);
        expect(problems.length).toBeLessThan(100);
      }),
      { numRuns: 100 },
    );
  });
});
