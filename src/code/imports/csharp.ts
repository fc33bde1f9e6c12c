import type { Import } from '../file-symbols.ts';
import type { SyntaxNode } from '../syntax.ts';

/**
 * The names that a C# `using` brings, `global` ones too. `source` is the whole dotted path of the namespace (of the type
 * with `static`), with name `*`; an alias (`using A = X.Y`) has source `X`, name `Y` and local `A`.
 */
export function csharpImports(node: SyntaxNode): readonly Import[] {
  const text = node.text
    .replace(/^(?:global\s+)?using\s+(?:static\s+|unsafe\s+)*/, '')
    .replace(/;\s*$/, '')
    .replace(/^global::/, '')
    .trim();
  const place = { line: node.startPosition.row + 1, column: node.startPosition.column + 1 };
  const alias = /^([\p{L}_]\w*)\s*=\s*(?:global::)?(.+)$/su.exec(text);
  if (!alias)
    return text === '' ? [] : [{ ...place, source: text.replace(/\s+/g, ''), name: '*', local: '' }];
  const path = (alias[2] ?? '').replace(/<.*$/s, '').replace(/\s+/g, '');
  const at = path.lastIndexOf('.');
  const name = path.slice(at + 1);
  return [{ ...place, source: at < 0 ? '' : path.slice(0, at), name, local: alias[1] ?? name }];
}
