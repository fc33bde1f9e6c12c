import { execFileSync } from 'node:child_process';
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
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { type Composition, createContext, tools } from '../../src/bin/compose.ts';
import { createServer } from '../../src/server/server.ts';
import { speaker } from '../../src/text/text.ts';
import { removedTools } from '../../src/tools/removed-tools.ts';

/** An answer of a tool, read; `isError` beside its keys. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is JSON of any shape, and each test knows which.
export type Answer = Record<string, any> & { isError: boolean };

export interface ProjectOptions {
  /** Whether the folder becomes a git repository with one commit; true. */
  readonly git?: boolean;
  readonly files?: Readonly<Record<string, string>>;
  /** `.code-intel/config.json`. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly composition?: Partial<Composition>;
}

/** A real project in a temporary folder, with the real server over an in-memory transport. */
export interface Project {
  readonly root: string;
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  submit(data: unknown): Promise<Answer>;
  /** A new server on the same project; the old one is forgotten as if its process had ended. */
  restart(composition?: Partial<Composition>): Promise<void>;
  git(...args: string[]): string;
  write(path: string, text: string): void;
  read(path: string): string;
  checkpoints(): string[];
  checkpoint(id: string): Record<string, unknown>;
  close(): Promise<void>;
}

/** An environment that holds nothing of the machine's: its own home, identity and configuration folder. */
export function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
}

export async function openProject(options: ProjectOptions = {}): Promise<Project> {
  const {
    git = true,
    files = { 'src/a.ts': 'export const a = 1;\n', 'src/b.ts': "import { a } from './a.ts';\n" },
  } = options;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'project-')));
  const home = join(folder, 'home');
  const root = join(folder, 'project');
  mkdirSync(home);
  mkdirSync(root);
  const env = cleanEnvironment(home);
  const run = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  if (options.config) write('.code-intel/config.json', JSON.stringify(options.config));
  if (git) {
    run('init', '-q', '-b', 'main');
    run('config', 'user.name', 'A User');
    run('config', 'user.email', 'user@example.com');
    run('add', '-A', '--', ':!.code-intel');
    run('commit', '-q', '-m', 'first');
  }

  let ended = new AbortController();
  let client = await connect(options.composition);

  async function connect(composition: Partial<Composition> = {}): Promise<Client> {
    const context = await createContext(root, ended.signal, {
      env,
      now: () => new Date(),
      patienceMs: 90_000,
      ...composition,
    });
    const { server } = createServer({
      version: '0',
      tools,
      removed: removedTools,
      say: speaker('en'),
      context: async () => context,
      log: (text) => process.stderr.write(`${text}\n`),
    });
    const connected = new Client({ name: 'test', version: '0' });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(near), connected.connect(far)]);
    return connected;
  }

  const project: Project = {
    root,
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args }, undefined, { timeout: 120_000 });
      const [first] = result.content as { text: string }[];
      const text = first?.text ?? '{}';
      const read = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text };
      return { ...read, isError: result.isError === true };
    },
    submit: (data) => project.call('submit_phase', { data }),
    async restart(composition) {
      ended.abort();
      ended = new AbortController();
      await client.close();
      client = await connect(composition ?? options.composition);
    },
    git: run,
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    checkpoints() {
      const sessions = join(root, '.code-intel/sessions');
      return existsSync(sessions)
        ? readdirSync(sessions)
            .filter((name) => name.endsWith('.json'))
            .sort()
        : [];
    },
    checkpoint: (id) =>
      JSON.parse(readFileSync(join(root, '.code-intel/sessions', `${id}.json`), 'utf8')) as Record<
        string,
        unknown
      >,
    async close() {
      ended.abort();
      await client.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return project;
}

/** Payloads that lead a session through the steps before READY. */
export const toReady: readonly Record<string, unknown>[] = [
  { documents_reviewed: [] },
  { action_type: 'modify', target_symbols: ['a'], scope: 'src', constraints: [] },
  { explored_files: ['src/a.ts'], findings: ['a is a constant'] },
  { needs_more_information: false, reason: 'all seen' },
  { has_unverified_hypotheses: false, reason: 'none' },
  { needs_impact_analysis: false, reason: 'local' },
];
