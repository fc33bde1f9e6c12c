/** English: what is said by the cli part. */
export const cli = {
  'cli.init_usage':
    'code-intel init [--ja] [--check] [--yes]\n\nSets this folder up for Claude Code. Run again, it changes nothing; what you edited stays.\n\n  --ja      instructions, messages and the command file in Japanese\n  --check   write nothing, say what differs (exit status 1 where something does)\n  --yes     allow the proposed verify commands without asking (for CI)\n',
  'cli.init_unknown_option': 'Unknown option: %{option}',
  'cli.init_folder': 'code-intel %{version} in %{folder}',
  'cli.init_new': '  written    %{file}',
  'cli.init_changed': '  merged     %{file}',
  'cli.init_same': '  unchanged  %{file}',
  'cli.init_kept': '  kept       %{file} (it has been edited)',
  'cli.init_blocked': '  left alone %{file}',
  'cli.init_failed': '  failed     %{file}: %{reason}',
  'cli.init_missing': '  missing    %{file}',
  'cli.init_differs': '  to merge   %{file}',
  'cli.init_snippet':
    '%{file} could not be merged: it holds comments, does not parse, or has something else where an object or a list belongs. Add this to it by hand:',
  'cli.init_removed_tool':
    '  outdated   %{file} mentions tools that no longer exist: %{tools}. Every phase is now submitted with submit_phase.',
  'cli.init_verify_none':
    'No test command was found. Put the commands that check this project into "verify.commands" of .code-intel/config.json: without them the server has to take the word of the model.',
  'cli.init_verify_watching':
    'The test script "%{script}" keeps watching and would never end; it was not proposed. Put a command that ends into "verify.commands" of .code-intel/config.json.',
  'cli.init_verify_proposed': 'To verify a change, the server would run here:',
  'cli.init_verify_runs': 'To verify a change, the server will run here (allowed for you, in this folder):',
  'cli.init_verify_ask': 'Allow exactly these commands in this folder? [y/N] ',
  'cli.init_verify_allowed':
    'Allowed, for you, in this folder, as they stand. A changed list has to be allowed again.',
  'cli.init_verify_not_allowed':
    'Not allowed yet: until then the server does not run them, and says so. Allow them with: %{command}',
  'cli.init_no_git':
    'This folder is in no git repository with a commit yet. Sessions that edit need one (git init, then a first commit); investigations and --quick do not.',
  'cli.init_plugin':
    'Claude Code also has the code-intel plugin enabled (%{file}). Two servers would run: disable one of the two.',
  'cli.init_machine_path':
    '.mcp.json starts %{program}, a path of this machine. Do not commit it for others; with the package installed, run init again from there.',
  'cli.init_next':
    'Next: start Claude Code in this folder (restart it where it is running), then type\n\n  /code what you want done',
  'cli.init_share':
    'Commit .mcp.json, .claude/ and .code-intel/ before that: the set-up is then shared, and no session has to step around it.',
  'cli.init_share_without_server':
    'Commit .claude/ and .code-intel/ before that, and leave .mcp.json out: the set-up is then shared, and no session has to step around it.',
  'cli.init_check_fine': 'Everything is as init would leave it.',
  'cli.init_check_differs': 'Run this to bring it up to date: %{command}',

  'cli.docs_step': 'step',
  'cli.docs_phase': 'phase',
  'cli.docs_tool': 'tool',
  'cli.docs_tool_purpose': 'what it is for',
} as const;
