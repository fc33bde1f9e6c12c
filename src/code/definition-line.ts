import { escapeRegex } from '../shared/regex.ts';

/** Words that stand before a name where it is defined, in the languages people mostly use. */
const KEYWORDS =
  'class|interface|type|enum|struct|trait|impl|union|record|protocol|extension|module|namespace|package|object|function|func|fun|fn|def|defp|defmodule|macro|macro_rules!|sub|const|let|var|val|static|define';
const MODIFIERS =
  '(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|async|override|readonly|declare|unsafe|extern|inline|virtual|pub(?:\\([^)]*\\))?|open|data|suspend|get|set)\\s+)*';

/** Whether a line of code looks as if it defined the name: for text that no parser could read. */
export function looksLikeDefinition(line: string, name: string): boolean {
  if (line.length > 2_000 || /^\s*(?:return|await|if|while|for|switch|else|throw|new)\b/.test(line))
    return false;
  const word = escapeRegex(name);
  const before = `^\\s*(?:[{};]\\s*)*${MODIFIERS}`;
  return [
    `${before}(?:${KEYWORDS})\\b[\\s*&]+(?:\\([^)]*\\)\\s*|[\\w<>,\\s]*?\\s)?${word}(?![\\w$])`,
    `^\\s*#\\s*define\\s+${word}(?![\\w$])`,
    // A method: its name, parameters, and what begins a body. A call ends otherwise.
    `${before}(?:[\\w<>\\[\\],:*&?]+\\s+)?[*#]?${word}\\s*(?:<[^>]*>)?\\([^;]*\\)[^;=]*\\{\\s*(?:\\}|$|//|return)`,
    // A name bound to a function or class.
    `${before}(?:this\\.|self\\.|module\\.exports\\.|exports\\.)?${word}\\s*[:=]\\s*(?:async\\s*)?(?:function|class|lambda|\\([^)]*\\)\\s*(?::[^=]+)?=>|\\w+\\s*=>)`,
  ].some((form) => new RegExp(form, 'u').test(line));
}
