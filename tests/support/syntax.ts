import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractSymbols } from '../../src/code/extract.ts';
import type { FileSymbols } from '../../src/code/file-symbols.ts';
import { languageOf } from '../../src/code/languages.ts';
import { outlineOf } from '../../src/code/outline/index.ts';
import { scriptBlocks } from '../../src/code/script-blocks.ts';
import type { SyntaxTree } from '../../src/code/syntax.ts';
import { syntaxParser } from '../../src/platform/tree-sitter.ts';

const root = join(import.meta.dirname, '..', '..');

/** The real grammars and query files of the sources. */
export const parser = syntaxParser({
  grammars: join(root, 'src', 'grammars'),
  queries: join(root, 'src', 'code', 'queries'),
  runtime: join(root, 'node_modules', 'web-tree-sitter', 'web-tree-sitter.wasm'),
});

/** Parses a text as the file of that name would be. */
export async function parseAs(path: string, text: string): Promise<SyntaxTree> {
  const language = languageOf(path, text.split('\n', 1)[0]);
  if (!language) throw new Error(`no language for ${path}`);
  await parser.prepare([language.id]);
  const code = language.scriptBlocks ? (scriptBlocks(text) ?? '') : text;
  const tree = parser.parse(language.id, code);
  if (!tree) throw new Error(`${path} could not be parsed`);
  return tree;
}

export async function symbolsOf(path: string, text: string): Promise<FileSymbols> {
  const language = languageOf(path, text.split('\n', 1)[0]);
  if (!language) throw new Error(`no language for ${path}`);
  if (language.grammar === null) {
    const outline = outlineOf(language.id, text);
    if (!outline) throw new Error(`no outline for ${path}`);
    return outline;
  }
  const tree = await parseAs(path, text);
  try {
    return extractSymbols(tree, language);
  } finally {
    tree.dispose();
  }
}

/** The source with a line of carets under each definition's name, and what the index keeps of it. */
export function annotate(text: string, symbols: FileSymbols): string {
  const lines = text.split('\n');
  const notes = new Map<number, string[]>();
  const note = (line: number, said: string) => notes.set(line, [...(notes.get(line) ?? []), said]);
  for (const one of [...symbols.definitions].sort((a, b) => a.line - b.line || a.column - b.column)) {
    const flags = [
      one.exported && 'exported',
      one.is_default && 'default',
      one.is_signature && 'signature',
      one.is_local && 'local',
      one.type !== undefined && `type=${one.type}`,
      one.bases.length > 0 && `bases=${one.bases.join(',')}`,
      one.decorators.length > 0 && `decorators=${one.decorators.join(',')}`,
    ].filter(Boolean);
    note(
      one.line,
      `${' '.repeat(one.column - 1)}${'^'.repeat(Math.max(1, one.name.length))} ${one.kind} ${[...one.scope, one.name].join('.')} ${one.start_line}-${one.end_line}${flags.length > 0 ? ` ${flags.join(' ')}` : ''} | ${one.signature}`,
    );
  }
  for (const one of symbols.imports)
    note(
      one.line,
      `@import ${one.name || '-'} as ${one.local || '-'} from ${one.source}${one.namespace ? ' namespace' : ''}${one.reexport ? ' reexport' : ''}${one.is_local ? ' local' : ''}`,
    );
  for (const one of symbols.exports) note(one.line, `@export ${one.local} as ${one.name}`);
  const body = lines.flatMap((line, index) => [
    `  ${line}`,
    ...(notes.get(index + 1) ?? []).map((said) => `# ${said}`),
  ]);
  return [
    ...(symbols.package ? [`# package ${symbols.package}`] : []),
    ...body,
    `# parse errors: ${symbols.parse_errors.join(', ') || 'none'}`,
  ].join('\n');
}

export const readFixture = (name: string): string =>
  readFileSync(join(root, 'tests', 'fixtures', 'languages', name), 'utf8');
