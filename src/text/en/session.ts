/** English: what is said by the session. Instructions are enough for a reader who has seen nothing else. */
export const session = {
  'session.at_branch_intervention':
    'BRANCH_INTERVENTION: %{count} task branch(es) of earlier sessions are still there: %{branches} (name, base, commits that the base does not have; details in stale_branches). Ask the user with AskUserQuestion what to do with them: "delete" (the tips are kept in trash refs and can be restored), "merge" (each into its own base) or "continue" (go on with the one that is checked out, leave the others). Do not choose yourself. Then call submit_phase with the choice. Where nobody can be asked, choose "continue".',
  'session.at_document_research':
    'DOCUMENT_RESEARCH: find out what the project’s own documents say about this request before looking at code: rules files (CLAUDE.md, AGENTS.md), design documents, README, docs/. Give each of the prompts below to a subagent of its own, all of them in one message so that they run side by side; a subagent answers with what it found and in which file. Then call submit_phase with documents_reviewed: one entry a document, its path and what matters in it. If there are none, send an empty list.',
  'session.at_query_frame':
    'QUERY_FRAME: put the request into slots. action_type is one of %{action_types}. target_symbols: the functions, classes, constants or files that the user named or clearly meant, spelled as in the code (an empty list if none). scope: where in the project this takes place. constraints: what must hold or must not change. Then call submit_phase; the answer tells where the symbols stand in the code.',
  'session.at_exploration':
    'EXPLORATION: explore the codebase with the code-intel tools (find_definitions, find_references, get_symbols, search_text, search_files; run independent searches side by side) and read the files that matter. Find every place that has to change and every place that depends on it. Do not edit anything yet: no file is edited before READY. Then call submit_phase with explored_files (paths of the files that you read and that may have to change; only these may be edited later) and findings (what you learned, each with file and line).',
  'session.at_exploration_again':
    'You came back here with revert_to_exploration; earlier results were kept. Explore what was missing: what you send is added to what is known.',
  'session.at_q1':
    'Q1: judge whether the exploration was enough. needs_more_information is true when a part of the code that the request touches has not been found or understood, false when you can name every place that has to change. Give the reason in one or two sentences. Then call submit_phase.',
  'session.at_semantic':
    'SEMANTIC: look for what the exploration missed, by meaning: other words for the same thing, similar features, earlier solutions of the same problem (search_text with several patterns, search_files by naming convention). Then call submit_phase with search_results: what was found, each with its file; an empty list if nothing was.',
  'session.at_q2':
    'Q2: judge whether you are acting on something you have not checked. has_unverified_hypotheses is true when your plan rests on an assumption about the code that you have not seen confirmed. Give the reason in one or two sentences. Then call submit_phase.',
  'session.at_verification':
    'VERIFICATION: verify each of your hypotheses in the code and call submit_phase. For each: the hypothesis, result (confirmed, rejected or inconclusive) and evidence (file and line, or the output of a command).',
  'session.at_q3':
    'Q3: judge whether the change reaches beyond the places that you change. needs_impact_analysis is true when something is called, inherited, imported, exported or documented elsewhere. Give the reason in one or two sentences. Then call submit_phase.',
  'session.impact_must_verify':
    'analyze_impact named these files as to be verified; speak of each in impact_summary: %{files}.',
  'session.impact_unmentioned':
    'impact_summary does not speak of these files, which analyze_impact named as must_verify: %{files}. Look at each, say in impact_summary what the change means for it (by its path), and call submit_phase again. Sent again as it is, it is taken with a warning.',
  'session.impact_left_out':
    'impact_summary leaves out files that analyze_impact named as must_verify: %{files}. Verify them before you commit.',
  'session.at_impact_analysis':
    'IMPACT_ANALYSIS: find what the change affects: callers, subclasses, tests, documents, configuration, siblings by naming convention: call analyze_impact with the files or symbols that you will change. Then call submit_phase with impact_summary: an object of your own shape, for example affected files with the reason, tests to adapt, risks.',
  'session.at_ready_planning':
    'READY, planning (step 12): divide the work into tasks and send the complete list with submit_phase. Each task: id, description, status ("pending", or "completed" for work that is done). The list replaces what was there, so send all of it each time. At least one task is pending. Do not edit files before the list is registered.',
  'session.ask_the_user':
    'The loop was stopped by the server: ask the user now (AskUserQuestion), show what failed, and send the answer as user_decision: "continue" (counters start anew; send the task list with it), "accept" (go on as it is; the report will say that the user accepted it) or "end" (leave the session; branch and files stay). Do not decide for the user. Where nobody can be asked, send "end". The session can also be left with cleanup_stale_branches({ action: "end" }).',
  'session.what_failed': 'What failed: %{reason}',
  'session.explored_too_often':
    'Exploring was begun anew %{count} times: show the user what is still not understood.',
  'session.tasks_not_taken':
    'tasks are taken only with user_decision: "continue"; the ones sent were ignored.',
  'session.busy':
    'Another server of this project is carrying something out (a commit, a merge, a verification) and holds the sessions. Nothing was done; call again in a moment.',
  'session.sent_back':
    'The session was sent back from %{phase}. Reason: %{reason}\nSend the complete list: the finished tasks as "completed", and new tasks for what has to be corrected as "pending".',
  'session.task_list': 'Current tasks:\n%{tasks}',
  'session.at_ready_implementing':
    'READY, implementing (step 13, %{progress} done). Task due now: %{id}: %{description}\nImplement this task with Edit and Write (only explored files and new files; add_explored_files for others), then call submit_phase with task_id and a summary of what was changed. One task at a time, in order. If the plan has to change, send the complete list of tasks again.',
  'session.at_ready_finishing':
    'READY, finishing (step 14): all tasks are completed. Call submit_phase with empty data ({}). If something is missing, send the complete list of tasks with the missing ones as pending instead.',
  'session.at_post_impl_verify':
    'POST_IMPL_VERIFY: verify what was implemented, really: follow the verifier below, run the tests, look at the result. Then call submit_phase with passed, details (what was run and what came out) and, if it failed, failed_tasks (ids of the tasks that are at fault). Do not edit files in this phase: report passed: false and correct it in READY. Read the project’s rules (CLAUDE.md) before calling anything verified.',
  'session.at_only_verify':
    'POST_IMPL_VERIFY (--only-verify): verify the present state of the project: follow the verifier below, run the tests, look at the result. Then call submit_phase with passed and details (what was run and what came out). The session ends with that, whatever the result.',
  'session.verify_by_server':
    'When you send passed: true the server itself runs: %{commands}. The pass is taken only if all of them exit with 0. If the answer says verification: "running", send the same payload again.',
  'session.verify_by_claim':
    'No verify commands that the server may run are configured for this project, so your word is taken, and the closing report says unverified_claim. Run what there is to run, and quote its output in details.',
  'session.verify_untrusted':
    'The verify commands of .code-intel/config.json were not run: the user has not allowed exactly this content. The user can look at them and allow them with: npx code-intel trust',
  'session.user_decides_next':
    'This is the second intervention: after it the user decides how to go on. Prepare what to ask: what was tried, what failed each time, what you would do next.',
  'session.at_verify_intervention':
    'VERIFY_INTERVENTION: a task has failed verification three times. Stop changing code. Carry out the prompt below, honestly and completely, then call submit_phase with prompt_used (its name) and action_taken (what you found and what you will do differently). What failed last: %{reason}',
  'session.at_pre_commit':
    'PRE_COMMIT: review every change with review_changes, then call submit_phase with reviewed_files and commit_message. reviewed_files names every file that review_changes lists as due: a bare path keeps it; { path, decision: "discard", reason } puts it back (its content stays in a trash ref); { path, decision: "leave" } leaves it uncommitted. What the user had changed before the session stays the user’s and need not be named. The server commits exactly the kept files.',
  'session.at_quality_review':
    'QUALITY_REVIEW: read the committed change as a strict reviewer would, with the prompt below. Then call submit_phase with quality_score (0 to 10) and issues: one entry for each thing that has to be corrected, empty if there is none. Issues lead back to planning, the third time on to MERGE.',
  'session.at_merge':
    'MERGE: call submit_phase with empty data ({}). The server merges %{branch} into %{base} and deletes the task branch.',
  'session.at_investigation':
    'EXPLORATION: explore the codebase with the code-intel tools (find_definitions, find_references, get_symbols, search_text, search_files; run independent searches side by side) and read the files that matter, until the question can be answered from the code. This session changes no file. Then call submit_phase with explored_files (paths of the files that you read) and findings (what you learned, each with file and line).',
  'session.at_complete_investigation':
    'The investigation is complete. Answer the user’s question now from the findings in report, with file and line; say plainly what stayed open. Nothing more is to be submitted.',
  'session.at_complete_not_verified':
    'The session is complete, and the verification FAILED. Tell the user what failed (report). Nothing more is to be submitted.',
  'session.at_complete':
    'The session is complete. Tell the user what was done, with the report of this answer; nothing more is to be submitted.',
  'session.left':
    'The session was ended on the user’s word: working tree, index and task branch are as they were.',
  'session.running':
    'The server is still carrying out this submission (a commit or merge hook of the repository takes long). Send the same payload again to wait for it.',
  'session.verification_running':
    'The verify commands are still running. Send the same payload again (or call get_session_status) to wait for the result; another payload ends the run.',
  'session.file_block': 'from %{path}',
  'session.shipped_block': 'default for %{path}',
  'session.block_end': 'end',
  'session.missing_materials': 'Asked for but not found in .code-intel/: %{files}',

  'session.already_complete':
    'The session is already complete: there is nothing to submit to. Start a new one with start_session.',
  'session.no_session': 'no active session, no checkpoint found',
  'session.no_session_next':
    'There is nothing to go on with. Start a session with start_session({ intent, query, flags }), or tell the user that there is no session to restore.',
  'session.no_session_here':
    'This server has no active session. There are unfinished ones that it may not take up by itself (other_sessions: of another machine, or at work in another client). Restore one of another machine by name, get_session_status({ session_id }), or start a new one with start_session.',
  'session.restore_first':
    'This server has no active session, and the unfinished one on disk (%{id}) is not this client’s. Call get_session_status({ session_id: "%{id}" }) to restore it, then submit.',
  'session.unknown_session':
    'There is no session "%{id}" to restore here. Known: %{known}. Call get_session_status without session_id for the newest.',
  'session.session_held':
    'The session %{id} belongs to a client that is alive (process %{pid}). It was not touched. Work on it there, or end that client first.',
  'session.session_open':
    'This server already holds an open session: %{id}, at %{phase} (step %{step}). Go on with submit_phase, look with get_session_status, or leave it on the user’s word with cleanup_stale_branches({ action: "end" }); then start anew.',
  'session.worker_session':
    'This server serves an agent of a headless run: the session tools belong to the run itself. Answer with your result instead.',
  'session.blank_query': 'query is blank: send the user’s request in query.',
  'session.not_a_folder':
    'repo_path is no folder of this project: %{path}. Leave it out for the project root.',
  'session.not_a_file': '%{path} is no file.',
  'session.review_needs_git':
    'There is no git repository (or no commit yet) here, so there is nothing to compare with.',
  'session.query_cut':
    'The query was longer than 10,000 characters and was cut; the rest is in the conversation only.',
  'session.flags_end':
    'The flags end at "%{word}": that and what follows was not read as a flag. Words of the request belong into query.',
  'session.git_required':
    'This session would make a task branch, and %{folder} is not in a git repository. Run `git init` and make a first commit, or use an investigation (intent INVESTIGATE or QUESTION), --quick or --only-verify, which need no git.',
  'session.git_no_commit':
    'This session would make a task branch, and the repository has no commit yet. Make a first commit (git add -A, git commit), or use an investigation (intent INVESTIGATE or QUESTION), --quick or --only-verify.',
  'session.git_unusable':
    'git does not work in this folder, and the session would need it. git says: %{reason}\nMend that (for "dubious ownership": git config --global --add safe.directory <folder>, run by the user), or use an investigation, --quick or --only-verify.',
  'session.git_detached':
    'HEAD is detached, so there is no branch to come back to. Run `git switch <branch>` (or `git switch -c <new branch>`), then start the session again.',
  'session.git_operation':
    'A %{operation} is in progress in this repository. End it first: `git %{operation} --continue` or `git %{operation} --abort`. Then start the session again.',
  'session.git_conflicts':
    'There are unresolved conflicts: %{files}. Resolve and commit them (or `git merge --abort`), then start the session again.',
  'session.other_live_session':
    'Another session that is alive (%{id}, process %{pid}) holds the task branch %{branch} in this working tree. Two sessions cannot edit one working tree. Use an investigation (intent INVESTIGATE or QUESTION), or a working tree of its own: git worktree add ../<name>.',
  'session.recovery_available':
    'An unfinished session was found (%{phase} Step %{step}: "%{query}"). Before anything else ask the user with AskUserQuestion: "An unfinished session was found" with the choices "Restore it" and "Discard it and start anew". Restore: call get_session_status({ session_id: "%{id}" }). Start anew: simply go on with the instruction below; your first submit_phase sets the old session aside.',
  'session.held_elsewhere':
    'Session %{id} (process %{pid}) is at work in this project in another client; it is neither offered nor touched.',
  'session.checkpoint_of_other_host':
    'Session %{id} was written on another machine (%{host}); it is restored only when named.',
  'session.snapshot_given_up':
    'Taking the state of the working tree took too long and was given up: files that git calls changed now are left alone, never committed or discarded.',
  'session.verify_commands_changed':
    'verify.commands in .code-intel/config.json changed since the session began. The session keeps the commands that it began with.',
  'session.recovered':
    'This session was restored from its checkpoint. Read the project’s rules (CLAUDE.md, AGENTS.md) before you call anything verified. Intent: %{intent}. Request: %{query}',
  'session.recovered_findings': 'What was found before: %{findings}',
  'session.recovered_files': 'Explored files: %{files}',
  'session.recovered_definitions': 'Where symbols were found to be defined: %{definitions}',
  'session.recovered_verify': 'Verify commands that the server runs: %{commands}',
  'session.pending_completed':
    'The last submission had been carried out before the interruption; it was completed now, nothing was done twice.',
  'session.pending_dropped':
    'The last submission had not been carried out before the interruption: the repository is as it was before. Send it again.',
  'session.checkpoint_not_saved':
    'What was asked has been done, but the state could not be saved (%{reason}). The session goes on in memory; mend this before the server ends.',
  'session.other_session_open':
    'This server holds the open session %{id}, to which something was submitted already. Leave it first with cleanup_stale_branches({ action: "end" }), then restore the other one.',
  'session.not_learned':
    'What this session learned could not be kept in .code-intel/agreements/learned/: %{reason}',
  'session.forced_completion': 'Completed with quality issues unresolved.',

  'session.payload_mismatch':
    'The session is in the phase %{phase}, and the payload has none of its keys (came: %{came}). Due: %{due}.',
  'session.payload_of_another_phase':
    'The session is in the phase %{phase}, but this payload is that of %{other}. Due: %{due}.',
  'session.invalid_payload':
    'The payload is meant for %{phase}, but something in it is missing or wrong; see issues. Send it again, corrected.',
  'session.ignored_keys': 'Keys that this phase does not take were ignored: %{keys}',
  'session.no_explored_files':
    'explored_files is empty although the project has files. Name the files that you read: only these may be edited later.',
  'session.unknown_files':
    'These are not files of this project: %{files}. Send paths relative to the project root (search_files finds them).',
  'session.tasks_empty':
    'The list of tasks is empty. Send every task of this session, at least one of them pending.',
  'session.duplicate_task_id': 'The task id "%{id}" is there twice. Give each task an id of its own.',
  'session.no_pending_task':
    'No task in the list is pending. Add the work that is to be done as a pending task.',
  'session.no_tasks_registered':
    'No tasks are registered yet. Send the complete list first: { tasks: [{ id, description, status }] }.',
  'session.unknown_task': 'There is no task "%{id}". Known: %{known}.',
  'session.task_already_completed': 'Task "%{id}" is already completed.',
  'session.task_out_of_order': 'Task "%{id}" is not due yet: "%{due}" comes first.',
  'session.tasks_incomplete': 'Not all tasks are completed: %{ids}. Go on with "%{due}".',
  'session.user_decision_required':
    'The user has to decide first. Ask (AskUserQuestion), then send user_decision: "continue", "accept" or "end" (tasks only with "continue"). Where nobody can be asked, send "end".',
  'session.passed_with_failures':
    'passed is true, but failed_tasks names tasks. Send passed: false with them, or passed: true without.',
  'session.unknown_failed_tasks': 'failed_tasks names tasks that do not exist: %{ids}. Known: %{known}.',
  'session.unseen_completions':
    'Marked as completed without the server having seen them done: %{ids}. The closing report will say so.',
  'session.dropped_tasks':
    'Left out of the list although they were pending: %{ids}. The closing report will say so.',
  'session.unknown_reviewed_files':
    'Not changed, not there, or named twice with different decisions: %{files}. Name exactly the files that review_changes lists, one by one (no folders, no patterns).',
  'session.unreviewed_files':
    'Changed but not reviewed: %{files}. Look at them with review_changes and name each: keep, discard or leave.',
  'session.mixed_committed':
    'These files held changes of the user from before the session and were committed whole: %{files}',
  'session.users_files_stay':
    'These are as they were when the session began, or lie outside the project; they were left alone: %{files}',
  'session.only_line_endings': 'Only line endings changed, so these were left: %{files}',
  'session.discarded': 'Discarded content can be brought back, for example: %{restore}',
  'session.evidence_void':
    'The content changed since it was verified (%{files}), so the verification no longer counts. Verify again; this is not counted as a failure.',
  'session.made_meanwhile':
    'Changed before READY, by you, an editor or a shell; left uncommitted unless named in the review: %{files}',
  'session.cannot_revert':
    'revert_to_exploration is not possible at %{phase} (it is between Q1 and MERGE, and not with --fast, --quick or --only-verify).',
  'session.wrong_phase': '%{tool} is not possible at %{phase}; it can be used after EXPLORATION.',

  'session.base_gone':
    'The base branch %{base} is gone. Branches there are: %{branches}. Bring it back (git branch %{base} <commit>), then submit again.',
  'session.task_branch_gone':
    'The task branch %{branch} is gone. Bring it back with `%{restore}`, then submit again.',
  'session.task_branch_rewound':
    'The task branch %{branch} no longer contains what this session committed. Bring it back with `%{restore}`, then submit again.',
  'session.not_on_task_branch':
    'The task branch %{expected} is not checked out (HEAD is at %{actual}). Run `%{command}`, then submit again.',
  'session.not_on_base':
    'The session began on %{expected}, but HEAD is at %{actual}. Run `%{command}`, then submit again.',
  'session.foreign_commits':
    'The task branch has commits that the session did not make; they are part of the merge: %{commits}',
  'session.stale_not_resolved':
    'Stopped at %{branch} (%{problem}): %{files} What was done before it stays done; the rest is open. Mend it, or choose again: delete, merge or continue. %{output}',

  'session.gate_no_session': 'No session is open: nothing is enforced.',
  'session.gate_outside_repository': 'Outside the repository: not the session’s concern.',
  'session.gate_other_worktree': 'Belongs to another working tree.',
  'session.gate_sessions': 'The session state under .code-intel/sessions/ is written by the server alone.',
  'session.gate_before_ready':
    'The session is at %{phase} (step %{step}): no file is edited before READY step 13. Do what the phase asks for and call submit_phase; get_session_status says what is due.',
  'session.gate_ready': '%{phase} (step %{step}): editing is due.',
  'session.gate_explored': '%{path} was explored.',
  'session.gate_document': '%{path} is a document.',
  'session.gate_new_file': '%{path} is a new file.',
  'session.gate_no_new_files': '%{path} does not exist, and new files were not allowed in this call.',
  'session.gate_unexplored': '%{path} was not explored. Read it first, then add it with add_explored_files.',
  'session.gate_conflict': '%{path} has a merge conflict that is to be resolved.',
  'session.gate_after_ready':
    'The session is at %{phase} (step %{step}): editing is over. Do what the phase asks for and call submit_phase; what has to be corrected leads back to READY.',
  'session.gate_only_verify':
    'The session only verifies (--only-verify): no file is edited in it. Report the result with submit_phase.',

  'session.cleanup_ended': 'Session %{id} was left. Working tree, index and branch are as they were.',
  'session.cleanup_unknown_branches':
    'Not task branches that can be cleaned up: %{branches}. There are: %{known}.',
  'session.nothing_to_end': 'There is no open session to leave.',
} as const;
