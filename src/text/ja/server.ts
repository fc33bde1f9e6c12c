import type { server as english } from '../en/server.ts';

/** Japanese: what is said by the server part. */
export const server: Record<keyof typeof english, string> = {
  'server.placeholder': '',
};
