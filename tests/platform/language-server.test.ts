import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { languageServer, nativeTypescript } from '../../src/platform/language-server.ts';

const child = join(import.meta.dirname, '..', 'support', 'language-server-child.mjs');
let root = '';
let stop: (() => void) | null = null;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'language-server-'));
  writeFileSync(join(root, 'a.ts'), 'export function foo() {}\n');
  writeFileSync(join(root, 'b.ts'), "import { foo } from './a';\nfoo();\n");
});
afterEach(() => {
  stop?.();
  stop = null;
  rmSync(root, { recursive: true, force: true });
});

function started(mode: readonly string[] = [], timeLimitMs = 5_000) {
  const server = languageServer(
    root,
    { file: process.execPath, args: [child, ...mode], engine: 'test 1' },
    timeLimitMs,
  );
  stop = server.stop;
  return server;
}
const place = { file: 'a.ts', line: 1, column: 17 };

describe('a language server', () => {
  test('answers with places of the project, from 1', async () => {
    expect(await started().references(place, ['b.ts'])).toEqual([
      place,
      { file: 'b.ts', line: 1, column: 10 },
      { file: 'b.ts', line: 2, column: 1 },
    ]);
  });

  test('is asked again until two answers in a row agree', async () => {
    expect(await started(['--partial']).references(place, ['b.ts'])).toHaveLength(3);
  });

  test('sees a file as it is at the moment of the question', async () => {
    const server = started();
    await server.references(place, ['b.ts']);
    writeFileSync(join(root, 'b.ts'), '\n\nfoo();\n');
    expect(await server.references(place, ['b.ts'])).toEqual([place, { file: 'b.ts', line: 3, column: 1 }]);
    rmSync(join(root, 'b.ts'));
    expect(await server.references(place, ['b.ts'])).toEqual([place]);
  });

  test('says what single places name, and null for those it was not shown', async () => {
    const places = [
      { file: 'b.ts', line: 2, column: 1 },
      { file: 'gone.ts', line: 1, column: 1 },
    ];
    const [known, gone] = await started().definitions(places);
    expect(known).toContainEqual({ file: 'b.ts', line: 2, column: 1 });
    expect(gone).toBeNull();
  });

  test.each([
    ['that does not answer in time', ['--mute'], 300],
    ['that dies', ['--die'], 5_000],
    ['that speaks another protocol', ['--garbage'], 5_000],
  ])('%s gives no answer, which is not "nothing"', async (_, mode, limit) => {
    const server = started(mode, limit);
    expect(await server.references(place, ['b.ts'])).toBeNull();
    expect(await server.references(place, ['b.ts'])).toBeNull();
  });

  test('that is not there gives no answer', async () => {
    const server = languageServer(root, { file: join(root, 'none'), args: [], engine: 'none' });
    expect(await server.references(place, [])).toBeNull();
    expect(await server.definitions([place])).toEqual([null]);
  });

  test('of TypeScript comes with the package, and answers; the project has none that would be run', async () => {
    expect(nativeTypescript(join(root, 'x.js'))).toBeNull();
    const program = nativeTypescript(join(import.meta.dirname, '..', '..', 'package.json'));
    expect(program?.engine).toMatch(/^typescript 7\./);
    if (!program) return;
    const server = languageServer(root, program, 20_000);
    stop = server.stop;
    expect(await server.references(place, ['b.ts'])).toEqual([
      place,
      { file: 'b.ts', line: 1, column: 10 },
      { file: 'b.ts', line: 2, column: 1 },
    ]);
  });
});
