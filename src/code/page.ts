/** What a list answers with (tools.md, Output): a first page of at most 40,000 characters, whatever is in it. */

/** The list itself; the other keys of the answer need the rest of the 40,000. */
export const LIST_BUDGET = 32_000;

const sizeOf = (item: unknown): number => JSON.stringify(item).length + 1;

/** How many of the first items fit into `budget` characters of JSON; at least one, where there is one. */
export function fitting(items: readonly unknown[], budget = LIST_BUDGET): number {
  let size = 0;
  let count = 0;
  for (const item of items) {
    size += sizeOf(item);
    if (size > budget) break;
    count += 1;
  }
  return Math.max(count, Math.min(1, items.length));
}

/** An item that is too long alone goes without its context lines. */
export function withoutContextWhereHuge<Item extends { before?: unknown; after?: unknown }>(
  item: Item,
  budget = LIST_BUDGET,
): Item | (Omit<Item, 'before' | 'after'> & { context_truncated: true }) {
  if (sizeOf(item) <= budget) return item;
  const { before: _before, after: _after, ...rest } = item;
  return { ...rest, context_truncated: true };
}
