/** English: what is said by the server part. */
export const server = {
  'server.placeholder': '',
} as const;
