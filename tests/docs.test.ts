import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fill, staleDocuments } from '../scripts/docs.ts';
import { ignoreFile, plan } from '../src/bin/init/plan.ts';
import { packageInfo } from '../src/bin/package-root.ts';
import { instructions } from '../src/server/instructions.ts';
import { phases } from '../src/session/phases/index.ts';
import { Session } from '../src/session/session.ts';
import { languages, speaker } from '../src/text/text.ts';
import { tools } from '../src/tools/index.ts';
import { removedTools } from '../src/tools/removed-tools.ts';

test('the generated parts of the documents are what the code says (else: npm run docs)', () => {
  expect(staleDocuments(process.cwd()).map(({ file }) => file)).toEqual([]);
});

test('this repository has the command file and the texts that init writes', () => {
  const files = plan(process.cwd(), {
    language: 'en',
    chosen: false,
    info: packageInfo(),
    commands: ['npm test'],
  });
  // How a contributor's own client is set up is not for the repository to say.
  const shared = files.filter(
    ({ file }) => !['.mcp.json', '.claude/settings.json', ignoreFile].includes(file),
  );
  expect(shared.length).toBeGreaterThan(10);
  expect(shared.filter(({ state }) => state !== 'same')).toEqual([]);
});

describe('filling in', () => {
  test('renews what stands between the markers and nothing else', () => {
    expect(fill('a\n<!-- generated:steps -->\nold\n<!-- /generated -->\nb\n', 'en')).toMatch(
      /^a\n<!-- generated:steps -->\n\| step \|[\s\S]*MERGE[\s\S]*\n<!-- \/generated -->\nb\n$/,
    );
  });

  test.each([
    ['a section that does not exist', '<!-- generated:stepz -->\n<!-- /generated -->'],
    ['a part that is not closed', '<!-- generated:steps -->\n'],
  ])('%s is an error', (_, text) => {
    expect(() => fill(text, 'en')).toThrow();
  });
});

describe.each(languages)('the command file (%s)', (language) => {
  const text = readFileSync(`src/shipped/${language}/commands/code.md`, 'utf8');

  test('has at most 200 lines', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
  });

  test('serves the project and the plugin: its own name, both names of the server', () => {
    const [, front = ''] = text.split('---\n');
    expect(front).toMatch(/^name: code$/m);
    expect(front).toMatch(/^description: ".+"$/m);
    expect(front).toMatch(/^argument-hint: ".+"$/m);
    expect(front).toMatch(/^allowed-tools: mcp__code-intel, mcp__plugin_code-intel_code-intel$/m);
    expect(text.split('---\n').slice(2).join('')).not.toContain('mcp__');
  });

  test('takes the request once, and holds nothing that the client would replace or run', () => {
    expect(text.match(/\$ARGUMENTS/g)).toHaveLength(1);
    expect(text).not.toMatch(/\$\d|\$\{|^!|!`|^@/m);
  });

  test('has the rules word for word as the instructions of the server', () => {
    const [, part = ''] = /<!-- generated:rules -->\n([\s\S]*?)\n<!--/.exec(text) ?? [];
    const rules = part.split('\n').map((line) => line.replace(/^\d+\. /, ''));
    expect(rules).toHaveLength(5);
    const said = instructions(tools, speaker(language));
    for (const rule of rules) expect(said).toContain(rule);
  });

  test('names the tools that there are, and no others', () => {
    const listed = new Set(tools.map(({ name }) => name));
    for (const name of listed) expect(text).toContain(name);
    const later =
      /\b(find_definitions|find_references|analyze_structure|get_symbols|get_function_at_line|fetch_chunk_detail|semantic_search|analyze_impact|sync_index|update_context)\b/g;
    expect((text.match(later) ?? []).filter((name) => !listed.has(name))).toEqual([]);
    expect(Object.keys(removedTools).filter((name) => text.includes(name))).toEqual([]);
  });

  test('holds no payload and no example of an answer: the server gives them', () => {
    expect(text).not.toContain('```');
    expect(text).not.toMatch(/[{}]/);
    const session = Session.parse({
      session_id: 'the-payloads',
      intent: 'IMPLEMENT',
      query: '',
      phase: 'READY',
    });
    const keys = phases.flatMap(({ steps }) =>
      steps.flatMap((step) => Object.keys(step.payload(session).shape)),
    );
    expect(keys).toContain('explored_files');
    expect(keys.filter((key) => new RegExp(`[\`"']${key}[\`"']|\\b${key}: `).test(text))).toEqual([]);
  });
});

test('both command files have the same parts', () => {
  const outline = (language: string) =>
    readFileSync(`src/shipped/${language}/commands/code.md`, 'utf8')
      .split('\n')
      .flatMap((line) => /^(#+ |<!-- generated:\S+|\d+\. |- |\| (?!---|Step|step))/.exec(line)?.[1] ?? []);
  expect(outline('ja')).toEqual(outline('en'));
});

test('the Japanese command file asks and tells in the words that people know', () => {
  const text = readFileSync('src/shipped/ja/commands/code.md', 'utf8');
  for (const words of [
    "前回のセッションが見つかりました (READY Step 13: '…')",
    '復元する',
    '破棄して新規',
    '復元可能なセッションがありません',
  ])
    expect(text).toContain(words);
});
