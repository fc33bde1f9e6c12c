import type { server as english } from '../en/server.ts';

/** Japanese: what is said by the server part. */
export const server: Record<keyof typeof english, string> = {
  // 最重要ルール。サーバーの instructions と /code コマンドファイルで同じ文言を使う。
  'server.rule_submit':
    '応答が SESSION_COMPLETE になるまで `submit_phase` を呼び続けること。どの応答にも、今やること（`instruction`）と次に送るもの（`expected_payload`）が入っている。それを実行して送信し、途中で止まらない。',
  'server.rule_no_edit':
    'READY より前の Edit / Write は禁止。ファイルを変更してよいのは READY のタスクを実装している間だけで、instruction に書かれていない限り他のステップでは変更しない。',
  'server.rule_in_doubt':
    '迷ったとき、およびコンパクトの後は必ず `get_session_status` を呼ぶこと。セッションの現在地、やること、送るものがわかる。',
  'server.rule_resume_alone':
    '`--resume` は単独で使う。他のフラグと併用せず、`start_session` も呼ばない。中断したセッションのフラグはそのまま復元される。',
  'server.rule_subagents':
    'サブエージェントはセッションツール（`start_session`、`submit_phase`、`get_session_status`）を決して呼ばない。検索し、読み、報告するだけで、送信するのはリードだけである。',
  'server.cut_bytes':
    'この応答は %{max} バイトを超えたため、長いテキストを途中で切りました（末尾が … のもの）。残りを見るには、一度に求める量を減らしてください。',
  'server.cut_characters':
    'この応答は %{max} 文字を超えたため、長いテキストを途中で切りました（末尾が … のもの）。',
  'server.cut_list_bytes':
    'この応答は %{max} バイトを超えたため、リスト `%{list}` は %{total} 件中 %{returned} 件だけです。条件を絞るか、`offset` を取るツールでは続きを取得してください。',
  'server.cut_list_characters':
    'この応答は %{max} 文字を超えたため、リスト `%{list}` は %{total} 件中 %{returned} 件だけです。',
  'server.unknown_tool': 'Unknown tool: %{name}（そのようなツールはありません）。使えるツール: %{tools}。',
  'server.unknown_tool_near':
    'Unknown tool: %{name}（そのようなツールはありません）。`%{nearest}` のことですか？ 使えるツール: %{tools}。',
  'server.removed_tool':
    'Unknown tool: %{name}（廃止されたツールです）。代わりに %{replacement} を呼んでください。セッションの現在地がわからないときは `get_session_status` を呼んでください。',
  'server.unknown_argument':
    '`%{tool}` に `%{key}` という引数はありません。使える引数: %{known}。何も実行していません。正しい名前で呼び直してください。',
  'server.unknown_argument_near':
    '`%{tool}` に `%{key}` という引数はありません。`%{nearest}` のことですか？ 使える引数: %{known}。何も実行していません。正しい名前で呼び直してください。',
  'server.no_arguments_taken':
    '`%{tool}` に引数はありませんが、`%{key}` が渡されました。何も実行していません。{} で呼び直してください。',
  'server.missing_argument':
    '`%{tool}` には `%{key}`（%{expected}）が必要ですが、渡されていません。何も実行していません。これを付けて呼び直してください。',
  'server.wrong_argument':
    '`%{tool}` の `%{key}` は %{expected} でなければなりませんが、%{received} が渡されました。何も実行していません。正しい値で呼び直してください。',
  'server.arguments_no_object':
    '`%{tool}` の引数は 1 つの JSON オブジェクトでなければなりませんが、%{received} が渡されました。何も実行していません。呼び直してください。',
  'server.internal_error':
    '%{tool} は失敗しました。呼び出しではなく、このサーバーの不具合です（%{cause}）。詳細は標準エラー出力のログにあります。もう一度試し、それでも失敗するならこのツールを使わずに進め、ユーザーに伝えてください。',
  'server.root_missing':
    'プロジェクトフォルダ %{folder}（%{source} による）が存在しないため、どのツールも動けません。CLAUDE_PROJECT_DIR にプロジェクトフォルダを設定するか、そこでクライアントを起動してください。',
  'server.root_not_folder':
    'プロジェクトフォルダ %{folder}（%{source} による）はフォルダではないため、どのツールも動けません。CLAUDE_PROJECT_DIR にプロジェクトフォルダを設定するか、そこでクライアントを起動してください。',
  'server.root_too_wide':
    'プロジェクトフォルダが %{folder}（%{source} による）になりますが、ファイルシステムのルートやホームフォルダはプロジェクトとして扱いません。プロジェクトフォルダでクライアントを起動するか、CLAUDE_PROJECT_DIR に設定してください。',
  'server.intro':
    'code-intel は作業の進め方を守らせるサーバーです。`/code` セッションは依頼の理解からマージまでを段階ごとに導き、各段階で何をして何を送るかを示します。',
  'server.rules': 'ルール:',
  'server.look_up': 'まだ読み込まれていないツールは名前で検索します: `select:%{tools}`。',
  'server.usage':
    '使い方: code-intel [コマンド] [オプション]\n\n  （コマンドなし） 標準入出力で MCP サーバーとして動く（クライアントが起動する）\n  init             プロジェクトに導入する: .mcp.json、/code コマンド、設定、.code-intel/\n    --ja           指示、メッセージ、コマンドファイルを日本語にする\n    --check        何も書かず、差分だけを示す\n    --yes, -y      提案した検証コマンドを確認なしで許可する（CI 用）\n  trust            このプロジェクトの検証コマンドを確認し、サーバーによる実行を許可する\n    --yes, -y      確認なしで許可する（CI 用）\n  --version        バージョンを表示する\n  --help           この説明を表示する',
  'server.unknown_command':
    '不明なコマンドです: %{name}。コマンドの一覧は `code-intel --help` で見られます。',
  'server.unknown_command_near':
    '不明なコマンドです: %{name}。`%{nearest}` のことですか？ コマンドの一覧は `code-intel --help` で見られます。',
};
