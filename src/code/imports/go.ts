import type { Import } from '../file-symbols.ts';
import type { SyntaxNode } from '../syntax.ts';

/**
 * The package of one Go import. `source` is its path; `local` the alias where one is written (`.` takes all names), '' where
 * the package's own name is the name; `_` binds nothing.
 */
export function goImports(path: SyntaxNode): readonly Import[] {
  const source = path.text.replace(/^["`]|["`]$/g, '');
  const alias = path.parent?.childForFieldName('name') ?? null;
  const at = alias ?? path;
  const place = { line: at.startPosition.row + 1, column: at.startPosition.column + 1, source };
  const local = alias?.text ?? '';
  if (local === '.') return [{ ...place, name: '*', local: '' }];
  if (local === '' || local === '_') return [{ ...place, name: '', local }];
  return [{ ...place, name: '*', local, namespace: true }];
}
