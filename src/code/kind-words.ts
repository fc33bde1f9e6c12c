import { KINDS, type Kind } from './file-symbols.ts';

/** What people call the kinds, beside their own names. */
const WORDS: Readonly<Record<string, readonly Kind[]>> = {
  function: ['function', 'method', 'constructor'],
  func: ['function', 'method', 'constructor'],
  fn: ['function', 'method', 'constructor'],
  fun: ['function', 'method', 'constructor'],
  def: ['function', 'method', 'constructor'],
  procedure: ['function', 'method'],
  class: ['class', 'struct', 'object'],
  const: ['constant', 'enum_member'],
  constant: ['constant', 'enum_member'],
  let: ['variable'],
  var: ['variable', 'constant'],
  variable: ['variable', 'constant'],
  member: ['method', 'field', 'property', 'constructor', 'enum_member'],
  attribute: ['field', 'property'],
  field: ['field', 'property'],
  property: ['property', 'field'],
  prop: ['property', 'field'],
  ctor: ['constructor'],
  init: ['constructor'],
  protocol: ['interface', 'trait'],
  interface: ['interface', 'trait'],
  alias: ['type'],
  typedef: ['type'],
  record: ['class', 'struct'],
  package: ['module', 'namespace'],
  module: ['module', 'namespace'],
  namespace: ['namespace', 'module'],
  section: ['heading'],
};

/** The kinds that a word means (`func`, `const`, `Classes`), null where it means none. */
export function kindsMeant(word: string): ReadonlySet<Kind> | null {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  for (const form of [
    plain,
    plain.replace(/ies$/, 'y'),
    plain.replace(/(?<=ss|ch|x)es$/, ''),
    plain.replace(/s$/, ''),
  ]) {
    const meant = Object.hasOwn(WORDS, form) ? WORDS[form] : undefined;
    if (meant) return new Set(meant);
    const own = KINDS.find((kind) => kind === form);
    if (own) return new Set([own]);
  }
  return null;
}
