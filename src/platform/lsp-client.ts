import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

interface Waiting {
  readonly done: (result: unknown) => void;
  readonly failed: (error: Error) => void;
}
interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

/** A language server as a child process that speaks over its standard input and output. It ends when its input does. */
export interface LspClient {
  /** Rejects where the server answers with an error, dies, or does not answer in time. */
  request(method: string, params: unknown, timeLimitMs: number): Promise<unknown>;
  notify(method: string, params: unknown): void;
  readonly alive: boolean;
  /** Ends the process. */
  stop(): void;
}

/** Starts the program, without a shell, and says hello to it. Rejects where it does not answer in time. */
export async function lspClient(
  program: { readonly file: string; readonly args: readonly string[] },
  root: string,
  timeLimitMs: number,
): Promise<LspClient> {
  const child: ChildProcessWithoutNullStreams = spawn(program.file, [...program.args], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const folders = [{ uri: pathToFileURL(root).href, name: 'project' }];
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let alive = true;
  let received: Buffer = Buffer.alloc(0);

  function end(reason: string): void {
    if (!alive) return;
    alive = false;
    for (const { failed } of waiting.values()) failed(new Error(reason));
    waiting.clear();
    child.kill('SIGKILL');
  }

  function send(message: object): void {
    if (!alive) return;
    const body = Buffer.from(JSON.stringify(message));
    child.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  function take(message: Message): void {
    if (message.method !== undefined) {
      if (message.id === undefined) return;
      // The server asks for its settings and folders; it has none of ours.
      const result =
        message.method === 'workspace/configuration'
          ? (message.params?.items ?? []).map(() => ({}))
          : message.method === 'workspace/workspaceFolders'
            ? folders
            : null;
      send({ jsonrpc: '2.0', id: message.id, result });
      return;
    }
    const id = Number(message.id);
    const one = waiting.get(id);
    waiting.delete(id);
    if (message.error) one?.failed(new Error(message.error.message ?? 'error'));
    else one?.done(message.result);
  }

  child.stdout.on('data', (data: Buffer) => {
    received = received.length === 0 ? data : Buffer.concat([received, data]);
    for (;;) {
      const head = received.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(
        /Content-Length: *(\d+)/i.exec(received.toString('latin1', 0, head))?.[1] ?? Number.NaN,
      );
      if (Number.isNaN(length)) return end('not a language server');
      const start = head + 4;
      if (received.length < start + length) return;
      const body = received.toString('utf8', start, start + length);
      received = received.subarray(start + length);
      try {
        take(JSON.parse(body) as Message);
      } catch {
        return end('unreadable answer');
      }
    }
  });
  child.stderr.resume();
  child.on('error', ({ message }) => end(message));
  child.on('exit', (code) => end(`ended with ${code ?? 'a signal'}`));
  child.stdin.on('error', ({ message }) => end(message));
  // Its pipes alone do not keep this program running.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr])
    (stream as unknown as { unref?: () => void }).unref?.();

  const request = (method: string, params: unknown, limit: number): Promise<unknown> =>
    new Promise((done, failed) => {
      if (!alive) return failed(new Error('ended'));
      last += 1;
      const id = last;
      const timer = setTimeout(() => {
        waiting.delete(id);
        send({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
        failed(new Error('time limit'));
      }, limit);
      waiting.set(id, {
        done: (result) => {
          clearTimeout(timer);
          done(result);
        },
        failed: (error) => {
          clearTimeout(timer);
          failed(error);
        },
      });
      send({ jsonrpc: '2.0', id, method, params });
    });
  const notify = (method: string, params: unknown): void => send({ jsonrpc: '2.0', method, params });

  try {
    await request(
      'initialize',
      {
        processId: process.pid,
        rootUri: folders[0]?.uri,
        workspaceFolders: folders,
        capabilities: {
          workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: {} },
          textDocument: { references: {}, definition: { linkSupport: false }, synchronization: {} },
        },
      },
      timeLimitMs,
    );
  } catch (error) {
    end('no answer to initialize');
    throw error;
  }
  notify('initialized', {});
  return {
    request,
    notify,
    get alive() {
      return alive;
    },
    stop: () => end('stopped'),
  };
}
