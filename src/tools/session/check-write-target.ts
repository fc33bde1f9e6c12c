import { z } from 'zod';
import { refusalBrief } from '../../session/brief.ts';
import { stepOf } from '../../session/route.ts';
import type { Session } from '../../session/session.ts';
import { isComplete } from '../../session/submit.ts';
import { writeGate } from '../../session/write-gate.ts';
import { shorten } from '../../shared/characters.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { defineTool } from '../tool.ts';
import { currentSession } from './current.ts';

/** What the session asks for instead. */
function due(session: Session, { say }: ToolContext) {
  const { instruction, expected_payload, call } = refusalBrief(session, say);
  return { instruction: shorten(instruction, 1_500), expected_payload, call };
}

/** The session of this client: the one in memory, or, after a restart, the one on the disk, which is only looked at. */
async function sessionAt(context: ToolContext): Promise<Session | null> {
  const open = await currentSession(context);
  if (open) return isComplete(open.session) ? null : open.session;
  const all = await context.checkpoints.list();
  return all.find(({ own }) => own)?.session ?? null;
}

export const checkWriteTarget = defineTool({
  name: 'check_write_target',
  title: 'May this file be written now?',
  description:
    'Tells whether the session allows writing a file now, why, and which call would allow it. Before READY step 13 nothing is edited; then the explored files and new files are; after that nothing again.',
  searchHint: 'check write target edit file allowed permission gate check_write_target',
  input: z.object({
    file_path: z.string().describe('The file that is about to be written, relative to the project root.'),
    allow_new_files: z
      .boolean()
      .default(true)
      .describe('Whether a file that does not exist yet may be made.'),
  }),
  readOnly: true,
  async run({ file_path, allow_new_files }, context) {
    const { path, kind } = await context.files.locate(file_path);
    if (kind === 'folder' || kind === 'other')
      throw new Refusal('invalid_arguments', message('session.not_a_file', { path }), { key: 'file_path' });
    const session = await sessionAt(context);
    // Only at MERGE does it matter which files git says are in conflict.
    const survey = session?.phase === 'MERGE' ? await context.git.survey() : null;
    const merging = survey?.kind === 'repository' && survey.operation === 'merge';
    const conflicts = merging ? [...survey.conflicts, ...context.active.conflicts] : [];
    const verdict = writeGate(
      session,
      { path, exists: kind === 'file' },
      { allowNewFiles: allow_new_files, conflicts },
    );
    return {
      allowed: verdict.allowed,
      reason: context.say(verdict.reason),
      file_path: path,
      phase: session?.phase ?? null,
      step: session ? stepOf(session) : null,
      recovery: verdict.recovery,
      // Refused, the caller reads what is due instead (claude-code.md, The write gate).
      ...(session && !verdict.allowed && due(session, context)),
    };
  },
});
