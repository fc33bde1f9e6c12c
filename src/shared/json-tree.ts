import { head } from './characters.ts';
import { wellFormed } from './plain-json.ts';

/**
 * JSON as a tree whose parts can be cut and weighed one by one: what `cap` works on. Building it makes any value safe to
 * write: whole characters only, no cycle, bounded depth.
 */
export type Node = Leaf | TextNode | ListNode | ObjectNode;

interface Leaf {
  readonly kind: 'leaf';
  readonly json: string;
  readonly size: number;
}
export interface TextNode {
  readonly kind: 'text';
  value: string;
  size: number;
}
export interface ListNode {
  readonly kind: 'list';
  /** Name of the nearest key above; empty for none. */
  readonly name: string;
  /** Whether it stands inside another list. */
  readonly nested: boolean;
  readonly items: Node[];
  /** How many there were before anything was cut. */
  readonly total: number;
  size: number;
  /** `size` without what the lists inside it weigh. */
  own: number;
}
export interface ObjectNode {
  readonly kind: 'object';
  readonly entries: { readonly key: string; readonly keySize: number; node: Node }[];
  size: number;
}

/** How much a JSON text weighs: bytes of UTF-8, or UTF-16 units. */
export type Measure = 'bytes' | 'characters';
export const weigh = (json: string, measure: Measure): number =>
  measure === 'bytes' ? Buffer.byteLength(json) : json.length;

/** Deeper than this no answer of ours goes, and `JSON.stringify` would run out of stack at a few thousand. */
const DEEPEST = 200;

export interface Build {
  readonly measure: Measure;
  /** No part needs to hold more texts, items or keys than this: more could not be sent. */
  readonly max: number;
  /** Told when something had to go while building. */
  onCut(): void;
}

/** The tree of a value; undefined where JSON has nothing for it (a function, `undefined`). */
export function build(
  value: unknown,
  options: Build,
  place: { name: string; nested: boolean; depth: number; above: Set<unknown> },
): Node | undefined {
  if (typeof value === 'string') return textNode(value, options);
  if (typeof value === 'bigint') return textNode(String(value), options);
  if (value === null || typeof value === 'number' || typeof value === 'boolean')
    return leaf(JSON.stringify(value), options.measure);
  if (typeof value !== 'object') return undefined;
  if (place.depth > DEEPEST || place.above.has(value)) {
    options.onCut();
    return leaf('"…"', options.measure);
  }
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return build(value.toJSON(place.name), options, { ...place, depth: place.depth + 1 });
  place.above.add(value);
  const node = Array.isArray(value) ? listNode(value, options, place) : objectNode(value, options, place);
  place.above.delete(value);
  return node;
}

type Place = Parameters<typeof build>[2];

function listNode(value: readonly unknown[], options: Build, place: Place): ListNode {
  const taken = value.length > options.max ? value.slice(0, options.max) : value;
  const inside = { ...place, depth: place.depth + 1, nested: true };
  const items = Array.from(taken, (item) => build(item, options, inside) ?? leaf('null', options.measure));
  return {
    kind: 'list',
    name: place.name,
    nested: place.nested,
    items,
    total: value.length,
    size: 0,
    own: 0,
  };
}

function objectNode(value: object, options: Build, place: Place): ObjectNode {
  const part = (key: string, item: unknown) =>
    build(item, options, { ...place, depth: place.depth + 1, name: key });
  return { kind: 'object', entries: entriesOf(value, options, part), size: 0 };
}

/** The entries of an object, as many as there is room for their keys. */
export function entriesOf(
  value: object,
  options: Build,
  part: (key: string, item: unknown) => Node | undefined,
): ObjectNode['entries'] {
  const entries: ObjectNode['entries'] = [];
  let keys = 0;
  for (const [rawKey, item] of Object.entries(value)) {
    if (keys > options.max) {
      options.onCut();
      break;
    }
    const key = wellFormed(rawKey);
    const node = part(key, item);
    if (!node) continue;
    const keySize = weigh(JSON.stringify(key), options.measure);
    keys += keySize;
    entries.push({ key, keySize, node });
  }
  return entries;
}

export function leaf(json: string, measure: Measure): Node {
  return { kind: 'leaf', json, size: weigh(json, measure) };
}

function textNode(value: string, options: Build): TextNode {
  if (value.length > options.max) options.onCut();
  const node: TextNode = { kind: 'text', value: '', size: 0 };
  setText(node, wellFormed(head(value, options.max)), options.measure);
  return node;
}

export function setText(node: TextNode, value: string, measure: Measure): void {
  node.value = value;
  node.size = weigh(JSON.stringify(value), measure);
}

/** Weighs a tree anew after cuts, parts first; tells `visit` of every list and text in it. */
export function weighTree(node: Node, visit?: (node: ListNode | TextNode) => void): number {
  weighInside(node, visit);
  return node.size;
}

/** Answers with what the lists in the part weigh together. */
function weighInside(node: Node, visit?: (node: ListNode | TextNode) => void): number {
  if (node.kind === 'leaf') return 0;
  if (node.kind === 'text') {
    visit?.(node);
    return 0;
  }
  let lists = 0;
  const brackets = 2;
  if (node.kind === 'list') {
    let size = brackets + Math.max(0, node.items.length - 1);
    for (const item of node.items) {
      lists += weighInside(item, visit);
      size += item.size;
    }
    node.size = size;
    node.own = size - lists;
    visit?.(node);
    return size;
  }
  let size = brackets + Math.max(0, node.entries.length - 1);
  for (const entry of node.entries) {
    lists += weighInside(entry.node, visit);
    size += entry.keySize + 1 + entry.node.size;
  }
  node.size = size;
  return lists;
}

export function render(node: Node): string {
  if (node.kind === 'leaf') return node.json;
  if (node.kind === 'text') return JSON.stringify(node.value);
  if (node.kind === 'list') return `[${node.items.map(render).join(',')}]`;
  return `{${node.entries.map(({ key, node: value }) => `${JSON.stringify(key)}:${render(value)}`).join(',')}}`;
}
