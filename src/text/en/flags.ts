/** English: what is said about the flags of `/code`. */
export const flags = {
  'flags.quick': 'no exploration, no branch, ends after verification',
  'flags.fast': 'no exploration, no quality review',
  'flags.no_verify': 'no POST_IMPL_VERIFY',
  'flags.only_verify': 'POST_IMPL_VERIFY alone',
  'flags.only_explore': 'investigation: ends with a report, changes no file',
  'flags.no_quality': 'no QUALITY_REVIEW',
  'flags.no_doc': 'no DOCUMENT_RESEARCH',
  'flags.doc_research': 'which prompts of `.code-intel/doc_research/` to use',
  'flags.no_intervention': 'no VERIFY_INTERVENTION',
  'flags.gate_level':
    'full: Q1, Q2 and Q3 are asked, but SEMANTIC, VERIFICATION and IMPACT_ANALYSIS are all visited; default auto',
  'flags.clean': 'not a session: call `cleanup_stale_branches`',
  'flags.rebuild': 'not a session: this version has no semantic search, so there is no index to rebuild',
  'flags.resume': 'not a new session: call `get_session_status`',
  'flags.heading_flag': 'flag',
  'flags.heading_short': 'short',
  'flags.heading_stored': 'stored as',
  'flags.heading_effect': 'effect',
  'flags.unknown':
    'There is no flag %{flag}; the nearest one is %{nearest}. Known flags: %{known}. Nothing was started: call start_session again with the flag corrected, or leave it out.',
  'flags.unknown_far':
    'There is no flag %{flag}, and none like it. Known flags: %{known}. Nothing was started: call start_session again with one of these, or without it.',
  'flags.wrong_level':
    '%{flag}: %{value} is not full or auto. Nothing was started: call start_session again with %{flag}=full or %{flag}=auto.',
  'flags.value_due':
    '%{flag} needs a value written with "=": %{form}. What came was "%{word}". Nothing was started: call start_session again with the value.',
  'flags.no_value':
    '%{flag} takes no value, but "%{word}" came. Nothing was started: call start_session again with %{flag} alone to switch it on, or without it.',
  'flags.conflict':
    '%{first} and %{second} cannot stand together. Nothing was started: ask the user which of the two is meant, unless it is plain, and call start_session again with that one.',
  'flags.resume_alone':
    '--resume stands alone, but %{second} came with it: a restored session keeps the flags that it began with. Nothing was started: to resume, call get_session_status({ kind: "code" }); to start anew, call start_session again without --resume.',
  'flags.call_resume':
    '--resume starts no new session. Call get_session_status({ kind: "code" }) and follow its answer.',
  'flags.call_clean':
    '--clean starts no session. Call cleanup_stale_branches({}) and tell the user what it did.',
  'flags.call_rebuild':
    '--rebuild starts no session, and this version has no semantic search: there is no index to rebuild. Tell the user so. Text and file search always read the files as they are now.',
} as const;
