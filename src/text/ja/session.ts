import type { session as english } from '../en/session.ts';

/** Japanese: what is said by the session. */
export const session: Record<keyof typeof english, string> = {
  'session.at_branch_intervention':
    'BRANCH_INTERVENTION: 以前のセッションのタスクブランチが %{count} 本残っています: %{branches}（名前、ベース、ベースにないコミット数。詳細は stale_branches）。どうするかを AskUserQuestion でユーザーに尋ねてください: "delete"（先端は trash ref に残り復元できる）、"merge"（それぞれのベースへ）、"continue"（チェックアウト中のものを引き継ぎ、他はそのまま）。自分で選ばないこと。その後 submit_phase に choice を渡してください。尋ねる相手がいない場合は "continue" を選んでください。',
  'session.at_document_research':
    'DOCUMENT_RESEARCH: コードを見る前に、この依頼についてプロジェクト自身の文書が何と言っているかを Sub-agent で調査してください: ルールファイル（CLAUDE.md、AGENTS.md）、設計文書、README、docs/。下のプロンプトを 1 つずつ別の Sub-agent に、1 つのメッセージでまとめて渡し、並列に実行してください。Sub-agent は分かったこととそのファイルを答えます。その後、文書ごとに 1 件（パスと要点）を documents_reviewed に入れて submit_phase を呼んでください。なければ空のリストを送ってください。',
  'session.at_query_frame':
    'QUERY_FRAME: 依頼を構造化スロットに分解してください。action_type は %{action_types} のいずれか。target_symbols はユーザーが挙げた、または明らかに指している関数・クラス・定数・ファイルをコードの綴りどおりに（なければ空のリスト）。scope はプロジェクトのどこの話か。constraints は守るべきこと・変えてはならないこと。その後 submit_phase を呼んでください。シンボルがコードのどこにあるかが返ります。',
  'session.at_exploration':
    'EXPLORATION: code-intel ツールでコードベースを探索してください（find_definitions、find_references、get_symbols、search_text、search_files。互いに独立な検索は並列に）。重要なファイルを読み、変更が必要なすべての箇所と、それに依存するすべての箇所を見つけてください。まだ何も編集しないこと: READY より前にファイルは編集しません。その後 explored_files（読んだファイルで変更の可能性があるもののパス。後で編集できるのはこれだけ）と findings（分かったこと。ファイルと行を添えて）を付けて submit_phase を呼んでください。',
  'session.at_exploration_again':
    'revert_to_exploration で戻ってきました。これまでの結果は残っています。足りなかったところを探索してください。送った内容は既知のものに追加されます。',
  'session.at_q1':
    'Q1: 探索が十分だったかを評価してください。依頼が触れるコードのうち、まだ見つかっていない、または理解できていない部分があれば needs_more_information は true、変更が必要な箇所をすべて挙げられるなら false です。理由を 1〜2 文で reason に書き、submit_phase を呼んでください。',
  'session.at_semantic':
    'SEMANTIC: 探索で見落としたものを意味から探してください: 同じものの別の呼び方、似た機能、同じ問題の過去の解決（search_text に複数のパターン、search_files で命名規則から）。その後、見つかったものをファイル付きで search_results に入れて submit_phase を呼んでください。なければ空のリストを送ってください。',
  'session.at_q2':
    'Q2: 確認していないことを前提にしていないかを評価してください。計画がコードについての未確認の仮定に依存していれば has_unverified_hypotheses は true です。理由を 1〜2 文で reason に書き、submit_phase を呼んでください。',
  'session.at_verification':
    '仮説検証を実施し submit_phase を呼んでください。VERIFICATION では仮説ごとに hypothesis（仮説）、result（confirmed、rejected、inconclusive のいずれか）、evidence（ファイルと行、またはコマンドの出力）を送ります。',
  'session.at_q3':
    'Q3: 変更の影響が、変更する箇所の外に及ぶかを評価してください。他から呼ばれる・継承される・インポートされる・公開される・文書化されているものがあれば needs_impact_analysis は true です。理由を 1〜2 文で reason に書き、submit_phase を呼んでください。',
  'session.impact_must_verify':
    'analyze_impact が確認必須としたファイルです。impact_summary で一つずつ触れてください: %{files}。',
  'session.impact_unmentioned':
    'analyze_impact が must_verify としたファイルに impact_summary が触れていません: %{files}。それぞれを確認し、変更の影響をパス付きで impact_summary に書いて、もう一度 submit_phase を呼んでください。同じ内容で再送すると、警告付きで受け付けます。',
  'session.impact_left_out':
    'analyze_impact が must_verify としたファイルが impact_summary にありません: %{files}。コミットの前に確認してください。',
  'session.at_impact_analysis':
    'IMPACT_ANALYSIS: 変更が影響するものを調べてください: 呼び出し元、サブクラス、テスト、文書、設定、命名規則上の兄弟。変更するファイルかシンボルを渡して analyze_impact を呼びます。その後、impact_summary（形は自由。例: 影響するファイルと理由、直すべきテスト、リスク）を付けて submit_phase を呼んでください。',
  'session.at_ready_planning':
    'READY 計画（Step 12）: 作業をタスクに分解し、完全なリストを submit_phase で送ってください。各タスクは id、description、status（"pending"、済んだものは "completed"）。リストは前のものを置き換えるので、毎回すべてを送ってください。少なくとも 1 つは pending が必要です。リストが登録されるまでファイルを編集しないこと。',
  'session.ask_the_user':
    'サーバーがループを止めました。ユーザーに相談してください: 今すぐ AskUserQuestion で何が失敗したかを示して尋ね、答えを user_decision で送ってください: "continue"（カウンターを初期化。タスクリストも一緒に送る）、"accept"（このまま進む。ユーザーが受け入れたことは報告に残る）、"end"（セッションを離れる。ブランチとファイルはそのまま）。ユーザーの代わりに決めないこと。尋ねる相手がいない場合は "end" を送ってください。セッションは cleanup_stale_branches({ action: "end" }) でも離れられます。',
  'session.what_failed': '失敗したこと: %{reason}',
  'session.explored_too_often':
    '探索が %{count} 回やり直されました。まだ何が理解できていないかをユーザーに示してください。',
  'session.tasks_not_taken':
    'tasks は user_decision: "continue" のときだけ受け取ります。送られたものは無視しました。',
  'session.busy':
    'このプロジェクトの別のサーバーが処理中（コミット、マージ、検証など）で、セッションを保持しています。何も行っていません。少し待ってもう一度呼んでください。',
  'session.sent_back':
    'セッションは %{phase} から差し戻されました。理由: %{reason}\n完全なリストを送ってください: 済んだタスクは "completed"、修正すべきことは新しい "pending" のタスクとして。',
  'session.task_list': '現在のタスク:\n%{tasks}',
  'session.at_ready_implementing':
    'READY 実装（Step 13、%{progress} 完了）。次のタスク: %{id}: %{description}\nこのタスクを Edit と Write で実装し（探索済みのファイルと新規ファイルのみ。他は add_explored_files で追加）、task_id と変更内容の summary を付けて submit_phase を呼んでください。1 つずつ、順番に。計画を変える場合はタスクの完全なリストを送り直してください。',
  'session.at_ready_finishing':
    'READY 完了（Step 14）: すべてのタスクが完了しました。submit_phase を空で呼んでください（{}）。足りないものがあれば、代わりにそれを pending として加えた完全なリストを送ってください。',
  'session.at_post_impl_verify':
    'POST_IMPL_VERIFY: 実装したものを実際に検証してください: 下の verifier プロンプトに従い、テストを実行し、結果を見ること。その後 passed、details（何を実行し何が出たか）、失敗したなら failed_tasks（原因となったタスクの id）を付けて submit_phase を呼んでください。このフェーズではファイルを編集しないこと: passed: false を報告し、READY で直します。検証済みと言う前にプロジェクトのルール（CLAUDE.md）を読んでください。',
  'session.at_only_verify':
    'POST_IMPL_VERIFY（--only-verify）: プロジェクトの現状を検証してください: 下の verifier プロンプトに従い、テストを実行し、結果を見ること。その後 passed と details（何を実行し何が出たか）を付けて submit_phase を呼んでください。結果にかかわらずセッションはそれで終わります。',
  'session.verify_by_server':
    'passed: true を送ると、サーバー自身が次を実行します: %{commands}。すべてが終了コード 0 のときだけ合格になります。回答が verification: "running" なら、同じペイロードをもう一度送ってください。',
  'session.verify_by_claim':
    'サーバーが実行してよい検証コマンドがこのプロジェクトには設定されていないため、あなたの申告をそのまま受け取り、最終報告に unverified_claim と記します。実行できるものは実行し、その出力を details に引用してください。',
  'session.verify_untrusted':
    '.code-intel/config.json の検証コマンドは実行していません: ユーザーがこの内容を許可していません。ユーザーは次のコマンドで内容を確認して許可できます: npx code-intel trust',
  'session.user_decides_next':
    'これは 2 回目の介入です。この後どう進めるかはユーザーが決めます。尋ねる内容を用意してください: 何を試し、毎回何が失敗し、次に何をするつもりか。',
  'session.at_verify_intervention':
    'VERIFY_INTERVENTION: あるタスクが検証に 3 回失敗しました。コードの変更を止めてください。下の介入プロンプトを正直に最後まで実行し、prompt_used（プロンプト名）と action_taken（分かったことと、やり方をどう変えるか）を付けて submit_phase を呼んでください。直近の失敗: %{reason}',
  'session.at_pre_commit':
    'PRE_COMMIT: review_changes ですべての変更をレビューし、reviewed_files と commit_message を付けて submit_phase を呼んでください。reviewed_files には review_changes がレビュー対象として挙げるファイルをすべて書きます: パスだけなら採用（keep）、{ path, decision: "discard", reason } なら元に戻す（内容は trash ref に残る）、{ path, decision: "leave" } ならコミットせずに残す。セッション開始前からのユーザーの変更はユーザーのもので、挙げる必要はありません。サーバーは採用したファイルだけをコミットします。',
  'session.at_quality_review':
    'QUALITY_REVIEW: コミットした変更を、下のプロンプトに従って厳しいレビュアーの目で品質チェックしてください。その後 quality_score（0〜10）と issues（直すべきことを 1 件ずつ。なければ空）を付けて submit_phase を呼んでください。問題があれば計画へ差し戻され、3 回目は MERGE へ進みます。',
  'session.at_merge':
    'MERGE: submit_phase を空で呼んでください（{}）。サーバーが %{branch} を %{base} にマージし、タスクブランチを削除します。',
  'session.at_investigation':
    'EXPLORATION: code-intel ツールでコードベースを探索し（find_definitions、find_references、get_symbols、search_text、search_files。互いに独立な検索は並列に）、重要なファイルを読み、質問にコードから答えられるようにしてください。このセッションはファイルを変更しません。その後 explored_files（読んだファイルのパス）と findings（分かったこと。ファイルと行を添えて）を付けて submit_phase を呼んでください。',
  'session.at_complete_investigation':
    '調査は完了しました。report の findings をもとに、ファイルと行を添えて、今ユーザーの質問に答えてください。分からなかったことはそう伝えてください。これ以上送るものはありません。',
  'session.at_complete_not_verified':
    'セッションは完了しましたが、検証は失敗しました。何が失敗したか（report）をユーザーに伝えてください。これ以上送るものはありません。',
  'session.at_complete':
    'セッションは完了しました。この回答の report をもとに、行ったことをユーザーに伝えてください。これ以上送るものはありません。',
  'session.left':
    'ユーザーの意思でセッションを終えました。作業ツリー、インデックス、タスクブランチはそのままです。',
  'session.running':
    'サーバーはこの送信をまだ処理しています（リポジトリのコミット／マージのフックに時間がかかっています）。同じペイロードをもう一度送って待ってください。',
  'session.verification_running':
    '検証コマンドはまだ実行中です。同じペイロードをもう一度送る（または get_session_status を呼ぶ）と結果を待ちます。別のペイロードを送ると実行は終了します。',
  'session.file_block': '%{path} より',
  'session.shipped_block': '%{path} の既定の内容',
  'session.block_end': '終わり',
  'session.missing_materials': '指定されましたが .code-intel/ に見つかりません: %{files}',

  'session.already_complete':
    'セッションはすでに完了しています。送信先がありません。start_session で新しく始めてください。',
  'session.no_session': 'no active session, no checkpoint found',
  'session.no_session_next':
    '復元可能なセッションがありません。start_session({ intent, query, flags }) で開始するか、復元できるものがないことをユーザーに伝えてください。',
  'session.no_session_here':
    'このサーバーに有効なセッションはありません。サーバーが自分では引き継げない未完了のセッションがあります（other_sessions: 別のマシンのもの、または別のクライアントで作業中のもの）。別のマシンのものは get_session_status({ session_id }) と名指しで復元するか、start_session で新しく始めてください。',
  'session.restore_first':
    'このサーバーに有効なセッションはなく、ディスク上の未完了のもの（%{id}）はこのクライアントのものではありません。get_session_status({ session_id: "%{id}" }) で復元してから送信してください。',
  'session.unknown_session':
    'ここに復元できるセッション "%{id}" はありません。あるもの: %{known}。最新のものは session_id なしの get_session_status で。',
  'session.session_held':
    'セッション %{id} は動作中のクライアント（プロセス %{pid}）のものです。触れていません。そちらで作業するか、先にそのクライアントを終了してください。',
  'session.session_open':
    'このサーバーにはすでに開いているセッションがあります: %{id}、%{phase}（Step %{step}）。submit_phase で続けるか、get_session_status で確認するか、ユーザーの意思で cleanup_stale_branches({ action: "end" }) により離れてから、新しく始めてください。',
  'session.worker_session':
    'このサーバーはヘッドレス実行のエージェント用です。セッションのツールは実行側のものです。結果を回答してください。',
  'session.blank_query': 'query が空です。ユーザーの依頼を query に入れてください。',
  'session.not_a_folder':
    'repo_path はこのプロジェクトのフォルダーではありません: %{path}。プロジェクトルートなら省略してください。',
  'session.not_a_file': '%{path} はファイルではありません。',
  'session.review_needs_git': 'ここには git リポジトリ（またはコミット）がないため、比べるものがありません。',
  'session.query_cut': 'query が 10,000 文字を超えたため切り詰めました。残りは会話の中にしかありません。',
  'session.flags_end':
    'フラグは "%{word}" で終わります。それ以降はフラグとして読んでいません。依頼の言葉は query に入れてください。',
  'session.git_required':
    'このセッションはタスクブランチを作りますが、%{folder} は git リポジトリの中にありません。`git init` と最初のコミットを行うか、git が不要な調査（intent INVESTIGATE または QUESTION）、--quick、--only-verify を使ってください。',
  'session.git_no_commit':
    'このセッションはタスクブランチを作りますが、リポジトリにまだコミットがありません。最初のコミットを行う（git add -A、git commit）か、調査（intent INVESTIGATE または QUESTION）、--quick、--only-verify を使ってください。',
  'session.git_unusable':
    'このフォルダーで git が動かず、セッションには git が必要です。git の出力: %{reason}\n直してから始めてください（"dubious ownership" の場合はユーザーが git config --global --add safe.directory <フォルダー> を実行）。または調査、--quick、--only-verify を使ってください。',
  'session.git_detached':
    'HEAD が切り離されており（detached HEAD）、戻る先のブランチがありません。`git switch <ブランチ>`（または `git switch -c <新しいブランチ>`）を実行してから始め直してください。',
  'session.git_operation':
    'このリポジトリでは %{operation} が途中です。先に終えてください: `git %{operation} --continue` または `git %{operation} --abort`。その後セッションを始め直してください。',
  'session.git_conflicts':
    '未解決のコンフリクトがあります: %{files}。解決してコミットする（または `git merge --abort`）してから、セッションを始め直してください。',
  'session.other_live_session':
    '動作中の別のセッション（%{id}、プロセス %{pid}）がこの作業ツリーでタスクブランチ %{branch} を使っています。1 つの作業ツリーを 2 つのセッションで編集することはできません。調査（intent INVESTIGATE または QUESTION）にするか、専用の作業ツリーを作ってください: git worktree add ../<name>',
  'session.recovery_available':
    '前回のセッションが見つかりました (%{phase} Step %{step}: \'%{query}\')。何よりも先に AskUserQuestion でユーザーに尋ねてください: 「前回のセッションが見つかりました」、選択肢は「復元する」と「破棄して新規」。復元する: get_session_status({ session_id: "%{id}" }) を呼ぶ。破棄して新規: 下の指示をそのまま進める。最初の submit_phase で前回のセッションは片付けられます。',
  'session.held_elsewhere':
    'セッション %{id}（プロセス %{pid}）はこのプロジェクトの別のクライアントで作業中です。復元の対象にせず、触れません。',
  'session.checkpoint_of_other_host':
    'セッション %{id} は別のマシン（%{host}）で書かれました。名指ししたときだけ復元します。',
  'session.snapshot_given_up':
    '作業ツリーの状態の記録に時間がかかりすぎたため中止しました。今 git が変更ありとするファイルには触れません（コミットも破棄もしません）。',
  'session.verify_commands_changed':
    '.code-intel/config.json の verify.commands がセッション開始後に変わりました。セッションは開始時のコマンドを使い続けます。',
  'session.recovered':
    'このセッションはチェックポイントから復元されました。検証済みと言う前に、プロジェクトのルール（CLAUDE.md、AGENTS.md）を読んでください。intent: %{intent}。依頼: %{query}',
  'session.recovered_findings': 'これまでに分かったこと: %{findings}',
  'session.recovered_files': '探索済みのファイル: %{files}',
  'session.recovered_definitions': '定義を確認済みのシンボル: %{definitions}',
  'session.recovered_verify': 'サーバーが実行する検証コマンド: %{commands}',
  'session.pending_completed':
    '直前の送信は中断前に実行されていたため、今それを完了しました。二重には何も行っていません。',
  'session.pending_dropped':
    '直前の送信は中断前に実行されていませんでした。リポジトリは送信前のままです。もう一度送ってください。',
  'session.checkpoint_not_saved':
    '依頼された処理は済みましたが、状態を保存できませんでした（%{reason}）。セッションはメモリ上で続きます。サーバーが終わる前に直してください。',
  'session.other_session_open':
    'このサーバーには送信済みのセッション %{id} が開いています。先に cleanup_stale_branches({ action: "end" }) で離れてから、もう一方を復元してください。',
  'session.not_learned':
    'このセッションで分かったことを .code-intel/agreements/learned/ に保存できませんでした: %{reason}',
  'session.forced_completion': '品質問題が未解決のまま完了',

  'session.payload_mismatch':
    '現在は %{phase} フェーズですが、ペイロードにこのフェーズのキーがありません（受信: %{came}）。必要なもの: %{due}。',
  'session.payload_of_another_phase':
    '現在は %{phase} フェーズですが、これは %{other} のペイロードです。必要なもの: %{due}。',
  'session.invalid_payload':
    '%{phase} のペイロードですが、足りないか誤っているものがあります（issues を参照）。直して送り直してください。',
  'session.ignored_keys': 'このフェーズが受け取らないキーは無視しました: %{keys}',
  'session.no_explored_files':
    'プロジェクトにファイルがあるのに explored_files が空です。読んだファイルを挙げてください。後で編集できるのはそれだけです。',
  'session.unknown_files':
    'このプロジェクトのファイルではありません: %{files}。プロジェクトルートからの相対パスを送ってください（search_files で見つかります）。',
  'session.tasks_empty':
    'タスクのリストが空です。このセッションのすべてのタスクを、少なくとも 1 つは pending にして送ってください。',
  'session.duplicate_task_id': 'タスク id "%{id}" が重複しています。タスクごとに別の id を付けてください。',
  'session.no_pending_task':
    'リストに pending のタスクがありません。これから行う作業を pending のタスクとして加えてください。',
  'session.no_tasks_registered':
    'タスクがまだ登録されていません。先に完全なリストを送ってください: { tasks: [{ id, description, status }] }。',
  'session.unknown_task': 'タスク "%{id}" はありません。あるもの: %{known}。',
  'session.task_already_completed': 'タスク "%{id}" はすでに完了しています。',
  'session.task_out_of_order': 'タスク "%{id}" の順番ではありません。次のタスクは "%{due}" です。',
  'session.tasks_incomplete': '未完了のタスクがあります: %{ids}。"%{due}" を続けてください。',
  'session.user_decision_required':
    '先にユーザーの判断が必要です。AskUserQuestion で尋ね、user_decision に "continue"、"accept"、"end" のいずれかを送ってください（tasks は "continue" のときだけ）。尋ねる相手がいない場合は "end" を送ってください。',
  'session.passed_with_failures':
    'passed が true なのに failed_tasks にタスクがあります。passed: false とともに送るか、failed_tasks なしで passed: true を送ってください。',
  'session.unknown_failed_tasks': 'failed_tasks に存在しないタスクがあります: %{ids}。あるもの: %{known}。',
  'session.unseen_completions':
    'サーバーが完了を確認していないのに completed とされました: %{ids}。最終報告に記します。',
  'session.dropped_tasks': 'pending だったのにリストから外れました: %{ids}。最終報告に記します。',
  'session.unknown_reviewed_files':
    '変更されていない、存在しない、または異なる判断で 2 回挙げられています: %{files}。review_changes が挙げるファイルを 1 つずつ書いてください（フォルダーやパターンは不可）。',
  'session.unreviewed_files':
    '変更されたのにレビューされていません: %{files}。review_changes で確認し、それぞれ keep、discard、leave を指定してください。',
  'session.mixed_committed':
    '次のファイルにはセッション開始前のユーザーの変更も含まれ、全体がコミットされました: %{files}',
  'session.users_files_stay':
    '次のファイルはセッション開始時のまま、またはプロジェクトの外にあるため、触れていません: %{files}',
  'session.only_line_endings': '改行コードだけが変わったため、そのまま残しました: %{files}',
  'session.discarded': '破棄した内容は元に戻せます。例: %{restore}',
  'session.evidence_void':
    '検証後に内容が変わったため（%{files}）、検証は無効になりました。もう一度検証してください。失敗には数えません。',
  'session.made_meanwhile':
    'READY より前に（あなた、エディター、またはシェルによって）変更されました。レビューで挙げない限りコミットしません: %{files}',
  'session.cannot_revert':
    '%{phase} では revert_to_exploration を使えません（Q1 から MERGE の間のみ。--fast、--quick、--only-verify では不可）。',
  'session.wrong_phase': '%{phase} では %{tool} を使えません。EXPLORATION の後で使えます。',

  'session.base_gone':
    'ベースブランチ %{base} がありません。あるブランチ: %{branches}。元に戻し（git branch %{base} <コミット>）、もう一度送信してください。',
  'session.task_branch_gone':
    'タスクブランチ %{branch} がありません。`%{restore}` で元に戻し、もう一度送信してください。',
  'session.task_branch_rewound':
    'タスクブランチ %{branch} に、このセッションのコミットが含まれていません。`%{restore}` で元に戻し、もう一度送信してください。',
  'session.not_on_task_branch':
    'タスクブランチ %{expected} がチェックアウトされていません（HEAD は %{actual}）。`%{command}` を実行し、もう一度送信してください。',
  'session.not_on_base':
    'セッションは %{expected} で始まりましたが、HEAD は %{actual} です。`%{command}` を実行し、もう一度送信してください。',
  'session.foreign_commits':
    'タスクブランチにセッション以外のコミットがあります。マージに含まれます: %{commits}',
  'session.stale_not_resolved':
    '%{branch} で止まりました（%{problem}）: %{files} それまでに済んだものはそのままで、残りは未処理です。直すか、delete、merge、continue を選び直してください。%{output}',

  'session.gate_no_session': '開いているセッションはありません。制限はありません。',
  'session.gate_outside_repository': 'リポジトリの外です。セッションの対象ではありません。',
  'session.gate_other_worktree': '別の作業ツリーのものです。',
  'session.gate_sessions': '.code-intel/sessions/ のセッション状態を書くのはサーバーだけです。',
  'session.gate_before_ready':
    'セッションは %{phase}（Step %{step}）です。READY の Step 13 より前にファイルは編集できません。フェーズの求めることを行い submit_phase を呼んでください。何が必要かは get_session_status で分かります。',
  'session.gate_ready': '%{phase}（Step %{step}）: 編集の段階です。',
  'session.gate_explored': '%{path} は探索済みです。',
  'session.gate_document': '%{path} は文書です。',
  'session.gate_new_file': '%{path} は新しいファイルです。',
  'session.gate_no_new_files': '%{path} は存在せず、この呼び出しでは新規ファイルが許可されていません。',
  'session.gate_unexplored':
    '%{path} は探索されていません。先に読み、add_explored_files で追加してください。',
  'session.gate_conflict': '%{path} には解決すべきマージコンフリクトがあります。',
  'session.gate_after_ready':
    'セッションは %{phase}（Step %{step}）です。編集の段階は終わりました。フェーズの求めることを行い submit_phase を呼んでください。直すべきことがあれば READY に差し戻されます。',
  'session.gate_only_verify':
    'このセッションは検証だけを行います（--only-verify）。ファイルは編集できません。結果を submit_phase で報告してください。',

  'session.cleanup_ended':
    'セッション %{id} を離れました。作業ツリー、インデックス、ブランチはそのままです。',
  'session.cleanup_unknown_branches':
    '片付けられるタスクブランチではありません: %{branches}。あるもの: %{known}。',
  'session.nothing_to_end': '離れるべき開いているセッションはありません。',
};
