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
  'server.cut_bytes':
    'This answer was over %{max} bytes: long texts in it were cut (they end in …). Ask for less at a time to see the rest.',
  'server.cut_characters':
    'This answer was over %{max} characters: long texts in it were cut (they end in …).',
  'server.cut_list_bytes':
    'This answer was over %{max} bytes: of the list `%{list}` it holds %{returned} of %{total}. Narrow the request, or ask for the rest with `offset` where the tool takes one.',
  'server.cut_list_characters':
    'This answer was over %{max} characters: of the list `%{list}` it holds %{returned} of %{total}.',
  'server.unknown_tool': 'Unknown tool: %{name}. These are the tools: %{tools}.',
  'server.unknown_tool_near':
    'Unknown tool: %{name}. Did you mean `%{nearest}`? These are the tools: %{tools}.',
  'server.removed_tool':
    'Unknown tool: %{name}. It was removed; call %{replacement} instead. When in doubt where the session stands: `get_session_status`.',
  'server.unknown_argument':
    '`%{tool}` takes no argument `%{key}`. It takes: %{known}. Nothing was done; call it again with the right name.',
  'server.unknown_argument_near':
    '`%{tool}` takes no argument `%{key}`: did you mean `%{nearest}`? It takes: %{known}. Nothing was done; call it again with the right name.',
  'server.no_arguments_taken':
    '`%{tool}` takes no arguments, but `%{key}` came. Nothing was done; call it again with {}.',
  'server.missing_argument':
    '`%{tool}` needs `%{key}` (%{expected}), which is missing. Nothing was done; call it again with it.',
  'server.wrong_argument':
    '`%{tool}`: `%{key}` must be %{expected}, but %{received} came. Nothing was done; call it again with a right value.',
  'server.arguments_no_object':
    '`%{tool}`: the arguments must be one JSON object, but %{received} came. Nothing was done; call it again.',
  'server.internal_error':
    '%{tool} failed through a fault of this server, not of the call (%{cause}). The details are in the log on its standard error. Try once more; if it fails again, go on without this tool and tell the user.',
  'server.root_missing':
    'The project folder %{folder} (from %{source}) does not exist, so no tool can work. Set CLAUDE_PROJECT_DIR to the project folder, or start the client there.',
  'server.root_not_folder':
    'The project folder %{folder} (from %{source}) is not a folder, so no tool can work. Set CLAUDE_PROJECT_DIR to the project folder, or start the client there.',
  'server.root_too_wide':
    'The project folder would be %{folder} (from %{source}): the root of the file system or a home folder is not taken for a project. Start the client in the project folder, or set CLAUDE_PROJECT_DIR to it.',
  'server.intro':
    'code-intel makes a way of working binding: a `/code` session leads from understanding a request to the merge, step by step, and tells at each step what to do and what to send.',
  'server.rules': 'Rules:',
  'server.look_up': 'Tools that are not loaded yet are looked up by name: `select:%{tools}`.',
  'server.usage':
    'Usage: code-intel [command] [options]\n\n  (no command)   serve MCP over standard input and output; this is what the client starts\n  init           set a project up: .mcp.json, the /code command, settings, .code-intel/\n    --ja         instructions, messages and the command file in Japanese\n    --check      write nothing, say what differs\n    --yes, -y    allow the proposed verify commands without asking (for CI)\n  trust          look at the verify commands of this project, and allow the server to run them\n    --yes, -y    allow them without asking (for CI)\n  --version      print the version\n  --help         print this',
  'server.unknown_command': 'Unknown command: %{name}. `code-intel --help` lists the commands.',
  'server.unknown_command_near':
    'Unknown command: %{name}. Did you mean `%{nearest}`? `code-intel --help` lists the commands.',
} as const;
