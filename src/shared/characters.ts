/** The first `units` UTF-16 units of a text, one less where the cut would fall inside a character. */
export function head(text: string, units: number): string {
  if (text.length <= units) return text;
  const last = text.charCodeAt(units - 1);
  const splits = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, Math.max(0, splits ? units - 1 : units));
}

/** A text of at most `units` UTF-16 units, ending in `…` where it was cut, never inside a character. */
export function shorten(text: string, units: number): string {
  return text.length <= units ? text : `${head(text, units - 1)}…`;
}
