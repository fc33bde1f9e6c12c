import type { cli as english } from '../en/cli.ts';

/** Japanese: what is said by the cli part. */
export const cli: Record<keyof typeof english, string> = {
  'cli.init_usage':
    'code-intel init [--ja] [--check] [--yes]\n\nこのフォルダを Claude Code 用に設定します。再実行しても何も変わらず、編集した内容は残ります。\n\n  --ja      指示、メッセージ、コマンドファイルを日本語にする\n  --check   何も書かず、差分だけを示す（差分があれば終了コード 1）\n  --yes     提案した検証コマンドを確認なしで許可する（CI 用）\n',
  'cli.init_unknown_option': '不明なオプションです: %{option}',
  'cli.init_folder': 'code-intel %{version}: %{folder}',
  'cli.init_new': '  作成       %{file}',
  'cli.init_changed': '  追記       %{file}',
  'cli.init_same': '  変更なし   %{file}',
  'cli.init_kept': '  そのまま   %{file}（編集されているため）',
  'cli.init_blocked': '  手を付けず %{file}',
  'cli.init_failed': '  失敗       %{file}: %{reason}',
  'cli.init_missing': '  未作成     %{file}',
  'cli.init_differs': '  要追記     %{file}',
  'cli.init_snippet':
    '%{file} には追記できませんでした（コメントがある、JSON として読めない、またはオブジェクトや配列であるべき場所に別の値があります）。次の内容を手で加えてください:',
  'cli.init_removed_tool':
    '  要更新     %{file} が廃止されたツールに言及しています: %{tools}。現在はすべてのフェーズを submit_phase で送信します。',
  'cli.init_verify_none':
    'テストコマンドが見つかりませんでした。このプロジェクトを検証するコマンドを .code-intel/config.json の "verify.commands" に書いてください。書かれていない場合、サーバーはモデルの申告を信じるしかありません。',
  'cli.init_verify_watching':
    'テストスクリプト "%{script}" は監視モードで終了しないため、提案しませんでした。終了するコマンドを .code-intel/config.json の "verify.commands" に書いてください。',
  'cli.init_verify_proposed':
    '変更の検証のために、許可されればサーバーはこのフォルダで次のコマンドを実行します:',
  'cli.init_verify_runs':
    '変更の検証のために、サーバーはこのフォルダで次のコマンドを実行します（あなたが、このフォルダで許可済み）:',
  'cli.init_verify_ask': 'このフォルダで、これらのコマンドに限って実行を許可しますか？ [y/N] ',
  'cli.init_verify_allowed':
    '許可しました（あなたが、このフォルダで、この内容に限る）。一覧が変わったら、もう一度許可が必要です。',
  'cli.init_verify_not_allowed':
    'まだ許可されていません。許可されるまでサーバーはこれらを実行せず、その旨を応答で伝えます。許可するには: %{command}',
  'cli.init_no_git':
    'このフォルダは、コミットのある git リポジトリの中にありません。編集を行うセッションには必要です（git init のあと最初のコミット）。調査と --quick は git なしで動きます。',
  'cli.init_plugin':
    'Claude Code で code-intel プラグインも有効になっています（%{file}）。サーバーが 2 つ動いてしまうため、どちらかを無効にしてください。',
  'cli.init_machine_path':
    '.mcp.json は、このマシンのパス %{program} を起動します。他の人のためにコミットしないでください。パッケージをインストールしたら、そこからもう一度 init を実行してください。',
  'cli.init_next':
    '次に、このフォルダで Claude Code を起動し（起動中なら再起動し）、次のように入力してください\n\n  /code やりたいこと',
  'cli.init_share':
    'その前に .mcp.json、.claude/、.code-intel/ をコミットしてください。設定が共有され、セッションの変更とも混ざりません。',
  'cli.init_share_without_server':
    'その前に .claude/ と .code-intel/ をコミットしてください（.mcp.json は除く）。設定が共有され、セッションの変更とも混ざりません。',
  'cli.init_check_fine': 'すべて init を実行した状態と同じです。',
  'cli.init_check_differs': '次のコマンドで更新できます: %{command}',

  'cli.docs_step': 'Step',
  'cli.docs_phase': 'Phase',
  'cli.docs_tool': 'ツール',
  'cli.docs_tool_purpose': '用途',
};
