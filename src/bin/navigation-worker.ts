import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { findDefinitions } from '../code/definitions.ts';
import { extractSymbols } from '../code/extract.ts';
import { analyzeImpact } from '../code/impact.ts';
import type { NavigationRequests } from '../code/navigation.ts';
import { outlineOf } from '../code/outline/index.ts';
import { findReferences, referenceFinder } from '../code/references.ts';
import { scriptBlocks } from '../code/script-blocks.ts';
import { functionAt, listSymbols, structureOf } from '../code/structure.ts';
import { fileList } from '../platform/file-list.ts';
import { languageServer, nativeTypescript } from '../platform/language-server.ts';
import type { FromWorker, NavigationWorkerData, ToWorker } from '../platform/navigation-thread.ts';
import { createSymbolIndex } from '../platform/symbol-index.ts';
import { symbolCacheFolder, symbolVersion } from '../platform/symbol-index-cache.ts';
import { syntaxParser } from '../platform/tree-sitter.ts';
import { Refusal } from '../shared/refusal.ts';
import { packageInfo, syntaxFolders } from './package-root.ts';

/**
 * The thread that holds the symbols of the project: the index, the trees, the language server. The server's own thread only
 * asks; whatever takes long here delays no other tool.
 */

type Handlers = {
  [Name in keyof NavigationRequests]: (
    query: NavigationRequests[Name]['query'],
    signal: AbortSignal,
  ) => Promise<NavigationRequests[Name]['answer']>;
};

const { root, typescript } = workerData as NavigationWorkerData;
const port = parentPort;
if (port === null) throw new Error('this program runs as a thread of the server');

const ended = new AbortController();
const folders = syntaxFolders();
const parser = syntaxParser(folders);
const index = createSymbolIndex({
  root,
  parser,
  fileList: fileList(root),
  signal: ended.signal,
  extract: extractSymbols,
  codeOf: (language, text) => (language.scriptBlocks ? scriptBlocks(text) : text),
  outline: ({ id }, text) => outlineOf(id, text),
  cacheFolder: symbolCacheFolder(root),
  // What was kept holds for these grammars, these queries and this program; for others the files are read anew.
  version: symbolVersion([
    fileURLToPath(import.meta.url),
    join(folders.grammars, 'grammars.json'),
    ...readdirSync(folders.queries).map((name) => join(folders.queries, name)),
  ]),
});
const program = typescript ? nativeTypescript(join(packageInfo().root, 'package.json')) : null;
const server = program ? languageServer(root, program) : null;

const handlers: Handlers = {
  definitions: (query) => findDefinitions(index, query),
  references: (query, signal) => findReferences(index, query, { server, signal }),
  symbols: (query) => listSymbols(index, query),
  structure: (query) => structureOf(index, query, parser),
  functionAt: (query) => functionAt(index, query),
  // By syntax alone: hundreds of symbols are followed in one state of the index.
  impact: (query) => analyzeImpact(index, query, referenceFinder),
};

const running = new Map<number, AbortController>();
/** One after the other: each sees one state of the index from its beginning to its end. */
let last: Promise<void> = Promise.resolve();

const send = (message: FromWorker): void => port.postMessage(message);

async function answer(id: number, name: keyof NavigationRequests, query: unknown): Promise<void> {
  const { signal } = running.get(id) ?? new AbortController();
  try {
    if (signal.aborted) return;
    const handler = handlers[name] as (query: unknown, signal: AbortSignal) => Promise<unknown>;
    send({ id, answer: await handler(query, signal) });
  } catch (error) {
    if (error instanceof Refusal)
      send({ id, refusal: { code: error.code, reason: error.reason, details: error.details } });
    else send({ id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    running.delete(id);
  }
}

port.on('message', (message: ToWorker) => {
  if ('cancel' in message) return running.get(message.cancel)?.abort();
  if ('end' in message) {
    ended.abort();
    server?.stop();
    return port.close();
  }
  if ('warm' in message) {
    last = last.then(async () => {
      try {
        send({ state: await index.refresh() });
      } catch {
        // The next question meets the same trouble, and says it.
      }
    });
    return;
  }
  running.set(message.id, new AbortController());
  last = last.then(() => answer(message.id, message.name, message.query));
});
