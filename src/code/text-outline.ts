import type { Kind } from './file-symbols.ts';
import type { SymbolNode } from './navigation.ts';

/** So many lines are named, and lines longer than this are data. */
const MOST_LINES = 2_000;
const LONGEST_LINE = 2_000;
const LONGEST_SIGNATURE = 300;

type Form = readonly [pattern: RegExp, kind: Kind];

const MODIFIERS =
  '(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|async|override|pub(?:\\([^)]*\\))?|open|data|local)\\s+)*';
const word = (keywords: string, kind: Kind): Form => [
  new RegExp(`^\\s*${MODIFIERS}(?:${keywords})\\s+([\\p{L}_$][\\p{L}\\p{N}_$.]*)`, 'u'),
  kind,
];

/** Lines that begin a definition in most languages. */
const ANY: readonly Form[] = [
  word('function|func|fun|fn|def|defp|defn|sub|proc|procedure|subroutine', 'function'),
  word('class|record', 'class'),
  word('interface|protocol', 'interface'),
  word('enum', 'enum'),
  word('struct', 'struct'),
  word('trait', 'trait'),
  word('module|namespace|defmodule|package', 'module'),
  word('type', 'type'),
];

const SQL_NAME =
  '(?:if\\s+not\\s+exists\\s+)?((?:["`[]?[\\p{L}_][\\p{L}\\p{N}_$]*["`\\]]?\\.)*["`[]?[\\p{L}_][\\p{L}\\p{N}_$]*)';
const SQL_MAKES = '^\\s*create\\s+(?:or\\s+replace\\s+)?(?:temp(?:orary)?\\s+|materialized\\s+|unique\\s+)?';
const OF_LANGUAGE: Readonly<Record<string, readonly Form[]>> = {
  markdown: [[/^#{1,6}\s+(.+?)\s*#*\s*$/u, 'heading']],
  sql: [
    [new RegExp(`${SQL_MAKES}(?:table|view)\\s+${SQL_NAME}`, 'iu'), 'table'],
    [new RegExp(`${SQL_MAKES}(?:function|procedure|trigger)\\s+${SQL_NAME}`, 'iu'), 'function'],
    [new RegExp(`${SQL_MAKES}(?:type|domain)\\s+${SQL_NAME}`, 'iu'), 'type'],
    [new RegExp(`${SQL_MAKES}(?:index|sequence|schema)\\s+${SQL_NAME}`, 'iu'), 'other'],
  ],
  scss: [
    [/^\s*@(?:mixin|function)\s+([\w-]+)/u, 'function'],
    [/^\s*(\$[\w-]+)\s*:/u, 'variable'],
    [/^\s*([^@{}/\s][^{}]*?)\s*\{/u, 'selector'],
  ],
};

/**
 * Lines of a text that look like definitions, for files that no parser knows: by their first words, with low confidence, each
 * one line long. In Markdown the headings outside of code fences.
 */
export function textOutline(text: string, language: string | null): readonly SymbolNode[] {
  const forms = OF_LANGUAGE[language ?? ''] ?? ANY;
  const found: SymbolNode[] = [];
  let fence = '';
  for (const [at, raw] of text.split('\n').entries()) {
    const line = raw.replace(/\r$/, '');
    if (line.length > LONGEST_LINE) continue;
    if (language === 'markdown') {
      const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
      if (fence === '' ? mark !== '' : mark.startsWith(fence)) {
        fence = fence === '' ? mark : '';
        continue;
      }
      if (fence !== '') continue;
    }
    for (const [pattern, kind] of forms) {
      const name = pattern.exec(line)?.[1];
      if (name === undefined) continue;
      found.push({
        name,
        kind,
        line: at + 1,
        column: line.indexOf(name) + 1,
        end_line: at + 1,
        scope: '',
        signature: line.trim().slice(0, LONGEST_SIGNATURE).toWellFormed(),
        exported: false,
        confidence: 'low',
      });
      break;
    }
    if (found.length >= MOST_LINES) break;
  }
  return found;
}
