/** English: what is said by the session part. */
export const session = {
  'session.placeholder': '',
} as const;
