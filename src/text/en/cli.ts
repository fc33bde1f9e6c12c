/** English: what is said by the cli part. */
export const cli = {
  'cli.placeholder': '',
} as const;
