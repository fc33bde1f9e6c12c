import { escapeRegex } from '../shared/regex.ts';
import type { FoundDefinition, ImpactAnswer } from './navigation.ts';
import { isDocument, isTestPath, stemOf, stemWords } from './path-roles.ts';
import { folderOf } from './project-view.ts';
import { byFile } from './reached-places.ts';
import type { SymbolIndex } from './symbol-index.ts';

/** What a change may concern although nothing ties it: documents that speak of it, files that are named alike. */

const MOST_DOCUMENT_LINES = 100;
const MOST_SIBLINGS = 20;

/** Lines of documents that name a target, by whole word, or a file by its path. */
export function documentsAbout(
  index: SymbolIndex,
  symbols: readonly FoundDefinition[],
  files: readonly string[],
): ImpactAnswer['documents'] {
  const names = [...new Set(symbols.map(({ name }) => name))].filter((name) => name.length >= 3);
  const words = [...names, ...files];
  if (words.length === 0) return [];
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_$])(?:${words.map(escapeRegex).join('|')})(?![\\p{L}\\p{N}_$])`,
    'u',
  );
  const lines: { file: string; line: number; text: string }[] = [];
  for (const file of index.allPaths()) {
    if (!isDocument(file) || files.includes(file)) continue;
    const text = index.readText(file);
    if (text === null || !pattern.test(text)) continue;
    for (const [at, line] of text.split(/\r?\n/).entries())
      if (pattern.test(line) && lines.length < MOST_DOCUMENT_LINES)
        lines.push({ file, line: at + 1, text: line.trim().slice(0, 200) });
  }
  return lines;
}

/** Files that are named as the subjects are: the same stem beside them, or the same first word in their folder. */
export function siblingsOf(index: SymbolIndex, subjects: readonly string[]): ImpactAnswer['naming'] {
  const siblings = new Map<string, string>();
  for (const subject of subjects) {
    const folder = folderOf(subject);
    const stem = stemOf(subject).toLowerCase();
    const words = stemWords(subject);
    for (const file of index.allPaths()) {
      if (subjects.includes(file) || isTestPath(file) || siblings.has(file) || siblings.size >= MOST_SIBLINGS)
        continue;
      if (folderOf(file) !== folder) continue;
      if (stemOf(file).toLowerCase() === stem) siblings.set(file, stem);
      else if (words.length > 1 && stemWords(file).length > 1 && stemWords(file)[0] === words[0])
        siblings.set(file, `${words[0]}-`);
    }
  }
  return [...siblings].map(([file, why]) => ({ file, why })).sort(byFile);
}
