/** English: what is said by the store part. */
export const store = {
  'store.placeholder': '',
} as const;
