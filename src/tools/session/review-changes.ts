import { z } from 'zod';
import { type ReviewedChange, reviewable } from '../../session/changes.ts';
import type { Treeish } from '../../session/ports.ts';
import { reviewHints } from '../../session/review-hints.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { defineTool } from '../tool.ts';
import { openSession, refuseBeforeExploration } from './change-session.ts';
import { changesOf, located } from './gather.ts';

/** A first page stays within 40,000 characters (tools.md, Output). */
const PAGE_CHARACTERS = 36_000;

const input = z.object({
  path: z.string().optional().describe('Only changes of this file, or below this folder.'),
  include_diff: z.boolean().default(true).describe('Whether the diffs are shown, not only the list.'),
  max_diff_lines: z.int().min(1).max(10_000).default(400).describe('Lines of diff a file at most.'),
  max_results: z.int().min(1).max(1_000).default(100).describe('Files at most.'),
  offset: z.int().min(0).default(0).describe('Files to pass over: next_offset of the page before.'),
});

const within = (path: string, folder: string): boolean =>
  folder === '.' || path === folder || path.startsWith(`${folder}/`);

/** Hints look at so many lines of a diff, however few are shown. */
const HINT_LINES = 20_000;

async function shown(
  context: ToolContext,
  change: ReviewedChange,
  from: Treeish,
  now: Parameters<ToolContext['git']['patch']>[1],
  lines: number,
) {
  const whole = await context.git.patch(
    from,
    now,
    { ...change, status: change.status === 'reverted' ? 'modified' : change.status },
    Math.max(HINT_LINES, lines),
  );
  const { insertions, deletions, binary, patch } = whole;
  // A link that leads out of the project is a change like any other, and is not looked into.
  const { located: at } = await located(context, change.path);
  const size = at?.size;
  const cut = patch.split('\n').slice(0, lines).join('\n');
  return {
    path: change.path,
    ...(change.old_path !== undefined && { old_path: change.old_path }),
    status: change.status,
    insertions,
    deletions,
    binary,
    mixed: change.mixed,
    ...(change.left === null ? { due: true } : { due: false, left_because: change.left }),
    hints: reviewHints({
      path: change.path,
      patch,
      status: change.status === 'reverted' ? 'modified' : change.status,
      eol_only: change.eol_only,
      large: change.large,
      ...(size !== undefined && { size }),
    }),
    ...(whole.truncated && { hints_partial: true }),
    diff: cut,
    ...((whole.truncated || cut.length < patch.length) && { diff_truncated: true }),
  };
}

/** A change that nobody can decide otherwise: its diff is of no use. */
const isUsers = ({ left }: ReviewedChange): boolean =>
  left === 'as_at_start' || left === 'outside_project' || left === 'submodule';

export const reviewChanges = defineTool({
  name: 'review_changes',
  title: 'Review the changes',
  description:
    'Shows every change of the working tree against the last commit, file by file with its diff: those that are due for review (due: true, each must be named in reviewed_files at PRE_COMMIT) and those that are left alone, with the reason (the user’s own from before the session, outside the project, written by the verify commands …). mixed: the user had changed the file before, and the session again. hints: what a reviewer should see, such as debug output, conflict markers, secrets.',
  searchHint: 'review changes change diff files modified commit reviewed review_changes',
  input,
  readOnly: true,
  async run({ path, include_diff, max_diff_lines, max_results, offset }, context, call) {
    const session = await openSession(context);
    refuseBeforeExploration(session, 'review_changes');
    if (!session.git) throw new Refusal('git_required', message('session.review_needs_git'));
    const folder = path === undefined ? '.' : (await context.files.locate(path)).path;
    const changes = await changesOf(context, session, call.signal);
    const head = changes.now.head;
    const all = reviewable(changes).filter(
      (change) =>
        within(change.path, folder) || (change.old_path !== undefined && within(change.old_path, folder)),
    );
    // What is due comes first: a page that is cut still shows what must be named.
    const ordered = [...all].sort(
      (a, b) => Number(a.left !== null) - Number(b.left !== null) || (a.path < b.path ? -1 : 1),
    );
    const files: unknown[] = [];
    let characters = 0;
    for (const change of ordered.slice(offset, offset + max_results)) {
      call.signal.throwIfAborted();
      // A reverted change is shown against what the user had; everything else against HEAD.
      const from =
        change.status === 'reverted' ? session.start_snapshot : head === null ? null : { commit: head };
      const full = from && (await shown(context, change, from, changes.now, max_diff_lines));
      if (!full) break;
      const { diff, ...rest } = full;
      const entry = include_diff && !isUsers(change) ? { ...rest, diff } : rest;
      const size = JSON.stringify(entry).length;
      // One file too large for a page is shown all the same: the cap cuts its diff.
      if (files.length > 0 && characters + size > PAGE_CHARACTERS) break;
      files.push(entry);
      characters += size;
    }
    const next = offset + files.length;
    return {
      files,
      due: all.filter(({ left }) => left === null).length,
      total_matches: all.length,
      returned_matches: files.length,
      truncated: next < all.length,
      ...(next < all.length && { next_offset: next }),
      ...(changes.now.given_up && { incomplete: context.say(message('session.snapshot_given_up')) }),
    };
  },
});
