import { existsSync, readFileSync } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CodePlace, LanguageServer } from '../code/ports.ts';
import { type LspClient, lspClient } from './lsp-client.ts';

/** A program that is a language server on its standard input and output. */
export interface ServerProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** What answers name: `typescript 7.0.2`. */
  readonly engine: string;
}

/** A first answer waits for the project to be read; later ones take milliseconds. */
const START_MS = 3_000;
const REQUEST_MS = 4_000;
const MOST_ROUNDS = 5;
/** So many files are opened with a question, the definition's first; the others are read by the server itself. */
const MOST_FILES = 400;
const LARGEST_FILE = 2_000_000;
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/\.tsx$/, 'typescriptreact'],
  [/\.[mc]?ts$/, 'typescript'],
  [/\.jsx$/, 'javascriptreact'],
  [/\.[mc]?js$/, 'javascript'],
];

/**
 * TypeScript's own language server (7 and later), which comes with this package where its binary was built for the platform;
 * null: it is not there. The project's copy is never run: a repository may come from anyone.
 *
 * @param beside a file of ours, from which packages are looked for.
 */
export function nativeTypescript(beside: string): ServerProgram | null {
  try {
    const own = createRequire(beside).resolve('typescript-native/package.json');
    const { version } = JSON.parse(readFileSync(own, 'utf8')) as { version: string };
    const platform = createRequire(own).resolve(
      `@typescript/typescript-${process.platform}-${process.arch}/package.json`,
    );
    const file = join(dirname(platform), 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
    return existsSync(file) ? { file, args: ['--lsp', '--stdio'], engine: `typescript ${version}` } : null;
  } catch {
    return null;
  }
}

/** A language server for the project at `root`; started with the first question, again where it died. */
export function languageServer(
  root: string,
  { file: program, args, engine }: ServerProgram,
  timeLimitMs = REQUEST_MS,
): LanguageServer & { stop(): void } {
  let client: Promise<LspClient> | null = null;
  let realRoot = root;
  /** Opened documents: how the file was on the disk, and the version that was sent. */
  const opened = new Map<string, { mark: string; version: number }>();

  async function connected(): Promise<LspClient> {
    const running = client && (await client.catch(() => null));
    if (running?.alive) return running;
    opened.clear();
    realRoot = await realpath(root);
    client = lspClient({ file: program, args }, realRoot, START_MS);
    return client;
  }

  const uriOf = (file: string): string => pathToFileURL(join(realRoot, file)).href;
  const languageOf = (file: string): string | null =>
    LANGUAGES.find(([ending]) => ending.test(file))?.[1] ?? null;

  /** Shows the server the files as they are now, and tells it of those that changed. */
  async function show(lsp: LspClient, files: readonly string[]): Promise<void> {
    for (const file of new Set(files)) {
      const languageId = languageOf(file);
      if (languageId === null) continue;
      const path = join(realRoot, file);
      const known = opened.get(file);
      const now = await stat(path, { bigint: true }).catch(() => null);
      const mark = now ? `${now.mtimeNs}:${now.ctimeNs}:${now.size}:${now.ino}` : '';
      if (known && known.mark === mark) continue;
      const text = now && now.size <= LARGEST_FILE ? await readFile(path, 'utf8').catch(() => null) : null;
      if (text === null) {
        if (known) lsp.notify('textDocument/didClose', { textDocument: { uri: uriOf(file) } });
        opened.delete(file);
        continue;
      }
      const next = (known?.version ?? 0) + 1;
      opened.set(file, { mark, version: next });
      if (known)
        lsp.notify('textDocument/didChange', {
          textDocument: { uri: uriOf(file), version: next },
          contentChanges: [{ text }],
        });
      else
        lsp.notify('textDocument/didOpen', {
          textDocument: { uri: uriOf(file), languageId, version: next, text },
        });
    }
  }

  const at = ({ file, line, column }: CodePlace) => ({
    textDocument: { uri: uriOf(file) },
    position: { line: line - 1, character: column - 1 },
  });

  return {
    engine,
    async references(place, files, signal) {
      const until = Date.now() + timeLimitMs;
      try {
        const lsp = await connected();
        await show(lsp, [place.file, ...files.slice(0, MOST_FILES), ...opened.keys()]);
        let before: string | null = null;
        for (let round = 0; round < MOST_ROUNDS; round += 1) {
          if (signal?.aborted || Date.now() > until) return null;
          const found = placesIn(
            await lsp.request(
              'textDocument/references',
              { ...at(place), context: { includeDeclaration: true } },
              Math.max(50, until - Date.now()),
            ),
            realRoot,
          );
          const text = JSON.stringify(found);
          if (text === before) return found;
          before = text;
        }
        return null;
      } catch {
        return null;
      }
    },
    async definitions(places, signal) {
      const until = Date.now() + timeLimitMs;
      try {
        const lsp = await connected();
        await show(lsp, places.map(({ file }) => file).slice(0, MOST_FILES));
        return await Promise.all(
          places.map(async (place) => {
            if (signal?.aborted || !opened.has(place.file)) return null;
            return lsp
              .request('textDocument/definition', at(place), Math.max(50, until - Date.now()))
              .then((result) => placesIn(result, realRoot, true))
              .catch(() => null);
          }),
        );
      } catch {
        return places.map(() => null);
      }
    },
    stop() {
      client?.then((lsp) => lsp.stop()).catch(() => undefined);
      client = null;
    },
  };
}

/** Locations of an answer, sorted. Places outside of the project are left out, or kept by their full path. */
function placesIn(result: unknown, root: string, keepOutside = false): readonly CodePlace[] {
  const list = Array.isArray(result) ? result : result ? [result] : [];
  const places = list.flatMap(
    (one: { uri?: unknown; range?: { start?: { line: number; character: number } } }) => {
      if (typeof one.uri !== 'string' || !one.range?.start) return [];
      // What the server has in itself (`bundled:///libs/lib.d.ts`) is no file.
      const path = one.uri.startsWith('file:') ? fileURLToPath(one.uri) : one.uri;
      const inside = one.uri.startsWith('file:') ? relative(root, path) : '..';
      const outside = inside.startsWith('..');
      if (outside && !keepOutside) return [];
      const file = outside ? path : inside.split(sep).join('/');
      return [{ file, line: one.range.start.line + 1, column: one.range.start.character + 1 }];
    },
  );
  return places.sort((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
  );
}
