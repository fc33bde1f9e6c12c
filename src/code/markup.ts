import { wordPlaces } from './occurrences.ts';
import type { Range } from './syntax.ts';

const NOT_MARKUP =
  /<!--[\s\S]*?(?:-->|$)|<(script|style)\b(?:[^>"']|"[^"]*"|'[^']*')*(?:\/>|>[\s\S]*?(?:<\/\1\s*>|$))/gi;
/** Tags with their attributes (arrows in quotes and braces close none), and expressions in braces. */
const SPEAKING =
  /\{\{[\s\S]*?\}\}|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}|<\/?[\w.:-]+(?:[^<>"'{]|"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\})*>?/g;

/** A name in the markup of a component. */
export interface MarkupPlace extends Range {
  /** After a dot: a member of something. */
  readonly member: boolean;
  /** The name before the dot. */
  readonly object: string | null;
}

/**
 * Where a name stands in the markup around the scripts of a Vue or Svelte file: in tags (`<MyButton>`, `<my-button>`,
 * `v-my-name`), attributes and expressions. Text that is shown, comments and styles are none; a template in another notation
 * than HTML is taken whole. No parser has read it: whatever is found only has the name.
 */
export function markupPlaces(text: string, name: string): MarkupPlace[] {
  const bare = text.replace(NOT_MARKUP, blank);
  const whole = /<template\b[^>]*\slang\s*=/i.test(bare);
  let speaking = bare;
  if (!whole) {
    speaking = '';
    for (const match of bare.matchAll(SPEAKING))
      speaking += blank(bare.slice(speaking.length, match.index)) + match[0];
    speaking += blank(bare.slice(speaking.length));
  }
  const found = wordPlaces(speaking, name, 'js')
    .filter(({ start }) => !/[\w-]-$/.test(speaking.slice(Math.max(0, start - 2), start)))
    .map((place) => {
      const before = speaking.slice(Math.max(0, place.start - 100), place.start);
      const member = /(?<!\.)\??\.\s*$/.test(before);
      return { ...place, member, object: /([\p{L}_$][\p{L}\p{Nd}_$]*)\??\.\s*$/u.exec(before)?.[1] ?? null };
    });
  return [...found, ...kebabPlaces(speaking, name)].sort((a, b) => a.start - b.start);
}

/** `<my-button>` is MyButton, `v-my-focus` is vMyFocus. */
function kebabPlaces(speaking: string, name: string): MarkupPlace[] {
  const kebab = name
    .replace(/([\p{Ll}\p{Nd}])(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .toLowerCase();
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(kebab) || kebab === name) return [];
  return [...speaking.matchAll(new RegExp(`(?<=</?)${kebab}(?![\\w-])|(?<=\\s)${kebab}(?=[\\s=.:>])`, 'g'))]
    .filter((match) => speaking[match.index - 1] !== ' ' || kebab.startsWith('v-'))
    .map((match) => ({ start: match.index, end: match.index + kebab.length, member: false, object: null }));
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');
