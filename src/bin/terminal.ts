import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Io } from './io.ts';

/** Only a clear yes is one: an empty answer and the end of the input are not. */
export async function agrees(io: Io, question: string): Promise<boolean> {
  const terminal = createInterface({ input: io.stdin, output: io.stdout });
  try {
    const ended = once(terminal, 'close').then(() => '');
    const answer = new Promise<string>((resolve) => terminal.question(question, resolve));
    return /^(y|yes|ｙ|はい)$/i.test((await Promise.race([answer, ended])).trim());
  } finally {
    terminal.close();
  }
}

/**
 * A text as it is, with what a terminal would obey or hide — control characters, line ends, marks that turn or hide
 * text — made visible: what is shown is what will run.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}|\s+$/gu, (found) =>
    [...found].map((each) => `\\u{${each.codePointAt(0)?.toString(16)}}`).join(''),
  );
}
