import { message, type Say } from '../text/text.ts';
import { head } from './characters.ts';
import {
  build,
  entriesOf,
  type ListNode,
  leaf,
  type Measure,
  type Node,
  type ObjectNode,
  render,
  setText,
  type TextNode,
  weigh,
  weighTree,
} from './json-tree.ts';

/** The hard limit of every answer of every tool (tools.md, Output), in bytes of UTF-8. */
export const MOST_BYTES = 262_144;

export interface CapOptions {
  /** In bytes of UTF-8 or in characters (UTF-16 units, as the client counts), by `measure`. */
  readonly max: number;
  readonly measure: Measure;
  /** Keys of the answer that are not touched, besides `instruction`, `expected_payload` and `error`. */
  readonly keep?: readonly string[];
  readonly say: Say;
}

const ALWAYS_KEPT = ['instruction', 'expected_payload', 'error'];
/** A list keeps one item, a text this many characters, while anything else is left to shorten. */
const LEAST_TEXT = 64;
/** So many lists, then so many texts, are shortened exactly; after that all of them together, coarsely. */
const ROUNDS = 6;

/**
 * An answer as JSON text that never weighs more than `max` (tools.md, Output). Within the limit the text is
 * `JSON.stringify(value)`, with half characters replaced. Over it the longest list is shortened from its end, then the
 * longest text, on whole characters; `truncated`, `total_matches`, `returned_matches` and `message` say so, `next_offset`
 * is moved back to the first item left out. The kept keys stay as they are, unless they alone are over the limit: the limit wins.
 */
export function cap(value: Readonly<Record<string, unknown>>, options: CapOptions): string {
  const whole = surelyOver(value, options.max) ? null : plain(value);
  if (whole !== null && weigh(whole, options.measure) <= options.max) return whole;

  const kept = new Set([...ALWAYS_KEPT, ...(options.keep ?? [])]);
  let lost = false;
  const root = buildRoot(value, kept, options, () => {
    lost = true;
  });
  if (!lost && weighTree(root) <= options.max) return render(root);

  const cut = shortenTo(root, options);
  note(root, value, cut, options);
  if (weighTree(root) > options.max) dropEntries(root, options.max, kept);
  return render(root);
}

/**
 * Whether the JSON of a value is over `max` for certain, told without writing it out: what is far too large, or endless,
 * is not even tried. Counts from below: each text as long as it is, everything else as one.
 */
function surelyOver(value: unknown, max: number): boolean {
  const open: unknown[] = [value];
  let least = 0;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part === 'string') least += part.length;
    else if (Array.isArray(part)) {
      least += part.length;
      if (least <= max) open.push(...part.filter((item) => item !== undefined));
    } else if (typeof part === 'object' && part !== null && !('toJSON' in part)) {
      for (const key in part) {
        const item = (part as Record<string, unknown>)[key];
        if (!Object.hasOwn(part, key) || item === undefined || typeof item === 'function') continue;
        least += key.length + 1;
        if (least > max) return true;
        open.push(item);
      }
    }
    if (least > max) return true;
  }
  return false;
}

/** The text of a value that needs no repair; null for one that does, or that `JSON.stringify` cannot write. */
function plain(value: unknown): string | null {
  try {
    const text = JSON.stringify(value);
    // JSON.stringify writes a half character as \udxxx; the same letters may also stand there as plain text.
    return text === undefined || /\\ud[89a-f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

function buildRoot(
  value: Readonly<Record<string, unknown>>,
  kept: ReadonlySet<string>,
  options: CapOptions,
  onCut: () => void,
): ObjectNode {
  const limits = { measure: options.measure, max: options.max, onCut };
  const entries = entriesOf(value, limits, (key, item) => {
    const node = build(item, limits, {
      name: key,
      nested: false,
      depth: 1,
      above: new Set<unknown>([value]),
    });
    // A kept part is one piece: nothing looks inside it.
    return node && kept.has(key) ? leaf(render(node), options.measure) : node;
  });
  return { kind: 'object', entries, size: 0 };
}

/** Shortens until the note fits too; answers with the list that the note is about, the first that was shortened. */
function shortenTo(root: ObjectNode, options: CapOptions): ListNode | null {
  const target = Math.max(0, options.max - roomForNote(root, options));
  let first: ListNode | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const { size, list } = survey(root);
    if (size <= target) return first;
    if (list === null) break;
    first ??= list;
    shortenList(list, size - target);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const { size, text } = survey(root);
    if (size <= target) return first;
    if (text === null || text.value.length <= LEAST_TEXT) break;
    shortenText(text, text.size - (size - target), options.measure);
  }
  for (let most = 1_024; most >= 1 && weighTree(root) > target; most = Math.floor(most / 4))
    squeeze(root, most, options.measure, true);
  return first;
}

/** The list that holds most by itself, and the longest text. */
function survey(root: ObjectNode): { size: number; list: ListNode | null; text: TextNode | null } {
  let list: ListNode | null = null;
  let text: TextNode | null = null;
  const size = weighTree(root, (node) => {
    if (node.kind === 'text') {
      if (node.size > (text?.size ?? 0)) text = node;
    } else if (node.items.length > 1 && node.own > (list?.own ?? 0)) list = node;
  });
  return { size, list, text };
}

/** Drops items from the end until at least `excess` is gone, or one is left. */
function shortenList(list: ListNode, excess: number): void {
  let gone = 0;
  while (gone < excess && list.items.length > 1) gone += (list.items.pop()?.size ?? 0) + 1;
}

/** Cuts a text to the longest beginning that weighs at most `most`, by halving, but not under `LEAST_TEXT` characters. */
function shortenText(text: TextNode, most: number, measure: Measure): void {
  let low = Math.min(LEAST_TEXT, text.value.length);
  let high = text.value.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (weigh(JSON.stringify(`${head(text.value, middle)}…`), measure) <= most) low = middle;
    else high = middle - 1;
  }
  setText(text, `${head(text.value, low)}…`, measure);
}

/** No list and no object keeps more than `most` parts, no text more than so many characters; the answer itself keeps its keys. */
function squeeze(node: Node, most: number, measure: Measure, top: boolean): void {
  if (node.kind === 'text' && node.value.length > most) setText(node, `${head(node.value, most)}…`, measure);
  if (node.kind === 'list') {
    if (node.items.length > most) node.items.length = most;
    for (const item of node.items) squeeze(item, most, measure, false);
  }
  if (node.kind === 'object') {
    if (!top && node.entries.length > most) node.entries.length = most;
    for (const entry of node.entries) squeeze(entry.node, most, measure, false);
  }
}

/** Largest first, keys that are not kept go; where the kept alone are too much, they go as well. */
function dropEntries(root: ObjectNode, max: number, kept: ReadonlySet<string>): void {
  const last = new Set([...kept, 'truncated', 'message']);
  const order = (key: string) => (key === 'error' || key === 'truncated' ? 2 : last.has(key) ? 1 : 0);
  const weight = (entry: ObjectNode['entries'][number]) => entry.keySize + entry.node.size;
  const bySacrifice = [...root.entries].sort((a, b) => order(a.key) - order(b.key) || weight(b) - weight(a));
  let size = weighTree(root);
  const gone = new Set<unknown>();
  for (const entry of bySacrifice) {
    if (size <= max) break;
    gone.add(entry);
    size -= weight(entry) + 2;
  }
  const left = root.entries.filter((entry) => !gone.has(entry));
  root.entries.splice(0, root.entries.length, ...left);
}

/** What the note will weigh at most, the tool's own `message` apart (it is in the tree). */
function roomForNote(root: ObjectNode, options: CapOptions): number {
  const longest = root.entries.reduce((most, entry) => Math.max(most, Math.min(40, entry.key.length)), 10);
  const filled = {
    truncated: true,
    total_matches: 9_999_999_999,
    returned_matches: 9_999_999_999,
    next_offset: 9_999_999_999,
    message: sayCut(options, {
      list: 'x'.repeat(longest * 6),
      returned: 9_999_999_999,
      total: 9_999_999_999,
    }),
  };
  return weigh(JSON.stringify(filled), options.measure) + 8;
}

function sayCut(options: CapOptions, list: { list: string; returned: number; total: number } | null): string {
  const limit = { max: options.max };
  const bytes = options.measure === 'bytes';
  if (list === null) return options.say(message(bytes ? 'server.cut_bytes' : 'server.cut_characters', limit));
  const values = { ...limit, ...list };
  return options.say(message(bytes ? 'server.cut_list_bytes' : 'server.cut_list_characters', values));
}

/** Says in the answer what was cut. Numbers that the tool set are kept where they still hold. */
function note(
  root: ObjectNode,
  value: Readonly<Record<string, unknown>>,
  list: ListNode | null,
  options: CapOptions,
): void {
  const set = (key: string, json: string) => {
    const node = leaf(json, options.measure);
    const there = root.entries.find((entry) => entry.key === key);
    if (there) there.node = node;
    else root.entries.push({ key, keySize: weigh(JSON.stringify(key), options.measure), node });
  };
  const own = root.entries.find((entry) => entry.key === 'message')?.node;
  const before = own?.kind === 'text' ? `${own.value} ` : '';
  set('truncated', 'true');
  if (list === null) {
    set('message', JSON.stringify(before + sayCut(options, null)));
    return;
  }
  const { total_matches: total, returned_matches: returned, next_offset: next } = value;
  const left = list.items.length;
  const removed = list.total - left;
  // The tool's numbers speak of this list where they count it, or count what stands in groups.
  const counted = typeof returned === 'number' && (returned === list.total || list.nested);
  if (typeof total !== 'number') set('total_matches', String(list.total));
  if (typeof returned !== 'number') set('returned_matches', String(left));
  else if (counted) set('returned_matches', String(Math.max(0, returned - removed)));
  if (counted && typeof next === 'number') set('next_offset', String(Math.max(0, next - removed)));
  else if (counted && next === null && typeof total === 'number')
    set('next_offset', String(Math.max(0, total - removed)));
  const said = sayCut(options, { list: head(list.name, 40), returned: left, total: list.total });
  set('message', JSON.stringify(before + said));
}
