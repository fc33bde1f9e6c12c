import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';

/** The rules of `git check-ref-format --branch`, to the letter, without asking git. */
export function isBranchName(name: string): boolean {
  return (
    name !== '' &&
    name !== '@' &&
    name !== 'HEAD' &&
    name.isWellFormed() &&
    !name.startsWith('-') &&
    !name.endsWith('.') &&
    !name.includes('..') &&
    !name.includes('@{') &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what the rule forbids.
    !/[\u0000-\u0020\u007f~^:?*[\\]/.test(name) &&
    name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
  );
}

/** A full object id, SHA-1 or SHA-256. */
export const isObjectId = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** Refuses (`git_state`) what cannot be the name of a branch, before it comes near git (options, revisions, magic). */
export function checkBranchNames(...names: readonly (string | null)[]): void {
  for (const name of names) {
    if (name !== null && !isBranchName(name)) {
      throw new Refusal('git_state', message('git.bad_branch_name', { name: shown(name) }), {
        name: shown(name),
      });
    }
  }
}

/** Refuses (`git_state`) what is not a full object id. */
export function checkObjectIds(...ids: readonly (string | null)[]): void {
  for (const id of ids) {
    if (id !== null && !isObjectId(id)) {
      throw new Refusal('git_state', message('git.bad_object_id', { id: shown(id) }), { id: shown(id) });
    }
  }
}

const shown = (name: string): string => JSON.stringify(name.slice(0, 200));
