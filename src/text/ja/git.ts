import type { git as english } from '../en/git.ts';

/** Japanese: what is said by the git part. */
export const git: Record<keyof typeof english, string> = {
  'git.no_repository':
    '%{root} は git リポジトリの中にありません。`git init` を実行して最初のコミットを作ってから、もう一度試してください。',
  'git.unusable': 'このフォルダーでは git を使えません。git のメッセージ: %{output}',
  'git.command_failed':
    '`git %{command}` が失敗し、その先は何も行いませんでした。git のメッセージ: %{output} — 原因を直してから、同じ内容をもう一度送ってください。',
  'git.too_slow':
    '`git %{command}` に時間がかかりすぎたため、起動したプロセスごと終了しました。それまでの出力: %{output}',
  'git.own_file_failed':
    'git フォルダー内のファイルを扱えませんでした：%{path}（%{code}）。空き容量または権限を確保してから、同じ内容をもう一度送ってください。',
  'git.unsettled':
    '途中で失敗し、実行されたかどうかをまだ確認できません: %{first} 原因を直してから get_session_status を呼んでください。済んだものは完了させ、残りは取り消します。二重に実行されることはありません。',
  'git.locked':
    '別の git プロセスが %{file} をロックしています(%{seconds} 秒前から)。何も行っていません。終わるのを待って同じ内容をもう一度送ってください。動いている git がもうなければ、先にこのファイルを削除してください。',
  'git.bad_branch_name': '%{name} はブランチ名として使えません。何も行っていません。',
  'git.bad_object_id': '%{id} は git オブジェクトの ID ではありません。何も行っていません。',
  'git.bad_session_id': '%{id} はセッション ID ではありません。何も行っていません。',
  'git.operation_under_way':
    'この作業ツリーでは %{operation} の途中です。何も行っていません。完了させるか `git %{operation} --abort` で中止してから、同じ内容をもう一度送ってください。',
  'git.head_elsewhere':
    'HEAD は %{expected} にあるはずですが、%{actual} にあります。何も行っていません。`git switch` で戻してから、同じ内容をもう一度送ってください。',
  'git.unmerged_files':
    '競合が解決されていないファイルがあります: %{files}。何も行っていません。解決して `git add` してから、同じ内容をもう一度送ってください。',
  'git.branch_in_the_way':
    'ブランチ %{branch} を作れません。git はブランチをファイルとフォルダーのように扱うため、既にあるブランチ %{clash} とぶつかります。何も行っていません。名前を変えて(`git branch -m`)から、同じ内容をもう一度送ってください。',
  'git.branch_not_made': 'ブランチ %{branch} を作れませんでした。git のメッセージ: %{output}',
  'git.not_a_task_branch':
    '%{branch} は、このベースを持つセッションのタスクブランチ（llm_task_<session>_from_<base>）ではありません。何も変更していません。チェックポイントにこの名前があるなら、手で書き換えられています。',
  'git.branch_elsewhere':
    'ブランチ %{branch} は別のワークツリー(%{worktree})でチェックアウトされています。何も行っていません。そちらで使うか、そのワークツリーを削除してください。',
  'git.base_missing':
    'ベースブランチ %{base} が存在しません。何も行っていません。元に戻すか、別の方法を選んでください。今あるブランチ: %{branches}',
  'git.base_elsewhere':
    'ベースブランチ %{base} は別のワークツリー(%{worktree})でチェックアウトされているため、ここではチェックアウトできません。何も行っていません。そちらを別のブランチに切り替えてから、同じ内容をもう一度送ってください。',
  'git.cannot_leave':
    'ローカルの変更があるため、git は %{branch} から %{base} に切り替えられません: %{files}。何も行っていません。コミットするかスタッシュしてから、同じ内容をもう一度送ってください。git のメッセージ: %{output}',
  'git.not_a_file':
    'コミットや破棄の対象にできるファイルではありません: %{path}。何も行っていません。ファイルを一つずつ指定してください。`.`、`*`、フォルダーは受け付けません。',
  'git.discard_not_kept':
    '%{path} は破棄できません。開始時に記録したのはサイズだけで、内容は残っていないためです。何も行っていません。keep か leave にするか、手作業で元に戻してください。',
  'git.discard_in_the_way':
    '%{path} を元に戻せません。その場所に %{other} があるためです。何も行っていません。%{other} も破棄するか、両方とも keep にしてください。',
  'git.commit_added':
    'コミットフックが、レビューしていないファイルまでコミットに入れました: %{files}。ユーザーに伝えてください。入れるべきでないファイル（ユーザー自身のファイルのこともあります）は、次のコマンドでディスク上に残したまま取り除けます: %{undo} — ブランチの履歴には残るので、秘密の値が含まれていたら変更が必要です。',
  'git.commit_failed':
    'コミットは作られませんでした。インデックス、ファイル、HEAD は元のままです。コードを変える必要があれば revert_to_exploration を呼んでください（--fast では使えないため、ユーザーに進め方を尋ねてください）。git のメッセージ: %{output}',
  'git.commit_hook_moved':
    'コミットは作られず、フックが HEAD を %{expected} から %{actual} に動かしたままにしています。`git switch %{expected}` で戻り、フックを直してから、同じ内容をもう一度送ってください。出力: %{output}',
  'git.merge_conflict':
    '%{base} へのマージで競合が起きたため取り消しました。すべて元のままです。ファイル: %{files}。タスクブランチで `git merge %{base}` を実行し、競合を解決してコミットしてから、{} を送ってください。',
  'git.merge_conflict_staged':
    '%{base} へのマージで競合が起きたため取り消しました。すべて元のままです。ファイル: %{files}。ステージされたものがあると git はマージを始めません。ステージされているのは次のファイルです: %{staged}。先にユーザーがそれをコミットするか、ステージから外してください（ファイルは残りますが、ファイルと異なるステージ済みの内容は失われます）: %{unstage} — そのあとタスクブランチで `git merge %{base}` を実行し、競合を解決してコミットし、{} を送ってください。',
  'git.merge_local_changes':
    'ローカルの変更が %{base} へのマージの妨げになっています。すべて元のままです。ファイル: %{files}。ユーザーがコミットするかスタッシュした後で、もう一度 {} を送ってください。',
  'git.merge_open':
    '%{branch} から %{base} へのマージがまだ終わっていません。別のサーバー（プロセス %{pid}）がここで作業中です。何も行っていません。その応答を待ってから、同じ内容をもう一度送ってください。',
  'git.merge_hook':
    'フックがマージを拒否しました。すべて元のままです。コードを変える必要があれば revert_to_exploration を呼んでください（--fast では使えないため、ユーザーに進め方を尋ねてください）。フックのメッセージ: %{output}',
  'git.merge_failed': '%{base} へのマージができませんでした。すべて元のままです。git のメッセージ: %{output}',
};
