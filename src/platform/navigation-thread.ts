import { Worker } from 'node:worker_threads';
import type { Navigation, NavigationRequests } from '../code/navigation.ts';
import type { IndexState } from '../code/symbol-index.ts';
import { Refusal, type RefusalCode } from '../shared/refusal.ts';
import { type Message, message } from '../text/text.ts';

/** What the server's thread says to the thread that holds the symbols. */
export type ToWorker =
  | { readonly id: number; readonly name: keyof NavigationRequests; readonly query: unknown }
  | { readonly cancel: number }
  | { readonly warm: true }
  | { readonly end: true };

/** What the thread starts with. */
export interface NavigationWorkerData {
  readonly root: string;
  readonly typescript: boolean;
}

/** What comes back. */
export type FromWorker =
  | { readonly id: number; readonly answer: unknown }
  | {
      readonly id: number;
      readonly refusal: {
        readonly code: RefusalCode;
        readonly reason: Message;
        readonly details: Readonly<Record<string, unknown>>;
      };
    }
  | { readonly id: number; readonly fault: string }
  | { readonly state: IndexState };

/** The first moments of a session belong to the session; a server that ends soon has built nothing in vain. */
const WARM_UP_AFTER_MS = 5_000;

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** More than this the symbols of one project must not take: the thread ends, the server goes on. */
const MOST_MEMORY_MB = 1_500;

/**
 * Navigation in a thread of its own, started with the first question. A thread that dies takes no call with it but those that
 * wait (`navigation_failed`); the next question starts another.
 *
 * @param program the built program of the thread.
 * @param typescript whether TypeScript's own language server may confirm references.
 * @param ended aborted when the server ends: the thread and what it started end with it.
 */
export function navigationThread(options: {
  readonly program: string;
  readonly root: string;
  readonly typescript: boolean;
  readonly ended: AbortSignal;
}): Navigation {
  const { program, root, typescript, ended } = options;
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let warming: NodeJS.Timeout | null = null;
  let count = 0;
  let state: IndexState | null = null;

  function failed(reason: string): void {
    thread = null;
    const calls = [...waiting.values()];
    waiting.clear();
    for (const { reject } of calls)
      reject(new Refusal('navigation_failed', message('navigation.thread_failed', { reason })));
  }

  function started(): Worker {
    if (thread) return thread;
    const made = new Worker(program, {
      workerData: { root, typescript } satisfies NavigationWorkerData,
      stdin: false,
      // What a library prints must not reach standard output, which belongs to the protocol.
      stdout: true,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    made.stdout.resume();
    made.on('message', (said: FromWorker) => take(said));
    made.on('error', (error: Error) => thread === made && failed(error.message));
    made.on('exit', (code) => thread === made && failed(`exit ${code}`));
    made.unref();
    thread = made;
    return made;
  }

  function take(said: FromWorker): void {
    if ('state' in said) {
      state = said.state;
      return;
    }
    const call = waiting.get(said.id);
    waiting.delete(said.id);
    if (waiting.size === 0) thread?.unref();
    if (!call) return;
    if ('answer' in said) {
      const { index } = said.answer as { index?: IndexState };
      if (index) state = index;
      call.resolve(said.answer);
    } else if ('refusal' in said) {
      const { code, reason, details } = said.refusal;
      call.reject(new Refusal(code, reason, details));
    } else call.reject(new Error(said.fault));
  }

  const ask =
    <Name extends keyof NavigationRequests>(name: Name) =>
    (
      query: NavigationRequests[Name]['query'],
      { signal }: { readonly signal: AbortSignal },
    ): Promise<NavigationRequests[Name]['answer']> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const worker = started();
        count += 1;
        const id = count;
        const cancel = () => {
          waiting.delete(id);
          thread?.postMessage({ cancel: id } satisfies ToWorker);
          reject(signal.reason);
        };
        const done = () => signal.removeEventListener('abort', cancel);
        signal.addEventListener('abort', cancel, { once: true });
        waiting.set(id, {
          resolve(answer) {
            done();
            resolve(answer as NavigationRequests[Name]['answer']);
          },
          reject(error) {
            done();
            reject(error);
          },
        });
        worker.ref();
        worker.postMessage({ id, name, query } satisfies ToWorker);
      });

  ended.addEventListener(
    'abort',
    () => {
      const worker = thread;
      thread = null;
      worker?.postMessage({ end: true } satisfies ToWorker);
      void worker?.terminate();
    },
    { once: true },
  );

  return {
    definitions: ask('definitions'),
    references: ask('references'),
    symbols: ask('symbols'),
    structure: ask('structure'),
    functionAt: ask('functionAt'),
    impact: ask('impact'),
    warmUp() {
      if (thread || warming || ended.aborted) return;
      warming = setTimeout(() => {
        warming = null;
        if (!ended.aborted) started().postMessage({ warm: true } satisfies ToWorker);
      }, WARM_UP_AFTER_MS).unref();
    },
    state: () => state,
  };
}
