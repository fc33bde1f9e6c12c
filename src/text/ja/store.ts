/** Japanese: what is said by the store part. */
export const store = {
  'store.not_json': 'JSON ではありません: %{reason}',
  'store.no_object': 'JSON オブジェクトではありません',
  'store.wrong_shape': 'セッションの形ではありません: %{path}: %{reason}',
  'store.other_name': '中のセッションは %{session_id} を名乗っています',
  'store.foreign_branch':
    '中のタスクブランチ %{branch} は、base %{base} からセッションが作るもの（llm_task_<session>_from_<base>）ではありません',
  'store.bad_name': 'ファイル名がセッション ID ではありません',
  'store.no_file': '通常のファイルではないか、セッションとしては大きすぎます',
  'store.unreadable': '読み取れませんでした (%{code})',
  'store.tracked':
    'git が追跡しているファイルなので、リポジトリに付属してきたもので、この作業コピーのものではありません',

  'store.set_aside':
    'チェックポイント %{path} は使えません: %{problem}。%{kept} として残しました。ほかのファイルには影響ありません。内容を確認するか、削除してください。',
  'store.left_in_place':
    'チェックポイント %{path} は使えません: %{problem}。名前の変更もできなかったため (%{code})、そのままになっています。移動するか、フォルダーを書き込み可能にしてください。',
  'store.newer':
    'チェックポイント %{path} は新しい版が書いたもので、この版では読めません: %{problem}。そのまま残しています。そのセッションを再開するには code-intel を更新してください。',
  'store.not_now':
    'チェックポイント %{path} を今は読めませんでした (%{code})。そのまま残しています。もう一度試してください。',
  'store.tracked_unknown':
    'チェックポイント %{path} を git が追跡しているかどうか調べられなかったため (%{reason})、使いません。そのまま残しています。git が使えるようになってから、もう一度試してください。',
  'store.outside':
    '%{path} はプロジェクトの外を指すリンクです。そこからは読まず、そこへは書きません。リンクを取り除けば、セッションを保存できるようになります。',

  'store.save_failed':
    'セッションを保存できませんでした: %{path} (%{code})。ほかには何も変更していません。書き込みを妨げている原因を取り除き、同じ呼び出しをもう一度行ってください。',
  'store.save_failed_full':
    'セッションを保存できませんでした: %{path} のための空き容量がありません (%{code})。ほかには何も変更していません。ディスクの空きを作り、同じ呼び出しをもう一度行ってください。',
  'store.save_failed_permission':
    'セッションを保存できませんでした: %{path} に書き込めません (%{code})。ほかには何も変更していません。.code-intel フォルダー (読み取り専用ならファイルシステム) を書き込み可能にし、同じ呼び出しをもう一度行ってください。',
  'store.save_failed_not_folder':
    'セッションを保存できませんでした: %{path} がフォルダーではないか、フォルダーでないものの下にあります (%{code})。ほかには何も変更していません。その名前のファイルを移動して .code-intel/sessions をフォルダーにできるようにし、同じ呼び出しをもう一度行ってください。',
  'store.save_failed_link':
    'セッションを保存できませんでした: %{path} は行き先がないか、プロジェクトの外を指すリンクです (%{code})。ほかには何も変更していません。リンクを取り除き、同じ呼び出しをもう一度行ってください。',
  'store.remove_failed':
    'チェックポイント %{path} を削除できませんでした (%{code})。.code-intel/sessions フォルダーを書き込み可能にするか、ファイルを手で削除してください。それまでは、このセッションが再び提示されます。',
  'store.no_session_id':
    '「%{session_id}」はセッション ID ではありません。a-z、0-9、「-」の 8〜40 文字です。session_id なしの get_session_status で、最新のセッションとほかのセッションが分かります。',
} as const;
