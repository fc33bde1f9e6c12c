import type { Import } from '../file-symbols.ts';
import type { SyntaxNode } from '../syntax.ts';

interface Named {
  readonly path: readonly string[];
  readonly local: string;
  readonly at: SyntaxNode;
}

/**
 * The names of a Rust `use`, its trees taken apart. `source` is the path up to the name (`std::collections`), `name` the last
 * part (`*` for all), `local` the alias or the name; `pub use` passes the name on.
 */
export function rustImports(tree: SyntaxNode): readonly Import[] {
  const declaration = tree.parent;
  const passedOn = declaration?.namedChildren.some((child) => child?.type === 'visibility_modifier') ?? false;
  return leaves(tree, []).map(({ path, local, at }) => {
    const all = path.at(-1) === '*';
    return {
      line: at.startPosition.row + 1,
      column: at.startPosition.column + 1,
      source: path.slice(0, -1).join('::'),
      name: path.at(-1) ?? '',
      local: all ? (passedOn ? '*' : '') : local,
      ...(passedOn && { reexport: true as const }),
    };
  });
}

function leaves(node: SyntaxNode, before: readonly string[]): Named[] {
  switch (node.type) {
    case 'use_list':
      return node.namedChildren.flatMap((child) => (child ? leaves(child, before) : []));
    case 'scoped_use_list': {
      const path = node.childForFieldName('path');
      const list = node.childForFieldName('list');
      return list ? leaves(list, [...before, ...segments(path)]) : [];
    }
    case 'use_wildcard': {
      const [path] = node.namedChildren;
      return [{ path: [...before, ...segments(path ?? null), '*'], local: '', at: node }];
    }
    case 'use_as_clause': {
      const path = [...before, ...segments(node.childForFieldName('path'))];
      const alias = node.childForFieldName('alias') ?? node;
      return named(path, alias.text, alias);
    }
    case 'self':
      return named(before, before.at(-1) ?? '', node);
    case 'line_comment':
    case 'block_comment':
      return [];
    default: {
      const path = [...before, ...segments(node)];
      const last = node.childForFieldName('name') ?? node;
      return named(path, path.at(-1) ?? '', last);
    }
  }
}

function named(path: readonly string[], local: string, at: SyntaxNode): Named[] {
  // `use a::b::{self as c}` names `a::b`.
  const whole = path.at(-1) === 'self' && path.length > 1 ? path.slice(0, -1) : path;
  return whole.length === 0
    ? []
    : [{ path: whole, local: local === 'self' ? (whole.at(-1) ?? '') : local, at }];
}

const segments = (node: SyntaxNode | null): string[] =>
  (node?.text ?? '')
    .split('::')
    .map((part) => part.trim())
    .filter(Boolean);
