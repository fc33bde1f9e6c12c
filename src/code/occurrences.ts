import type { UseKind } from './navigation.ts';
import type { ProjectView } from './project-view.ts';
import type { Match, Range, SyntaxNode, SyntaxTree } from './syntax.ts';
import { INFERRED } from './written-types.ts';

/** A part of a file in which names are bound. */
export interface Scope extends Range {
  readonly kind: 'function' | 'block' | 'class';
}

/** How an occurrence binds its name where it does. */
interface Binder {
  /** `function`: in the function around; `outer`: around the scope that it opens itself. */
  readonly reach: 'block' | 'function' | 'outer';
  readonly type: string | null;
  readonly value: SyntaxNode | null;
}

/** One place where a name stands as a whole identifier in code (comments and strings are none). */
export interface Occurrence extends Range {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** Null: it could only be seen in the text. */
  readonly node: SyntaxNode | null;
  readonly kind: UseKind;
  readonly isImport: boolean;
  /** No reference: a label, the name of an argument. */
  readonly isNone: boolean;
  readonly isKey: boolean;
  /** After an object: `object` is null where it is not known, `self` holds `this`, `super`. */
  readonly member: { readonly object: SyntaxNode | null; readonly self: string | null } | null;
  readonly binder: Binder | null;
  /** From inside to outside. */
  readonly scopes: readonly Scope[];
  /** It stands in what could not be parsed. */
  readonly broken: boolean;
}

/** With more occurrences than this the file's uses are asked for once, instead of around each. */
const MANY = 40;
/** So far up a syntax error is looked for. */
const NEARBY = 12;
const NOT_CODE =
  /comment|string|jsx_text|regex|heredoc|char_literal|character_literal|str_text|quoted|text_interpolation|^text$|^raw_text$|shebang|hash_bang/;
const IDENTIFIER_LIKE = /identifier|name|word|constant|symbol|alias|variable|command/;
/** In these `$` is part of a name. */
const DOLLAR: ReadonlySet<string> = new Set(['js', 'jvm', 'dart']);
const KINDS: readonly UseKind[] = ['import', 'write', 'call', 'type', 'read'];

/** Where each line begins. */
export function lineStarts(view: ProjectView, file: string, text: string): readonly number[] {
  return view.once('lines', file, () => {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  });
}

export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** The places where a name stands as a whole identifier: never a part of a longer one, in either normal form. */
export function wordPlaces(text: string, name: string, family: string): Range[] {
  const spellings = new Set([name, name.normalize('NFC'), name.normalize('NFD')]);
  const inside = DOLLAR.has(family)
    ? /[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]/u
    : /[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]/u;
  const found: Range[] = [];
  for (const spelling of spellings) {
    if (spelling === '') continue;
    for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + spelling.length)) {
      const end = at + spelling.length;
      if (inside.test(characterBefore(text, at)) || inside.test(characterAt(text, end))) continue;
      // `#name` of JavaScript, `save!` and `empty?` of Ruby, Elixir are other names than `name`, `save`, `empty`.
      if (family === 'js' && text[at - 1] === '#') continue;
      if ((family === 'ruby' || family === 'elixir') && /[?!]/.test(text[end] ?? '') && text[end + 1] !== '=')
        continue;
      found.push({ start: at, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 32);
function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  if (Number.isNaN(low)) return ' ';
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1);
}

/** The occurrences of a name in a file, in the order of the text; null: the file has no tree. */
export function occurrencesOf(view: ProjectView, file: string, name: string): readonly Occurrence[] | null {
  return view.once('occurrences', `${file}\0${name}`, () => {
    const tree = view.index.tree(file);
    if (!tree) return null;
    const family = view.family(file);
    const written = family === 'php' ? name.replace(/^\$/, '') : name;
    const places = wordPlaces(tree.text, written, family);
    if (places.length === 0) return [];
    const starts = lineStarts(view, file, tree.text);
    const usesAt = usesOf(view, file, tree, places.length);
    return places.flatMap((place) => {
      const node = tree.root.namedDescendantForIndex(place.start, place.end);
      if (!node) return [];
      // Most names in strings and comments are none: no query is asked for them.
      const maybe = family === 'python' && node.type === 'string_content';
      if (!maybe && !isCode(node, place, family)) return [];
      const matches = usesAt(maybe ? { start: node.startIndex, end: node.endIndex } : place);
      if (maybe && textMark(matches, place) === null) return [];
      return [classified(tree, place, node, matches, starts)];
    });
  });
}

/** The matches of the uses section that touch a place. */
function usesOf(
  view: ProjectView,
  file: string,
  tree: SyntaxTree,
  count: number,
): (place: Range) => readonly Match[] {
  if (count <= MANY) return (place) => tree.matches('uses', place);
  const all = view.once('uses', file, () => {
    const scopes: Match[] = [];
    const byPlace = new Map<number, Match[]>();
    for (const match of tree.matches('uses')) {
      if (match.captures.some(({ name }) => name.startsWith('scope.'))) scopes.push(match);
      for (const { node } of match.captures) {
        const known = byPlace.get(node.startIndex);
        if (known) known.push(match);
        else byPlace.set(node.startIndex, [match]);
      }
    }
    const ranges = scopes.map((match) => {
      const node = match.captures.find(({ name }) => name.startsWith('scope.'))?.node;
      return { match, start: node?.startIndex ?? 0, end: node ? endOfScope(match, node) : 0 };
    });
    return { ranges, byPlace };
  });
  return ({ start, end }) => [
    ...all.ranges.flatMap((scope) => (scope.start <= start && scope.end >= end ? [scope.match] : [])),
    ...(all.byPlace.get(start) ?? []),
  ];
}

/** Not in a comment or string; names in what is not parsed further (macro bodies, Ruby's symbols) count. */
function isCode(node: SyntaxNode, place: Range, family: string): boolean {
  const exact = node.startIndex === place.start && node.endIndex === place.end;
  if (NOT_CODE.test(node.type) && !(exact && IDENTIFIER_LIKE.test(node.type))) {
    return family === 'ruby' && /symbol/.test(node.type) && !/string/.test(node.type);
  }
  if (exact) return true;
  if (
    /^preproc_arg$|symbol|variable_name|token_tree|macro|simple_identifier|property_identifier|key/.test(
      node.type,
    )
  )
    return true;
  // A keyword that has the spelling of the name, or a token of a node that holds more than it.
  if (node.isError || node.hasError) return true;
  const beyond = node.endIndex - node.startIndex - (place.end - place.start);
  return node.namedChildCount === 0 && beyond <= 2;
}

/** What a name is used for that stands in a string which the query says holds names; null: no such string. */
function textMark(matches: readonly Match[], place: Range): string | null {
  const marks = matches
    .flatMap(({ captures }) => captures)
    .filter(({ node }) => node.startIndex <= place.start && node.endIndex >= place.end)
    .flatMap(({ name }) => (name.startsWith('text.') ? [name.slice('text.'.length)] : []));
  return marks.includes('none') ? null : (marks[0] ?? null);
}

/** Where a scope ends: with the node beside it that the pattern calls its extent, else with itself. */
const endOfScope = ({ captures }: Match, scope: SyntaxNode): number =>
  Math.max(scope.endIndex, captures.find(({ name }) => name === 'extent')?.node.endIndex ?? 0);

function classified(
  tree: SyntaxTree,
  place: Range,
  node: SyntaxNode,
  matches: readonly Match[],
  starts: readonly number[],
): Occurrence {
  const marks = new Set<string>();
  const scopes = new Map<string, Scope>();
  const members: NonNullable<Occurrence['member']>[] = [];
  const binders: Binder[] = [];
  const exact = (other: SyntaxNode): boolean =>
    (other.startIndex === place.start || other.startIndex === place.start - 1) &&
    other.endIndex === place.end;
  for (const match of matches) {
    const { captures } = match;
    for (const { name, node: captured } of captures) {
      if (name.startsWith('scope.')) {
        const end = endOfScope(match, captured);
        if (captured.startIndex <= place.start && end >= place.end)
          scopes.set(`${captured.startIndex}:${end}`, {
            start: captured.startIndex,
            end,
            kind: name.slice('scope.'.length) as Scope['kind'],
          });
        continue;
      }
      if (!exact(captured)) continue;
      if (name.startsWith('use.')) marks.add(name.slice('use.'.length));
      else if (name === 'member.name') {
        const self = captures.find((one) => one.name === 'member.self')?.node.text ?? null;
        const object = captures.find((one) => one.name === 'member.object')?.node ?? null;
        members.push({ object, self });
      } else if (name === 'local' || name === 'local.function' || name === 'local.outer') {
        const type = captures.find((one) => one.name === 'local.type')?.node.text ?? null;
        const value = captures.find((one) => one.name === 'local.value')?.node ?? null;
        const reach: Binder['reach'] =
          name === 'local' ? 'block' : name === 'local.function' ? 'function' : 'outer';
        binders.push({ reach, type, value });
      }
    }
  }
  const inText = textMark(matches, place);
  if (inText !== null) marks.add(inText);
  const line = lineAt(starts, place.start);
  const key =
    /^shorthand_property_identifier/.test(node.type) ||
    (/^(?:property_identifier|string)$/.test(node.type) &&
      /^pair(?:_pattern)?$/.test(node.parent?.type ?? ''));
  const kind = KINDS.find((one) => marks.has(one)) ?? 'read';
  return {
    ...place,
    line,
    column: place.start - (starts[line - 1] as number) + 1,
    node,
    kind: /^preproc_arg$/.test(node.type) ? 'unknown' : kind,
    isImport: marks.has('import'),
    isNone: marks.has('none'),
    isKey: marks.has('member_key') || key,
    member:
      members.length > 0
        ? { object: first(members, 'object'), self: first(members, 'self') }
        : memberByText(tree.text, place, node),
    binder: binderOf(binders, node),
    scopes: [...scopes.values()].sort((a, b) => a.end - a.start - (b.end - b.start)),
    broken: isBroken(node),
  };
}

function first<Item, Key extends keyof Item>(items: readonly Item[], key: Key): Item[Key] | null {
  return items.find((item) => item[key] !== null)?.[key] ?? null;
}

const TYPE_FIELDS = ['type'];
const VALUE_FIELDS = ['value', 'right', 'initializer', 'default_value', 'init'];
/** A part of what is bound, or one after another of it: not its type, not its value. */
const PART =
  /pattern(?!_parameter)|destructur|tuple|^list|_list$|^for|comprehension|catch|with_item|function|method|class|block|body|program|module/;

/** What a pattern says that a name is bound to; else what stands around it under the usual fields. */
function binderOf(binders: readonly Binder[], node: SyntaxNode): Binder | null {
  const [one] = binders;
  if (!one) return null;
  const said = first(binders, 'type');
  let type = said !== null && INFERRED.test(said) ? null : said;
  let value = first(binders, 'value');
  let inside = node;
  for (let steps = 0; type === null && value === null && steps < 3; steps += 1) {
    const around: SyntaxNode | null = inside.parent;
    if (!around || (PART.test(around.type) && !/^(?:expression_list|typed_pattern)$/.test(around.type)))
      break;
    if (around.type === 'expression_list' && around.namedChildCount > 1) break;
    const outside = (field: string): SyntaxNode | null => {
      const found = around.childForFieldName(field);
      return found && (found.endIndex <= inside.startIndex || found.startIndex >= inside.endIndex)
        ? found
        : null;
    };
    type = TYPE_FIELDS.map(outside).find((found) => found && !INFERRED.test(found.text))?.text ?? null;
    value = VALUE_FIELDS.map(outside).find((found) => found !== null) ?? null;
    if (value === null && around.type === 'variable_declarator') {
      const last = around.namedChild(around.namedChildCount - 1);
      value = last && last.startIndex >= inside.endIndex && !/type/.test(last.type) ? last : null;
    }
    inside = around;
  }
  return { reach: one.reach, type, value };
}

/** Where no pattern says so, what stands before the name does: after `.`, `->`, `::` it is a member of something. */
function memberByText(text: string, { start }: Range, node: SyntaxNode): Occurrence['member'] {
  const before = text.slice(Math.max(0, start - 40), start).trimEnd();
  if (!/(?:[\w)\]'"`]\s*(?:\?|!)?\.|->|[\w>)]::)$/.test(before) || /\.\.$/.test(before)) return null;
  const siblings = node.parent?.namedChildren ?? [];
  const own = siblings.findIndex((one) => one?.startIndex === start);
  const object = own > 0 ? (siblings[own - 1] ?? null) : null;
  return {
    object: object && text.slice(object.endIndex, start).trim().length <= 2 ? object : null,
    self: null,
  };
}

function isBroken(node: SyntaxNode): boolean {
  let at: SyntaxNode | null = node;
  for (let up = 0; at !== null && up < NEARBY; up += 1) {
    if (at.isError) return true;
    at = at.parent;
  }
  return false;
}
