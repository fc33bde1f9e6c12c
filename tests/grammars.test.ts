import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { languages } from '../src/code/languages.ts';
import type { SyntaxNode } from '../src/code/syntax.ts';
import { syntaxParser } from '../src/platform/tree-sitter.ts';
import { Refusal } from '../src/shared/refusal.ts';
import { grammarSamples } from './support/grammar-samples.ts';
import { withRegistry } from './support/package-registry.ts';
import { parser } from './support/syntax.ts';

const root = join(import.meta.dirname, '..');
const grammars = join(root, 'src', 'grammars');
const temporary = mkdtempSync(join(tmpdir(), 'code-intel-grammars-test-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

interface Entry {
  readonly license: string;
  readonly upstream: string;
  readonly [key: string]: unknown;
}
type Lock = Readonly<Record<string, Entry>>;
const lock = JSON.parse(readFileSync(join(grammars, 'grammars.json'), 'utf8')) as Lock;

/** Runs `scripts/vendor-grammars.mjs`; the exit status with what was said. */
async function vendor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const script = join(root, 'scripts', 'vendor-grammars.mjs');
  const options = { env: { ...process.env, ...env }, encoding: 'utf8' as const };
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], options);
    return { status: 0, said: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, said: stdout + stderr };
  }
}

/** Every node with its place: two trees are the same where this is. */
const outline = (node: SyntaxNode): string =>
  `${node.type}@${node.startIndex}-${node.endIndex}(${node.children.map((child) => (child ? outline(child) : '')).join()})`;

const typesIn = (node: SyntaxNode): string[] => [
  node.type,
  ...node.children.flatMap((child) => (child ? typesIn(child) : [])),
];

/** A language that is read with the grammar. */
function readWith(grammar: string): string {
  const language = languages.find((one) => one.grammar === grammar);
  if (!language) throw new Error(`no language is read with ${grammar}`);
  return language.id;
}

async function outlineOf(grammar: string, text: string): Promise<string> {
  const id = readWith(grammar);
  await parser.prepare([id]);
  const tree = parser.parse(id, text);
  if (!tree) throw new Error(`${grammar} did not end`);
  try {
    return outline(tree.root);
  } finally {
    tree.dispose();
  }
}

describe('the vendored grammars', () => {
  test('are those that the table of languages names, each with a sample', () => {
    const used = new Set(languages.flatMap(({ grammar }) => grammar ?? []));
    expect(Object.keys(lock).sort()).toEqual([...used].sort());
    expect(Object.keys(grammarSamples).sort()).toEqual([...used].sort());
  });

  test('are byte for byte what the lock says, with nothing beside them', async () => {
    expect(await vendor(['--check'])).toMatchObject({ status: 0 });
  });

  test.each(Object.entries(grammarSamples))('read %s without an error', async (grammar, { text, nodes }) => {
    const id = readWith(grammar);
    await parser.prepare([id]);
    const tree = parser.parse(id, text);
    if (!tree) throw new Error(`${grammar} did not end`);
    const types = new Set(typesIn(tree.root));
    expect({ errors: tree.root.hasError, missing: nodes.filter((type) => !types.has(type)) }).toEqual({
      errors: false,
      missing: [],
    });
    tree.dispose();
  });

  test('read a text alike whichever texts, whole or half-written, were read before', async () => {
    const samples = Object.entries(grammarSamples);
    const first = new Map<string, string>();
    for (const [grammar, { text }] of samples) first.set(grammar, await outlineOf(grammar, text));
    for (const [grammar, { text }] of samples)
      for (let end = 1; end < text.length; end += 7) await outlineOf(grammar, text.slice(0, end));
    for (const [grammar, { text }] of samples.reverse())
      expect(await outlineOf(grammar, text)).toBe(first.get(grammar));
  });

  test.each(Object.entries(lock))('carry the licence that is told of %s', (_, { license, upstream }) => {
    const text = readFileSync(join(grammars, 'licenses', `${basename(upstream)}.txt`), 'utf8');
    const words: Readonly<Record<string, RegExp>> = {
      MIT: /Permission is hereby granted, free of charge[\s\S]+WITHOUT WARRANTY OF ANY KIND/,
      'Apache-2.0': /Apache License\s+Version 2\.0, January 2004/,
    };
    expect(text).toMatch(words[license] ?? /no words of this licence are known/);
  });
});

describe('a grammar that cannot be loaded is a refusal that names it', () => {
  const whole = readFileSync(join(grammars, 'json.wasm'));
  const loader = whole.indexOf('dylink.0');
  test.each<[string, Uint8Array | null]>([
    ['is missing', null],
    ['is empty', new Uint8Array()],
    ['is cut off', whole.subarray(0, whole.length / 2)],
    ['is a page of a proxy', Buffer.from('<!doctype html>')],
    [
      'was built for another loader',
      Buffer.concat([whole.subarray(0, loader), Buffer.from('dylink.9'), whole.subarray(loader + 8)]),
    ],
  ])('where it %s', async (title, bytes) => {
    const folder = join(temporary, title.replaceAll(' ', '-'));
    mkdirSync(folder);
    if (bytes) writeFileSync(join(folder, 'json.wasm'), bytes);
    const broken = syntaxParser({
      grammars: folder,
      queries: join(root, 'src', 'code', 'queries'),
      runtime: join(root, 'node_modules', 'web-tree-sitter', 'web-tree-sitter.wasm'),
    });
    const refusal = await broken.prepare(['json']).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: 'no_grammar', details: { language: 'json' } });
    expect(broken.isPrepared('json')).toBe(false);
  });
});

test('the check of the vendored grammars tells of everything that is not as the lock says', async () => {
  const folder = join(temporary, 'checked');
  const at = (file: string) => join(folder, file);
  const named = ['lua', 'json', 'html', 'toml', 'yaml', 'css'];
  const files = named.flatMap((name) => [`${name}.wasm`, `licenses/tree-sitter-${name}.txt`]);
  mkdirSync(at('licenses'), { recursive: true });
  for (const file of files) cpSync(join(grammars, file), at(file));
  writeFileSync(
    at('grammars.json'),
    JSON.stringify(Object.fromEntries(named.map((name) => [name, lock[name]]))),
  );
  expect(await vendor(['--check', '--folder', folder])).toMatchObject({ status: 0 });

  flip(at('lua.wasm'));
  truncateSync(at('json.wasm'), 9);
  rmSync(at('html.wasm'));
  flip(at('licenses/tree-sitter-toml.txt'));
  rmSync(at('licenses/tree-sitter-yaml.txt'));
  writeFileSync(at('cobol.wasm'), '');
  writeFileSync(at('licenses/x.txt'), '');
  const { status, said } = await vendor(['--check', '--folder', folder]);
  expect(status).toBe(1);
  expect(said.trim().split('\n')).toEqual([
    expect.stringMatching(/^lua: sha256 is [0-9a-f]{64}, the lock says [0-9a-f]{64}$/),
    expect.stringMatching(/^json: sha256 is /),
    `json: bytes is 9, the lock says ${lock.json?.bytes}`,
    `json: abi is -1, the lock says ${lock.json?.abi}`,
    'html: html.wasm is missing',
    expect.stringMatching(/^toml: license_text: sha256 is /),
    'yaml: licenses/tree-sitter-yaml.txt is missing',
    'cobol.wasm is not named in the lock',
    'licenses/x.txt is not named in the lock',
  ]);
});

/** One bit near the end of a file. */
function flip(file: string): void {
  const bytes = readFileSync(file);
  const at = bytes.length - 3;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

describe('vendoring from a package registry', () => {
  const files = {
    'grammar.wasm': readFileSync(join(grammars, 'json.wasm')),
    LICENSE: Buffer.from('Permission is hereby granted'),
  };
  const unknown = {
    package: '@some/tree-sitter-json',
    version: '1.2.3',
    path: 'grammar.wasm',
    license: 'MIT',
    upstream: 'https://example.com/tree-sitter-json',
    license_text: { path: 'LICENSE' },
  };

  test('a lock is filled from the package, and then holds; what is not as it says is not written', async () => {
    await withRegistry({ name: unknown.package, version: unknown.version, files }, async (env) => {
      const folder = join(temporary, 'vendored');
      mkdirSync(folder);
      const file = join(folder, 'grammars.json');
      const read = () => JSON.parse(readFileSync(file, 'utf8')) as { json: Record<string, unknown> };
      const run = async (entry: Record<string, unknown>, ...args: string[]) => {
        writeFileSync(file, JSON.stringify({ json: entry }));
        return vendor([...args, '--folder', folder], env);
      };

      expect(await run(unknown, '--update')).toMatchObject({ status: 0 });
      const { json } = read();
      expect(json).toEqual({
        ...unknown,
        integrity: expect.stringMatching(/^sha512-/),
        sha256: lock.json?.sha256,
        bytes: files['grammar.wasm'].length,
        abi: lock.json?.abi,
        license_text: { path: 'LICENSE', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      });
      expect(readFileSync(join(folder, 'json.wasm')).equals(files['grammar.wasm'])).toBe(true);
      expect(readFileSync(join(folder, 'licenses', 'tree-sitter-json.txt')).equals(files.LICENSE)).toBe(true);

      writeFileSync(join(folder, 'json.wasm'), 'damaged');
      writeFileSync(join(folder, 'left-over.wasm'), '');
      const patch = { offset: 0, from: '0061736d', to: '0061736d', reason: 'for a test' };
      expect(await run({ ...json, patches: [patch] })).toMatchObject({ status: 0 });
      expect(await vendor(['--check', '--folder', folder])).toMatchObject({ status: 0 });

      const refused: [Record<string, unknown>, string][] = [
        [{ ...json, integrity: 'sha512-AAAA' }, '@some/tree-sitter-json@1.2.3: integrity is sha512-'],
        [{ ...json, sha256: 'ab' }, 'json: sha256 is '],
        [{ ...json, license_text: { path: 'LICENSE', sha256: 'cd' } }, 'json: license_text: sha256 is '],
        [{ ...json, path: 'other.wasm' }, 'other.wasm'],
        [{ ...json, version: '9.9.9' }, '9.9.9'],
        [{ ...json, patches: [{ ...patch, from: '00000000' }] }, 'does not hold 00000000 at 0'],
      ];
      writeFileSync(join(folder, 'json.wasm'), 'untouched');
      for (const [entry, words] of refused)
        expect(await run(entry)).toEqual({ status: 1, said: expect.stringContaining(words) });
      expect(readFileSync(join(folder, 'json.wasm'), 'utf8')).toBe('untouched');
    });
  });
});
