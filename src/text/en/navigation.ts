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
  'navigation.thread_failed':
    'The part of the server that reads code ended (%{reason}); it is started anew with the next call. Call again; if it happens again with the same file or symbol, search with search_text instead.',
} as const;
