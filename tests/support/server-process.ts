import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Message {
  readonly jsonrpc?: string;
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string };
}

/** A server in a process of its own, spoken to line by line. */
export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every line it wrote to standard output. */
  readonly lines: string[] = [];
  stderr = '';
  #rest = '';
  #nextId = 1;
  readonly #waiting = new Set<() => void>();

  constructor(program: string, options: { cwd: string; env?: NodeJS.ProcessEnv; home?: string }) {
    const { CLAUDE_PROJECT_DIR: _, ...surroundings } = process.env;
    this.child = spawn(process.execPath, [program], {
      cwd: options.cwd,
      env: { ...surroundings, ...(options.home && { HOME: options.home }), ...options.env },
    });
    this.child.stdin.on('error', () => {});
    this.child.stderr.on('data', (data) => {
      this.stderr += data;
    });
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      this.lines.push(...lines);
      for (const look of this.#waiting) look();
    });
  }

  get messages(): Message[] {
    return this.lines.map((line) => JSON.parse(line));
  }

  write(text: string | Buffer): void {
    this.child.stdin.write(text);
  }

  /** Sends a request without waiting; answers with its id. */
  send(method: string, params?: unknown): number {
    const id = this.#nextId++;
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return id;
  }

  notify(method: string, params?: unknown): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  }

  /** The first message that fits; waits for it. */
  async heard(what: string, fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.messages.find(fits);
      if (found) return found;
      if (this.child.exitCode !== null) throw new Error(`the server ended before ${what}: ${this.stderr}`);
      await new Promise<void>((resolve, reject) => {
        const done = () => {
          clearTimeout(limit);
          this.#waiting.delete(done);
          resolve();
        };
        const limit = setTimeout(() => reject(new Error(`not heard: ${what}\n${this.stderr}`)), 20_000);
        this.#waiting.add(done);
        this.child.once('exit', done);
      });
    }
  }

  async request(method: string, params?: unknown): Promise<Message> {
    return this.answered(this.send(method, params));
  }

  answered(id: number | string): Promise<Message> {
    return this.heard(`the answer to ${id}`, (message) => message.id === id && message.method === undefined);
  }

  async initialize(capabilities: Record<string, unknown> = {}): Promise<Message> {
    const clientInfo = { name: 'test', version: '0' };
    const answer = await this.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities,
      clientInfo,
    });
    this.notify('notifications/initialized');
    return answer;
  }

  call(name: string, args?: unknown, meta?: Record<string, unknown>): number {
    return this.send('tools/call', {
      name,
      ...(args !== undefined && { arguments: args }),
      ...(meta && { _meta: meta }),
    });
  }

  /** A tool's answer, parsed. */
  async answer(name: string, args?: unknown): Promise<{ isError: boolean; answer: Record<string, unknown> }> {
    const { result, error } = await this.answered(this.call(name, args));
    if (!result) throw new Error(`a protocol error: ${JSON.stringify(error)}`);
    const [block] = result.content as { text: string }[];
    return { isError: result.isError === true, answer: JSON.parse(block?.text ?? '') };
  }

  /** How it ended; waits for it. */
  async ended(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return { code: this.child.exitCode, signal: this.child.signalCode };
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
