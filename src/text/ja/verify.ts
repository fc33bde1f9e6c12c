import type { verify as english } from '../en/verify.ts';

/** Japanese: what is said by the verify part. */
export const verify: Record<keyof typeof english, string> = {
  'verify.placeholder': '',
};
