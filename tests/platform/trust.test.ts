import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configFolder, createTrust, trustFile } from '../../src/platform/trust.ts';
import type { Trust } from '../../src/session/ports.ts';
import type { Message } from '../../src/text/text.ts';

let base: string;
let root: string;
let env: NodeJS.ProcessEnv;
let notices: Message[];

const trustOf = (project: string): Trust =>
  createTrust({ root: project, env, notice: (problem) => notices.push(problem) });

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'trust-')));
  root = join(base, 'project');
  mkdirSync(root);
  env = { CODE_INTEL_CONFIG_DIR: join(base, 'config') };
  notices = [];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const commands = ['npm test', 'npm run lint'];

describe('trust', () => {
  test('nothing is allowed until the user allows it, then exactly that, also for a later process', async () => {
    expect(await trustOf(root).allows('verify.commands', commands)).toBe(false);
    await trustOf(root).allow('verify.commands', commands);
    const later = trustOf(root);
    expect(await later.allows('verify.commands', commands)).toBe(true);
    for (const other of [
      ['npm test'],
      [...commands, 'rm -rf .'],
      ['npm run lint', 'npm test'],
      ['npm test ', 'npm run lint'],
      ['npm test,npm run lint'],
    ]) {
      expect(await later.allows('verify.commands', other)).toBe(false);
    }
    expect(notices).toEqual([]);
  });

  test('an empty list needs no permission', async () => {
    expect(await trustOf(root).allows('verify.commands', [])).toBe(true);
    expect(existsSync(trustFile(env))).toBe(false);
  });

  test('another project is another matter; the same one through a link is the same', async () => {
    const other = join(base, 'other');
    mkdirSync(other);
    symlinkSync(root, join(base, 'link'));
    await trustOf(root).allow('verify.commands', commands);
    expect(await trustOf(other).allows('verify.commands', commands)).toBe(false);
    expect(await trustOf(join(base, 'link')).allows('verify.commands', commands)).toBe(true);
  });

  test('what was allowed before stays allowed, and allowing twice writes it once', async () => {
    const trust = trustOf(root);
    await trust.allow('verify.commands', commands);
    await trust.allow('verify.commands', ['make check']);
    await trust.allow('verify.commands', ['make check']);
    expect(await trust.allows('verify.commands', commands)).toBe(true);
    expect(JSON.parse(readFileSync(trustFile(env), 'utf8')).allowed).toHaveLength(2);
  });

  test('permissions given at the same moment are all kept', async () => {
    const each = Array.from({ length: 12 }, (_, index) => [`make test${index}`]);
    await Promise.all(each.map((content) => trustOf(root).allow('verify.commands', content)));
    const kept = await Promise.all(each.map((content) => trustOf(root).allows('verify.commands', content)));
    expect(kept).toEqual(each.map(() => true));
  });

  test('a lock that a dead process left does not hold anyone up for ever', async () => {
    mkdirSync(join(base, 'config'));
    writeFileSync(`${trustFile(env)}.lock`, '');
    utimesSync(`${trustFile(env)}.lock`, 1_000, 1_000);
    await trustOf(root).allow('verify.commands', commands);
    expect(await trustOf(root).allows('verify.commands', commands)).toBe(true);
  });

  test.each([
    ['half a file', '{"version":1,"allo'],
    ['another document', '[]'],
    ['a later version', '{"version":2,"allowed":[]}'],
    ['an empty file', ''],
  ])(
    'a damaged record (%s) allows nothing, is told once, and is kept when a permission is given',
    async (_, text) => {
      mkdirSync(join(base, 'config'));
      writeFileSync(trustFile(env), text);
      const trust = trustOf(root);
      expect(await trust.allows('verify.commands', commands)).toBe(false);
      expect(await trust.allows('verify.commands', commands)).toBe(false);
      expect(notices.map(({ key }) => key)).toEqual(['verify.trust_damaged']);
      await trust.allow('verify.commands', commands);
      expect(await trust.allows('verify.commands', commands)).toBe(true);
      expect(readFileSync(`${trustFile(env)}.corrupt`, 'utf8')).toBe(text);
    },
  );

  test('a record inside the project, reached by a link or not, allows nothing and is not written', async () => {
    await trustOf(root).allow('verify.commands', commands);
    mkdirSync(join(root, 'inside'));
    writeFileSync(join(root, 'inside', 'trust.json'), readFileSync(trustFile(env)));
    symlinkSync(join(root, 'inside'), join(base, 'outside'));
    for (const folder of [join(root, 'inside'), join(base, 'outside')]) {
      env = { CODE_INTEL_CONFIG_DIR: folder };
      expect(await trustOf(root).allows('verify.commands', commands)).toBe(false);
      await expect(trustOf(root).allow('verify.commands', ['x'])).rejects.toMatchObject({
        reason: { key: 'verify.trust_inside_project' },
      });
    }
    expect(notices.map(({ key }) => key)).toEqual([
      'verify.trust_inside_project',
      'verify.trust_inside_project',
    ]);
  });

  test('a configuration folder that cannot be made is told', async () => {
    writeFileSync(join(base, 'config'), 'a file');
    expect(await trustOf(root).allows('verify.commands', commands)).toBe(false);
    await expect(trustOf(root).allow('verify.commands', commands)).rejects.toMatchObject({
      reason: { key: 'verify.trust_not_written' },
    });
  });

  test('the record holds hashes, not the commands', async () => {
    await trustOf(root).allow('verify.commands', commands);
    expect(readFileSync(trustFile(env), 'utf8')).not.toContain('npm test');
  });
});

describe('the configuration folder', () => {
  test.each([
    ['linux', { CODE_INTEL_CONFIG_DIR: '/own', XDG_CONFIG_HOME: '/x' }, '/own'],
    ['linux', { XDG_CONFIG_HOME: '/x', HOME: '/home/a' }, '/x/code-intel'],
    ['linux', { XDG_CONFIG_HOME: 'relative', HOME: '/home/a' }, '/home/a/.config/code-intel'],
    ['linux', { XDG_CONFIG_HOME: '', HOME: '/home/a' }, '/home/a/.config/code-intel'],
    ['darwin', { HOME: '/Users/a' }, '/Users/a/.config/code-intel'],
    ['linux', {}, join(homedir(), '.config/code-intel')],
    ['win32', { APPDATA: '/roaming', XDG_CONFIG_HOME: '/x' }, '/roaming/code-intel'],
  ] as const)('%s with %j is %s', (platform, given, expected) => {
    expect(configFolder(given, platform)).toBe(expected);
  });
});
