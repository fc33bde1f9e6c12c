import type { Changes, FactRequest, Facts, Verification } from '../../session/facts.ts';
import type { Treeish } from '../../session/ports.ts';
import type { Session, Snapshot } from '../../session/session.ts';
import { isSource } from '../../session/verifiers.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { ToolContext } from '../context.ts';
import type { Call } from '../tool.ts';

/** Answers the questions that a decision asks of the world, each under the key of its name. */
export async function gather(
  context: ToolContext,
  session: Session,
  requests: readonly FactRequest[],
  payload: unknown,
  call: Call,
): Promise<Facts> {
  const answers = await Promise.all(
    requests.map(async (request): Promise<Facts> => {
      switch (request.fact) {
        case 'position':
          return { position: await positionOf(context, session) };
        case 'snapshot':
          return { snapshot: session.git ? await context.git.snapshot({ signal: call.signal }) : null };
        case 'ready':
          return { ready: session.git ? await readyFact(context, session, call) : null };
        case 'changes':
          return { changes: await changesOf(context, session, call.signal) };
        case 'unverified':
          return { unverified: await unverifiedPaths(context, session) };
        case 'paths':
          return { paths: await Promise.all(request.paths.map((sent) => located(context, sent))) };
        case 'has_files': {
          const { files } = await context.fileList.files({
            path: '.',
            includeIgnored: false,
            signal: call.signal,
          });
          return { has_files: files.some(isSource) };
        }
        case 'symbols':
          return {
            symbols: request.names.length > 0 ? await context.symbols.lookUp(request.names, call.signal) : [],
          };
        case 'verification':
          return {
            commands_changed: await commandsChanged(context, session),
            verification: await verificationOf(context, session, payload, call),
          };
      }
    }),
  );
  return Object.assign({}, ...answers) as Facts;
}

/** Where HEAD, the task branch and the base are, as the session knows them. */
export const positionOf = (context: ToolContext, session: Session) =>
  context.git.position({
    task_branch: session.task_branch,
    base_branch: session.base_branch,
    known_tip: session.task_tip,
    own_commits: session.commits,
  });

/** A path that cannot be used is an answer, not a refusal: the decision names all of them at once. */
export async function located(context: ToolContext, sent: string) {
  try {
    return { sent, located: await context.files.locate(sent) };
  } catch (error) {
    if (error instanceof Refusal) return { sent, located: null };
    throw error;
  }
}

async function readyFact(context: ToolContext, session: Session, call: Call) {
  const snapshot = await context.git.snapshot({ signal: call.signal });
  // Where one of the two was given up, nobody can tell what changed between them.
  const changed =
    session.start_snapshot?.tree && snapshot.tree
      ? await context.git.compare(session.start_snapshot, snapshot)
      : [];
  return { snapshot, made_meanwhile: changed.filter(({ outside }) => !outside).map(({ path }) => path) };
}

/** The working tree against HEAD and against each moment that the session noted. */
export async function changesOf(
  context: ToolContext,
  session: Session,
  signal: AbortSignal,
): Promise<Changes> {
  const { git } = context;
  const [survey, now] = await Promise.all([git.survey(), git.snapshot({ signal })]);
  const prefix = survey.kind === 'repository' ? survey.prefix : '';
  const paths = async (from: Treeish, to: Treeish) => (await git.compare(from, to)).map(({ path }) => path);
  const since = (moment: Snapshot | null) => (moment?.tree ? paths(moment, now) : Promise.resolve(null));
  const { start_snapshot: start, ready_snapshot: ready } = session;
  const begun = ready?.head ?? start?.head ?? null;

  const [
    all,
    since_start,
    since_ready,
    since_reviewed,
    since_evidence,
    dirty_at_start,
    committed,
    written_by_verify,
  ] = await Promise.all([
    now.head === null ? [] : git.compare({ commit: now.head }, now, { renames: true }),
    since(start),
    since(ready),
    since(session.reviewed_snapshot),
    since(session.evidence?.snapshot ?? null),
    start?.tree && start.head ? paths({ commit: start.head }, start) : (start?.dirty ?? []),
    session.commits.length > 0 && begun && now.head ? paths({ commit: begun }, { commit: now.head }) : [],
    writtenByVerify(context, session, now),
  ]);
  return {
    now,
    prefix,
    all,
    since_start,
    since_ready,
    since_reviewed,
    since_evidence,
    dirty_at_start,
    committed,
    written_by_verify,
  };
}

/** Paths that only the verify commands wrote: as in HEAD before a run, changed by it, the same since. */
async function writtenByVerify({ git }: ToolContext, session: Session, now: Snapshot): Promise<string[]> {
  const written = new Set<string>();
  for (const { before, after } of session.verify_snapshots) {
    const byRun = await git.compare(before, after);
    if (byRun.length === 0 || before.head === null) continue;
    const [earlier, later] = await Promise.all([
      git.compare({ commit: before.head }, before),
      git.compare(after, now),
    ]);
    const touched = new Set([...earlier, ...later].map(({ path }) => path));
    for (const { path } of byRun) if (!touched.has(path)) written.add(path);
  }
  return [...written].sort();
}

/** What the task branch holds otherwise than the verified tree, and otherwise than the session left it. */
async function unverifiedPaths(
  context: ToolContext,
  session: Session,
): Promise<NonNullable<Facts['unverified']> | null> {
  const { git } = context;
  const { evidence, task_tip: known } = session;
  if (!evidence?.snapshot?.tree) return null;
  const { task_tip: tip } = await positionOf(context, session);
  // A branch that is gone is refused by the decision, in its own words.
  if (tip === null) return null;
  const paths = async (from: Treeish) => (await git.compare(from, { commit: tip })).map(({ path }) => path);
  return {
    paths: await paths(evidence.snapshot),
    foreign: known === null || known === tip ? [] : await paths({ commit: known }),
  };
}

/** The session keeps the commands that it began with; that the file says otherwise now is told. */
async function commandsChanged(context: ToolContext, { verify }: Session): Promise<boolean> {
  const { commands } = (await context.config()).verify;
  return JSON.stringify(commands) !== JSON.stringify(verify.commands);
}

/** Runs the verify commands, joins a run, or takes its result (session-flow.md, Evidence). */
async function verificationOf(
  context: ToolContext,
  session: Session,
  payload: unknown,
  call: Call,
): Promise<Verification> {
  const { active, git, trust, verifier } = context;
  const { commands, timeout_s } = session.verify;
  if (commands.length === 0) return { status: 'none' };
  if (!(await trust.allows('verify.commands', commands))) return { status: 'untrusted' };

  const under_way = active.verification;
  const joins =
    under_way !== null && under_way.session_id === session.session_id && verifier.has(under_way.key);
  const before = joins ? under_way.before : session.git ? await git.snapshot({ signal: call.signal }) : null;
  const { evidence } = session;
  if (!joins && evidence?.kind === 'commands' && before?.tree && evidence.snapshot?.tree === before.tree)
    return { status: 'finished', results: evidence.results, before, after: before, at: evidence.at };

  // The number of submissions keeps a failed result from being used again: what failed may have lain outside the files.
  const key = joins
    ? under_way.key
    : JSON.stringify([session.session_id, session.submissions, commands, before?.tree ?? null]);
  active.verification = { session_id: session.session_id, key, before, payload };
  const run = await verifier
    .run({
      key,
      commands,
      timeoutMs: timeout_s * 1000,
      waitMs: context.patienceMs,
      signal: call.signal,
      progress: call.progress,
    })
    .catch((error: unknown) => {
      // Cancelled: there is no result to come, and asking where the session stands must not start the commands again.
      active.verification = null;
      throw error;
    });
  if (run.status === 'running') return run;
  active.verification = null;
  const after = session.git ? await git.snapshot({ signal: call.signal }) : null;
  return { status: 'finished', results: run.results, before, after, at: context.now().toISOString() };
}
