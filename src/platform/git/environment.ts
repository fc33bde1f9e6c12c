/**
 * Variables of the user's that would point git at another repository or index, wait for a person, or mix traces into its
 * words. Everything else of the user's environment stays: identity, GIT_CONFIG_*, GIT_SSH_COMMAND, proxies.
 */
const dropped = new RegExp(
  `^(?:${[
    'GIT_DIR|GIT_WORK_TREE|GIT_COMMON_DIR|GIT_NAMESPACE|GIT_PREFIX|GIT_SUPER_PREFIX|GIT_IMPLICIT_WORK_TREE',
    'GIT_INDEX_FILE|GIT_INDEX_VERSION|GIT_OBJECT_DIRECTORY|GIT_ALTERNATE_OBJECT_DIRECTORIES|GIT_QUARANTINE_PATH',
    'GIT_SHALLOW_FILE|GIT_GRAFT_FILE|GIT_REPLACE_REF_BASE|GIT_INTERNAL_.*|GIT_DEFAULT_HASH',
    'GIT_(?:LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS|GIT_OPTIONAL_LOCKS|GIT_REFLOG_ACTION|GIT_MERGE_AUTOEDIT',
    'GIT_PAGER|GIT_PAGER_IN_USE|GIT_EDITOR|GIT_SEQUENCE_EDITOR|GIT_EXTERNAL_DIFF|GIT_DIFF_OPTS|GIT_TRACE.*|GIT_TR2_.*',
    'EDITOR|VISUAL|PAGER|LANGUAGE',
  ].join('|')})$`,
  'i',
);

/** Set for every call: git's words in English (they are shown, never decided by), and nothing that waits for a person. */
const always = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_PAGER: 'cat',
} as const;

/** The environment of a git call: the user's (`from`), cleaned, with `extra` on top. */
export function gitEnvironment(
  from: NodeJS.ProcessEnv,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept = Object.entries(from).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !dropped.test(entry[0]),
  );
  return { ...Object.fromEntries(kept), ...always, ...extra };
}
