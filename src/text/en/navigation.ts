/** English: what is said by code navigation. */
export const navigation = {
  'navigation.no_grammar':
    'The parser for %{language} is unavailable (%{reason}), so its files cannot be looked at by syntax. Search their text with search_text, or install code-intel again.',
  'navigation.impact_cut':
    'Only the first %{most} symbols were followed: name fewer targets or a smaller depth for the rest.',
  'navigation.impact_users': '%{count} places use it for certain',
  'navigation.impact_exported_users': '%{count} of them are exported in turn',
  'navigation.impact_untested': 'no test uses it by reference',
  'navigation.impact_likely': '%{count} places use the name without proof that it is this one: read them',
  'navigation.impact_ambiguous':
    '%{count} targets have several definitions; all were followed. Name one as Class.member or by its file',
  'navigation.impact_unresolved': '%{count} targets name nothing that is known here',
  'navigation.impact_skipped': '%{count} files could not be looked at',
  'navigation.impact_cut_risk': 'only %{count} symbols were followed',
  'navigation.impact_building': 'the index is still being built: what is not in it yet is missing',
  'navigation.impact_no_symbols': 'no symbol of the targets is known, so only names and texts were compared',
  'navigation.impact_nothing': 'nothing uses it, as far as the whole project was looked at',
  'navigation.impact_no_targets': 'targets is empty: name the files or symbols that change.',
  'navigation.impact_folder':
    '%{path} is a folder: name the files or symbols in it that change (get_symbols lists them).',
  'navigation.impact_unknown_targets': 'Not found, neither as file nor as symbol: %{targets}.',
  'navigation.impact_kept': 'The open session remembers must_verify: impact_summary has to speak of each.',
  'navigation.references_untyped':
    '%{count} place(s) use this name after a dot on a value whose type the code does not show; they were left out, since nothing puts the symbol into an object under its name. search_text with %{name} finds them.',
  'navigation.references_ambiguous':
    '%{count} different symbols have this name, and none was chosen: the references are those of the name, with `belongs_to` where it is known. Give `file` and `line` of one of the definitions in `ambiguous`.',
  'navigation.references_no_definition':
    'No definition of this name is in the project: the references are all uses of the name that are no variables of a function.',
  'navigation.references_unconfirmed':
    'No language server confirmed this answer (none is installed, or it did not answer in time): what is `likely` is by syntax alone.',
  'navigation.definitions_by_text':
    'No definition is known by syntax; %{count} line(s) in files that could not be parsed whole look like one (confidence low): read them.',
  'navigation.definitions_damaged':
    'Nothing found, but %{count} file(s) that hold this name could not be parsed whole: it may be defined there. search_text finds the lines.',
  'navigation.structure_damaged':
    'Some places could not be parsed (see parse_errors): symbols there may be missing.',
  'navigation.structure_unknown_language':
    'The language of the code is not known: %{language}. Pass `language` with a name such as typescript, python or go.',
  'navigation.structure_not_parsed':
    '%{file} could not be looked at by syntax (%{reason}). Search its text with search_text.',
  'navigation.structure_line_out_of_range':
    '%{file} has %{lines} lines; line %{line} is not one of them. Lines begin at 1.',
  'navigation.tool_nothing': 'No %{symbol} was found; everything asked for was looked at.',
  'navigation.tool_nothing_sure':
    'No %{symbol} was found, but not everything could be looked at (see `skipped` and `completeness`): it may exist. search_text finds its name in any file.',
  'navigation.tool_suggested': 'Near names that exist: %{names}.',
  'navigation.tool_building':
    'The symbols are still being gathered (%{done} of %{total} files): call again for the rest.',
  'navigation.tool_no_symbol':
    'symbol is empty: pass the name of a function, class or variable, or Class.member.',
  'navigation.tool_unknown_language':
    'There is no language %{language} here. Did you mean %{near}? Known: %{known}.',
  'navigation.tool_unknown_kind': 'There is no kind %{kind}. Did you mean %{near}? Kinds: %{known}.',
  'navigation.tool_folder':
    '%{path} is a folder, and %{key} takes a file. get_symbols lists the symbols of a folder; search_files finds files.',
  'navigation.tool_no_file': '%{key} is empty: pass the path of a file in the project.',
  'navigation.tool_line_without_file':
    'line %{line} was given without `file`. Pass the file that the line is in, or leave `line` out.',
  'navigation.tool_not_there':
    '%{symbol} is neither defined nor used at the place that `file` and `line` name (%{place}), so they chose nothing: the answer is for the name.',
  'navigation.tool_cut':
    'Not everything fits into one answer: lists or members were cut (`members_left_out`). get_symbols with `kind` lists the rest page by page.',
  'navigation.tool_one_of_two': 'Pass either `file_path` or `code` with `language`: exactly one of them.',
  'navigation.tool_code_language': '`code` needs `language`: typescript, python, go …',
  'navigation.tool_source_cut':
    'The function is long: `source` is its beginning; read %{file} from line %{line} for the rest.',
  'navigation.tool_no_function': 'No function holds line %{line} of %{file}; `enclosing` is what does.',
  'navigation.skipped_no_grammar': 'the parser for %{reason} is not available',
  'navigation.skipped_too_large': 'too large to be read by syntax (%{reason})',
  'navigation.skipped_not_parsed': 'could not be parsed: %{reason}',
  'navigation.skipped_syntax_errors':
    'it could not be parsed around a place with this name: what stands there was only seen as text',
  'navigation.structure_by_text':
    '%{count} file(s) are of a type without a parser: read line by line, only what looks like a definition is listed (confidence low).',
  'navigation.structure_no_language':
    'No file in %{path} is of a language that is known, so nothing was looked at by syntax. Name a single file, or use search_text.',
  'navigation.structure_not_listed':
    '%{file} is left out by the ignore rules of git, so it is not looked at. Read it directly, or pass its text to analyze_structure as `code` with `language`.',
  'navigation.structure_not_text':
    '%{file} is not a text file (or cannot be read), so there is no structure in it to look at.',
  'navigation.structure_no_functions':
    '%{file} is of a type without a parser, so which function holds the line is not known. Read the lines around it.',
  'navigation.structure_nothing_listed':
    'No file in %{path} is one that git tracks or would track, so nothing was looked at there.',
  'navigation.tool_no_symbols': 'No such symbols are in %{path}; all of it was looked at.',
  'navigation.tool_no_symbols_sure':
    'No such symbols were found in %{path}, but not everything could be looked at.',
  'navigation.thread_failed':
    'The part of the server that reads code ended (%{reason}); it is started anew with the next call. Call again; if it happens again with the same file or symbol, search with search_text instead.',
  'navigation.query_empty': 'text is empty: say what you look for.',
  'navigation.query_nothing':
    'Nothing was found for this text. `plan` says what was looked for: try names as they may stand in the code, or search_text with a pattern.',
} as const;
