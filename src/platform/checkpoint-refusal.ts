import { Refusal } from '../shared/refusal.ts';
import { type MessageKey, message } from '../text/text.ts';
import { codeOf } from './checkpoint-files.ts';
import { FolderProblem } from './store-folder.ts';

type SaveFailed = Extract<MessageKey, `store.save_failed${string}`>;

/** Which words mend what the system said. */
const remedies: ReadonlyMap<string, SaveFailed> = new Map([
  ['ENOSPC', 'store.save_failed_full'],
  ['EDQUOT', 'store.save_failed_full'],
  ['EACCES', 'store.save_failed_permission'],
  ['EPERM', 'store.save_failed_permission'],
  ['EROFS', 'store.save_failed_permission'],
  ['EBUSY', 'store.save_failed_permission'],
  ['ENOTDIR', 'store.save_failed_not_folder'],
  ['EISDIR', 'store.save_failed_not_folder'],
  ['EEXIST', 'store.save_failed_not_folder'],
  ['ELOOP', 'store.save_failed_link'],
  ['dangling', 'store.save_failed_link'],
  ['outside', 'store.save_failed_link'],
]);

/** A failed save as the caller can act on it: which path, what the system said, how to mend it. */
export function saveRefusal(checkpoint: string, error: unknown): Refusal {
  const path = error instanceof FolderProblem ? error.path : checkpoint;
  const code = codeOf(error);
  return new Refusal(
    'checkpoint_failed',
    message(remedies.get(code) ?? 'store.save_failed', { path, code }),
    { path, code },
    { cause: error },
  );
}
