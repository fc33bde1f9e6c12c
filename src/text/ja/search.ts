import type { search as english } from '../en/search.ts';

/** Japanese: what is said by the search part. */
export const search: Record<keyof typeof english, string> = {
  'search.outside_root':
    '%{path} はプロジェクトの外を指しています（絶対パス、`..`、またはリンク）。パスはプロジェクトのルートからの相対パスで、その下に収まるものを指定してください。',
  'search.ripgrep_missing':
    'ripgrep が見つかりません（ripgrep not found: %{reason}）。検索には @vscode/ripgrep パッケージに含まれるプログラムが必要です。`--omit=optional` や `--no-optional` を付けずに code-intel を入れ直す（`npm install --include=optional`）か、`code-intel doctor` を実行してください。それまでは Grep と Glob で検索してください。',
  'search.pattern_too_long':
    'パターンが長すぎます（%{length} 文字。上限は %{max} バイト）。特徴のある、もっと短い部分で検索してください。',
  'search.needs_multiline':
    'パターン %{pattern} には改行が含まれています。改行をまたぐ検索には `multiline: true` が必要です。それを付けて呼び直すか、どれか 1 行だけを検索してください。',
  'search.bad_pattern':
    'ripgrep が正規表現 %{pattern} を解釈できません: %{reason}。書き直すか、文字どおりに探すなら `regex: false` を指定してください。',
  'search.bad_pattern_at':
    '正規表現 %{pattern} は %{position} 文字目に誤りがあります: %{reason}。その特殊文字を `\\` でエスケープするか、文字どおりに探すなら `regex: false` を指定してください。',
  'search.unknown_type':
    'ファイル種別 %{type} はありません。近いもの: %{near}。そのどれかを指定するか、*.ts のような `glob` を使ってください。',
  'search.no_such_path':
    'プロジェクトに %{path} がないため、何も調べていません。search_files で正しい名前を探すか、`path` を省いてください。',
  'search.no_such_path_near':
    'プロジェクトに %{path} がないため、何も調べていません。%{near} のことではありませんか。',
  'search.not_searchable':
    '%{path} はファイルでもフォルダーでもない（パイプ、ソケット、デバイスなど）ため、何も調べていません。ファイルかフォルダーを指定してください。',
  'search.no_pattern': '`pattern` が空です。探すものを、テキストまたは 5 個までのリストで指定してください。',
  'search.nothing_found':
    '見つかりませんでした。指定されたファイルはすべて調べました。パターンを広げる、`case_sensitive: false` にする、`glob` を外すなどすると見つかることがあります。',
  'search.nothing_but_skipped':
    '見つかりませんでしたが、調べられなかったものがあります。`skipped` を見てください。',
  'search.more':
    'まだ続きがあります。offset %{next} で続きを取得するか、pattern、path、glob を絞り込んでください。',
  'search.lower_bound': '合計は下限です。調べられなかったものがあります（`skipped` を参照）。',
  'search.read_otherwise':
    '%{pattern} にそのまま当てはまるファイルはありません。これは %{used} に当てはまるものです。',
  'search.more_skipped': 'ほか %{count} 件',
  'search.skipped_ignored':
    'git が無視しているため、その中の追跡されているファイルだけを調べました。`include_ignored: true` ですべて調べます',
  'search.skipped_binary': 'テキストファイルではありません',
  'search.skipped_not_selected': '`glob` や `file_type` の対象外です',
  'search.skipped_other':
    '別のリポジトリで、その中のファイルは git が追跡しません。`include_ignored: true` で調べます',
  'search.skipped_time':
    '時間がかかりすぎるため検索を打ち切りました（%{limit}）。path や glob を絞り込んでください',
  'search.skipped_line': '一致しますが、行が長すぎて表示できません',
  'search.skipped_encoding': 'UTF-8 でも Shift_JIS でも EUC-JP でもないため、ASCII の部分だけを検索しました',
  'search.skipped_name': 'ファイル名が UTF-8 ではありません',
  'search.skipped_unreadable': '読めません: %{reason}',
  'search.read_as': 'UTF-8 ではないため %{encoding} として読みました',
};
