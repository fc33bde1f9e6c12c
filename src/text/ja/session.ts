import type { session as english } from '../en/session.ts';

/** Japanese: what is said by the session part. */
export const session: Record<keyof typeof english, string> = {
  'session.placeholder': '',
};
