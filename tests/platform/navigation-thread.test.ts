import { join } from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { navigationThread } from '../../src/platform/navigation-thread.ts';
import { textSearch } from '../../src/platform/ripgrep.ts';
import { symbolLookup } from '../../src/tools/session/symbol-lookup.ts';
import { never, project } from '../support/search-project.ts';

const program = join(inject('product').program, '..', 'navigation-worker.js');
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A project, and the thread of the built product on it. */
function navigationOn(files: Record<string, string>) {
  const { root, write, remove } = project(files);
  const ended = new AbortController();
  ends.push(() => {
    ended.abort();
    remove();
  });
  return {
    root,
    write,
    ended,
    navigation: navigationThread({ program, root, typescript: false, ended: ended.signal }),
  };
}

const call = { signal: never, progress: () => undefined };

describe('the thread that holds the symbols', () => {
  test('answers from the files as they are at each call', async () => {
    const { navigation, write } = navigationOn({ 'a.ts': 'export function one() {}\n' });
    const places = async (symbol: string) =>
      (await navigation.definitions({ symbol, path: '.', exact: true }, call)).definitions.map(
        ({ file, line }) => `${file}:${line}`,
      );
    expect(await places('one')).toEqual(['a.ts:1']);
    write('b.ts', '\nexport const two = () => one();\n');
    expect(await places('two')).toEqual(['b.ts:2']);
  });

  test('several questions at once are all answered', async () => {
    const { navigation } = navigationOn({
      'a.ts': 'export function one() {}\n',
      'b.ts': 'import { one } from "./a";\nexport function two() { one(); }\n',
    });
    const [definitions, references, impact] = await Promise.all([
      navigation.definitions({ symbol: 'two', path: '.', exact: true }, call),
      navigation.references({ symbol: 'one', path: '.' }, call),
      navigation.impact({ targets: ['one'], depth: 2 }, call),
    ]);
    expect(definitions.definitions).toHaveLength(1);
    expect(references.references.map(({ file, line, kind }) => `${file}:${line} ${kind}`)).toEqual([
      'b.ts:1 import',
      'b.ts:2 call',
    ]);
    expect(impact.must_verify).toEqual(['b.ts']);
  });

  test('a refusal crosses over with its code and its words', async () => {
    const { navigation } = navigationOn({ 'a.ts': 'x\n' });
    await expect(navigation.functionAt({ file: 'a.ts', line: 99 }, call)).rejects.toMatchObject({
      name: 'Refusal',
      code: 'invalid_arguments',
    });
  });

  test('a cancelled question ends at once, and the next is answered', async () => {
    const { navigation } = navigationOn({ 'a.ts': 'export function one() {}\n' });
    const abort = new AbortController();
    const asked = navigation.definitions(
      { symbol: 'one', path: '.', exact: true },
      { ...call, signal: abort.signal },
    );
    abort.abort(new Error('the client gave up'));
    await expect(asked).rejects.toThrow('the client gave up');
    const next = await navigation.definitions({ symbol: 'one', path: '.', exact: true }, call);
    expect(next.definitions).toHaveLength(1);
  });

  test('a thread that cannot start refuses the call and does not end the server', async () => {
    const { root, remove } = project({ 'a.ts': 'x\n' });
    ends.push(remove);
    const navigation = navigationThread({
      program: join(root, 'no-such.js'),
      root,
      typescript: false,
      ended: never,
    });
    await expect(navigation.symbols({ path: '.' }, call)).rejects.toMatchObject({
      code: 'navigation_failed',
    });
  });

  test('a name is looked up by syntax: one definition is sure, one of several is not', async () => {
    const { root, navigation } = navigationOn({
      'a.ts': 'export class Store { load() {} }\n',
      'b.ts': 'export class Other { load() {} }\n',
    });
    const [store, load, none] = await symbolLookup(textSearch(root), navigation).lookUp(
      ['Store', 'load', 'Nowhere'],
      never,
    );
    expect(store).toMatchObject({
      source: 'FACT',
      confidence: 1,
      evidence: { tool: 'find_definitions', places: ['a.ts:1'] },
    });
    expect(load).toMatchObject({ source: 'FACT', confidence: 0.8 });
    expect(none).toMatchObject({ source: 'UNRESOLVED', evidence: { tool: 'search_text' } });
  });
});
