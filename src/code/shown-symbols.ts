import type { StructureAnswer, SymbolNode } from './navigation.ts';
import { fitting } from './page.ts';

/** A symbol whose members were cut says how many are left out. */
export interface ShownSymbol extends Omit<SymbolNode, 'members'> {
  readonly members?: readonly ShownSymbol[];
  readonly members_left_out?: number;
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/** A symbol within `budget` characters of JSON: first without the members of its members, then with the first of its members. */
export function shownSymbol(symbol: SymbolNode, budget: number): ShownSymbol {
  if (!symbol.members || sizeOf(symbol) <= budget) return symbol;
  const { members, ...head } = symbol;
  const flat = members.map(
    ({ members: inner, ...rest }): ShownSymbol =>
      inner ? { ...rest, members_left_out: inner.length } : rest,
  );
  const kept = flat.slice(0, fitting(flat, Math.max(1_000, budget - sizeOf(head) - 100)));
  const left = flat.length - kept.length;
  return { ...head, members: kept, ...(left > 0 && { members_left_out: left }) };
}

/** Whether members of it, or of what it holds, were left out. */
export const isCut = (symbol: ShownSymbol): boolean =>
  symbol.members_left_out !== undefined || (symbol.members?.some(isCut) ?? false);

export const LISTS = ['functions', 'classes', 'imports', 'exports', 'other'] as const;
/** Each symbol with members has so much of a page that is too small for all. */
const SHARE = 4_000;

/** The lists of a structure within `budget` characters: members are cut first, then the longest lists. */
export function shownStructure(answer: StructureAnswer, budget: number) {
  const whole: Record<(typeof LISTS)[number], readonly unknown[]> = {
    functions: answer.functions,
    classes: answer.classes,
    imports: answer.imports,
    exports: answer.exports,
    other: answer.other,
  };
  if (sizeOf(whole) <= budget) return { lists: whole, cut: false };
  const shown = (list: readonly SymbolNode[]) => list.map((symbol) => shownSymbol(symbol, SHARE));
  let lists: typeof whole = {
    ...whole,
    functions: shown(answer.functions),
    classes: shown(answer.classes),
    other: shown(answer.other),
  };
  while (sizeOf(lists) > budget) {
    const name = LISTS.reduce((a, b) => (sizeOf(lists[b]) > sizeOf(lists[a]) ? b : a));
    if (lists[name].length <= 1) break;
    lists = { ...lists, [name]: lists[name].slice(0, Math.floor(lists[name].length * 0.75)) };
  }
  return { lists, cut: true };
}
