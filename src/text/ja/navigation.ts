/** Japanese: what is said by code navigation. */
export const navigation = {
  'navigation.no_grammar':
    '%{language} の構文解析器を使えません（%{reason}）。そのファイルの構文は調べられません。search_text で本文を検索するか、code-intel を入れ直してください。',
} as const;
