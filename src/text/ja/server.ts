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
  'server.placeholder': '',
};
