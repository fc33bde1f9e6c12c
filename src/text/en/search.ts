/** English: what is said by the search part. */
export const search = {
  'search.placeholder': '',
} as const;
