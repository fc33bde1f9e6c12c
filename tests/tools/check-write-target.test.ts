import { expect, test } from 'vitest';
import { begin } from '../seeds/session.ts';

test('a refused write says phase, step, what is due, and every call that would allow it', async () => {
  const session = await begin(['--no-doc']);
  const { project } = session;
  const ask = (file_path: string, more = {}) => project.call('check_write_target', { file_path, ...more });
  for (const step of [5, 6, 8, 10, 12]) {
    const last = await session.to(step);
    expect(await ask('src/a.ts')).toMatchObject({
      isError: false,
      allowed: false,
      file_path: 'src/a.ts',
      phase: last.phase,
      step,
      expected_payload: last.expected_payload,
      call: 'submit_phase',
      recovery: ['submit_phase', 'cleanup_stale_branches({ action: "end" })'],
    });
    expect((await ask('docs/new.md')).instruction).toBe(last.instruction.split('\n\n---')[0]);
  }
});

test('at 13 explored and new files are allowed, others once they are added', async () => {
  const session = await begin(['--no-doc']);
  const { project } = session;
  const ask = (file_path: string, more = {}) => project.call('check_write_target', { file_path, ...more });
  await session.to(13);
  expect(await ask('src/a.ts')).toMatchObject({ allowed: true, phase: 'READY', step: 13, recovery: [] });
  expect(await ask('src/a.ts')).not.toHaveProperty('instruction');
  expect(await ask('src/new.ts')).toMatchObject({ allowed: true });
  expect(await ask('src/new.ts', { allow_new_files: false })).toMatchObject({ allowed: false });
  expect((await ask('src/b.ts')).recovery[0]).toBe('add_explored_files({ files: ["src/b.ts"] })');
  await project.call('add_explored_files', { files: ['src/b.ts'] });
  expect(await ask('src/b.ts')).toMatchObject({ allowed: true });
  await session.to(15);
  expect(await ask('src/a.ts')).toMatchObject({ allowed: false, step: 15 });
  await project.call('revert_to_exploration');
  expect(await ask('src/a.ts')).toMatchObject({ allowed: false, phase: 'EXPLORATION', step: 5 });
});

test('without a session everything is allowed', async () => {
  const session = await begin(['--quick', '--no-verify', '--no-doc'], { git: false });
  await session.to(null);
  const answer = await session.project.call('check_write_target', { file_path: 'src/a.ts' });
  expect(answer).toMatchObject({ allowed: true, phase: null, step: null, recovery: [] });
});
