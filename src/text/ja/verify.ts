import type { verify as english } from '../en/verify.ts';

/** Japanese: what is said of verify commands, trust, the project's configuration and its texts. */
export const verify: Record<keyof typeof english, string> = {
  'verify.progress': '%{command}: 実行中 (%{seconds} 秒経過)。最後の行: %{line}',
  'verify.progress_silent': '%{command}: 実行中 (%{seconds} 秒経過)。まだ出力はありません。',
  'verify.timed_out':
    '検証コマンドの合計が %{seconds} 秒 (verify.timeout_s) を超えたため、子プロセスもすべて終了させました。',
  'verify.not_started': 'コマンドを開始できませんでした: %{reason}',
  'verify.no_folder': 'コマンドを開始できませんでした。フォルダ %{folder} がありません。',
  'verify.killed':
    'コマンドは外部から %{signal} で終了させられました (code-intel によるものではありません)。',
  'verify.program_not_found':
    '終了コード %{code}: シェルがプログラムを見つけられないか、実行できませんでした。インストールされているか、サーバー起動時の PATH に含まれているかを確認してください。',

  'verify.file_link_outside': '%{path} はリンクを通じてプロジェクトの外を指しているため、読み込みません。',
  'verify.file_not_regular': '%{path} は通常のファイルではないため、読み込みません。',
  'verify.file_not_text':
    '%{path} は UTF-8 のテキストではないため、読み込みません。UTF-8 で保存してください。',
  'verify.file_too_large': '%{path} は %{limit} KB を超えているため、読み込みません。',
  'verify.file_unreadable': '%{path} を読み込めません: %{reason}',
  'verify.material_replaced': '%{problem} 代わりに同梱のテキストを使います。',

  'verify.config_not_json':
    '.code-intel/config.json が JSON として正しくないため (%{reason})、すべて既定値を使います。コメントや末尾のカンマは書けません。',
  'verify.config_not_object':
    '.code-intel/config.json の中身は 1 つのオブジェクトでなければなりませんが、%{received} です。すべて既定値を使います。',
  'verify.config_unknown_key':
    '.code-intel/config.json: %{key} というキーはないため、無視します。%{nearest} の間違いではありませんか？',
  'verify.config_unknown_key_far':
    '.code-intel/config.json: %{key} というキーはないため、無視します。ここで使えるキー: %{known}。',
  'verify.config_wrong_value':
    '.code-intel/config.json: %{key} は %{expected} でなければなりませんが、%{received} です。既定値 %{default} を使います。',

  'verify.trust_damaged':
    '許可の記録 %{file} を使えません (%{reason})。何も許可されていないものとして扱います。プロジェクトで `code-intel trust` を実行し、コマンドを許可し直してください。',
  'verify.trust_set_aside': '壊れた記録は %{file} として残しました。',
  'verify.trust_inside_project':
    '設定フォルダ %{folder} がプロジェクトの中にあり、プロジェクト自身がコマンドを許可できてしまうため、何も許可されていないものとして扱います。CODE_INTEL_CONFIG_DIR にプロジェクトの外のフォルダを指定してください。',
  'verify.trust_not_written': '許可を %{file} に保存できませんでした: %{reason}',
  'verify.trust_usage':
    '使い方: code-intel trust [--yes]\nこのプロジェクトの .code-intel/config.json に書かれたコマンドを表示し、実行を許可するか尋ねます。\n  --yes  尋ねずに許可する (端末のない CI 用)\n許可した内容は設定フォルダ (~/.config/code-intel、Windows では %APPDATA%\\code-intel) に記録します。CODE_INTEL_CONFIG_DIR で別のフォルダを指定できます。',
  'verify.trust_unknown_argument': '不明な引数です: %{argument}',
  'verify.trust_nothing':
    '許可するものはありません。%{project} の .code-intel/config.json に verify.commands は書かれていません。',
  'verify.trust_already': 'これらのコマンドは %{project} で既に許可されています。',
  'verify.trust_show':
    '%{project} の .code-intel/config.json には次のコマンド (verify.commands) が書かれています。上から順に実行されます:',
  'verify.trust_warning':
    'このプロジェクトでの作業を検証するたびに、あなたのシェルで、あなたの権限で実行されます。内容を理解している場合だけ許可してください。後で 1 つでも変更されたら、改めて許可が必要です。',
  'verify.trust_ask': 'このとおりのコマンドを許可しますか？ [y/N] ',
  'verify.trust_allowed': '許可しました。記録先: %{file}',
  'verify.trust_declined': '何も許可しませんでした。',
  'verify.trust_no_terminal':
    '尋ねるための端末がないため、何も許可しませんでした。端末で `%{command}` を実行するか、誰にも尋ねられない環境 (CI) では `%{command} --yes` を実行してください。',
};
