import { findRepository, type Opening } from './place.ts';

/** Whether git tracks a path (relative to the project root). Where there is no repository, or git does not work, nothing is tracked. */
export async function isTracked(opening: Opening, path: string): Promise<boolean> {
  const git = await findRepository(opening);
  if (git === null || 'unusable' in git) return false;
  const { stdout } = await git.plumb(['ls-files', '-z', '--cached', '--', `${git.prefix}${path}`]);
  return stdout.length > 0;
}
