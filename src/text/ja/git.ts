import type { git as english } from '../en/git.ts';

/** Japanese: what is said by the git part. */
export const git: Record<keyof typeof english, string> = {
  'git.placeholder': '',
};
