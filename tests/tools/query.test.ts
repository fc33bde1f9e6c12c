import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProject } from '../support/project.ts';

type Project = Awaited<ReturnType<typeof openProject>>;
let project: Project;

beforeAll(async () => {
  project = await openProject({
    files: {
      'src/auth/login.ts': [
        '/** Checks the password of a user and opens a session. */',
        'export function authenticateUser(name: string, password: string) {',
        "  if (password === '') throw new Error('the password must not be empty');",
        '  return openSession(name);',
        '}',
        'export const openSession = (name: string) => ({ name });',
        '',
      ].join('\n'),
      'src/shop/cart.ts': [
        '// 合計金額を計算する',
        'export function totalAmount(prices: number[]) {',
        '  return prices.reduce((sum, price) => sum + price, 0);',
        '}',
        '',
      ].join('\n'),
      'src/main.ts': [
        "import { authenticateUser } from './auth/login.js';",
        "authenticateUser('a', 'b');",
        '',
      ].join('\n'),
      'tests/login.test.ts':
        "import { authenticateUser } from '../src/auth/login.js';\nauthenticateUser('', '');\n",
    },
  });
});
afterAll(() => project.close());

interface Result {
  file: string;
  line: number;
  snippet: string;
  why: string;
  found_by: string[];
  score: number;
}
async function ask(text: string, rest: Record<string, unknown> = {}) {
  const answer = await project.call('query', { text, ...rest });
  return answer as unknown as {
    results: Result[];
    plan: { about: string; ran: { tool: string; what: string; found: number }[] };
    completeness: string;
    total_matches: number;
    truncated: boolean;
    next_offset?: number;
    message?: string;
    error?: string;
  };
}

describe('query', () => {
  test('a name: its definition first, then who uses it, tests last', async () => {
    const { results, plan } = await ask('authenticateUser');
    expect(plan.about).toBe('symbol');
    expect(results[0]).toMatchObject({ file: 'src/auth/login.ts', line: 2, score: 1 });
    expect(results[0]?.snippet).toContain('export function authenticateUser');
    expect(results[0]?.found_by).toContain('find_definitions');
    expect(results.at(-1)?.file).toBe('tests/login.test.ts');
    expect(plan.ran.map(({ tool }) => tool)).toEqual(['find_definitions', 'find_references']);
  });

  test('an English and a Japanese question find the same function', async () => {
    expect((await ask('Where is the password of a user checked?')).results[0]).toMatchObject({
      file: 'src/auth/login.ts',
    });
    expect((await ask('ユーザーのパスワードはどこで確認されますか')).results[0]).toMatchObject({
      file: 'src/auth/login.ts',
    });
    expect((await ask('合計金額はどこで計算していますか')).results[0]).toMatchObject({
      file: 'src/shop/cart.ts',
    });
  });

  test('an error message with its trace leads to its lines', async () => {
    const { results, plan } = await ask(
      'Error: the password must not be empty\n    at authenticateUser (/srv/app/src/auth/login.ts:3:37)',
    );
    expect(plan.about).toBe('error');
    expect(results[0]).toMatchObject({ file: 'src/auth/login.ts', line: 3 });
    expect(results[0]?.found_by).toEqual(expect.arrayContaining(['places', 'search_text']));
  });

  test('quoted text is found as it stands, a file by its name', async () => {
    expect((await ask('"must not be empty"')).results[0]).toMatchObject({
      file: 'src/auth/login.ts',
      line: 3,
    });
    expect((await ask('cart.ts')).results[0]).toMatchObject({ file: 'src/shop/cart.ts' });
  });

  test('it looks only where it is asked to, and pages', async () => {
    const { results } = await ask('authenticateUser', { path: 'src/auth' });
    expect(new Set(results.map(({ file }) => file))).toEqual(new Set(['src/auth/login.ts']));
    const first = await ask('authenticateUser', { max_results: 1 });
    expect(first).toMatchObject({ truncated: true, next_offset: 1 });
    const second = await ask('authenticateUser', { max_results: 1, offset: 1 });
    expect(second.results[0]).not.toEqual(first.results[0]);
  });

  test('nothing found says what was looked for; bad input is refused', async () => {
    const nothing = await ask('zzzUnheardOf');
    expect(nothing).toMatchObject({ results: [], total_matches: 0 });
    expect(nothing.message).toContain('plan');
    expect(await ask('  ')).toMatchObject({ error: 'invalid_arguments' });
    expect(await ask('x', { path: '../..' })).toMatchObject({ error: 'outside_root' });
  });
});
