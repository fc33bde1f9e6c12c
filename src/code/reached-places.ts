import type { FoundDefinition } from './navigation.ts';

/** How an answer about impact names and orders the places that it speaks of. */

export const placeOf = ({ file, line, column }: FoundDefinition): string => `${file}:${line}:${column}`;
export const qualified = ({ scope, name }: { scope: string; name: string }): string =>
  scope ? `${scope}.${name}` : name;
export const describe = (one: FoundDefinition): string => `${qualified(one)} (${one.file}:${one.line})`;
export const byFile = (a: { file: string; line?: number }, b: { file: string; line?: number }): number =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0);
