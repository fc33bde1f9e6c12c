import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readHead } from './head.ts';
import { type Git, toProject } from './place.ts';
import { readStatus } from './status.ts';
import { diffTrees } from './trees.ts';

/** Checks a branch out; answers with git's words where it will not. Ignored files in the way are not overwritten either. */
export async function switchTo(git: Git, branch: string, signal?: AbortSignal): Promise<string | null> {
  const { output } = await git.porcelain(['switch', '-q', '--no-guess', '--no-overwrite-ignore', branch], {
    signal,
  });
  // A post-checkout hook's exit code becomes git's: what counts is where HEAD is.
  return (await readHead(git)).branch === branch ? null : output;
}

/** Which local changes (project-relative) stand in the way of going from one tree to another. */
export async function filesInTheWay(git: Git, from: string, to: string): Promise<string[]> {
  const [changes, { entries }] = await Promise.all([diffTrees(git, from, to), readStatus(git)]);
  const dirty = entries.map(({ path }) => path.replace(/\/$/, ''));
  const below = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);
  const files = new Set<string>();
  for (const { path, status } of changes) {
    const met = dirty.filter((file) => below(file, path) || below(path, file));
    for (const file of met) files.add(toProject(git, file));
    // An ignored file, which status does not name.
    if (status === 'A' && met.length === 0 && existsSync(join(git.top, path)))
      files.add(toProject(git, path));
  }
  return [...files].sort();
}
