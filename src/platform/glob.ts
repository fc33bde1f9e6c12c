import picomatch from 'picomatch';

/**
 * Those of `files` that one of the globs matches: `*`, `**`, `?`, classes, braces; `\` escapes; a leading `!` leaves out
 * what it matches. Only such globs leave all the rest in. Composed and decomposed spellings (NFC, NFD) match each other.
 */
export function selectByGlobs(files: readonly string[], globs: readonly string[]): string[] {
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map(toMatcher);
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map((glob) => toMatcher(glob.slice(1)));
  return files.filter((file) => {
    const name = file.normalize('NFC');
    return (wanted.length === 0 || wanted.some((is) => is(name))) && !unwanted.some((is) => is(name));
  });
}

function toMatcher(glob: string): (path: string) => boolean {
  try {
    // The shell's `[!x]` is picomatch's `[^x]`.
    const spelled = glob.normalize('NFC').replace(/(?<!\\)\[!/g, '[^');
    return picomatch(spelled, { dot: true, nonegate: true, strictSlashes: true });
  } catch {
    // Too long, or not to be made a pattern of: it matches nothing but itself.
    const name = glob.normalize('NFC');
    return (path) => path === name;
  }
}
