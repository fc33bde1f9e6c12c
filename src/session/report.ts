import { isInvestigation, type Session, type Snapshot } from './session.ts';

/** The content that evidence holds for; why for none, where it holds for none. */
export const tiedTo = (snapshot: Snapshot | null) =>
  snapshot?.tree
    ? { tied_to: snapshot.tree }
    : { tied_to: null, holds_no_content: snapshot ? 'snapshot_given_up' : 'no_git_repository' };

/** The closing report: what was done, what stands behind it, and what does not (session-flow.md, Evidence and READY). */
export function closingReport(session: Session): Record<string, unknown> {
  const {
    evidence,
    accepted_by_user,
    exploration,
    verification,
    impact_analysis,
    quality_review,
    verify_result,
  } = session;
  const listed = new Set(session.tasks.map(({ id }) => id));
  const unlisted = session.task_summaries.filter(({ id }) => !listed.has(id)).slice(0, 50);
  const described = session.change_description !== '' && {
    change_description: session.change_description.slice(0, 1_000),
  };
  const found = isInvestigation(session) && {
    explored_files: exploration?.explored_files.slice(0, 100) ?? [],
    findings: exploration?.findings.slice(0, 50).map((finding) => finding.slice(0, 400)) ?? [],
    ...(session.semantic && { search_results: session.semantic.search_results.slice(0, 20) }),
    ...(verification && { hypotheses: verification.hypotheses_verified.slice(0, 20) }),
    ...(impact_analysis && { impact: impact_analysis.impact_summary }),
    ...described,
  };
  const implemented = !isInvestigation(session) && {
    ...described,
    tasks: session.tasks
      .slice(0, 50)
      .map(({ id, description, status }) => ({ id, description: description.slice(0, 200), status })),
    ...(session.unseen_completions.length > 0 && {
      completed_without_the_server: session.unseen_completions,
    }),
    ...(unlisted.length > 0 && { completed_but_not_listed: unlisted }),
    ...(session.dropped_tasks.length > 0 && { dropped_while_pending: session.dropped_tasks }),
    ...(verify_result && { verification: verify_result }),
    ...(evidence?.kind === 'commands' && {
      evidence: {
        commands: evidence.results.map(({ command, exit_code, duration_ms, output_sha256 }) => ({
          command,
          exit_code,
          duration_ms,
          output_sha256,
        })),
        ...tiedTo(evidence.snapshot),
      },
    }),
    ...(session.unverified_claim && !accepted_by_user && { unverified_claim: true }),
    ...(session.unverified_claim &&
      !accepted_by_user &&
      session.verify.commands.length > 0 && { verify_commands_not_allowed: session.verify.commands }),
    ...(session.no_verify && { not_verified: '--no-verify' }),
    ...(accepted_by_user && { accepted_by_user }),
    ...(session.commits.length > 0 && { commits: session.commits }),
    ...(session.committed_by_hooks.length > 0 && {
      committed_by_hooks: session.committed_by_hooks.slice(0, 50),
    }),
    ...(session.left_files.length > 0 && { left_uncommitted: session.left_files.slice(0, 50) }),
    ...(session.discarded_files.length > 0 && { discarded: session.discarded_files.slice(0, 50) }),
    ...(session.quality_revert_count >= session.quality_review_max_revert && { forced_completion: true }),
    ...(quality_review && {
      quality: { score: quality_review.quality_score, open_issues: quality_review.issues.slice(0, 30) },
    }),
  };
  return { ...(found || {}), ...(implemented || {}) };
}
