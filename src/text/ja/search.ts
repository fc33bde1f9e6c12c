import type { search as english } from '../en/search.ts';

/** Japanese: what is said by the search part. */
export const search: Record<keyof typeof english, string> = {
  'search.placeholder': '',
};
