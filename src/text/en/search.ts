/** English: what is said by the search part. */
export const search = {
  'search.outside_root':
    '%{path} is not in the project: it leads out of the project folder (by an absolute path, `..` or a link). Paths are relative to the project root and stay below it.',
  'search.ripgrep_missing':
    'ripgrep not found (%{reason}). Searching needs the program that comes with the package @vscode/ripgrep: install code-intel again without `--omit=optional` and `--no-optional` (`npm install --include=optional`), or run `code-intel doctor`. Until then search with Grep and Glob.',
  'search.pattern_too_long':
    'The pattern is too long (%{length} characters; at most %{max} bytes). Search for a shorter part of it that is distinctive.',
  'search.needs_multiline':
    'The pattern %{pattern} contains a line break, which is found only with `multiline: true`. Call again with it, or look for one of the lines.',
  'search.bad_pattern':
    'ripgrep cannot read the regular expression %{pattern}: %{reason}. Mend it, or pass `regex: false` to look for it literally.',
  'search.bad_pattern_at':
    'The regular expression %{pattern} is wrong at character %{position}: %{reason}. Escape special characters there with `\\`, or pass `regex: false` to look for it literally.',
  'search.unknown_type':
    'There is no file type %{type}. Near ones: %{near}. Pass one of them, or a `glob` such as *.ts instead.',
  'search.no_such_path':
    'There is no %{path} in the project, so nothing was looked at. Look for its right name with search_files, or leave `path` out.',
  'search.no_such_path_near':
    'There is no %{path} in the project, so nothing was looked at. Did you mean %{near}?',
  'search.not_searchable':
    '%{path} is neither a file nor a folder (a pipe, socket or device), so nothing was looked at. Pass a file or folder.',
  'search.no_pattern': '`pattern` is empty. Pass what to look for: a text, or a list of up to 5.',
  'search.nothing_found':
    'Nothing found; all files asked for were looked at. A wider pattern, `case_sensitive: false` or no `glob` finds more.',
  'search.nothing_but_skipped': 'Nothing found, but not everything could be looked at: see `skipped`.',
  'search.more':
    'More there is: call again with offset %{next} for the rest, or narrow pattern, path or glob.',
  'search.lower_bound': 'The total is a lower bound: not everything could be looked at (see `skipped`).',
  'search.read_otherwise': 'No file fits %{pattern} as written; this is what fits %{used}.',
  'search.more_skipped': 'and %{count} more',
  'search.skipped_ignored':
    'ignored by git, so only tracked files in it were looked at; `include_ignored: true` looks at all',
  'search.skipped_binary': 'not a text file',
  'search.skipped_not_selected': 'left out by `glob` or `file_type`',
  'search.skipped_other':
    'a repository of its own, whose files git does not track here; `include_ignored: true` looks at them',
  'search.skipped_time': 'the search took too long and was stopped (%{limit}); narrow path or glob',
  'search.skipped_line': 'matches, but its lines are too long to be shown',
  'search.skipped_encoding': 'neither UTF-8 nor Shift_JIS nor EUC-JP: only its ASCII text was searched',
  'search.skipped_name': 'its name is not UTF-8',
  'search.skipped_unreadable': 'cannot be read: %{reason}',
  'search.read_as': 'not UTF-8: read as %{encoding}',
} as const;
