import type { Definition } from './file-symbols.ts';
import type { CodePlace, LanguageServer } from './ports.ts';

/** So many doubtful places are asked about, one by one. */
const MOST_ASKED = 300;

/** What a language server says of a symbol. Keys are `file:line:column`. */
export interface Confirmation {
  readonly engine: string;
  /** Places that name the symbol; its definitions are among them. */
  readonly confirmed: ReadonlySet<string>;
  readonly places: readonly CodePlace[];
  /** Doubtful places that name something else. */
  readonly refuted: ReadonlySet<string>;
}

export const placeKey = ({ file, line, column }: CodePlace): string => `${file}:${line}:${column}`;

/**
 * Asks a language server for the references of a symbol, and, for the places that syntax could not tie, what they name. Null:
 * it gave no answer. A doubtful place is refuted only where the server says that it names something, and that is neither the
 * symbol nor a place that names it.
 */
export async function confirm(
  server: LanguageServer,
  definitions: readonly { readonly file: string; readonly definition: Definition }[],
  doubtful: readonly CodePlace[],
  files: readonly string[],
  signal?: AbortSignal,
): Promise<Confirmation | null> {
  const confirmed = new Set<string>();
  const places = new Map<string, CodePlace>();
  for (const { file, definition } of definitions) {
    const place = { file, line: definition.line, column: definition.column };
    if (confirmed.has(placeKey(place))) continue;
    const found = await server.references(place, files, signal);
    if (found === null) return null;
    for (const one of [place, ...found]) {
      confirmed.add(placeKey(one));
      places.set(placeKey(one), one);
    }
  }
  const open = doubtful.filter((one) => !confirmed.has(placeKey(one))).slice(0, MOST_ASKED);
  const named = open.length > 0 ? await server.definitions(open, signal) : [];
  const refuted = new Set<string>();
  for (const [index, one] of open.entries()) {
    const targets = named[index];
    if (!targets || targets.length === 0) continue;
    if (!targets.some((target) => confirmed.has(placeKey(target)))) refuted.add(placeKey(one));
  }
  return { engine: server.engine, confirmed, places: [...places.values()], refuted };
}
