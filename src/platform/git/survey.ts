import type { Survey } from '../../session/ports.ts';
import { operationUnderWay } from './head.ts';
import { findRepository, isOwn, type Opening, toProject } from './place.ts';
import { GitFailure } from './run-git.ts';
import { readStatus } from './status.ts';

/** What the project folder is to git. Never throws for what git says: that becomes `unusable`. */
export async function surveyProject(opening: Opening): Promise<Survey> {
  const git = await findRepository(opening);
  if (git === null) return { kind: 'not_a_repository' };
  if ('unusable' in git) return { kind: 'unusable', reason: git.unusable };
  try {
    const [status, operation] = await Promise.all([readStatus(git), operationUnderWay(git)]);
    const paths = (wanted: (kind: string) => boolean) =>
      status.entries
        .filter(({ kind, path }) => wanted(kind) && !isOwn(git, path))
        .map(({ path }) => toProject(git, path))
        .sort();
    return {
      kind: 'repository',
      prefix: git.prefix,
      branch: status.branch,
      head: status.head,
      operation,
      conflicts: paths((kind) => kind === 'unmerged'),
      dirty: paths(() => true).slice(0, 100),
    };
  } catch (error) {
    if (error instanceof GitFailure) return { kind: 'unusable', reason: error.output.trim() };
    throw error;
  }
}
