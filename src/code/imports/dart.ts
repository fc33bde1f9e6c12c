import type { Import } from '../file-symbols.ts';
import type { SyntaxNode } from '../syntax.ts';

/**
 * The names that a Dart `import`, `export` or `part` brings: `source` is the address as written; `show` names them one by
 * one, `as` binds a namespace, otherwise all names (`hide` is not followed). `export` passes them on.
 */
export function dartImports(node: SyntaxNode): readonly Import[] {
  const source = /(['"])(.*?)\1/.exec(node.text)?.[2];
  if (source === undefined) return [];
  const place = { line: node.startPosition.row + 1, column: node.startPosition.column + 1, source };
  const rest = node.text.slice(node.text.indexOf(source) + source.length + 1);
  const reexport = node.type === 'library_export' ? { reexport: true as const } : {};
  const alias = /\bas\s+(\w+)/.exec(rest)?.[1];
  if (alias !== undefined) return [{ ...place, name: '*', local: alias, namespace: true }];
  const shown = [...rest.matchAll(/\bshow\s+([\w$]+(?:\s*,\s*[\w$]+)*)/g)].flatMap((one) =>
    (one[1] ?? '').split(/\s*,\s*/),
  );
  if (shown.length > 0) return shown.map((name) => ({ ...place, name, local: name, ...reexport }));
  return [{ ...place, name: '*', local: 'reexport' in reexport ? '*' : '', ...reexport }];
}
