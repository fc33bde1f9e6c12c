import { boundTo, nameInFile } from './bindings.ts';
import { basesOf, enclosingClasses, hasMembers, lookUpMember, resolveType } from './classes.ts';
import { type Def, isFunction, isHolder, isNamespace, type ProjectView } from './project-view.ts';
import { type Resolved, resolveBindings, resolveExport, resolveImport } from './resolve.ts';
import { constructedBy, symbolOf } from './symbols.ts';
import type { SyntaxNode } from './syntax.ts';
import { INFERRED } from './written-types.ts';

/** What stands before the dot. */
export interface Receiver {
  /** The class that it is an instance of, or the class, object or namespace itself. */
  readonly classes: readonly Def[];
  readonly modules: readonly string[];
  /**
   * `external`: something that surely is not of the project (with `typeName` where it is known); `value`: a value whose
   * type is not plain; `unknown`: a name that could not be told.
   */
  readonly state: 'found' | 'external' | 'value' | 'unknown';
  readonly typeName?: string;
}

const DEEPEST = 8;
const SELF = /^(?:this|self|Self|super|\$this|cls|static|parent|base|@self|__CLASS__)$/;
const NAME = /^[@$#]*[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]*[?!]?$/u;
const LITERAL =
  /string|template|number|integer|float|^array|^list|^dict|^tuple|^set$|regex|boolean|^true$|^false$|char_literal|comprehension|arrow_function|function_expression|lambda/;
const WRAPPER =
  /parenthesized|await|non_null|reference_expression|pointer_expression|unary|deref|^try_expression|force_unwrap|optional_chain|postfix_unwrap|satisfies|spread|^expression_list$|expression_statement|variable_name/;
const OBJECT_FIELDS = [
  'object',
  'value',
  'operand',
  'receiver',
  'argument',
  'path',
  'scope',
  'expression',
  'target',
];
const NAME_FIELDS = ['property', 'field', 'attribute', 'name', 'method', 'suffix', 'selector', 'member'];

const classes = (found: readonly Def[]): Receiver => ({ classes: found, modules: [], state: 'found' });
const VALUE: Receiver = { classes: [], modules: [], state: 'value' };
const OPEN: Receiver = { classes: [], modules: [], state: 'unknown' };
const external = (typeName?: string): Receiver => ({
  classes: [],
  modules: [],
  state: 'external',
  ...(typeName !== undefined && { typeName }),
});

/** What `this`, `self` or `super` stands for at a place. */
export function selfAt(view: ProjectView, file: string, place: number, word: string): Receiver {
  const [around] = enclosingClasses(view, file, place);
  if (!around) return VALUE;
  if (!/^(?:super|base|parent)$/.test(word)) return classes(around);
  const up = around.map((one) => basesOf(view, one));
  const bases = up.flatMap((one) => one.bases);
  return bases.length > 0 ? classes(bases) : external();
}

/** The type or module that an expression is, where it is plain. */
export function receiverOf(view: ProjectView, file: string, node: SyntaxNode, depth = 0): Receiver {
  if (depth > DEEPEST) return VALUE;
  const text = node.text;
  if (SELF.test(text) || /^super\(.*\)$/.test(text))
    return selfAt(view, file, node.startIndex, text.replace(/\(.*$/s, ''));
  if (NAME.test(text)) return namedReceiver(view, file, node, text, depth);
  const type = node.type;
  const as =
    /^(?:as_expression|cast_expression|type_cast|as_pattern|satisfies_expression|type_assertion|type_conversion)/.test(
      type,
    );
  if (as) {
    const target = node.childForFieldName('type') ?? node.namedChild(node.namedChildCount - 1);
    return target ? typed(view, file, target.text) : VALUE;
  }
  const made =
    /^(?:new_expression|object_creation_expression|instance_creation_expression|instance_expression|composite_literal|struct_expression|implicit_object_creation)/.test(
      type,
    );
  if (made) {
    const constructed =
      node.childForFieldName('constructor') ??
      node.childForFieldName('type') ??
      node.childForFieldName('name') ??
      node.namedChild(0);
    return constructed ? typed(view, file, constructed.text) : VALUE;
  }
  if (/call|invocation|^new$/.test(type)) return calledReceiver(view, file, node, depth);
  if (LITERAL.test(type)) return external();
  if (WRAPPER.test(type)) {
    const inner =
      node.childForFieldName('value') ??
      node.childForFieldName('operand') ??
      node.childForFieldName('argument') ??
      node.namedChild(0);
    return inner && inner.id !== node.id ? receiverOf(view, file, inner, depth + 1) : VALUE;
  }
  const parts = memberParts(node);
  if (!parts) return VALUE;
  return memberReceiver(view, receiverOf(view, file, parts.object, depth + 1), parts.name);
}

function memberParts(node: SyntaxNode): { object: SyntaxNode; name: string } | null {
  const object = OBJECT_FIELDS.map((field) => node.childForFieldName(field)).find((one) => one !== null);
  const name = NAME_FIELDS.map((field) => node.childForFieldName(field)).find(
    (one) => one !== null && one !== undefined && one.id !== object?.id,
  );
  if (object && name) return { object, name: name.text };
  const first = node.namedChild(0);
  const last = node.namedChild(node.namedChildCount - 1);
  if (!first || !last || node.namedChildCount !== 2 || first.id === last.id) return null;
  const written = /[\p{L}_$#][\p{L}\p{Nd}_$]*$/u.exec(last.text)?.[0];
  return written === undefined ? null : { object: first, name: written };
}

function memberReceiver(view: ProjectView, receiver: Receiver, name: string): Receiver {
  // What a value from outside holds may be ours (an entry of a map); what a module from outside gives out is not.
  if (receiver.state !== 'found') return receiver.state === 'external' ? VALUE : receiver;
  if (receiver.modules.length > 0) {
    const given = receiver.modules.map((module) => resolveExport(view, module, name));
    const hit = given.find(({ state }) => state === 'found');
    if (hit) return ofResolved(view, hit);
    return OPEN;
  }
  const { defs } = lookUpMember(view, receiver.classes, name);
  if (defs.length === 0) return VALUE;
  return ofDefinitions(view, defs);
}

function namedReceiver(
  view: ProjectView,
  file: string,
  node: SyntaxNode,
  text: string,
  depth: number,
): Receiver {
  const name = view.family(file) === 'php' ? text : text.normalize('NFC');
  const found = nameInFile(view, file, name);
  const occurrence = found?.occurrences.find(
    ({ start, end }) => start <= node.endIndex && end >= node.endIndex && start >= node.startIndex,
  );
  if (!found || !occurrence) return OPEN;
  const bindings = boundTo(found, occurrence);
  const [first] = bindings;
  const inner = bindings.find(({ occurrence: at }) => at?.binder?.type || at?.binder?.value) ?? first;
  const binder = inner?.occurrence?.binder;
  if (bindings.length === 0) {
    for (const around of implicit(view, file) ? enclosingClasses(view, file, node.startIndex) : []) {
      const { defs } = lookUpMember(view, around, name);
      if (defs.length > 0) return ofDefinitions(view, defs);
    }
  }
  // `const b = require('./b')` is a constant, and what is taken from there.
  for (const { imported } of bindings) {
    const taken = imported ? ofResolved(view, resolveImport(view, file, imported)) : OPEN;
    if (taken.state === 'found') return taken;
  }
  const resolved = resolveBindings(view, file, name, bindings, node.startIndex);
  if (
    resolved.state === 'found' &&
    !resolved.defs.every(
      ({ definition }) =>
        (definition.type === undefined || INFERRED.test(definition.type)) && isPlainValue(definition.kind),
    )
  )
    return ofResolved(view, resolved);
  if (resolved.state === 'external') return external();
  if (binder?.type && !INFERRED.test(binder.type.trim())) return typed(view, file, binder.type);
  if (binder?.value && binder.value.id !== node.id) {
    const value = receiverOf(view, file, binder.value, depth + 1);
    return value.state === 'unknown' ? VALUE : value;
  }
  if (resolved.state === 'found') return ofResolved(view, resolved);
  return resolved.state === 'local' ? VALUE : OPEN;
}

const isPlainValue = (kind: string): boolean => kind === 'constant' || kind === 'variable';

/** A member is reached by its bare name in the class. */
export const implicit = (view: ProjectView, file: string): boolean =>
  ['jvm', 'csharp', 'c', 'swift', 'dart', 'ruby'].includes(view.family(file));

function ofResolved(view: ProjectView, { defs, modules, state, sure }: Resolved): Receiver {
  if (state !== 'found') return state === 'external' ? external() : OPEN;
  if (modules.length > 0 && defs.length === 0) return { classes: [], modules, state: 'found' };
  const receiver = ofDefinitions(view, defs);
  if (modules.length > 0) return { ...receiver, modules, state: 'found' };
  return sure ? receiver : receiver.state === 'found' ? receiver : OPEN;
}

function ofDefinitions(view: ProjectView, defs: readonly Def[]): Receiver {
  const holders = defs.filter((def) => isHolder(def) || isNamespace(def));
  if (holders.length > 0) return classes(holders);
  for (const def of defs) {
    if (
      def.definition.type !== undefined &&
      !INFERRED.test(def.definition.type) &&
      !isFunction(def.definition)
    )
      return typed(view, def.file, def.definition.type);
    if (hasMembers(view, def) && !isFunction(def.definition)) return classes([def]);
  }
  return VALUE;
}

function typed(view: ProjectView, file: string, written: string): Receiver {
  const { classes: found, state } = resolveType(view, file, written);
  if (found.length > 0) return classes(found);
  return state === 'external' ? external(written.trim()) : VALUE;
}

/** `f()`: what the function says that it returns; `T()`, `T::new()`, `T.create()`: a T. */
function calledReceiver(view: ProjectView, file: string, node: SyntaxNode, depth: number): Receiver {
  const callee =
    node.childForFieldName('function') ??
    node.childForFieldName('constructor') ??
    node.childForFieldName('name') ??
    node.namedChild(0);
  const object =
    node.childForFieldName('object') ?? node.childForFieldName('receiver') ?? node.childForFieldName('scope');
  if (!callee || callee.id === node.id) return VALUE;
  if (object && object.id !== callee.id) {
    const owner = receiverOf(view, file, object, depth + 1);
    const method = node.childForFieldName('name') ?? node.childForFieldName('method');
    return method ? returned(view, owner, method.text) : VALUE;
  }
  if (NAME.test(callee.text)) {
    const found = nameInFile(view, file, callee.text.normalize('NFC'));
    const occurrence = found?.occurrences.find(({ start }) => start === callee.startIndex);
    if (!found || !occurrence) return VALUE;
    const resolved = resolveBindings(view, file, callee.text, boundTo(found, occurrence), callee.startIndex);
    // A function from outside may give back what it was given.
    if (resolved.state === 'external') return /^\p{Lu}/u.test(callee.text) ? external(callee.text) : VALUE;
    return result(view, resolved.defs);
  }
  const parts = memberParts(callee);
  return parts ? returned(view, receiverOf(view, file, parts.object, depth + 1), parts.name) : VALUE;
}

function returned(view: ProjectView, owner: Receiver, method: string): Receiver {
  if (owner.state !== 'found') return VALUE;
  const defs =
    owner.modules.length > 0
      ? owner.modules.flatMap((module) => resolveExport(view, module, method).defs)
      : lookUpMember(view, owner.classes, method).defs;
  if (defs.length === 0 && method === 'new') return classes(owner.classes);
  return result(view, defs);
}

function result(view: ProjectView, defs: readonly Def[]): Receiver {
  const made = defs.filter((def) => isHolder(def));
  if (made.length > 0) return classes(made);
  for (const def of defs) {
    const constructed = constructedBy(view, def);
    if (constructed) return classes(symbolOf(view, constructed).defs);
    const { type } = def.definition;
    if (type === undefined) continue;
    if (/^(?:Self|self|this|static)$/.test(type)) {
      const holder = view.holderOf(def);
      if (holder) return classes(symbolOf(view, holder).defs);
    }
    return typed(view, def.file, type);
  }
  return VALUE;
}
