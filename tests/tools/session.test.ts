import { afterEach, expect, test } from 'vitest';
import { openProject, type Project, toReady } from '../support/project.ts';

let project: Project;
afterEach(() => project.close());

test('a session goes from the request to the merge, with the user’s own changes as they were', async () => {
  project = await openProject();
  project.write('src/b.ts', '// the user is at work here\n');
  project.write('notes.txt', 'mine\n');
  const started = await project.call('start_session', { intent: 'MODIFY', query: 'make a two', flags: [] });
  expect(started).toMatchObject({ phase: 'DOCUMENT_RESEARCH', step: 3, isError: false });
  for (const data of toReady) expect(await project.submit(data)).toMatchObject({ isError: false });
  expect(
    await project.submit({ tasks: [{ id: 't1', description: 'a is 2', status: 'pending' }] }),
  ).toMatchObject({ step: 13 });
  project.write('src/a.ts', 'export const a = 2;\n');
  expect(await project.submit({ task_id: 't1', summary: 'done' })).toMatchObject({
    step: 14,
    all_complete: true,
  });
  expect(await project.submit({})).toMatchObject({ phase: 'POST_IMPL_VERIFY' });
  expect(await project.submit({ passed: true, details: 'looked' })).toMatchObject({ phase: 'PRE_COMMIT' });
  const review = await project.call('review_changes');
  expect(review.files.filter((file: { due: boolean }) => file.due)).toMatchObject([
    { path: 'src/a.ts', insertions: 1 },
  ]);
  expect(await project.submit({ reviewed_files: ['src/a.ts'], commit_message: 'a is 2' })).toMatchObject({
    phase: 'QUALITY_REVIEW',
    committed: true,
  });
  expect(await project.submit({ quality_score: 9, issues: [] })).toMatchObject({ phase: 'MERGE' });
  const done = await project.submit({});
  expect(done).toMatchObject({ phase: 'SESSION_COMPLETE', step: null, call: null, merged: true });
  expect(project.git('log', '--topo-order', '--format=%s', 'main')).toMatch(
    /^Merge llm_task_.*_from_main\na is 2\nfirst\n$/,
  );
  expect(project.git('status', '--porcelain')).toBe(' M src/b.ts\n?? notes.txt\n');
  expect(project.checkpoints()).toEqual([]);
});
