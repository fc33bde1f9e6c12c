import type { store as english } from '../en/store.ts';

/** Japanese: what is said by the store part. */
export const store: Record<keyof typeof english, string> = {
  'store.placeholder': '',
};
