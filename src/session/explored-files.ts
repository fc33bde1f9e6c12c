import type { Located } from '../shared/project-files.ts';
import { Refusal } from '../shared/refusal.ts';
import { message } from '../text/text.ts';

/** The paths that were sent, as files of the project; refuses by name what is none, or lies outside (session-flow.md, EXPLORATION). */
export function knownFiles(paths: readonly { sent: string; located: Located | null }[]): string[] {
  const unknown = paths.filter(({ located }) => located?.kind !== 'file').map(({ sent }) => sent);
  if (unknown.length > 0)
    throw new Refusal(
      'unknown_files',
      message('session.unknown_files', { files: unknown.slice(0, 20).join(', ') }),
      {
        unknown: unknown.slice(0, 100),
      },
    );
  return [...new Set(paths.flatMap(({ located }) => (located ? [located.path] : [])))].sort();
}
