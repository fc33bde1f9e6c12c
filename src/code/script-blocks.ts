/**
 * The scripts of a Vue or Svelte file: everything else is blanked out, so that lines and columns stay those of the file.
 * Comments of the markup are not scripts. Null: there is none.
 */
export function scriptBlocks(text: string): string | null {
  const parts = /<!--[\s\S]*?(?:-->|$)|<script\b(?:[^>"']|"[^"]*"|'[^']*')*>([\s\S]*?)(?:<\/script\s*>|$)/gi;
  let code = '';
  let done = 0;
  let any = false;
  for (const match of text.matchAll(parts)) {
    const [whole, script] = match;
    if (script === undefined || /^<script\b[^>]*\/>$/.test(whole)) continue;
    const start = match.index + whole.indexOf('>', openingEnd(whole)) + 1;
    code += blank(text.slice(done, start)) + script;
    done = start + script.length;
    any = true;
  }
  return any ? code + blank(text.slice(done)) : null;
}

/** Where the last quoted attribute of the opening tag ends: a `>` before it closes nothing. */
function openingEnd(whole: string): number {
  return (/^<script\b(?:[^>"']|"[^"]*"|'[^']*')*/i.exec(whole)?.[0] ?? '').length;
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');
