import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { Git } from './place.ts';

/** The lock files of others that would stop us, with their age in seconds. */
async function heldLocks(git: Git): Promise<{ file: string; seconds: number }[]> {
  const files = [
    join(git.gitDir, 'index.lock'),
    join(git.gitDir, 'HEAD.lock'),
    join(git.commonDir, 'packed-refs.lock'),
  ];
  const held = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ mtimeMs }) => [{ file, seconds: Math.max(0, Math.round((Date.now() - mtimeMs) / 1000)) }],
        () => [],
      ),
    ),
  );
  return held.flat();
}

/**
 * Waits until nobody holds a lock of the repository (an editor's git, a hook that outlived its server); refuses
 * (`git_state`) with the file's name where one stays.
 */
export async function freeOfLocks(git: Git, signal?: AbortSignal): Promise<void> {
  const until = Date.now() + git.limits.lock;
  for (;;) {
    const [lock] = await heldLocks(git);
    if (lock === undefined) return;
    if (Date.now() >= until) {
      throw new Refusal('git_state', message('git.locked', lock), lock);
    }
    signal?.throwIfAborted();
    await sleep(50);
  }
}
