/** English: what is said of verify commands, trust, the project's configuration and its texts. */
export const verify = {
  'verify.progress': '%{command}: running for %{seconds} s. Last line: %{line}',
  'verify.progress_silent': '%{command}: running for %{seconds} s, no output yet.',
  'verify.timed_out':
    'Ended with all its children: the verify commands ran longer than %{seconds} s together (verify.timeout_s).',
  'verify.not_started': 'The command could not be started: %{reason}',
  'verify.no_folder': 'The command could not be started: the folder %{folder} is not there.',
  'verify.killed': 'The command was ended from outside by %{signal} (not by code-intel).',
  'verify.program_not_found':
    'Exit code %{code}: the shell could not find or run a program. Is it installed, and on the PATH that the server was started with?',

  'verify.file_link_outside': '%{path} leads out of the project through a link, so it is not read.',
  'verify.file_not_regular': '%{path} is not a regular file, so it is not read.',
  'verify.file_not_text': '%{path} is not UTF-8 text, so it is not read. Save it as UTF-8.',
  'verify.file_too_large': '%{path} is larger than %{limit} KB, so it is not read.',
  'verify.file_unreadable': '%{path} cannot be read: %{reason}',
  'verify.material_replaced': '%{problem} The shipped text stands in for it.',

  'verify.config_not_json':
    '.code-intel/config.json is not JSON (%{reason}), so all defaults are used. Comments and trailing commas are not allowed in it.',
  'verify.config_not_object':
    '.code-intel/config.json must hold one object, and holds %{received}, so all defaults are used.',
  'verify.config_unknown_key':
    '.code-intel/config.json: there is no key %{key}, so it is ignored. Did you mean %{nearest}?',
  'verify.config_unknown_key_far':
    '.code-intel/config.json: there is no key %{key}, so it is ignored. Known here: %{known}.',
  'verify.config_wrong_value':
    '.code-intel/config.json: %{key} must be %{expected}, and is %{received}. The default is used: %{default}.',

  'verify.trust_damaged':
    'The record of allowed commands, %{file}, cannot be used (%{reason}): nothing counts as allowed. Run `code-intel trust` in the project to allow its commands again.',
  'verify.trust_set_aside': 'The damaged record was kept as %{file}.',
  'verify.trust_inside_project':
    'The configuration folder %{folder} lies inside the project, where the project itself could allow its commands: nothing counts as allowed. Set CODE_INTEL_CONFIG_DIR to a folder outside the project.',
  'verify.trust_not_written': 'The permission could not be kept in %{file}: %{reason}',
  'verify.trust_usage':
    'Usage: code-intel trust [--yes]\nShows the commands that .code-intel/config.json names for this project and asks whether they may run.\n  --yes  allow them without asking (for CI, where there is no terminal)\nWhat was allowed is kept in your configuration folder (~/.config/code-intel, on Windows %APPDATA%\\code-intel); CODE_INTEL_CONFIG_DIR names another.',
  'verify.trust_unknown_argument': 'Unknown argument: %{argument}',
  'verify.trust_nothing':
    'Nothing to allow: .code-intel/config.json names no verify.commands for %{project}.',
  'verify.trust_already': 'These commands are already allowed for %{project}.',
  'verify.trust_show':
    '.code-intel/config.json of %{project} names these commands (verify.commands). They run one after the other:',
  'verify.trust_warning':
    'They run in your shell, with your rights, whenever work in this project is verified. Allow them only if you know what they do. A later change of any of them has to be allowed again.',
  'verify.trust_ask': 'Allow exactly these commands? [y/N] ',
  'verify.trust_allowed': 'Allowed. Kept in %{file}.',
  'verify.trust_declined': 'Nothing was allowed.',
  'verify.trust_no_terminal':
    'There is no terminal to ask at, so nothing was allowed. Run `%{command}` in a terminal, or `%{command} --yes` where nobody can be asked (CI).',
} as const;
