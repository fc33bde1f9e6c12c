import {
  type Definition,
  type Export,
  type FileSymbols,
  type Import,
  KINDS,
  type Kind,
} from './file-symbols.ts';
import { importTrees } from './imports/index.ts';
import type { Language } from './languages.ts';
import type { Match, SyntaxNode, SyntaxTree } from './syntax.ts';
import { isExported } from './visibility.ts';
import { wordsOf } from './words.ts';

const LONGEST_SIGNATURE = 300;
const MOST_ERRORS = 20;
/** Ruby names what it defines by symbols (`attr_reader :name`): the colon is not of the name. */
const SYMBOL_MARK = /^:(?=[\p{L}_])/u;
const NO_MARK = /^(?!)/;
/** In CSS it is: `:root`. */
const symbolMark = ({ type }: SyntaxNode): RegExp => (type === 'selectors' ? NO_MARK : SYMBOL_MARK);
/** Names in quotes (titles of tests, keys, modules) without them; Ruby's `<=>` is a name as it stands. */
const QUOTED = /^(['"`])(.*)\1$/s;
/** What is defined in one of these is seen only there. */
const BODIES: ReadonlySet<Kind> = new Set(['function', 'method', 'constructor', 'test']);

const MEMBERS: ReadonlySet<Kind> = new Set(['property', 'field']);

const TAGGED: ReadonlySet<Kind> = new Set(['struct', 'union', 'enum']);

/** A name bound to what a module gives (`const fs = require('fs')`) is imported, not defined. */
const MODULE_NAMES: ReadonlySet<Kind> = new Set(['constant', 'variable']);
/** What a value says that is bound to a name; a type beside it does not take that back. */
const BOUND: ReadonlySet<Kind> = new Set(['function', 'class']);

/** An import, where its name begins in the text, and where the module's name does. */
interface Placed {
  readonly imported: Import;
  readonly index: number;
  readonly from: number;
}

/** What is known of one definition, gathered from all matches whose name stands at the same place. */
interface Found {
  name: string;
  nameNode: SyntaxNode;
  node: SyntaxNode;
  outer: SyntaxNode;
  /** Where it ends if that is after `outer`: a body that stands beside its signature. */
  extent: SyntaxNode | null;
  kind: Kind;
  body: SyntaxNode | null;
  holder: string | null;
  type: string | null;
  bases: string[];
  decorators: string[];
  properties: Record<string, string | null>;
}

/**
 * What the index keeps of a file, from the matches of the index section of its language's query file (the captures are
 * described in `queries/README.md`). Never throws for odd code: what cannot be read is left out and named in `parse_errors`.
 */
export function extractSymbols(tree: SyntaxTree, language: Language): FileSymbols {
  const found = new Map<number, Found>();
  const imports: Placed[] = [];
  const exports: Export[] = [];
  let filePackage: string | undefined;
  const matches = [...tree.matches('index')].sort((a, b) => a.pattern - b.pattern);
  for (const match of matches) {
    const packageNode = one(match, 'package');
    if (packageNode) filePackage ??= tidy(packageNode.text);
    if (match.captures.some(({ name }) => name.startsWith('definition.'))) addDefinition(found, match);
    if (has(match, 'import') || has(match, 'reexport')) imports.push(...importsOf(match, language));
    exports.push(...exportsOf(match));
  }
  for (const { index, imported } of imports)
    if (MODULE_NAMES.has(found.get(index)?.kind ?? 'other') && found.get(index)?.name === imported.local)
      found.delete(index);
  const definitions = nested([...found.values()], language, exports);
  return {
    language: language.id,
    definitions,
    imports: unique(placedImports(imports, definitions)).sort(byPlace),
    exports: unique(exports).sort((a, b) => a.line - b.line || (a.name < b.name ? -1 : 1)),
    ...(filePackage !== undefined && { package: filePackage }),
    parse_errors: errorLines(tree.root),
    words: wordsOf(tree.text),
  };
}

function addDefinition(found: Map<number, Found>, match: Match): void {
  const defining = match.captures.find(({ name }) => name.startsWith('definition.'));
  if (!defining) return;
  const named = one(match, 'name');
  const written =
    match.properties.name ??
    (named ? tidy(named.text).replace(QUOTED, '$2').replace(symbolMark(named), '') : null);
  // Elixir names a module and the ones around it at once (`A.B`), and a field as a keyword (`age:`).
  const dot = match.properties.dotted === 'true' ? (written?.lastIndexOf('.') ?? -1) : -1;
  const name =
    named?.type === 'keyword' ? (written?.replace(/:$/, '') ?? null) : (written?.slice(dot + 1) ?? null);
  const stated = match.properties.kind ?? defining.name.slice('definition.'.length);
  if (name === null || name === '') return;
  const kind = (KINDS as readonly string[]).includes(stated) ? (stated as Kind) : 'other';
  const nameNode = named ?? defining.node;
  const outer = one(match, 'outer') ?? defining.node;
  const before = found.get(nameNode.startIndex);
  const bases = all(match, 'base').map(plainName).filter(Boolean);
  const decorators = all(match, 'decorator').map((node) => collapse(node.text, 120));
  const holder = one(match, 'holder');
  const type = one(match, 'type');
  found.set(nameNode.startIndex, {
    name,
    nameNode,
    node: defining.node,
    outer: before && spans(before.outer, outer) ? before.outer : outer,
    kind: before && BOUND.has(before.kind) && MODULE_NAMES.has(kind) ? before.kind : kind,
    extent: one(match, 'extent') ?? before?.extent ?? null,
    body: one(match, 'body') ?? before?.body ?? null,
    holder:
      dot >= 0 ? (written?.slice(0, dot) ?? null) : holder ? plainName(holder) : (before?.holder ?? null),
    type: type ? plainName(type) : (before?.type ?? null),
    bases: [...new Set([...(before?.bases ?? []), ...bases])],
    decorators: [...new Set([...(before?.decorators ?? []), ...decorators])],
    properties: { ...before?.properties, ...match.properties },
  });
}

/** Puts the definitions in the order of the text and each into what holds it. */
function nested(found: readonly Found[], language: Language, exports: readonly Export[]): Definition[] {
  const ordered = [...found].sort(
    (a, b) =>
      a.outer.startIndex - b.outer.startIndex ||
      lastOf(b).endIndex - lastOf(a).endIndex ||
      a.nameNode.startIndex - b.nameNode.startIndex,
  );
  const given = new Set(exports.map(({ local }) => local));
  const holders: { index: number; start: number; end: number }[] = [];
  const definitions: Definition[] = [];
  for (const one of ordered) {
    while (holders.length > 0 && (holders.at(-1)?.end ?? 0) <= one.nameNode.startIndex) holders.pop();
    // Several names of one declaration (`int a, b;`) stand side by side.
    while (holders.at(-1)?.start === one.outer.startIndex && holders.at(-1)?.end === lastOf(one).endIndex)
      holders.pop();
    let parent = holders.at(-1)?.index ?? -1;
    // A parameter of a constructor that makes a property is the class's.
    if (MEMBERS.has(one.kind) && definitions[parent]?.kind === 'constructor')
      parent = definitions[parent]?.parent ?? -1;
    // `typedef struct node { … } node_t;`: the one name does not hold the other.
    if (TAGGED.has(one.kind) && definitions[parent]?.kind === 'type')
      parent = definitions[parent]?.parent ?? -1;
    const holder = definitions[parent];
    // What is assigned in a function is the function's own (Python: at any depth of blocks).
    const assigned = one.properties.assigned === 'true';
    if (assigned && holder && BODIES.has(holder.kind)) continue;
    const local = holder !== undefined && (holder.is_local === true || BODIES.has(holder.kind));
    const scope = [
      ...(holder ? [...holder.scope, holder.name] : []),
      ...(one.holder ? one.holder.split(/::|\.|\\/).filter(Boolean) : []),
    ];
    const topLevel = holder === undefined || holder.kind === 'namespace' || holder.kind === 'module';
    const exported =
      one.properties.exported === 'true' ||
      (topLevel && given.has(one.name)) ||
      isExported(language.family, {
        name: one.name,
        node: one.node,
        outer: one.outer,
        local,
        topLevel,
        holderExported: holder?.exported ?? true,
      });
    const isDefault = one.properties.default === 'true';
    definitions.push({
      name: one.name,
      kind: assigned && holder?.kind === 'class' && MODULE_NAMES.has(one.kind) ? 'field' : one.kind,
      line: one.nameNode.startPosition.row + 1,
      column: one.nameNode.startPosition.column + 1 + beforeName(one),
      start_line: one.outer.startPosition.row + 1,
      end_line: lastLine(lastOf(one)),
      start: one.outer.startIndex,
      end: lastOf(one).endIndex,
      parent,
      scope,
      signature: signatureOf(one),
      exported,
      ...(isDefault && { is_default: true }),
      ...(one.properties.signature === 'true' && { is_signature: true }),
      ...(local && { is_local: true }),
      bases: one.bases,
      decorators: one.decorators,
      ...(one.type !== null && { type: one.type }),
    });
    // Of `a = b = 1` the one name does not hold the other.
    if (!assigned)
      holders.push({ index: definitions.length - 1, start: one.outer.startIndex, end: lastOf(one).endIndex });
  }
  return definitions;
}

/** Without the bare import of a module that binds a name, and with those marked that are seen inside a function only. */
function placedImports(imports: readonly Placed[], definitions: readonly Definition[]): Import[] {
  const binding = new Set(imports.flatMap(({ imported, from }) => (imported.local === '' ? [] : [from])));
  const bodies = definitions.filter(({ kind }) => BODIES.has(kind));
  return imports.flatMap(({ imported, index, from }) => {
    if (imported.local === '' && imported.name === '' && binding.has(from)) return [];
    const inside = bodies.some(({ start, end }) => start <= index && index < end);
    return [inside ? { ...imported, is_local: true as const } : imported];
  });
}

function importsOf(match: Match, language: Language): readonly Placed[] {
  const tree = one(match, 'import.tree');
  if (tree)
    return (importTrees[language.family]?.(tree) ?? []).map((imported) => ({
      imported,
      index: tree.startIndex,
      from: tree.startIndex,
    }));
  const sourceNode = one(match, 'import.source');
  const source = unquoted(sourceNode?.text ?? '');
  const place = one(match, 'import.name') ?? one(match, 'import') ?? one(match, 'reexport');
  if (!place) return [];
  const alias = one(match, 'import.alias');
  const byDefault = one(match, 'import.default');
  const namespace = one(match, 'import.namespace');
  const takesAll = has(match, 'import.all');
  const named = unquoted(one(match, 'import.name')?.text ?? '');
  const name = takesAll || namespace ? '*' : byDefault ? 'default' : named;
  const local = unquoted((alias ?? byDefault ?? namespace)?.text ?? '') || (takesAll ? '' : named);
  const reexport = has(match, 'reexport');
  const at = alias ?? byDefault ?? namespace ?? place;
  const imported: Import = {
    line: at.startPosition.row + 1,
    column: at.startPosition.column + 1,
    source,
    name,
    local: reexport && takesAll && !namespace ? '*' : local,
    ...(namespace && { namespace: true as const }),
    ...(reexport && { reexport: true as const }),
  };
  return [{ imported, index: at.startIndex, from: (sourceNode ?? at).startIndex }];
}

function exportsOf(match: Match): Export[] {
  if (has(match, 'reexport')) return [];
  const name = one(match, 'export.name');
  const byDefault = one(match, 'export.default');
  if (!name && !byDefault) return [];
  const alias = one(match, 'export.alias');
  const node = name ?? byDefault;
  if (!node) return [];
  const local = unquoted(node.text);
  return [
    { line: node.startPosition.row + 1, name: byDefault ? 'default' : unquoted(alias?.text ?? local), local },
  ];
}

/** First lines of what could not be parsed. Without recursion: code can be nested ten thousand deep. */
function errorLines(root: SyntaxNode): number[] {
  const lines = new Set<number>();
  const open: SyntaxNode[] = root.hasError ? [root] : [];
  while (open.length > 0 && lines.size < MOST_ERRORS) {
    const node = open.pop() as SyntaxNode;
    if (node.isError || node.isMissing) {
      lines.add(node.startPosition.row + 1);
      continue;
    }
    for (const child of node.children) if (child && (child.hasError || child.isMissing)) open.push(child);
  }
  return [...lines].sort((a, b) => a - b);
}

function signatureOf({ outer, node, body }: Found): string {
  const text = outer.text;
  const end = body && body.startIndex > outer.startIndex ? body.startIndex - outer.startIndex : null;
  if (end !== null)
    return collapse(text.slice(0, end).replace(/\s*(?:=>|[{:=])?\s*$/, ''), LONGEST_SIGNATURE);
  const from = node.startIndex - outer.startIndex;
  return collapse(text.slice(from).split('\n', 1)[0] ?? '', LONGEST_SIGNATURE);
}

/** So many characters of the node that holds the name stand before it: a colon, or the modules around it. */
const beforeName = ({ nameNode, properties }: Found): number =>
  properties.dotted === 'true'
    ? nameNode.text.lastIndexOf('.') + 1
    : symbolMark(nameNode).test(nameNode.text)
      ? 1
      : 0;

/** The node that a definition ends with. */
const lastOf = ({ outer, extent }: Found): SyntaxNode =>
  extent && extent.endIndex > outer.endIndex ? extent : outer;

/** A node whose text ends with a line break ends on the line before. */
function lastLine(node: SyntaxNode): number {
  const { row, column } = node.endPosition;
  return column === 0 && row > node.startPosition.row ? row : row + 1;
}

const one = (match: Match, name: string): SyntaxNode | undefined =>
  match.captures.find((capture) => capture.name === name)?.node;
const all = (match: Match, name: string): SyntaxNode[] =>
  match.captures.flatMap((capture) => (capture.name === name ? [capture.node] : []));
const has = (match: Match, name: string): boolean => match.captures.some((capture) => capture.name === name);
const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim().normalize('NFC');
const collapse = (text: string, most: number): string => {
  const joined = text.replace(/\s+/g, ' ').trim();
  return joined.length > most ? `${joined.slice(0, most - 1)}…` : joined;
};
const unquoted = (text: string): string => tidy(text).replace(/^(['"`<])(.*)['"`>]$/s, '$2');
const spans = (a: SyntaxNode, b: SyntaxNode): boolean =>
  a.startIndex <= b.startIndex && a.endIndex >= b.endIndex;
const byPlace = (a: Import, b: Import): number =>
  a.line - b.line || a.column - b.column || (a.name < b.name ? -1 : 1);

/** The name in a type as it is written, without arguments, pointers and marks: `Map<K, V>` → `Map`, `*pkg.T` → `pkg.T`. */
function plainName(node: SyntaxNode): string {
  return tidy(node.text)
    .replace(/<.*$/s, '')
    .replace(/\[.*$/s, '')
    .replace(/\(.*$/s, '')
    .replace(/^[:&*\s?]+|[?!*&\s]+$/g, '')
    .replace(/^(?:mut|dyn|const|readonly|struct|class|enum)\s+/, '');
}

function unique<Value extends object>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
