import { type Message, message } from '../text/text.ts';
import { canRevert } from './revert.ts';
import { stepOf } from './route.ts';
import { SESSION_COMPLETE, type Session } from './session.ts';

/** A file that is about to be written. `path` is relative to the project root; null: it lies outside the repository. */
export interface WriteTarget {
  readonly path: string | null;
  readonly exists: boolean;
}

export interface GateOptions {
  readonly allowNewFiles: boolean;
  /** Files with unresolved conflicts in the working tree, as git tells: at MERGE these may be edited. */
  readonly conflicts: readonly string[];
}

export interface Verdict {
  readonly allowed: boolean;
  readonly reason: Message;
  /** The calls that would allow it. */
  readonly recovery: readonly string[];
}

const LEAVE = 'cleanup_stale_branches({ action: "end" })';

/** Documents and notes outside the source: `docs/`, and Markdown at the top. */
const isDocument = (path: string): boolean => path.startsWith('docs/') || /^[^/]+\.md$/i.test(path);

/** Whether the session allows that this file is written now (claude-code.md, The write gate). One rule for the tool and the hook. */
export function writeGate(session: Session | null, target: WriteTarget, options: GateOptions): Verdict {
  const allow = (reason: Message): Verdict => ({ allowed: true, reason, recovery: [] });
  const refuse = (reason: Message, recovery: readonly string[]): Verdict => ({
    allowed: false,
    reason,
    recovery: [...recovery, LEAVE],
  });
  const { path, exists } = target;

  if (!session || session.phase === SESSION_COMPLETE) return allow(message('session.gate_no_session'));
  if (path === null) return allow(message('session.gate_outside_repository'));
  if (path.startsWith('.claude/worktrees/')) return allow(message('session.gate_other_worktree'));
  if (path === '.code-intel/sessions' || path.startsWith('.code-intel/sessions/'))
    return refuse(message('session.gate_sessions'), []);

  const step = stepOf(session) ?? 0;
  const at = { phase: session.phase, step };
  if (session.phase === 'READY' && step >= 13) {
    if (session.fast_mode || session.quick_mode) return allow(message('session.gate_ready', at));
    if (session.exploration?.explored_files.includes(path))
      return allow(message('session.gate_explored', { path }));
    if (isDocument(path)) return allow(message('session.gate_document', { path }));
    if (!exists)
      return options.allowNewFiles
        ? allow(message('session.gate_new_file', { path }))
        : refuse(message('session.gate_no_new_files', { path }), []);
    return refuse(message('session.gate_unexplored', { path }), [
      `add_explored_files({ files: [${JSON.stringify(path)}] })`,
    ]);
  }
  if (step <= 12) return refuse(message('session.gate_before_ready', at), ['submit_phase']);
  if (session.phase === 'MERGE' && options.conflicts.includes(path))
    return allow(message('session.gate_conflict', { path }));
  if (session.only_verify) return refuse(message('session.gate_only_verify'), ['submit_phase']);
  const back = canRevert(session) ? ['revert_to_exploration({ keep_results: true })'] : [];
  return refuse(message('session.gate_after_ready', at), ['submit_phase', ...back]);
}
