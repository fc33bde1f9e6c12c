import { en } from './en/index.ts';
import { ja } from './ja/index.ts';

/** Names of everything that is said. The English catalogue is the list; the Japanese one must hold the same keys. */
export type MessageKey = keyof typeof en;

/** The names between `%{` and `}` in a text. */
type Placeholders<Text extends string> = Text extends `${string}%{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type Values<Key extends MessageKey> = Readonly<Record<Placeholders<(typeof en)[Key]>, string | number>>;

/** Something to say, before the language is known. */
export interface Message {
  readonly key: MessageKey;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Builds a message; the compiler asks for exactly the placeholders that its English text has. */
export function message<Key extends MessageKey>(
  key: Key,
  ...[values]: Placeholders<(typeof en)[Key]> extends never ? [] : [values: Values<Key>]
): Message {
  return { key, values: values ?? {} };
}

export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];
export const catalogues: Readonly<Record<Language, Readonly<Record<MessageKey, string>>>> = { en, ja };

/** Turns a message into words of one language. */
export type Say = (message: Message) => string;

/** The voice of one language. Values are put in literally, in one pass: a value that looks like a placeholder stays as it is. */
export function speaker(language: Language): Say {
  const catalogue = catalogues[language];
  return ({ key, values }) =>
    catalogue[key].replace(/%\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    );
}
