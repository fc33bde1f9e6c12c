/**
 * A text as a regular expression that matches just it: valid with and without the `u` flag, and for ripgrep. Only syntax
 * characters are escaped: an escape of any other (`\-`) is an error under `u`. Not for use inside a character class.
 */
export const escapeRegex = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
