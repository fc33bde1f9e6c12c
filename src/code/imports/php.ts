import type { Import } from '../file-symbols.ts';
import type { SyntaxNode } from '../syntax.ts';

/**
 * The names that a PHP `use` brings: classes, functions, constants, groups and aliases. `source` is the namespace with
 * backslashes and without the first one, `name` the last part, `local` the alias or the name.
 */
export function phpImports(node: SyntaxNode): readonly Import[] {
  const group = node.children.find((child) => child?.type === 'namespace_use_group');
  const prefix = group ? node.children.find((child) => child?.type === 'namespace_name')?.text : undefined;
  const clauses = (group ?? node).children.filter((child) => child?.type === 'namespace_use_clause');
  return clauses.flatMap((clause) => {
    if (!clause) return [];
    const written = clause.text.replace(/^(?:function|const)\s+/i, '');
    const [path = '', alias] = written.split(/\s+as\s+/i).map((part) => part.trim());
    const full = `${prefix !== undefined ? `${prefix}\\` : ''}${path}`
      .replace(/\s+/g, '')
      .replace(/^\\+/, '');
    const at = full.lastIndexOf('\\');
    const name = full.slice(at + 1);
    if (name === '') return [];
    const last = lastName(clause);
    return [
      {
        line: last.startPosition.row + 1,
        column: last.startPosition.column + 1,
        source: at < 0 ? '' : full.slice(0, at),
        name,
        local: alias ?? name,
      },
    ];
  });
}

/** The last name in a clause: the alias where there is one. */
function lastName(clause: SyntaxNode): SyntaxNode {
  let node = clause;
  for (;;) {
    const inner = node.children.findLast((child) => child !== null && /name$/.test(child.type));
    if (!inner) return node;
    node = inner;
  }
}
