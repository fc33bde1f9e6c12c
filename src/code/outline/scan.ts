import type { Definition, FileSymbols, Import, Kind } from '../file-symbols.ts';
import { wordsOf } from '../words.ts';

const LONGEST_SIGNATURE = 300;

/** What a scanner found: a named stretch of the text (UTF-16 units, end excluded). Holders come before what they hold. */
export interface Stretch {
  readonly name: string;
  readonly kind: Kind;
  /** Where the name stands. */
  readonly at: number;
  readonly start: number;
  end: number;
  /** Index of the stretch that holds it; -1: none. */
  readonly parent: number;
  /** Names around it that no stretch stands for (the schema of `app.users`). */
  readonly holder?: readonly string[];
  readonly signature: string;
  readonly type?: string;
  readonly is_local?: true;
}

/** Where each line begins. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line (from 0) in which an offset lies. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** White space joined, 300 characters at most. Only so much of the text is looked at as can be shown. */
export function shortened(text: string): string {
  const joined = text
    .slice(0, LONGEST_SIGNATURE * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return (
    joined.length > LONGEST_SIGNATURE ? `${joined.slice(0, LONGEST_SIGNATURE - 1)}…` : joined
  ).toWellFormed();
}

/** The stretches as the index keeps them, and the words of the file. */
export function symbolsOfStretches(
  language: string,
  text: string,
  stretches: readonly Stretch[],
  imports: readonly { readonly at: number; readonly source: string; readonly local?: string }[] = [],
  unclosed: readonly number[] = [],
): FileSymbols {
  const starts = lineStarts(text);
  const definitions: Definition[] = [];
  for (const one of stretches) {
    const parent = definitions[one.parent];
    const line = lineAt(starts, one.at);
    definitions.push({
      name: one.name,
      kind: one.kind,
      line: line + 1,
      column: one.at - (starts[line] ?? 0) + 1,
      start_line: lineAt(starts, one.start) + 1,
      end_line: lineAt(starts, Math.max(one.start, one.end - 1)) + 1,
      start: one.start,
      end: one.end,
      parent: one.parent,
      scope: [...(parent ? [...parent.scope, parent.name] : []), ...(one.holder ?? [])],
      signature: one.signature,
      exported: one.is_local !== true,
      ...(one.is_local && { is_local: true as const }),
      bases: [],
      decorators: [],
      ...(one.type !== undefined && { type: one.type }),
    });
  }
  return {
    language,
    definitions,
    imports: imports.map(({ at, source, local }): Import => {
      const line = lineAt(starts, at);
      return {
        line: line + 1,
        column: at - (starts[line] ?? 0) + 1,
        source,
        name: '*',
        local: local ?? '',
        ...(local !== undefined && local !== '' && { namespace: true as const }),
      };
    }),
    exports: [],
    parse_errors: [...new Set(unclosed.map((at) => lineAt(starts, at) + 1))].slice(0, 20),
    words: wordsOf(text),
  };
}
