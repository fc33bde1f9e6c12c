import { parseAs } from './syntax.ts';

/**
 * What the uses section marks at the first place of `name` after `from` in the text, sorted; without the marks that `left`
 * fits (scopes and what only goes with another mark).
 */
export async function marksOf(
  path: string,
  text: string,
  name: string,
  from: string,
  left: RegExp,
): Promise<string[]> {
  const start = text.indexOf(name, text.indexOf(from) + from.length);
  const tree = await parseAs(path, text);
  try {
    const marks = tree
      .matches('uses', { start, end: start + name.length })
      .flatMap(({ captures }) => captures)
      .filter(({ node }) => node.startIndex === start && node.endIndex === start + name.length)
      .map((capture) => capture.name)
      .filter((mark) => !left.test(mark));
    return [...new Set(marks)].sort();
  } finally {
    tree.dispose();
  }
}
