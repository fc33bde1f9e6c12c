/** The built program as its client sees it: a process, spoken to line by line, that can be killed at any moment. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { type Answer, cleanEnvironment } from './project.ts';

/** What came in place of an answer. */
export class Gone extends Error {
  override readonly name = 'Gone';
}

interface Line {
  readonly jsonrpc?: string;
  readonly id?: number | string;
  readonly method?: string;
  readonly result?: { content?: { text: string }[]; isError?: boolean };
  readonly error?: { code: number; message: string };
  readonly params?: Record<string, unknown>;
}

export interface StdioOptions {
  readonly program: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether a process of its own stands between the tests and the server: another client than the tests are. */
  readonly ownClient?: boolean;
}

/** Runs the program beneath itself, on its own standard streams: the parent that a server takes for its client. */
const BETWEEN = `require('node:child_process').spawn(process.execPath, [process.argv[1]], { stdio: 'inherit' })
  .on('exit', (code) => process.exit(code ?? 1));`;

/** One server process. Every line that it writes to standard output has to be a message of the protocol. */
export class StdioClient {
  readonly child: ChildProcess;
  readonly lines: string[] = [];
  readonly notifications: Line[] = [];
  stderr = '';
  #rest = '';
  #nextId = 1;
  readonly #waiting = new Map<number, { resolve(line: Line): void; reject(error: Error): void }>();
  readonly #ended: Promise<number | null>;
  /** A line that is no message; it fails the next call. */
  #noise: string | null = null;

  constructor({ program, cwd, env, ownClient = false }: StdioOptions) {
    const args = ownClient ? ['-e', BETWEEN, program] : [program];
    this.child = spawn(process.execPath, args, { cwd, env, stdio: 'pipe', detached: ownClient });
    this.child.stdin?.on('error', () => {});
    this.child.stderr?.on('data', (data) => {
      this.stderr += data;
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
    this.#ended = new Promise((resolve) => {
      this.child.on('exit', (code) => {
        resolve(code);
        for (const { reject } of this.#waiting.values()) reject(new Gone(`the server ended\n${this.stderr}`));
        this.#waiting.clear();
      });
    });
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      this.lines.push(line);
      let message: Line;
      try {
        message = JSON.parse(line) as Line;
      } catch {
        this.#noise = line;
        continue;
      }
      if (message.jsonrpc !== '2.0') this.#noise = line;
      if (message.method !== undefined) this.notifications.push(message);
      else if (typeof message.id === 'number') {
        this.#waiting.get(message.id)?.resolve(message);
        this.#waiting.delete(message.id);
      }
    }
  }

  write(text: string): void {
    this.child.stdin?.write(text);
  }

  notify(method: string, params?: unknown): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  }

  /** Sends a request; its id at once, its answer later. Rejects with `Gone` where the process ends before. */
  request(
    method: string,
    params?: unknown,
    limitMs = 60_000,
  ): { readonly id: number; readonly line: string; readonly answer: Promise<Line> } {
    const id = this.#nextId++;
    const line = `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    const answer = new Promise<Line>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`no answer to ${method}\n${this.stderr}`)), limitMs);
      const settle =
        <T>(done: (value: T) => void) =>
        (value: T) => {
          clearTimeout(limit);
          done(value);
        };
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        reject(new Gone('the server ended'));
      this.#waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
    });
    answer.catch(() => undefined);
    this.write(line);
    return { id, line, answer };
  }

  async initialize(): Promise<void> {
    await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '0' },
    }).answer;
    this.notify('notifications/initialized');
  }

  /** Begins a tool call; `answer` is what the tool said, read. */
  begin(name: string, args: Record<string, unknown> = {}, progressToken?: string) {
    const { id, answer } = this.request('tools/call', {
      name,
      arguments: args,
      ...(progressToken !== undefined && { _meta: { progressToken } }),
    });
    const read = answer.then((line) => this.#read(line));
    read.catch(() => undefined);
    return { id, answer: read };
  }

  call(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
    return this.begin(name, args).answer;
  }

  submit(data: unknown): Promise<Answer> {
    return this.call('submit_phase', { data });
  }

  status(args: Record<string, unknown> = {}): Promise<Answer> {
    return this.call('get_session_status', args);
  }

  #read({ result, error }: Line): Answer {
    if (this.#noise !== null) throw new Error(`not a message on standard output: ${this.#noise}`);
    if (!result) throw new Error(`a protocol error: ${JSON.stringify(error)}`);
    const text = result.content?.[0]?.text ?? '';
    return { ...(JSON.parse(text) as Record<string, unknown>), isError: result.isError === true };
  }

  cancel(id: number): void {
    this.notify('notifications/cancelled', { requestId: id, reason: 'the test' });
  }

  /** SIGKILL, and with it the client of its own where there is one; resolves when it is gone. */
  async kill(): Promise<void> {
    const { pid } = this.child;
    if (pid !== undefined && this.child.exitCode === null && this.child.signalCode === null) {
      try {
        process.kill(this.child.spawnargs.includes(BETWEEN) ? -pid : pid, 'SIGKILL');
      } catch {
        // It ended by itself in this moment.
      }
    }
    await this.#ended;
  }

  /** Closes standard input and waits for the end; answers with the exit code. */
  async close(): Promise<number | null> {
    this.child.stdin?.end();
    return this.#ended;
  }
}

export interface FolderOptions {
  /** Whether the folder becomes a git repository with one commit; true. */
  readonly git?: boolean;
  readonly files?: Readonly<Record<string, string>>;
  /** Verify commands, allowed as the person at a terminal would. */
  readonly commands?: readonly string[];
  /** Whether they are allowed; true. */
  readonly trusted?: boolean;
}

/** A project for servers in processes of their own. */
export interface ProjectFolder {
  readonly root: string;
  /** Beside the project: where a test counts what ran. */
  readonly beside: string;
  readonly env: NodeJS.ProcessEnv;
  /** A server that has answered `initialize`. */
  open(options?: Partial<StdioOptions>): Promise<StdioClient>;
  git(...args: string[]): string;
  write(path: string, text: string): void;
  read(path: string): string;
  exists(path: string): boolean;
  hook(name: string, script: string): void;
  /** Checkpoint files, read; a file that does not parse throws. */
  checkpoints(): Record<string, unknown>[];
  /** The lines of a file beside the project; none where it is missing. */
  counted(name: string): string[];
  /** Ends every server that was opened here, and removes all. */
  close(): Promise<void>;
}

const defaultFiles: Readonly<Record<string, string>> = {
  'src/a.ts': 'export const a = 1;\n',
  'src/b.ts': "import { a } from './a.ts';\n",
};

/** Makes a project in a temporary folder, with a home, an identity and a configuration folder of its own. */
export function makeFolder(options: FolderOptions = {}): ProjectFolder {
  const { git = true, files = defaultFiles, commands = [], trusted = true } = options;
  const { program, error } = inject('product');
  if (error !== null) throw new Error(`the product did not build: ${error}`);
  const beside = realpathSync(mkdtempSync(join(tmpdir(), 'e2e-')));
  const home = join(beside, 'home');
  const root = join(beside, 'project');
  for (const folder of [home, root]) mkdirSync(folder);
  const env = { ...cleanEnvironment(home), CODE_INTEL_CONFIG_DIR: join(beside, 'allowed') };
  const run = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  if (git) {
    run('init', '-q', '-b', 'main');
    run('config', 'user.name', 'A User');
    run('config', 'user.email', 'user@example.com');
    run('add', '-A');
    run('commit', '-q', '-m', 'first');
  }
  if (commands.length > 0) {
    write('.code-intel/config.json', JSON.stringify({ verify: { commands } }));
    if (trusted)
      execFileSync(process.execPath, [program, 'trust', '--yes'], { cwd: root, env, stdio: 'pipe' });
  }
  const opened: StdioClient[] = [];
  const sessions = join(root, '.code-intel/sessions');
  return {
    root,
    beside,
    env,
    async open(over = {}) {
      const client = new StdioClient({ program, cwd: root, env, ...over });
      opened.push(client);
      await client.initialize();
      return client;
    },
    git: run,
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    exists: (path) => existsSync(join(root, path)),
    hook(name, script) {
      mkdirSync(join(root, '.git/hooks'), { recursive: true });
      writeFileSync(join(root, '.git/hooks', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    },
    checkpoints: () =>
      existsSync(sessions)
        ? readdirSync(sessions)
            .filter((name) => name.endsWith('.json'))
            .map((name) => JSON.parse(readFileSync(join(sessions, name), 'utf8')) as Record<string, unknown>)
        : [],
    counted(name) {
      const path = join(beside, name);
      return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
    },
    async close() {
      await Promise.all(opened.map((client) => client.kill()));
      rmSync(beside, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
