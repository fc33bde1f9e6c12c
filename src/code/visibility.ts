import type { SyntaxNode } from './syntax.ts';

/** What decides whether a definition can be seen from other files. */
export interface Visible {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly outer: SyntaxNode;
  /** It stands in a function. */
  readonly local: boolean;
  /** Exported is what holds it; true at the top of the file. */
  readonly holderExported: boolean;
  /** Nothing holds it but the file (or a namespace). */
  readonly topLevel: boolean;
}

type Rule = (definition: Visible) => boolean;

const head = ({ outer }: Visible): string => outer.text.slice(0, 300);
const unlessHead =
  (words: RegExp): Rule =>
  (definition) =>
    definition.holderExported && !words.test(head(definition));
const unlessMarked =
  (...words: readonly string[]): Rule =>
  (definition) =>
    definition.holderExported && !words.some((word) => modifiers(definition).has(word));

/**
 * The modifiers of a definition, in whatever order they stand; what stands in annotations and values is none. `private(set)` says
 * who may write, not who may see; `private[a]` of Scala is `private`.
 */
function modifiers({ node, outer }: Visible): ReadonlySet<string> {
  const open = [...outer.children, ...node.children].filter((child) => child !== null);
  const words = new Set<string>();
  for (const one of open) {
    if (one.type === 'modifiers') open.push(...one.children.filter((child) => child !== null));
    else if (/modifier$/.test(one.type) || !one.isNamed) words.add(one.text.replace(/\s*\[.*$/s, ''));
  }
  return words;
}

/** By family of languages: whether other files can see it. What no rule speaks of is seen where its holder is. */
const rules: Readonly<Record<string, Rule>> = {
  js: (definition) => {
    if (!definition.topLevel) return unlessMarked('private')(definition) && !definition.name.startsWith('#');
    for (
      let node: SyntaxNode | null = definition.outer, up = 0;
      node !== null && up < 4;
      node = node.parent, up += 1
    )
      if (node.type === 'export_statement') return true;
    return false;
  },
  python: ({ name, holderExported }) => holderExported && (!name.startsWith('_') || /^__\w+__$/.test(name)),
  go: ({ name }) => /^\p{Lu}/u.test(name),
  rust: (definition) => {
    if (/^(?:#!?\[[^\]]*\]\s*)*pub\b/.test(head(definition))) return true;
    const around = definition.node.parent?.parent;
    // What a trait demands, and what implements it, is seen where the trait is; so are the variants of an enum.
    if (around?.type === 'trait_item') return definition.holderExported;
    if (around?.type === 'impl_item') return around.childForFieldName('trait') !== null;
    return definition.node.type === 'enum_variant' && definition.holderExported;
  },
  jvm: unlessMarked('private'),
  csharp: unlessMarked('private'),
  php: unlessMarked('private', 'protected'),
  swift: unlessMarked('private', 'fileprivate'),
  c: (definition) => !/^\s*static\b/.test(head(definition)) || !definition.topLevel,
  dart: ({ name, holderExported }) => holderExported && !name.startsWith('_'),
  elixir: unlessHead(/^\s*(?:@\s*typep|def(?:p|macrop|guardp|np))\b/),
  lua: unlessHead(/^\s*local\b/),
};

/** Whether other files can see a definition, by the rules of its language. */
export function isExported(family: string, definition: Visible): boolean {
  if (definition.local) return false;
  return (rules[family] ?? (({ holderExported }: Visible) => holderExported))(definition);
}
