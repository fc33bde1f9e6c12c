/** English: what is said by the server part. */
export const server = {
  // The critical rules: the same words in the server's instructions and in the /code command file.
  'server.rule_submit':
    'Call `submit_phase` until the answer says SESSION_COMPLETE. Every answer holds what to do (`instruction`) and what to send next (`expected_payload`): do it, send it, and do not stop in between.',
  'server.rule_no_edit':
    'No Edit or Write before READY. Files are changed while a task of READY is carried out, and at no other step unless the instruction says so.',
  'server.rule_in_doubt':
    'When in doubt, and after every compaction, call `get_session_status`: it says where the session stands, what to do and what to send.',
  'server.rule_resume_alone':
    '`--resume` stands alone: no other flag beside it and no `start_session`. The flags of the interrupted session come back with it.',
  'server.rule_subagents':
    'Subagents never call the session tools (`start_session`, `submit_phase`, `get_session_status`). They search, read and report; only the lead submits.',
  'server.placeholder': '',
} as const;
