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
  'navigation.impact_no_targets': 'targets が空です。変更するファイルかシンボルを指定してください。',
  'navigation.impact_folder':
    '%{path} はフォルダです。その中で変更するファイルかシンボルを指定してください（get_symbols で一覧できます）。',
  'navigation.impact_unknown_targets': 'ファイルとしてもシンボルとしても見つかりません: %{targets}。',
  'navigation.impact_kept':
    'must_verify はセッションに記録しました。impact_summary で一つずつ触れてください。',
  'navigation.references_untyped':
    '型がコードから読み取れない値の「.」の後にこの名前が %{count} か所あります。このシンボルが同じ名前でオブジェクトに入れられていないため、一覧から外しました。search_text で %{name} を検索すると見つかります。',
  'navigation.references_ambiguous':
    'この名前のシンボルは %{count} 個あり、どれを指すかが選ばれていません。一覧は名前への参照で、わかるものには `belongs_to` を付けました。`ambiguous` の定義のいずれかの `file` と `line` を指定してください。',
  'navigation.references_no_definition':
    'この名前の定義はプロジェクト内にありません。一覧は、関数内の変数を除いた、この名前の使用箇所すべてです。',
  'navigation.references_unconfirmed':
    'この結果は言語サーバーで確認されていません（インストールされていないか、時間内に応答がありませんでした）。`likely` は構文だけからの判断です。',
  'navigation.definitions_by_text':
    '構文からわかる定義はありません。全体を解析できなかったファイルに、定義らしい行が %{count} 行あります（確度は低い）。読んで確かめてください。',
  'navigation.definitions_damaged':
    '見つかりませんでしたが、この名前を含むファイルのうち %{count} 個は全体を解析できていません。そこで定義されている可能性があります。search_text で行を探してください。',
  'navigation.structure_damaged':
    '解析できなかった箇所があります（parse_errors を参照）。そこのシンボルは欠けている可能性があります。',
  'navigation.structure_unknown_language':
    'コードの言語がわかりません: %{language}。`language` に typescript、python、go などの名前を指定してください。',
  'navigation.structure_not_parsed':
    '%{file} の構文は調べられませんでした（%{reason}）。search_text で本文を検索してください。',
  'navigation.structure_line_out_of_range':
    '%{file} は %{lines} 行です。%{line} 行目はありません。行は 1 から数えます。',
  'navigation.tool_nothing': '%{symbol} は見つかりませんでした。対象はすべて調べました。',
  'navigation.tool_nothing_sure':
    '%{symbol} は見つかりませんでしたが、調べられなかったものがあります（`skipped` と `completeness` を参照）。存在する可能性があります。search_text ならどのファイルからでも名前を探せます。',
  'navigation.tool_suggested': '似た名前: %{names}。',
  'navigation.tool_building':
    'シンボルはまだ収集中です（%{total} ファイル中 %{done}）。残りはもう一度呼び出してください。',
  'navigation.tool_no_symbol':
    'symbol が空です。関数・クラス・変数の名前か Class.member を指定してください。',
  'navigation.tool_unknown_language':
    '%{language} という言語はありません。%{near} のことですか。使えるもの: %{known}。',
  'navigation.tool_unknown_kind': '%{kind} という種類はありません。%{near} のことですか。種類: %{known}。',
  'navigation.tool_folder':
    '%{path} はフォルダです。%{key} にはファイルを指定してください。フォルダのシンボルは get_symbols で、ファイルは search_files で探せます。',
  'navigation.tool_no_file': '%{key} が空です。プロジェクト内のファイルのパスを指定してください。',
  'navigation.tool_line_without_file':
    'line %{line} が `file` なしで指定されています。その行のファイルも指定するか、`line` を外してください。',
  'navigation.tool_not_there':
    '`file` と `line` の場所（%{place}）では %{symbol} は定義も使用もされていないため、絞り込みに使えませんでした。結果はこの名前全体のものです。',
  'navigation.tool_cut':
    '一つの応答に収まらないため、一覧かメンバーを省きました（`members_left_out`）。残りは `kind` を付けた get_symbols で順に取得できます。',
  'navigation.tool_one_of_two': '`file_path` か、`code` と `language` の、どちらか一方を指定してください。',
  'navigation.tool_code_language': '`code` には `language` が必要です（typescript、python、go など）。',
  'navigation.tool_source_cut':
    '関数が長いため、`source` は先頭部分です。残りは %{file} の %{line} 行目から読んでください。',
  'navigation.tool_no_function':
    '%{file} の %{line} 行目を含む関数はありません。`enclosing` はその行を囲むものです。',
  'navigation.skipped_no_grammar': '%{reason} のパーサーが使えません',
  'navigation.skipped_too_large': '大きすぎて構文を調べられません（%{reason}）',
  'navigation.skipped_not_parsed': '解析できませんでした: %{reason}',
  'navigation.skipped_syntax_errors':
    'この名前がある場所の周囲に構文エラーがあり、文字列としてしか確認できませんでした',
  'navigation.structure_by_text':
    '%{count} 個のファイルは構文を解析できない種類です。行ごとに読み、定義らしい行だけを挙げました（確度は低い）。',
  'navigation.structure_no_language':
    '%{path} には対応する言語のファイルがないため、構文は調べていません。ファイルを一つ指定するか、search_text を使ってください。',
  'navigation.structure_not_listed':
    '%{file} は git の無視設定の対象なので調べません。直接読むか、本文を `code`、言語を `language` として analyze_structure に渡してください。',
  'navigation.structure_not_text':
    '%{file} はテキストファイルではない（または読めない）ため、構造を調べられません。',
  'navigation.structure_no_functions':
    '%{file} は構文を解析できない種類なので、その行がどの関数にあるかはわかりません。周りの行を読んでください。',
  'navigation.structure_nothing_listed':
    '%{path} には git が追跡する（できる）ファイルがないため、何も調べていません。',
  'navigation.tool_no_symbols': '%{path} に該当するシンボルはありません。すべて調べました。',
  'navigation.tool_no_symbols_sure':
    '%{path} に該当するシンボルは見つかりませんでしたが、すべては調べられていません。',
  'navigation.thread_failed':
    'コードを読む処理が終了しました（%{reason}）。次の呼び出しで起動し直します。もう一度呼び出してください。同じファイルやシンボルで繰り返す場合は search_text で検索してください。',
  'navigation.query_empty': 'text が空です。探すものを書いてください。',
  'navigation.query_nothing':
    '見つかりませんでした。`plan` に何を探したかがあります。コードにありそうな名前で試すか、search_text でパターンを検索してください。',
} as const;
