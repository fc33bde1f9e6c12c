/** English: what is said by code navigation. */
export const navigation = {
  'navigation.no_grammar':
    'The parser for %{language} is unavailable (%{reason}), so its files cannot be looked at by syntax. Search their text with search_text, or install code-intel again.',
} as const;
