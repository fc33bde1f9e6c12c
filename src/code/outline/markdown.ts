import type { FileSymbols } from '../file-symbols.ts';
import { lineStarts, type Stretch, shortened, symbolsOfStretches } from './scan.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;
/** Lines that begin something else than a paragraph: a line of dashes below them makes no heading. */
const NO_PARAGRAPH = /^(?: {4}|\t| {0,3}(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|\|))/;

/**
 * The headings of a Markdown text, each from its line to the line before the next of its rank or a higher one, in the headings
 * that hold it. What stands in fences, HTML comments and front matter is no heading.
 */
export function markdownOutline(text: string): FileSymbols {
  const starts = lineStarts(text);
  const found: (Stretch & { readonly rank: number })[] = [];
  const open: number[] = [];
  const unclosed: number[] = [];
  let fence: { readonly mark: string; readonly at: number } | null = null;
  let comment = false;
  /** The paragraph that a line of `=` or `-` would make a heading of: where it begins. */
  let paragraph = -1;
  let first = 0;

  const lineOf = (index: number): string => {
    const line = text.slice(starts[index] ?? 0, (starts[index + 1] ?? text.length + 1) - 1);
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  };

  function heading(rank: number, name: string, at: number, start: number): void {
    for (let last = open.at(-1); last !== undefined && (found[last]?.rank ?? 0) >= rank; last = open.at(-1)) {
      (found[last] as Stretch).end = start;
      open.pop();
    }
    const parent = open.at(-1) ?? -1;
    const signature = shortened(`${'#'.repeat(rank)} ${name}`);
    found.push({ name, kind: 'heading', at, start, end: text.length, parent, signature, rank });
    open.push(found.length - 1);
  }

  if (/^---[ \t]*$/.test(lineOf(0).replace(/^\uFEFF/, '')))
    for (let index = 1; index < starts.length; index += 1)
      if (/^(?:---|\.\.\.)[ \t]*$/.test(lineOf(index))) {
        first = index + 1;
        break;
      }

  for (let index = first; index < starts.length; index += 1) {
    const start = starts[index] ?? 0;
    const line = lineOf(index);
    if (comment) {
      comment = !line.includes('-->');
      continue;
    }
    const mark = FENCE.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence.mark) && /^[`~ \t]*$/.test(line)) fence = null;
      continue;
    }
    // Backquotes after the mark make it code within a line.
    if (
      mark !== undefined &&
      (mark.startsWith('~') || !line.slice(line.indexOf(mark) + mark.length).includes('`'))
    ) {
      fence = { mark, at: start };
      paragraph = -1;
      continue;
    }
    if (/^ {0,3}<!--/.test(line)) {
      comment = !line.includes('-->', line.indexOf('<!--') + 4);
      paragraph = -1;
      continue;
    }
    const atx = ATX.exec(line)?.[1];
    if (atx !== undefined) {
      const name = atxName(line.slice(line.indexOf(atx) + atx.length));
      if (name !== '')
        heading(atx.length, name, start + line.indexOf(name, line.indexOf(atx) + atx.length), start);
      paragraph = -1;
      continue;
    }
    const under = SETEXT.exec(line)?.[1];
    if (under !== undefined && paragraph >= 0) {
      const head = text.slice(paragraph, start);
      const name = head.replace(/\s+/g, ' ').trim();
      const at = paragraph + (head.length - head.trimStart().length);
      heading(under.startsWith('=') ? 1 : 2, name, at, paragraph);
      paragraph = -1;
      continue;
    }
    if (line.trim() === '' || (NO_PARAGRAPH.test(line) && paragraph < 0)) paragraph = -1;
    else if (NO_PARAGRAPH.test(line)) paragraph = -1;
    else if (paragraph < 0) paragraph = start;
  }
  if (fence) unclosed.push(fence.at);
  return symbolsOfStretches('markdown', text, found, [], unclosed);
}

/** The text of a heading, without the marks that may close it. */
function atxName(rest: string): string {
  const name = rest.trim();
  let end = name.length;
  while (end > 0 && name[end - 1] === '#') end -= 1;
  if (end === 0) return '';
  return end < name.length && /[ \t]/.test(name[end - 1] ?? '') ? name.slice(0, end).trimEnd() : name;
}
