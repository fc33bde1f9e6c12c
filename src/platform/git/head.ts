import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Survey } from '../../session/ports.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { Git } from './place.ts';

export interface Head {
  /** null: detached. */
  readonly branch: string | null;
  /** null: no commit yet. */
  readonly oid: string | null;
}

/** Where HEAD is. */
export async function readHead(git: Git): Promise<Head> {
  const [ref, oid] = await Promise.all([
    git.plumb(['symbolic-ref', '-q', 'HEAD'], { also: [1] }),
    git.plumb(['rev-parse', '-q', '--verify', 'HEAD^{commit}'], { also: [1, 128] }),
  ]);
  const name = ref.text.replace(/\n$/, '');
  return {
    branch: name.startsWith('refs/heads/') ? name.slice('refs/heads/'.length) : null,
    oid: oid.code === 0 ? oid.text.trim() : null,
  };
}

type Operation = Extract<Survey, { kind: 'repository' }>['operation'];

/** The files that git keeps while an operation is under way, in the order in which they decide. */
const traces: readonly (readonly [string, Exclude<Operation, null>])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** The merge, rebase … that is under way in this working tree. */
export async function operationUnderWay(git: Git): Promise<Operation> {
  const { text } = await git.plumb(['rev-parse', ...traces.flatMap(([name]) => ['--git-path', name])]);
  const paths = text.split('\n');
  const at = traces.findIndex((_, index) => {
    const path = paths[index] ?? '';
    return path !== '' && existsSync(isAbsolute(path) ? path : join(git.top, path));
  });
  return traces[at]?.[1] ?? null;
}

/** Refuses (`git_state`) while a merge, rebase … is under way: a commit now would conclude it. */
export async function refuseUnderWay(git: Git): Promise<void> {
  const operation = await operationUnderWay(git);
  if (operation !== null && operation !== 'bisect') {
    throw new Refusal('git_state', message('git.operation_under_way', { operation }), { operation });
  }
}
