/*
 * Reads what the Python server (v1.12) wrote. Its file has the same key names at the top; what differs is how phases are
 * spelled, the prepared commit, and the records of the exploring phases. What has no place here is kept under `from_v1`.
 */
import { PhaseName, ReadySubstep, SESSION_COMPLETE } from './session.ts';

type Raw = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const record = (value: unknown): Raw => (isRecord(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const words = (value: unknown): string[] =>
  list(value).map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
const word = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
const records = (value: unknown): Raw[] => list(value).filter(isRecord);
const withoutNull = (value: Raw): Raw =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== null));

/** The document in the present version. Anything that still does not fit is found by the schema afterwards. */
export function migrateFirstVersion(raw: Raw): Raw {
  const {
    commit_prepared,
    prepared_commit_message,
    prepared_kept_files,
    prepared_discarded_files,
    skip_implementation,
    query_frame,
    exploration,
    semantic,
    verification,
    impact_analysis,
    pre_commit_review,
    quality_review,
    phase_assessments,
    ...rest
  } = raw;
  const phase = phaseName(raw.phase);
  const document = withoutNull({
    ...rest,
    // It was an absolute path then; the project is where the file lies.
    repo_path: '.',
    phase,
    ready_substep: substep(raw.ready_substep),
    gate_level: raw.gate_level === 'full' ? 'full' : 'auto',
    intent: typeof raw.intent === 'string' ? raw.intent.toUpperCase() : raw.intent,
    only_explore: raw.only_explore === true || (skip_implementation === true && edits(raw.intent)),
    tasks: records(raw.tasks).map(task),
    map_results: list(raw.map_results),
    forest_results: list(raw.forest_results),
    definitions_cache: record(raw.definitions_cache),
    query_frame: isRecord(query_frame) ? queryFrame(query_frame) : null,
    exploration: isRecord(exploration) ? explored(exploration) : null,
    semantic: isRecord(semantic) ? { ...semantic, search_results: list(semantic.search_results) } : null,
    verification: isRecord(verification) ? verified(verification) : null,
    impact_analysis: isRecord(impact_analysis)
      ? {
          impact_summary: isRecord(impact_analysis.impact_summary)
            ? impact_analysis.impact_summary
            : impact_analysis,
        }
      : null,
    pre_commit_review: isRecord(pre_commit_review) ? reviewed(pre_commit_review) : null,
    phase_assessments: assessments(record(phase_assessments)),
    ...(isRecord(quality_review) && { from_v1: { quality_review } }),
    checkpoint_version: 2,
  });
  if (commit_prepared !== true) return document;

  // The old server prepared the commit at PRE_COMMIT and made it later, at MERGE. Whether it was made cannot be told
  // (it noted no commit id), so the session stands at PRE_COMMIT again: there the answer is found in the working tree.
  const files = words(prepared_kept_files);
  const discarded = words(prepared_discarded_files);
  const message = word(prepared_commit_message);
  return {
    ...document,
    phase: phase === 'QUALITY_REVIEW' || phase === 'MERGE' ? 'PRE_COMMIT' : phase,
    completed_steps: list(raw.completed_steps).filter((step) => typeof step === 'number' && step < 17),
    pending: {
      step: 17,
      submission: {
        reviewed_files: [
          ...files.map((path) => ({ path, decision: 'keep' })),
          ...discarded.map((path) => ({ path, decision: 'discard' })),
        ],
        commit_message: message,
      },
      head: null,
      files,
      message,
      effect: null,
      next: {},
      at: word(raw.checkpoint_at),
    },
  };
}

const edits = (intent: unknown): boolean => /^(implement|modify)$/i.test(String(intent));

/** `READY`, `Phase.READY`, `ready`, or the number that Python's `auto()` gave it. */
function phaseName(value: unknown): unknown {
  if (typeof value === 'number') return PhaseName.options[value - 1];
  const name = String(value ?? '')
    .replace(/^Phase\./i, '')
    .toUpperCase();
  return name === 'COMPLETE' || name === SESSION_COMPLETE ? SESSION_COMPLETE : name;
}

function substep(value: unknown): unknown {
  if (typeof value === 'number') return ReadySubstep.options[value - 12] ?? null;
  const name = String(value ?? '')
    .replace(/^\w+\./, '')
    .toLowerCase();
  return ReadySubstep.safeParse(name).success ? name : null;
}

const task = (entry: Raw): Raw => ({
  ...withoutNull(entry),
  id: word(entry.id),
  description: word(entry.description),
  status: entry.status === 'completed' ? 'completed' : 'pending',
});

function queryFrame(frame: Raw): Raw {
  return {
    ...frame,
    action_type: word(frame.action_type) || 'other',
    target_symbols: words(frame.target_symbols),
    scope: word(frame.scope ?? frame.target_feature),
    constraints: words(frame.constraints),
    mapped_symbols: records(frame.mapped_symbols).map((symbol) => {
      const evidence = record(symbol.evidence);
      return {
        ...symbol,
        name: word(symbol.name),
        source: symbol.source === 'FACT' ? 'FACT' : 'UNRESOLVED',
        confidence: typeof symbol.confidence === 'number' ? symbol.confidence : 0,
        evidence: { ...evidence, tool: word(evidence.tool), places: words(evidence.places) },
        suggestions: words(symbol.suggestions),
      };
    }),
  };
}

const explored = (result: Raw): Raw => ({
  ...result,
  explored_files: words(result.explored_files ?? result.files_analyzed),
  findings: Array.isArray(result.findings)
    ? words(result.findings)
    : [...words(result.existing_patterns), ...(word(result.notes) ? [word(result.notes)] : [])],
});

const verified = (result: Raw): Raw => ({
  ...result,
  hypotheses_verified: records(result.hypotheses_verified ?? result.hypotheses).map((entry) => ({
    ...entry,
    hypothesis: word(entry.hypothesis ?? entry.text),
    result: word(entry.result ?? entry.status),
    evidence: word(entry.evidence),
  })),
});

const reviewed = (review: Raw): Raw => ({
  ...review,
  reviewed_files: list(review.reviewed_files).flatMap((file) => {
    const path = isRecord(file) ? word(file.path ?? file.file_path) : word(file);
    if (path === '') return [];
    const decision = isRecord(file) ? file.decision : 'keep';
    return [{ path, decision: decision === 'keep' || decision === 'discard' ? decision : 'leave' }];
  }),
  commit_message: word(review.commit_message),
});

/** The answers to Q1-Q3, under `q1` or `Q1`; one that has not its two keys is no answer. */
function assessments(answers: Raw): Raw {
  const asked = {
    q1: 'needs_more_information',
    q2: 'has_unverified_hypotheses',
    q3: 'needs_impact_analysis',
  };
  return Object.fromEntries(
    Object.entries(asked).map(([question, key]) => {
      const answer = record(answers[question] ?? answers[question.toUpperCase()]);
      const yes = answer[key];
      return [
        question,
        typeof yes === 'boolean' ? { ...answer, [key]: yes, reason: word(answer.reason) } : null,
      ];
    }),
  );
}
