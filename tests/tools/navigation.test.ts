import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openProject, type Project } from '../support/project.ts';

/** Names with their kinds, nested as they were answered. */
type Named = { name: string; line: number; members?: Named[] };
const names = (symbols: Named[]): string[] =>
  symbols.flatMap(({ name, line, members = [] }) => [`${name}:${line}`, ...names(members)]);

const files = {
  'src/users.ts': `export interface Row { id: number }
export class Store {
  load(id: number): Row { return { id }; }
}
export function findUserRows(store: Store): Row[] {
  return [store.load(1)];
}
`,
  'src/main.ts': `import { findUserRows, Store } from './users';
export function main() {
  return findUserRows(new Store());
}
`,
  'App.tsx': `const App = () => <div>{x.map((i) => <p key={i}>{i}</p>)}</div>;
export function After() {}
`,
  'cast.ts': 'const a = <any>foo;\nfunction After() {}\n',
  'a.py': `import functools
@functools.cache
async def af(
  a,
  b):
  def inner():
    pass
  return inner

class C:
  @property
  def p(self): return 1
  @p.setter
  def p(self, v): pass
`,
  'Comp.vue':
    '<template>\n<p/>\n<p/>\n<p/>\n</template>\n<script lang="ts">\nexport const A = 1\n</script>\n<script setup lang="ts">\nfunction go() {}\n</script>\n',
  'half.ts':
    'class A {\n  a() { return 1 }\n  b() { if (x { }\n  c() { return 2 }\n}\nexport function after() {}\n',
  'src/x/deep.ts': 'export const deep = 1;\n',
  'notes.foo': 'function listed()\nend\n',
  'tables.sql': 'CREATE TABLE people (id int);\n',
  'binary.bin': '\0\0\0',
  'empty.ts': '',
  '.gitignore': 'ignored/\n',
  'ignored/hidden.ts': 'export const hidden = 1;\n',
};

let project: Project;
beforeAll(async () => {
  project = await openProject({ files });
  writeFileSync(join(project.root, 'カ\u3099.ts'.normalize('NFD')), 'export const ga = 1;\n');
  writeFileSync(join(project.root, '..', 'project-evil.ts'), 'export const secret = 1;\n');
});
afterAll(() => project.close());

const call = (name: string, args: Record<string, unknown>): Promise<Answer> => project.call(name, args);
const symbolsOf = async (path: string) => names((await call('get_symbols', { path })).symbols);

describe('what each tool answers', () => {
  test('find_definitions: the place with its signature', async () => {
    expect(await call('find_definitions', { symbol: 'Store.load', path: '', language: null })).toMatchObject({
      definitions: [
        {
          name: 'load',
          kind: 'method',
          file: 'src/users.ts',
          line: 3,
          column: 3,
          end_line: 3,
          scope: 'Store',
          signature: 'load(id: number): Row',
          exported: true,
          language: 'typescript',
        },
      ],
      total_matches: 1,
      returned_matches: 1,
      truncated: false,
      completeness: 'exact',
      engine: 'tree-sitter',
      skipped: [],
    });
  });

  test('find_definitions: near names where there is none, parts of names where they are asked for', async () => {
    expect(await call('find_definitions', { symbol: 'findUserRow' })).toMatchObject({
      definitions: [],
      suggestions: ['findUserRows'],
      isError: false,
      message: expect.stringContaining('findUserRows'),
    });
    const { definitions } = await call('find_definitions', { symbol: 'userrow', exact_match: 'false' });
    expect(definitions).toMatchObject([{ name: 'findUserRows' }]);
  });

  test('find_references: uses with their kinds, definitions beside or among them', async () => {
    const answer = await call('find_references', { symbol: 'findUserRows' });
    expect(answer.references).toMatchObject([
      { file: 'src/main.ts', line: 1, kind: 'import', certainty: 'certain' },
      { file: 'src/main.ts', line: 3, column: 10, kind: 'call', in_function: 'main', certainty: 'certain' },
    ]);
    expect(answer.definitions).toMatchObject([{ file: 'src/users.ts', line: 5 }]);
    const all = await call('find_references', { symbol: 'findUserRows', include_definitions: true });
    expect(all.references.map((one: { kind: string }) => one.kind)).toEqual(['import', 'call', 'definition']);
  });

  test('find_references: several symbols of one name are candidates, and one is chosen by file and line', async () => {
    const answer = await call('find_references', { symbol: 'After' });
    expect(answer.ambiguous.map((one: { file: string }) => one.file)).toEqual(['App.tsx', 'cast.ts']);
    const chosen = await call('find_references', { symbol: 'After', file: 'cast.ts', line: 2 });
    expect(chosen).toMatchObject({ definitions: [{ file: 'cast.ts', line: 2 }] });
    expect(chosen).not.toHaveProperty('ambiguous');
    const nowhere = await call('find_references', { symbol: 'findUserRows', file: 'a.py', line: 3 });
    expect(nowhere.message).toContain('a.py:3');
  });

  test('analyze_structure: of a file and of code', async () => {
    expect(await call('analyze_structure', { file_path: 'src/main.ts' })).toMatchObject({
      language: 'typescript',
      functions: [{ name: 'main', line: 2, end_line: 4 }],
      classes: [],
      imports: [
        { line: 1, source: './users', name: 'findUserRows' },
        { line: 1, source: './users', name: 'Store' },
      ],
      summary: { functions: 1, classes: 0, imports: 2 },
      completeness: 'exact',
    });
    expect(
      await call('analyze_structure', { code: 'class A(B):\n  def m(self): pass\n', language: 'py' }),
    ).toMatchObject({
      classes: [{ name: 'A', bases: ['B'], members: [{ name: 'm', kind: 'method' }] }],
      summary: { by_kind: { class: 1, method: 1 } },
    });
  });

  test('get_symbols: nested, or one kind of them; page by page', async () => {
    expect(await symbolsOf('src/users.ts')).toEqual(
      expect.arrayContaining(['Row:1', 'Store:2', 'load:3', 'findUserRows:5']),
    );
    const methods = await call('get_symbols', { path: 'src', kind: 'methods' });
    expect(names(methods.symbols)).toEqual(['load:3']);
    const first = await call('get_symbols', { path: 'src/users.ts', max_results: 2 });
    expect(first).toMatchObject({ total_matches: 3, returned_matches: 2, truncated: true, next_offset: 2 });
    const second = await call('get_symbols', { path: 'src/users.ts', max_results: 2, offset: 2 });
    expect(names(second.symbols)).toEqual(['findUserRows:5']);
  });

  test('get_function_at_line: the source, what encloses it, its callers', async () => {
    expect(await call('get_function_at_line', { file_path: 'src/users.ts', line_number: 6 })).toMatchObject({
      function: { name: 'findUserRows', start_line: 5, source: expect.stringMatching(/^(export )?function/) },
      enclosing: [],
      callers: { certain: 1, likely: 0 },
    });
    const method = await call('get_function_at_line', { file_path: 'src/users.ts', line_number: '3' });
    expect(method).toMatchObject({ function: { name: 'load' }, enclosing: [{ name: 'Store' }] });
  });

  test('analyze_impact: users, and the files to verify', async () => {
    const answer = await call('analyze_impact', { targets: 'findUserRows' });
    expect(answer.must_verify).toEqual(['src/main.ts']);
    expect(answer.direct.map((one: { symbol: string }) => one.symbol)).toContain('main');
    expect(answer.isError).toBe(false);
  });

  test('a file written just before the call is seen by it', async () => {
    project.write('src/fresh.ts', 'export function freshlyWritten() {}\n');
    expect((await call('find_definitions', { symbol: 'freshlyWritten' })).total_matches).toBe(1);
    project.write('src/fresh.ts', 'export function writtenAgain() {}\n');
    expect(await symbolsOf('src/fresh.ts')).toEqual(['writtenAgain:1']);
  });
});

describe('kinds of files', () => {
  test('.tsx and .ts are each read with their own grammar', async () => {
    expect(await symbolsOf('App.tsx')).toEqual(['App:1', 'After:2']);
    expect(await symbolsOf('cast.ts')).toEqual(['a:1', 'After:2']);
  });

  test.each([
    [2, 'af:3'],
    [4, 'af:3'],
    [7, 'inner:6'],
    [8, 'af:3'],
    [9, null],
    [10, null],
    [11, 'p:12'],
    [14, 'p:14'],
  ])('line %i of the Python file is in %s', async (line_number, expected) => {
    const { function: found, isError } = await call('get_function_at_line', {
      file_path: 'a.py',
      line_number,
    });
    expect(isError).toBe(false);
    expect(found && `${found.name}:${found.line}`).toBe(expected);
  });

  test.each([0, 15, 999, -1])('line %i is refused with the number of lines', async (line_number) => {
    expect(await call('get_function_at_line', { file_path: 'a.py', line_number })).toMatchObject({
      isError: true,
      error: 'invalid_arguments',
      lines: 14,
    });
  });

  test('both scripts of a Vue file, with the lines of the file', async () => {
    expect(await symbolsOf('Comp.vue')).toEqual(['A:7', 'go:10']);
    const at = async (line_number: number) =>
      (await call('get_function_at_line', { file_path: 'Comp.vue', line_number })).function?.name ?? null;
    expect(await at(10)).toBe('go');
    expect(await at(3)).toBeNull();
  });

  test('a half-edited file gives what the error does not touch; the rest is found by text, with low confidence', async () => {
    const listed = await call('get_symbols', { path: 'half.ts' });
    expect(names(listed.symbols).map((name) => name.split(':')[0])).toEqual(
      expect.arrayContaining(['A', 'a', 'b', 'after']),
    );
    expect(listed).toMatchObject({ completeness: 'lower_bound', parse_errors: [{ file: 'half.ts' }] });
    const structure = await call('analyze_structure', { file_path: 'half.ts' });
    expect(structure.parse_errors.length).toBeGreaterThan(0);
    const found = await call('find_definitions', { symbol: 'c', path: 'half.ts' });
    expect(found.definitions).toMatchObject([{ file: 'half.ts', line: 4, confidence: 'low' }]);
  });

  test.each(['notes.foo'])('%s has no parser: its lines are read, and that is said', async (path) => {
    for (const answer of [
      await call('get_symbols', { path }),
      await call('analyze_structure', { file_path: path }),
    ]) {
      expect(answer).toMatchObject({ engine: 'text', completeness: 'lower_bound', isError: false });
      expect(JSON.stringify(answer)).toMatch(/"name":"(listed|people)".*"confidence":"low"/);
      expect(answer.message).toContain('without a parser');
    }
    expect(await call('get_function_at_line', { file_path: path, line_number: 1 })).toMatchObject({
      function: null,
      completeness: 'unknown',
    });
  });

  test('a folder that git ignores was not looked at', async () => {
    for (const [tool, args] of [
      ['get_symbols', {}],
      ['find_definitions', { symbol: 'hidden' }],
      ['find_references', { symbol: 'hidden' }],
    ] as const)
      expect(await call(tool, { ...args, path: 'ignored' })).toMatchObject({ completeness: 'unknown' });
  });
});

describe('ways to write a path', () => {
  test('with backslashes, with another composition of accents, absolute', async () => {
    expect(await symbolsOf('src\\x\\deep.ts')).toEqual(['deep:1']);
    expect(await symbolsOf('./src/x/../x/deep.ts')).toEqual(['deep:1']);
    expect(await symbolsOf(join(project.root, 'src/x/deep.ts'))).toEqual(['deep:1']);
    expect(await symbolsOf('ガ.ts'.normalize('NFC'))).toEqual(['ga:1']);
    expect(await symbolsOf('ガ.ts'.normalize('NFD'))).toEqual(['ga:1']);
  });

  test.each(['../project-evil.ts', 'src/../../project-evil.ts', 'ABSOLUTE'])(
    '%s leads outside: refused by every tool, without a word of the file',
    async (sent) => {
      const path = sent === 'ABSOLUTE' ? join(project.root, '..', 'project-evil.ts') : sent;
      for (const [tool, args] of [
        ['find_definitions', { symbol: 'secret', path }],
        ['find_references', { symbol: 'secret', path }],
        ['find_references', { symbol: 'secret', file: path, line: 1 }],
        ['analyze_structure', { file_path: path }],
        ['get_symbols', { path }],
        ['get_function_at_line', { file_path: path, line_number: 1 }],
        ['analyze_impact', { targets: [path] }],
      ] as const) {
        const answer = await call(tool, args);
        expect([tool, answer.isError, answer.error]).toEqual([tool, true, 'outside_root']);
        expect(JSON.stringify(answer)).not.toContain('export const');
      }
    },
  );
});

describe('what is refused, with the key and what to do', () => {
  test.each([
    ['find_definitions', { symbol: ' ' }, { key: 'symbol' }],
    ['find_definitions', { symbol: 'a', kind: 'clas' }, { key: 'kind', nearest: 'class' }],
    ['find_definitions', { symbol: 'a', language: 'typscript' }, { key: 'language', nearest: 'typescript' }],
    ['find_definitions', { symbol: 'a', path: 'src/user.ts' }, { key: 'path', nearest: 'src/users.ts' }],
    ['find_definitions', {}, { issues: [{ path: 'symbol' }] }],
    ['find_definitions', { symbol: 'a', max_results: 0 }, { issues: [{ path: 'max_results' }] }],
    ['find_definitions', { symbol: 'a', offset: -1 }, { issues: [{ path: 'offset' }] }],
    ['find_references', { symbol: '' }, { issues: [{ path: 'symbol' }] }],
    ['find_references', { symbol: 'a', line: 1 }, { key: 'file' }],
    ['find_references', { symbol: 'a', file: 'src', line: 1 }, { key: 'file' }],
    ['find_references', { symbol: 'a', file: 'src/users.ts', line: 0 }, { issues: [{ path: 'line' }] }],
    ['find_references', { symbol: 'a', file: 'none.ts' }, { key: 'file' }],
    ['find_references', { symbol: 'a', language: 'klingon' }, { key: 'language' }],
    ['analyze_structure', {}, { key: 'file_path' }],
    ['analyze_structure', { file_path: 'cast.ts', code: 'x', language: 'ts' }, { key: 'file_path' }],
    ['analyze_structure', { code: 'x' }, { key: 'language' }],
    ['analyze_structure', { code: 'x', language: 'klingon' }, { key: 'language' }],
    ['analyze_structure', { file_path: 'src' }, { key: 'file_path' }],
    ['analyze_structure', { file_path: 'binary.bin' }, { file: 'binary.bin' }],
    ['analyze_structure', { file_path: 'ignored/hidden.ts' }, { file: 'ignored/hidden.ts' }],
    ['get_symbols', { path: 'nowhere' }, { key: 'path' }],
    ['get_symbols', { path: 'binary.bin' }, { file: 'binary.bin' }],
    ['get_symbols', { path: 'src', kind: 'functoin' }, { key: 'kind', nearest: 'function' }],
    ['get_symbols', { file_path: 'src' }, { issues: [{ expected: 'path' }] }],
    ['get_function_at_line', { file_path: 'src/users.ts' }, { issues: [{ path: 'line_number' }] }],
    ['get_function_at_line', { file_path: '', line_number: 1 }, {}],
    ['get_function_at_line', { file_path: 'src', line_number: 1 }, { key: 'file_path' }],
    ['get_function_at_line', { file_path: 'empty.ts', line_number: 1 }, { lines: 0 }],
    ['get_function_at_line', { file_path: 'binary.bin', line_number: 1 }, { file: 'binary.bin' }],
    ['analyze_impact', { targets: [] }, {}],
    ['analyze_impact', { targets: 'src' }, { key: 'targets' }],
  ])('%s %j', async (tool, args, details) => {
    const answer = await call(tool, args);
    expect(answer).toMatchObject({ isError: true, error: 'invalid_arguments', ...details });
    expect(answer.message.length).toBeGreaterThan(20);
  });
});

describe('large answers', () => {
  let large: Project;
  afterEach(() => large.close());

  test('stay within 40,000 characters, and say how to go on', async () => {
    const functions = Array.from(
      { length: 900 },
      (_, at) => `export function many${at}(a: string) { return a; }`,
    );
    const members = Array.from({ length: 900 }, (_, at) => `  member${at}(a: string) { return a; }`);
    large = await openProject({
      files: {
        'many.ts': functions.join('\n'),
        'wide.ts': `export class Wide {\n${members.join('\n')}\n}\n`,
        'long.ts': `export function long() {\n${'  step("日本語");\n'.repeat(5_000)}}\n`,
        'uses.ts': `import { many1 } from './many';\n${'many1("x");\n'.repeat(900)}`,
      },
    });
    const pages = {
      symbols: await large.call('get_symbols', { path: 'many.ts', max_results: 1_000 }),
      wide: await large.call('get_symbols', { path: 'wide.ts' }),
      structure: await large.call('analyze_structure', { file_path: 'many.ts' }),
      structureWide: await large.call('analyze_structure', { file_path: 'wide.ts' }),
      definitions: await large.call('find_definitions', {
        symbol: 'many',
        exact_match: false,
        max_results: 500,
      }),
      references: await large.call('find_references', { symbol: 'many1', max_results: 1_000 }),
      source: await large.call('get_function_at_line', { file_path: 'long.ts', line_number: 9 }),
    };
    for (const [name, page] of Object.entries(pages))
      expect([name, JSON.stringify(page).length <= 40_000]).toEqual([name, true]);
    const { symbols, wide, structure, structureWide, definitions, references, source } = pages;
    expect(symbols).toMatchObject({
      total_matches: 900,
      truncated: true,
      next_offset: symbols.symbols.length,
    });
    expect(wide.symbols[0].members.length + wide.symbols[0].members_left_out).toBe(900);
    expect(structure).toMatchObject({ truncated: true, summary: { functions: 900 }, total_matches: 900 });
    expect(structureWide).toMatchObject({ truncated: true, summary: { by_kind: { method: 900 } } });
    expect(definitions.next_offset).toBe(definitions.definitions.length);
    expect(references).toMatchObject({ total_matches: 901, next_offset: references.references.length });
    expect(source.function.source_truncated).toBe(true);
    expect(source.message).toContain('long.ts');
  });
});

describe('a session', () => {
  let other: Project;
  afterEach(() => other.close());

  test('remembers what find_definitions found, and is reminded of it when it is restored', async () => {
    other = await openProject();
    const { session_id: id } = await other.call('start_session', {
      intent: 'MODIFY',
      query: 'q',
      flags: ['--no-doc'],
    });
    await other.call('find_definitions', { symbol: 'a' });
    expect(other.checkpoint(id).definitions_cache).toEqual({ '["a",".",null,true]': ['src/a.ts:1'] });
    await other.restart();
    const restored = await other.call('get_session_status', { session_id: id });
    expect(restored.recovered_from_checkpoint).toBe(true);
    expect(restored.instruction).toContain('a (src/a.ts:1)');
  });
});
