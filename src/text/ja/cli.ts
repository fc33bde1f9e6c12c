import type { cli as english } from '../en/cli.ts';

/** Japanese: what is said by the cli part. */
export const cli: Record<keyof typeof english, string> = {
  'cli.placeholder': '',
};
