/** English: what is said by the verify part. */
export const verify = {
  'verify.placeholder': '',
} as const;
