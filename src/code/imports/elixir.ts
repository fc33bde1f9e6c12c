import type { Import } from '../file-symbols.ts';
import type { SyntaxNode } from '../syntax.ts';

/**
 * What `alias`, `import`, `require` and `use` of Elixir bring. An alias takes the last part of the module's name (`as:` another),
 * each name of a group one; `import` takes the names that `only:` tells, else all; `require` and `use` bind none.
 */
export function elixirImports(node: SyntaxNode): readonly Import[] {
  const [target, given] = [node.namedChild(0), node.namedChild(1)];
  if (!target || !given) return [];
  const [first, ...rest] = given.namedChildren.filter((child) => child !== null);
  if (!first) return [];
  const options = rest.map(({ text }) => text).join(' ');
  const modules = modulesOf(first);
  return modules.flatMap(({ name: full, node: at }): Import[] => {
    const dot = full.lastIndexOf('.');
    const name = full.slice(dot + 1);
    const place = {
      line: at.startPosition.row + 1,
      column: at.startPosition.column + 1 + (at.text.lastIndexOf('.') + 1),
    };
    const as = /\bas:\s*([\p{L}\p{N}_.]+)/u.exec(options)?.[1];
    if (target.text === 'alias' || (target.text === 'require' && as !== undefined))
      return [{ ...place, source: dot < 0 ? '' : full.slice(0, dot), name, local: as ?? name }];
    if (target.text !== 'import') return [{ ...place, source: full, name: '', local: '' }];
    const only = /\bonly:\s*\[([^\]]*)\]/.exec(options)?.[1];
    if (only === undefined) return [{ ...place, source: full, name: '*', local: '' }];
    return [...only.matchAll(/([\p{L}_][\p{L}\p{N}_]*[?!]?):/gu)].map(([, one = '']) => ({
      ...place,
      source: full,
      name: one,
      local: one,
    }));
  });
}

/** `A.B`, and both of `A.{B, C}`. */
function modulesOf(node: SyntaxNode): { name: string; node: SyntaxNode }[] {
  if (node.type === 'alias') return [{ name: node.text.replace(/\s+/g, ''), node }];
  if (node.type !== 'dot') return [];
  const prefix = node.namedChild(0)?.text.replace(/\s+/g, '') ?? '';
  const group = node.namedChild(1);
  if (group?.type !== 'tuple') return [];
  return group.namedChildren
    .filter((child) => child !== null && child.type === 'alias')
    .map((child) => ({ name: `${prefix}.${child?.text ?? ''}`, node: child as SyntaxNode }));
}
