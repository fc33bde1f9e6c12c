/**
 * Keeps the documents true: what stands between `<!-- generated:NAME -->` and `<!-- /generated -->` comes from the code,
 * and this repository's own set-up is what `init` would write.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedFiles } from '../src/bin/init/plan.ts';
import type { Language } from '../src/text/text.ts';
import { type SectionName, sections } from './docs-sections.ts';

interface Document {
  readonly file: string;
  readonly content: string;
}

const withSections: readonly { readonly file: string; readonly language: Language }[] = [
  { file: 'README.md', language: 'en' },
  { file: 'src/shipped/en/commands/code.md', language: 'en' },
  { file: 'src/shipped/ja/commands/code.md', language: 'ja' },
];

/** The documents that are not as the code would have them, with the content that they should have. */
export function staleDocuments(root: string): Document[] {
  const at = (file: string) => readFileSync(join(root, file), 'utf8');
  const filled = withSections.map(({ file, language }) => ({ file, content: fill(at(file), language) }));
  // The repository works with the files that it ships.
  const own = shippedFiles(join(root, 'src', 'shipped'), 'en').map(({ from, to }) => ({
    file: to,
    content:
      filled.find(({ file }) => file === `src/shipped/en/${from}`)?.content ?? at(`src/shipped/en/${from}`),
  }));
  return [...filled, ...own].filter(({ file, content }) => content !== readOrEmpty(join(root, file)));
}

/** The text with every marked part renewed; throws for a marker that names no section or is not closed. */
export function fill(text: string, language: Language): string {
  const open = text.match(/<!-- generated:/g)?.length ?? 0;
  let closed = 0;
  const filled = text.replace(
    /<!-- generated:(\S+) -->\n[\s\S]*?<!-- \/generated -->/g,
    (_, name: string): string => {
      closed++;
      if (!Object.hasOwn(sections, name)) throw new Error(`no section is named ${name}`);
      return `<!-- generated:${name} -->\n${sections[name as SectionName](language)}\n<!-- /generated -->`;
    },
  );
  if (open !== closed) throw new Error('a generated part is not closed');
  return filled;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
