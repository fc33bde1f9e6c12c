/** Japanese: what is said about the flags of `/code`. */
export const flags = {
  'flags.quick': '探索なし、ブランチなし、検証後に終了',
  'flags.fast': '探索なし、品質レビューなし',
  'flags.no_verify': 'POST_IMPL_VERIFY なし',
  'flags.only_verify': 'POST_IMPL_VERIFY のみ',
  'flags.only_explore': '調査: 報告で終了し、ファイルは変更しない',
  'flags.no_quality': 'QUALITY_REVIEW なし',
  'flags.no_doc': 'DOCUMENT_RESEARCH なし',
  'flags.doc_research': '`.code-intel/doc_research/` のどのプロンプトを使うか',
  'flags.no_intervention': 'VERIFY_INTERVENTION なし',
  'flags.gate_level':
    'full: Q1、Q2、Q3 は尋ねるが、SEMANTIC、VERIFICATION、IMPACT_ANALYSIS をすべて通る。既定は auto',
  'flags.clean': 'セッションではない: `cleanup_stale_branches` を呼ぶ',
  'flags.rebuild': 'セッションではない: この版にはセマンティック検索がなく、再構築するインデックスもない',
  'flags.resume': '新しいセッションではない: `get_session_status` を呼ぶ',
  'flags.heading_flag': 'フラグ',
  'flags.heading_short': '短縮',
  'flags.heading_stored': '保存名',
  'flags.heading_effect': '効果',
  'flags.unknown':
    '%{flag} というフラグはありません。最も近いのは %{nearest} です。使えるフラグ: %{known}。何も開始していません。フラグを直すか外して、もう一度 start_session を呼んでください。',
  'flags.unknown_far':
    '%{flag} というフラグはなく、似たものもありません。使えるフラグ: %{known}。何も開始していません。この中から選ぶか外して、もう一度 start_session を呼んでください。',
  'flags.wrong_level':
    '%{flag}: %{value} は full でも auto でもありません。何も開始していません。%{flag}=full か %{flag}=auto で、もう一度 start_session を呼んでください。',
  'flags.value_due':
    '%{flag} には「=」で値を付けてください: %{form}。届いたのは「%{word}」です。何も開始していません。値を付けて、もう一度 start_session を呼んでください。',
  'flags.no_value':
    '%{flag} は値を取りませんが、「%{word}」が届きました。何も開始していません。有効にするなら %{flag} だけを、そうでなければ外して、もう一度 start_session を呼んでください。',
  'flags.conflict':
    '%{first} と %{second} は併用できません。何も開始していません。どちらの意図か明らかでなければユーザーに確認し、一方だけを付けて、もう一度 start_session を呼んでください。',
  'flags.resume_alone':
    '--resume は単独で使いますが、%{second} も指定されています。復元したセッションは開始時のフラグを引き継ぎます。何も開始していません。再開するなら get_session_status({ kind: "code" }) を、新しく始めるなら --resume を外して start_session を呼んでください。',
  'flags.call_resume':
    '--resume は新しいセッションを開始しません。get_session_status({ kind: "code" }) を呼び、その応答に従ってください。',
  'flags.call_clean':
    '--clean はセッションを開始しません。cleanup_stale_branches({}) を呼び、結果をユーザーに伝えてください。',
  'flags.call_rebuild':
    '--rebuild はセッションを開始しません。また、この版にはセマンティック検索がないため、再構築するインデックスがありません。その旨をユーザーに伝えてください。テキスト検索とファイル検索は、常に現在のファイルを読みます。',
} as const;
