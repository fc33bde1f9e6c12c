import { nameInFile } from './bindings.ts';
import { resolveType } from './classes.ts';
import { type Receiver, receiverOf } from './members.ts';
import type { Def, ProjectView } from './project-view.ts';
import { resolveAt } from './resolve.ts';
import type { SyntaxNode } from './syntax.ts';

const DEEPEST = 6;

/**
 * What an object is taken apart from, or made as, where a key of it names a member (`{ name } = value`, `const x: T = { name }`,
 * `f({ name })`). Null: the code does not say it plainly.
 */
export function objectOfKey(view: ProjectView, file: string, key: SyntaxNode): Receiver | null {
  const holder =
    key.parent && /^pair(?:_pattern)?$|^object_assignment_pattern$/.test(key.parent.type)
      ? key.parent.parent
      : key.parent;
  return holder ? objectType(view, file, holder, 0) : null;
}

function objectType(view: ProjectView, file: string, node: SyntaxNode, depth: number): Receiver | null {
  const around = node.parent;
  if (!around || depth > DEEPEST) return null;
  const typed = around.childForFieldName('type');
  if (
    typed &&
    typed.id !== node.id &&
    /parameter|declarator|field_definition|satisfies|as_expression|property/.test(around.type)
  )
    return ofType(view, file, typed.text);
  if (/^(?:satisfies|as)_expression$/.test(around.type)) {
    const last = around.namedChild(around.namedChildCount - 1);
    return last && last.id !== node.id ? ofType(view, file, last.text) : null;
  }
  if (node.type === 'object_pattern') {
    const value = around.childForFieldName('value') ?? around.childForFieldName('right');
    if (/^(?:variable_declarator|assignment_expression)$/.test(around.type) && value && value.id !== node.id)
      return receiverOf(view, file, value);
    return null;
  }
  if (around.type === 'parenthesized_expression' || around.type === 'ternary_expression')
    return objectType(view, file, around, depth + 1);
  if (around.type === 'return_statement') return returnType(view, file, around);
  if (around.type === 'arrow_function') return returnTypeOf(view, file, around);
  if (around.type === 'arguments') return argumentType(view, file, node, around);
  return null;
}

function ofType(view: ProjectView, file: string, written: string): Receiver | null {
  const { classes, state } = resolveType(view, file, written);
  if (classes.length > 0) return { classes, modules: [], state: 'found' };
  return state === 'external' && !/[{|&(]/.test(written)
    ? { classes: [], modules: [], state: 'external', typeName: written }
    : null;
}

function returnType(view: ProjectView, file: string, statement: SyntaxNode): Receiver | null {
  for (let up = statement.parent; up; up = up.parent)
    if (/function|method_definition/.test(up.type)) return returnTypeOf(view, file, up);
  return null;
}

function returnTypeOf(view: ProjectView, file: string, node: SyntaxNode): Receiver | null {
  const written = node.childForFieldName('return_type')?.text;
  return written === undefined ? null : ofType(view, file, written);
}

/** The declared type of the parameter that an argument goes to. */
function argumentType(view: ProjectView, file: string, node: SyntaxNode, list: SyntaxNode): Receiver | null {
  const callee = list.parent?.childForFieldName('function');
  if (callee?.type !== 'identifier') return null;
  const found = nameInFile(view, file, callee.text);
  const occurrence = found?.occurrences.find(({ start }) => start === callee.startIndex);
  if (!occurrence) return null;
  const position = list.namedChildren.findIndex((one) => one?.id === node.id);
  const { defs } = resolveAt(view, file, callee.text, occurrence);
  for (const def of defs) {
    const written = parameterType(view, def, position);
    if (written !== null) return ofType(view, def.file, written);
  }
  return null;
}

function parameterType(view: ProjectView, { file, definition }: Def, position: number): string | null {
  const tree = view.index.tree(file);
  let node = tree?.root.namedDescendantForIndex(definition.start, definition.end) ?? null;
  for (let steps = 0; node && steps < 5; steps += 1) {
    const list = node.childForFieldName('parameters');
    if (list) return list.namedChildren[position]?.childForFieldName('type')?.text ?? null;
    node = node.childForFieldName('declaration') ?? node.childForFieldName('value') ?? node.namedChild(0);
  }
  return null;
}
