import { z } from 'zod';
import { branchSession } from '../../session/branch-name.ts';
import { refusalBrief } from '../../session/brief.ts';
import { flagSummary, parseFlags } from '../../session/flags.ts';
import type { Checkpoint, Survey } from '../../session/ports.ts';
import { stepOf } from '../../session/route.ts';
import { edits, Intent, makesBranch, type Session, type StaleBranch } from '../../session/session.ts';
import { begin, newSession, placeInRepository } from '../../session/start.ts';
import { shorten } from '../../shared/characters.ts';
import { Refusal } from '../../shared/refusal.ts';
import { type Message, message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { defineTool } from '../tool.ts';
import { endJob, hold } from './active-session.ts';
import { answer } from './answer.ts';
import { currentSession, refuseWorker, sortedOut } from './current.ts';
import { whileLocked } from './locked.ts';
import { checkpointInfo } from './restore.ts';

const input = z.object({
  intent: Intent.describe(
    'IMPLEMENT (build something new), MODIFY (change what is there), INVESTIGATE (find out, report), QUESTION (answer). The last two never edit.',
  ),
  query: z.string().describe('The user’s request, whole, without the flags.'),
  flags: z
    .array(z.string())
    .default([])
    .describe('The flags as the user typed them, one word each, for example ["--fast", "--gate=full"].'),
  repo_path: z
    .string()
    .optional()
    .describe('The project folder or a folder in it; by default the project root.'),
});

async function refuseOpen(context: ToolContext): Promise<void> {
  const open = await currentSession(context);
  if (!open || open.session.phase === 'SESSION_COMPLETE') {
    await endJob(context.active);
    return;
  }
  const { session_id: id, phase } = open.session;
  throw new Refusal(
    'session_open',
    message('session.session_open', { id, phase, step: stepOf(open.session) ?? 0 }),
    { ...refusalBrief(open.session, context.say), open_session: id },
  );
}

/** A folder of the project, or the refusal of what is none. */
async function checkedRepoPath(context: ToolContext, path: string): Promise<string> {
  const found = await context.files.locate(path);
  if (found.kind !== 'folder')
    throw new Refusal('invalid_arguments', message('session.not_a_folder', { path: shorten(path, 200) }), {
      key: 'repo_path',
    });
  return found.path;
}

/** Task branches that no living client's session holds; none is looked for where only verifying is asked. */
async function staleFor(
  context: ToolContext,
  session: Session,
  all: readonly Checkpoint[],
  held: readonly Checkpoint[],
): Promise<StaleBranch[]> {
  if (session.only_verify || !session.git) return [];
  const stale = await context.git.staleBranches({
    own: null,
    held: held.flatMap((each) => each.session.task_branch ?? []),
  });
  const restorable = new Set(sortedOut(all).free.map((each) => each.session.session_id));
  return stale.map((each) => ({
    ...each,
    session_restorable: restorable.has(branchSession(each.branch) ?? ''),
  }));
}

/** What the answer says of git. */
const gitInfo = (session: Session, survey: Survey) => ({
  base_branch: session.base_branch,
  will_make_branch: makesBranch(session),
  ...(survey.kind === 'repository'
    ? { dirty_files: survey.dirty.slice(0, 50) }
    : { repository: false, ...(survey.kind === 'unusable' && { reason: shorten(survey.reason, 500) }) }),
});

function foundWords(sorted: ReturnType<typeof sortedOut>): Message[] {
  return [
    ...sorted.held.map(({ session }) =>
      message('session.held_elsewhere', { id: session.session_id, pid: session.owner?.client.pid ?? 0 }),
    ),
    ...sorted.foreign.map(({ session }) =>
      message('session.checkpoint_of_other_host', {
        id: session.session_id,
        host: session.owner?.host ?? '?',
      }),
    ),
  ];
}

export const startSession = defineTool({
  name: 'start_session',
  title: 'Start a session',
  description: `Opens a /code session: the server leads through understanding, exploring, planning, implementing, verifying, reviewing, committing and merging, one phase at a time. Call it once, then submit_phase until SESSION_COMPLETE. The answer says what to do first, which project rules and documents exist, and whether an unfinished session can be restored (recovery_available: ask the user). Not for subagents. Flags: ${flagSummary('en')}`,
  searchHint: 'start session begin code workflow implement modify investigate question start_session',
  input,
  readOnly: false,
  sessionTool: true,
  async run({ intent, query, flags, repo_path }, context) {
    refuseWorker(context);
    const { active, checkpoints, files, git } = context;
    const parsed = parseFlags(flags, intent);
    await refuseOpen(context);
    const repoPath = await checkedRepoPath(context, repo_path ?? '.');
    const config = await context.config();
    const made = newSession({
      session_id: context.newSessionId(),
      intent,
      query,
      repo_path: repoPath,
      flags: parsed,
      config,
      verify_trusted: await context.trust.allows('verify.commands', config.verify.commands),
      created_at: context.now().toISOString(),
    });
    const [survey, all, projectContext] = await Promise.all([
      git.survey(),
      checkpoints.list(),
      context.projectContext.find(),
    ]);
    const sorted = sortedOut(all);
    const placed = placeInRepository(made.session, survey, files.root, sorted.held);
    const stale = await staleFor(context, placed, all, sorted.held);
    const start = placed.git && edits(placed) ? await git.snapshot() : null;
    const offered = sorted.free[0] ?? sorted.foreign[0] ?? null;
    const session = begin(placed, { stale, start, offered: offered?.session.session_id ?? null });

    const saved = await whileLocked(context, () => checkpoints.save(session));
    hold(active, saved);
    // After the session is on the disk: who dies in between leaves no ref that nobody would delete.
    if (start) await git.keep(saved.session_id, start);
    // In its own thread: what is asked first finds the symbols gathered, and this answer does not wait for them.
    context.navigation.warmUp();
    const others = [...sorted.free, ...sorted.foreign].filter((each) => each !== offered);
    return answer(context, saved, {
      reply: {
        ...projectContext,
        index: { available: false },
        git: gitInfo(saved, survey),
        ...(offered && { recovery_available: true, checkpoint_info: checkpointInfo(offered) }),
        ...(others.length > 0 && { other_sessions: others.slice(0, 10).map(checkpointInfo) }),
      },
      warnings: [
        ...made.warnings,
        ...(config.verify.commands.length > 0 && !saved.verify.trusted
          ? [message('session.verify_untrusted')]
          : []),
        ...foundWords(sorted),
      ],
      before: offered
        ? [
            message('session.recovery_available', {
              id: offered.session.session_id,
              phase: offered.session.phase,
              step: stepOf(offered.session) ?? 0,
              query: shorten(offered.session.query, 120),
            }),
          ]
        : [],
    });
  },
});
