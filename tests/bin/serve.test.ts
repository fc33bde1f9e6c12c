import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { isAlive, until } from '../support/processes.ts';
import { ServerProcess } from '../support/server-process.ts';

const program = inject('fixtureServer');
let folder: string;
let home: string;
let project: string;
const started: ServerProcess[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'serve-')));
  home = join(folder, 'home');
  project = join(folder, 'project');
  mkdirSync(home);
  mkdirSync(project);
});

afterEach(() => {
  for (const server of started.splice(0)) server.kill();
  rmSync(folder, { recursive: true, force: true });
});

function start(options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): ServerProcess {
  const server = new ServerProcess(program, { cwd: project, home, ...options });
  started.push(server);
  return server;
}

/** Starts the tool that runs a child for a long time; answers with the child's process id. */
async function withChild(server: ServerProcess): Promise<{ id: number; pid: number }> {
  const id = server.call('child', { seconds: '987' }, { progressToken: 'p' });
  const told = await server.heard('the child', ({ method }) => method === 'notifications/progress');
  const pid = Number(/pid (\d+)/.exec(String(told.params?.message))?.[1]);
  expect(isAlive(pid)).toBe(true);
  return { id, pid };
}

describe('standard output', () => {
  test('carries one protocol message a line and nothing else, whatever the surroundings ask for', async () => {
    const server = start({ env: { DEBUG: '*', NODE_OPTIONS: '--trace-warnings', NODE_DEBUG: 'module' } });
    await server.initialize();
    await server.request('tools/list');
    await server.answer('chatter');
    await server.answer('fail', { how: 'fault' });
    expect(server.messages).toHaveLength(4);
    for (const message of server.messages) expect(message.jsonrpc).toBe('2.0');
    for (const said of [
      'console.log speaks',
      'console.info speaks',
      'process.stdout.write speaks',
      'a warning speaks',
    ])
      expect(server.stderr).toContain(said);
  });

  test('that nobody reads any more ends the server, quietly', async () => {
    const server = start();
    await server.initialize();
    server.child.stdout.destroy();
    server.call('list_numbers', { count: 20_000 });
    expect(await server.ended()).toEqual({ code: 0, signal: null });
    expect(server.stderr).toBe('');
  });
});

describe('the end', () => {
  test('comes with status 0 when standard input closes', async () => {
    const server = start();
    await server.initialize();
    server.child.stdin.end();
    expect(await server.ended()).toEqual({ code: 0, signal: null });
    expect(server.stderr).toBe('');
  });

  test('comes before the first message too', async () => {
    const server = start();
    server.child.stdin.end();
    expect((await server.ended()).code).toBe(0);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'comes with status 0 at %s, and takes children along',
    async (signal) => {
      const server = start();
      await server.initialize();
      const { pid } = await withChild(server);
      server.child.kill(signal);
      expect(await server.ended()).toEqual({ code: 0, signal: null });
      await until('the child is gone', 2_000, () => !isAlive(pid));
    },
  );

  test('takes running calls and their children along when standard input closes', async () => {
    const server = start();
    await server.initialize();
    server.call('wait', { ms: 60_000 });
    server.call('write_slowly', { ms: 60_000, name: 'a' });
    const { pid } = await withChild(server);
    server.child.stdin.end();
    expect((await server.ended()).code).toBe(0);
    await until('the child is gone', 2_000, () => !isAlive(pid));
  });

  test('follows a client that was killed', async () => {
    const script = `const { spawn } = require('node:child_process');
      const server = spawn(process.execPath, [${JSON.stringify(program)}], { stdio: ['pipe', 'pipe', 'inherit'] });
      server.stdout.on('data', () => console.log(server.pid));
      server.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\\n');`;
    const client = spawn(process.execPath, ['-e', script], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const pid = Number(String(await new Promise((resolve) => client.stdout.once('data', resolve))));
    expect(isAlive(pid)).toBe(true);
    client.kill('SIGKILL');
    await until('the server is gone', 5_000, () => !isAlive(pid));
  });

  test('waits for answers that are nearly ready: requests may be piped in', async () => {
    const server = start();
    server.send('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'p', version: '0' },
    });
    const where = server.call('where');
    server.child.stdin.end();
    await server.ended();
    expect(server.messages.map(({ id }) => id)).toContain(where);
  });
});

describe('a cancelled call', () => {
  test('leaves no child behind and no answer, and the next call is answered', async () => {
    const server = start();
    await server.initialize();
    const { id, pid } = await withChild(server);
    server.notify('notifications/cancelled', { requestId: id, reason: 'AbortError: user-cancel' });
    await until('the child is gone', 2_000, () => !isAlive(pid));
    expect((await server.answer('where')).answer).toEqual({ root: project });
    expect(server.messages.some((message) => message.id === id)).toBe(false);
  });
});

describe('what comes in', () => {
  const hostile: Record<string, string | Buffer> = {
    'no JSON': '{"jsonrpc": "2.0", "id": 1,\n',
    'empty lines': '\n\r\n   \n',
    'no UTF-8': Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x0a]),
    'a list': '[{"jsonrpc":"2.0","id":77,"method":"ping"}]\n',
    'JSON that is no message': '5\nnull\n"text"\n{}\n{"jsonrpc":"1.0"}\n',
    'an answer to nothing': '{"jsonrpc":"2.0","id":4711,"result":{}}\n',
    'a notification of nothing': '{"jsonrpc":"2.0","method":"notifications/none"}\n',
    'a cancellation of nothing':
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4711}}\n',
    'a deep list without an end': `${'['.repeat(100_000)}\n`,
    'a deep list': `${'['.repeat(100_000)}${']'.repeat(100_000)}\n`,
  };
  test.each(Object.entries(hostile))(
    '%s does not disturb the server, nor is it answered',
    async (_, bytes) => {
      const server = start();
      await server.initialize();
      server.write(bytes);
      expect((await server.answer('where')).answer).toEqual({ root: project });
      expect(server.lines).toHaveLength(2);
    },
  );

  test('a request that is none is answered where it says which one it is', async () => {
    const server = start();
    await server.initialize();
    server.write('{"jsonrpc":"2.0","id":"a","method":"tools/call","params":[]}\n');
    server.write('{"jsonrpc":"2.0","id":"b","method":"tools/call","params":{"name":5}}\n');
    server.write('{"jsonrpc":"2.0","id":"c","method":"tools/call"}\n');
    for (const id of ['a', 'b', 'c']) expect((await server.answered(id)).error).toBeDefined();
    expect((await server.answer('where')).isError).toBe(false);
  });

  test('a newer protocol that is tried first is declined, and `initialize` works', async () => {
    const server = start();
    server.write('{"jsonrpc":"2.0","id":"server-discover-probe-1","method":"server/discover","params":{}}\n');
    expect((await server.answered('server-discover-probe-1')).error?.code).toBe(-32601);
    expect((await server.initialize()).result).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  test('arguments of 10 MB arrive whole', async () => {
    const server = start();
    await server.initialize();
    const size = 4_000_000;
    const { answer } = await server.answer('fail', { how: 'fault', size: 1, ['漢'.repeat(size)]: 1 });
    expect(answer).toMatchObject({ error: 'invalid_arguments' });
    expect((await server.answer('search_text', { pattern: 'x'.repeat(12_000_000) })).answer).toMatchObject({
      truncated: true,
    });
  });

  test('arguments nested 100,000 deep are understood or refused', async () => {
    const server = start();
    await server.initialize();
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const call = (id: number, args: string) =>
      server.write(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${args}}\n`);
    call(201, `{"name":"submit_phase","arguments":{"data":{"findings":${deep}}}}`);
    call(202, `{"name":"search_text","arguments":{"pattern":${deep}}}`);
    call(203, `{"name":"search_text","arguments":${deep}}`);
    const texts = [];
    for (const id of [201, 202, 203]) texts.push(JSON.stringify((await server.answered(id)).result));
    expect(texts[0]).toContain('truncated');
    for (const text of texts.slice(1)) expect(text).toContain('invalid_arguments');
  });

  test('pieces are put together, also where they cut a character, and several messages in one piece are all read', async () => {
    const server = start();
    await server.initialize();
    const request = (id: number) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'search_text', arguments: { pattern: '🔥漢' } },
      });
    const bytes = Buffer.from(`\uFEFF${request(101)}\r\n${request(102)}\n${request(103)}\n`);
    for (let from = 0; from < bytes.length; from += 7) {
      server.write(bytes.subarray(from, from + 7));
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const id of [101, 102, 103])
      expect(JSON.stringify((await server.answered(id)).result)).toContain('🔥漢');
  });

  test.each([undefined, null, {}, '', '{}'])('`arguments` %j is no arguments', async (args) => {
    const server = start();
    await server.initialize();
    expect(await server.answer('where', args)).toEqual({ isError: false, answer: { root: project } });
    expect((await server.answer('search_text', args)).answer).toMatchObject({ error: 'invalid_arguments' });
  });
});

describe('the project root', () => {
  const where = async (options: { cwd?: string; env?: NodeJS.ProcessEnv }, roots?: string[]) => {
    const server = start(options);
    await server.initialize(roots ? { roots: {} } : {});
    const id = server.call('where');
    if (roots) {
      const asked = await server.heard('roots/list', ({ method }) => method === 'roots/list');
      const result = { roots: roots.map((uri) => ({ uri })) };
      server.write(`${JSON.stringify({ jsonrpc: '2.0', id: asked.id, result })}\n`);
    }
    const { result = {} } = await server.answered(id);
    const [block] = result.content as { text: string }[];
    return { isError: result.isError === true, text: block?.text ?? '', server };
  };

  test('is CLAUDE_PROJECT_DIR, before the roots of the client and the working directory', async () => {
    const inner = join(project, 'inner');
    mkdirSync(inner);
    for (const options of [
      { cwd: '/', env: { CLAUDE_PROJECT_DIR: inner } },
      { cwd: home, env: { CLAUDE_PROJECT_DIR: inner } },
      { cwd: project, env: { CLAUDE_PROJECT_DIR: 'inner' } },
    ])
      expect((await where(options)).text).toBe(JSON.stringify({ root: inner }));
  });

  test('is the first root of the client, before the working directory', async () => {
    const spaced = join(folder, 'with space 日本');
    mkdirSync(spaced);
    const { text } = await where({ cwd: '/' }, [pathToFileURL(spaced).href, pathToFileURL(project).href]);
    expect(text).toBe(JSON.stringify({ root: spaced }));
  });

  test('is the working directory where nothing else is named, as a real path', async () => {
    const link = join(folder, 'link');
    symlinkSync(project, link);
    expect((await where({ cwd: link, env: { CLAUDE_PROJECT_DIR: ' ' } })).text).toBe(
      JSON.stringify({ root: project }),
    );
    expect((await where({}, ['https://example.org/'])).text).toBe(JSON.stringify({ root: project }));
    expect((await where({}, [])).text).toBe(JSON.stringify({ root: project }));
  });

  test('that is no project is refused, naming the folder; the server stays up and writes nothing', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const toRoot = join(folder, 'to-root');
    symlinkSync('/', toRoot);
    const before = [readdirSync('/'), readdirSync(home)];
    for (const [options, named] of [
      [{ cwd: '/' }, '/'],
      [{ cwd: home }, home],
      [{ env: { CLAUDE_PROJECT_DIR: '/' } }, '/'],
      [{ env: { CLAUDE_PROJECT_DIR: home } }, home],
      [{ env: { CLAUDE_PROJECT_DIR: toRoot } }, toRoot],
      [{ env: { CLAUDE_PROJECT_DIR: join(folder, 'none') } }, join(folder, 'none')],
      [{ env: { CLAUDE_PROJECT_DIR: file } }, file],
    ] as const) {
      const { isError, text, server } = await where(options);
      expect({ isError, answer: JSON.parse(text) }).toMatchObject({
        isError: true,
        answer: { error: 'no_project', folder: named, message: expect.stringContaining(named) },
      });
      expect((await server.request('tools/list')).result).toBeDefined();
    }
    expect([readdirSync('/'), readdirSync(home)]).toEqual(before);
    expect((await where({}, ['file:///none/such'])).text).toContain('/none/such');
    expect((await where({}, ['file://host/elsewhere'])).text).toContain('no_project');
  });

  test('speaks the language of its configuration from the start, and English where that is broken', async () => {
    const config = join(project, '.code-intel', 'config.json');
    mkdirSync(join(project, '.code-intel'));
    for (const [text, expected] of [
      ['{"language": "ja"}', 'ルール'],
      ['{"language": "ja"', 'Rules:'],
      ['{"language": 5}', 'Rules:'],
      ['null', 'Rules:'],
    ] as const) {
      writeFileSync(config, text);
      const server = start();
      expect((await server.initialize()).result?.instructions).toContain(expected);
      server.kill();
    }
  });
});
