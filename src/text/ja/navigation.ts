/** Japanese: what is said by code navigation. */
export const navigation = {
  'navigation.no_grammar':
    '%{language} の構文解析器を使えません（%{reason}）。そのファイルの構文は調べられません。search_text で本文を検索するか、code-intel を入れ直してください。',
  'navigation.impact_cut':
    '最初の %{most} 個のシンボルまでしか辿っていません。残りは targets を減らすか depth を小さくして調べてください。',
  'navigation.impact_users': '%{count} 箇所が確実に使っています',
  'navigation.impact_exported_users': 'そのうち %{count} 箇所はさらに外部へ公開されています',
  'navigation.impact_untested': '参照しているテストがありません',
  'navigation.impact_likely':
    '%{count} 箇所が同じ名前を使っていますが、これを指すという証拠がありません。読んで確かめてください',
  'navigation.impact_ambiguous':
    '%{count} 個の対象には定義が複数あり、すべて辿りました。Class.member かファイルで一つに絞れます',
  'navigation.impact_unresolved': '%{count} 個の対象はここで見つかりません',
  'navigation.impact_skipped': '%{count} 個のファイルを調べられませんでした',
  'navigation.impact_cut_risk': '%{count} 個のシンボルまでしか辿っていません',
  'navigation.impact_building': '索引は構築中で、まだ入っていないものは含まれません',
  'navigation.impact_no_symbols': '対象のシンボルが分からないため、名前と本文だけを比べました',
  'navigation.impact_nothing': 'プロジェクト全体を調べた限り、使っているものはありません',
} as const;
