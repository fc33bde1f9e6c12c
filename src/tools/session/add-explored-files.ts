import { z } from 'zod';
import type { Session } from '../../session/session.ts';
import { defineTool } from '../tool.ts';
import { changeSession, openSession, refuseBeforeExploration } from './change-session.ts';

const known = ({ exploration }: Session): string[] => exploration?.explored_files ?? [];

export const addExploredFiles = defineTool({
  name: 'add_explored_files',
  title: 'Add explored files',
  description:
    'Adds files that were read after EXPLORATION to the explored files of the session, so that they may be edited in READY. Read a file before you add it.',
  searchHint: 'add explored files file allow edit write session add_explored_files',
  input: z.object({
    files: z
      .array(z.string())
      .min(1)
      .describe('Paths of the files that were read, relative to the project root.'),
  }),
  readOnly: false,
  async run({ files }, context) {
    refuseBeforeExploration(await openSession(context), 'add_explored_files');
    const paths = await Promise.all(
      files.map(async (sent) => ({ sent, at: await context.files.locate(sent) })),
    );
    const found = paths.flatMap(({ at }) => (at.kind === 'file' ? [at.path] : []));
    const unknown = paths.filter(({ at }) => at.kind !== 'file').map(({ sent }) => sent);
    let added: string[] = [];
    const session = await changeSession(context, (now) => {
      refuseBeforeExploration(now, 'add_explored_files');
      const before = known(now);
      added = [...new Set(found)].filter((path) => !before.includes(path)).sort();
      return {
        ...now,
        exploration: { findings: [], ...now.exploration, explored_files: [...before, ...added] },
      };
    });
    return { added, unknown, explored_files: known(session) };
  },
});
