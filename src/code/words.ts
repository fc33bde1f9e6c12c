const IDENTIFIER = /[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$]*/gu;

/** All identifiers of a text once each (NFC), in no language's rules in particular: comments and strings count too. */
export function wordsOf(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(IDENTIFIER)) words.add(word);
  return [...new Set([...words].map((word) => word.normalize('NFC')))];
}

/** The word of the index under which a name is found: `empty?` → `empty`, `#priv` → `priv`, `A::b` → `b`. */
export function indexWord(name: string): string {
  return [...name.normalize('NFC').matchAll(IDENTIFIER)].at(-1)?.[0] ?? name;
}
