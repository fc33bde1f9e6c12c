/** English: what is said by the git part. */
export const git = {
  'git.placeholder': '',
} as const;
