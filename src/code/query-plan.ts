import { englishFor } from './glossary.ts';
import { languages } from './languages.ts';

/** What a free text asks for, by its parts; each list in the order of the text, bounded. */
export interface QueryPlan {
  readonly about: 'symbol' | 'file' | 'text' | 'error' | 'question';
  /** Names that look like symbols: `loadUser`, `load_user`, `User.load`. */
  readonly symbols: readonly string[];
  readonly files: readonly string[];
  /** `file:line` of stack traces and compilers. */
  readonly places: readonly { readonly file: string; readonly line: number }[];
  /** Text that is to be found as it stands. */
  readonly literals: readonly string[];
  /** Words of a question, without those that every question has; English ones for Japanese terms among them. */
  readonly words: readonly string[];
  /** Tests are asked for: they are not lowered. */
  readonly wantsTests: boolean;
}

const MOST_SYMBOLS = 4;
const MOST_FILES = 3;
const MOST_PLACES = 8;
const MOST_LITERALS = 3;
const MOST_WORDS = 8;
const LONGEST_TEXT = 4_000;

const PLACE =
  /(?:at\s+|File\s+"|-->\s*|\()?((?:[A-Za-z]:)?[\w@.$+~/\\[\]-]*[\w\])-]\.[A-Za-z]{1,6})(?:"?,?\s+line\s+(\d+)|[:(](\d+)(?:[:,]\d+)?\)?)/g;
const QUOTED =
  /"([^"\n]{2,200})"|`([^`\n]{2,200})`|「([^」\n]{2,200})」|『([^』\n]{2,200})』|(?<![\w])'([^'\n]{3,200})'(?![\w])/g;
/** Endings that make a bare word a file; with a folder before it any ending does. */
const ENDINGS = [
  ...new Set([
    ...languages.flatMap(({ extensions }) => extensions.map((extension) => extension.slice(1))),
    ...'txt log lock env cfg ini conf xml svg png jpg gif pdf csv tsv proto gradle lockb snap rst adoc'.split(
      ' ',
    ),
  ]),
]
  .map((ending) => ending.replace(/\+/g, '\\+'))
  .sort((a, b) => b.length - a.length)
  .join('|');
const FILE = new RegExp(
  `(?<![\\w/])(?:[\\w@.$+~[\\]()-]{1,80}/){1,20}[\\w@.$+~[\\]-]*|(?<![\\w/.])[\\w@$+~[\\]-][\\w@.$+~[\\]-]{0,80}\\.(?:${ENDINGS})(?![\\w(.])`,
  'g',
);
const QUALIFIED = /[\p{L}_$#][\p{L}\p{N}_$]*(?:(?:\.|::|->|#)[\p{L}_$#][\p{L}\p{N}_$]*[?!]?)+(?:\(\))?/gu;
const SYMBOL =
  /(?<![\p{L}\p{N}_$])(?:[$#@]?[A-Za-z_][A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*|[A-Z][A-Z0-9]+_[A-Z0-9_]+|[A-Za-z][A-Za-z0-9]*_[A-Za-z0-9_]+|[A-Za-z_$][\w$]*(?=\(\)))(?![\p{L}\p{N}_$])/gu;
const ERROR =
  /\b(?:[A-Z][A-Za-z]*(?:Error|Exception)|error(?:\[\w+\]|\s+[A-Z]{1,4}\d+)?|panic(?:ked)?|fatal|Traceback|Caused by|E[A-Z]{4,})\b\s*(?:\([^)]*\))?\s*[:：]|^\s*at\s+\S+\s+\(/m;

const STOP = new Set(
  `a about after all an and any are as at before be been but by can could code did do does find for from get gets give go has have how i if in into is it its
  let list make me my not of on one or our out please should show so some tell than that the their them then there these they this those to up
  us use used uses using want was we were what when where which who whose why will with would you your file files function functions class
  method defined definition definitions implemented implementation handle handled handles work works called calls line lines`.split(
    /\s+/,
  ),
);

/** Takes a free text apart (tools.md, `query`): what looks like a name, a file, a quotation, an error or a question. */
export function planOf(asked: string): QueryPlan {
  const text = asked.slice(0, LONGEST_TEXT);
  const isError = ERROR.test(text);
  const places = found(text, PLACE).map(([, file = '', inWords, after]) => ({
    file: file.replace(/\\/g, '/').replace(/^\.\//, ''),
    line: Number(inWords ?? after),
  }));
  const quoted = found(text, QUOTED).map((match) => match.slice(1).find((part) => part !== undefined) ?? '');
  const bare = text.replace(PLACE, ' ').replace(QUOTED, ' ');
  const files = found(bare, FILE).map(([file]) => file);
  const unfiled = bare.replace(FILE, ' ');
  const qualified = found(unfiled, QUALIFIED).map(([name]) => name);
  const plain = found(unfiled.replace(QUALIFIED, ' '), SYMBOL).map(([name]) => name);
  const quotedNames = quoted.filter((one) => /^[A-Za-z_$#][\w$]*(?:(?:\.|::)[\w$]+)*(?:\(\))?$/.test(one));
  const quotedFiles = quoted.filter((one) => one.match(FILE)?.[0] === one);
  const whole = text.trim();
  const single =
    /^[\p{L}_$#@][\p{L}\p{N}_$]*[?!]?$/u.test(whole) &&
    !STOP.has(whole.toLowerCase()) &&
    // Japanese is written without spaces: a sentence is no name.
    !/[はをが]|(?:ます|です|ない)|か$/.test(whole)
      ? [whole]
      : [];
  const symbols = unique(
    [...qualified, ...plain, ...quotedNames, ...single].map((name) => name.replace(/\(\)$/, '')),
  );
  const literals = unique([
    ...quoted.filter((one) => !quotedNames.includes(one) && !quotedFiles.includes(one)),
    ...(isError ? literalParts(text) : []),
  ]);
  const words = isError ? [] : wordsIn(unfiled, symbols);
  const allFiles = unique([...files, ...quotedFiles]);
  const about =
    isError || places.length > 0
      ? 'error'
      : single.length > 0
        ? 'symbol'
        : words.length > 1 || (words.length > 0 && symbols.length + allFiles.length + literals.length === 0)
          ? 'question'
          : symbols.length > 0
            ? 'symbol'
            : allFiles.length > 0
              ? 'file'
              : literals.length > 0
                ? 'text'
                : 'question';
  return {
    about,
    symbols: symbols.slice(0, MOST_SYMBOLS),
    files: allFiles.slice(0, MOST_FILES),
    places: places.filter(({ line }) => line > 0).slice(0, MOST_PLACES),
    literals: literals.slice(0, MOST_LITERALS),
    // A text that nothing was recognised in is looked for by all its words.
    words: (words.length + symbols.length + allFiles.length + literals.length + places.length === 0
      ? unique(whole.split(/\s+/))
      : words
    ).slice(0, MOST_WORDS),
    wantsTests: /\btests?\b|\bspecs?\b|テスト/i.test(text),
  };
}

/** The parts of an error message that stand in the code: what is quoted, numbers, paths and values are filled in at run time. */
function literalParts(text: string): string[] {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => !/^\s*(?:at\s|File\s"|-->|Traceback\b|\d+\s*\|)/.test(line));
  return lines
    .map((line) =>
      line.replace(
        /^.*?(?:Error|Exception|error(?:\[\w+\])?(?:\s+[A-Z]{1,4}\d+)?|panic(?:ked)?|fatal)[^:：]*[:：]\s*/,
        '',
      ),
    )
    .flatMap((line) => line.split(/["'`「」][^"'`「」]*["'`「」]|\S*[/\\]\S*|\b(?:0x)?\d[\w.]*|[{}<>[\]()]/))
    .map((part) => part.replace(/^[\s:,.;-]+|[\s:,.;-]+$/g, ''))
    .filter((part) => part.length >= 8 && (/\s/.test(part) || /[^\x20-\x7e]/.test(part)))
    .sort((a, b) => b.length - a.length);
}

/** Words that say what a question is about: English ones as they are, Japanese runs of kanji or katakana, and their English. */
function wordsIn(text: string, symbols: readonly string[]): string[] {
  const english = (text.match(/[A-Za-z][A-Za-z0-9-]+/g) ?? [])
    .filter((word) => !STOP.has(word.toLowerCase()) && !symbols.some((symbol) => symbol.includes(word)))
    .map((word) => word.toLowerCase());
  const japanese = text.match(/[\p{Script=Han}々]{2,}|[\p{Script=Katakana}ー]{2,}/gu) ?? [];
  return unique([...english, ...englishFor(text), ...japanese]);
}

/** An English word as it may stand in names and comments: without the ending that changes. */
export const stem = (word: string): string =>
  /^[a-z]{5,}$/.test(word)
    ? word.replace(/(?:ations?|ing|ers?|ies|ed|es|s)$/, (end) => (word.length - end.length >= 4 ? '' : end))
    : word;

const found = (text: string, pattern: RegExp): RegExpMatchArray[] => [...text.matchAll(pattern)];
const unique = (values: readonly string[]): string[] => [
  ...new Set(values.map((value) => value.trim()).filter(Boolean)),
];
