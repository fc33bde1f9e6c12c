import type { Import } from '../file-symbols.ts';
import type { SyntaxNode } from '../syntax.ts';

/**
 * The imports of Java, Kotlin and Scala. `source` is the whole dotted path of the package (of the class where a member of
 * it is imported), `name` its last part, `*` for all names; `local` the alias, the name, or '' for all names.
 */
export function jvmImports(node: SyntaxNode): readonly Import[] {
  const text = node.text
    .replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, ' ')
    .trim()
    .replace(/^import\s+(?:static\s+)?/, '')
    .replace(/;\s*$/, '');
  return splitOutside(text).flatMap((path) => selected(node, path.trim()));
}

function selected(node: SyntaxNode, path: string): readonly Import[] {
  const group = /^(.*?)\s*\.\s*\{(.*)\}$/s.exec(path);
  if (group) {
    const [, source = '', names = ''] = group;
    return names.split(',').flatMap((name) => (name.trim() ? single(node, `${source}.${name.trim()}`) : []));
  }
  return single(node, path);
}

function single(node: SyntaxNode, path: string): readonly Import[] {
  const renamed = /^(.*?)\s*(?:=>|\bas\b)\s*(\S+)$/s.exec(path);
  const dotted = (renamed?.[1] ?? path).replace(/[\s`]+/g, '');
  const at = dotted.lastIndexOf('.');
  const last = dotted.slice(at + 1);
  const source = at < 0 ? '' : dotted.slice(0, at);
  const alias = renamed?.[2]?.replace(/`/g, '');
  if (last === '' || alias === '_') return [];
  const name = last === '_' || last === '*' || last === 'given' ? '*' : last;
  const place = placeOf(node, alias ?? name);
  return [{ ...place, source, name, local: name === '*' ? '' : (alias ?? name) }];
}

/** Where the last identifier of that text stands; where there is none, the import itself. */
function placeOf(node: SyntaxNode, name: string): { line: number; column: number } {
  let found = node;
  const open: SyntaxNode[] = [node];
  while (open.length > 0) {
    const one = open.pop() as SyntaxNode;
    if (one.text === name && one.startIndex >= found.startIndex) found = one;
    for (const child of one.children) if (child) open.push(child);
  }
  return { line: found.startPosition.row + 1, column: found.startPosition.column + 1 };
}

/** Splits at the commas that stand outside braces. */
function splitOutside(text: string): string[] {
  return text.split(/,(?![^{]*\})/);
}
