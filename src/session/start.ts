import { Refusal } from '../shared/refusal.ts';
import { type Message, message } from '../text/text.ts';
import { branchBase } from './branch-name.ts';
import type { ParsedFlags } from './flags.ts';
import type { Checkpoint, ProjectConfig, Survey } from './ports.ts';
import { beginning } from './route.ts';
import { edits, type Intent, makesBranch, Session, type Snapshot, type StaleBranch } from './session.ts';

const MAX_QUERY = 10_000;

export interface StartInput {
  readonly session_id: string;
  readonly intent: Intent;
  readonly query: string;
  readonly repo_path: string;
  readonly flags: ParsedFlags;
  readonly config: ProjectConfig;
  readonly verify_trusted: boolean;
  readonly created_at: string;
}

/** A session as asked for, before anything is known of the repository. Refuses a blank query. */
export function newSession(input: StartInput): { session: Session; warnings: Message[] } {
  const { intent, query, flags, config } = input;
  if (query.trim() === '') throw new Refusal('invalid_arguments', message('session.blank_query'));
  const long = query.length > MAX_QUERY;
  const { commands, timeout_s } = config.verify;
  const session = Session.parse({
    session_id: input.session_id,
    repo_path: input.repo_path,
    intent,
    query: (long ? query.slice(0, MAX_QUERY) : query).toWellFormed(),
    created_at: input.created_at,
    phase: 'DOCUMENT_RESEARCH',
    completed_steps: [1],
    ...flags.settings,
    quality_review_enabled: !flags.settings.no_quality,
    verify: { commands: [...commands], timeout_s, trusted: input.verify_trusted },
  });
  return {
    session,
    warnings: [
      ...(long ? [message('session.query_cut')] : []),
      ...(flags.rest.length > 0
        ? [message('session.flags_end', { word: flags.rest[0]?.slice(0, 60) ?? '' })]
        : []),
      ...config.problems,
    ],
  };
}

/** Refuses what the repository does not allow (session-flow.md, start_session, rulings); tells what git is to the session. */
export function placeInRepository(
  session: Session,
  survey: Survey,
  folder: string,
  others: readonly Checkpoint[],
): Session {
  const branches = makesBranch(session);
  if (edits(session)) refuseSharedTree(others);
  if (survey.kind !== 'repository' || survey.head === null) {
    if (branches) throw gitRequired(survey, folder);
    return { ...session, git: false };
  }
  if (branches) refuseUnsettled(survey);
  const { branch } = survey;
  return { ...session, git: true, base_branch: branch && (branchBase(branch) ?? branch) };
}

function gitRequired(survey: Survey, folder: string): Refusal {
  if (survey.kind === 'unusable')
    return new Refusal(
      'git_required',
      message('session.git_unusable', { reason: survey.reason.slice(0, 1000) }),
    );
  return survey.kind === 'repository'
    ? new Refusal('git_required', message('session.git_no_commit'))
    : new Refusal('git_required', message('session.git_required', { folder }));
}

function refuseUnsettled(survey: Extract<Survey, { kind: 'repository' }>): void {
  const { operation, conflicts, branch } = survey;
  if (operation)
    throw new Refusal('git_state', message('session.git_operation', { operation }), { operation });
  if (conflicts.length > 0)
    throw new Refusal(
      'git_state',
      message('session.git_conflicts', { files: conflicts.slice(0, 20).join(', ') }),
      {
        conflicts: conflicts.slice(0, 100),
      },
    );
  if (branch === null) throw new Refusal('git_state', message('session.git_detached'), { head: survey.head });
}

/** Two sessions cannot edit one working tree. `others` are the sessions of living processes. */
function refuseSharedTree(others: readonly Checkpoint[]): void {
  const holder = others.find(({ session }) => session.task_branch !== null);
  if (!holder) return;
  const { session } = holder;
  throw new Refusal(
    'git_state',
    message('session.other_live_session', {
      id: session.session_id,
      pid: session.owner?.client.pid ?? 0,
      branch: session.task_branch ?? '',
    }),
    { session_id: session.session_id, task_branch: session.task_branch },
  );
}

/** The session at its first phase, with what was found when it began. */
export function begin(
  session: Session,
  found: { stale: readonly StaleBranch[]; start: Snapshot | null; offered: string | null },
): Session {
  const known: Session = {
    ...session,
    stale_branches: [...found.stale],
    start_snapshot: found.start,
    offered_session: found.offered,
  };
  return { ...known, ...beginning(known) };
}
