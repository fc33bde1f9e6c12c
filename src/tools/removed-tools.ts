/**
 * The 18 tools that are gone, each with the call, and the phase, that does its work now (tools.md): a model may remember
 * them from before a compaction, or from an older command file.
 */
export const removedTools: Readonly<Record<string, string>> = {
  check_phase_necessity: '`submit_phase` (Q1, Q2, Q3)',
  set_query_frame: '`submit_phase` (QUERY_FRAME)',
  begin_phase_gate: '`start_session`',
  submit_for_review: '`submit_phase` (PRE_COMMIT)',
  submit_exploration: '`submit_phase` (EXPLORATION)',
  submit_semantic: '`submit_phase` (SEMANTIC)',
  submit_verification: '`submit_phase` (VERIFICATION)',
  submit_impact_analysis: '`submit_phase` (IMPACT_ANALYSIS)',
  submit_quality_review: '`submit_phase` (QUALITY_REVIEW)',
  finalize_changes: '`submit_phase` (PRE_COMMIT)',
  merge_to_base: '`submit_phase` (MERGE)',
  record_verification_failure: '`submit_phase` (POST_IMPL_VERIFY, `passed: false`)',
  record_intervention_used: '`submit_phase` (VERIFY_INTERVENTION)',
  get_intervention_status: '`get_session_status`',
  record_outcome: '`submit_phase`',
  get_outcome_stats: '`get_session_status`',
  validate_symbol_relevance: '`submit_phase` (QUERY_FRAME)',
  confirm_symbol_relevance: '`submit_phase` (QUERY_FRAME)',
};
