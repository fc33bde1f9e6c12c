/**
 * A word for a command line that is shown to people and models: as it is where it is plain, else in single quotes. Names of
 * branches and files may hold anything that a shell would run.
 */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./~^-]+$/.test(word) && !word.startsWith('~') ? word : `'${word.replaceAll("'", "'\\''")}'`;
