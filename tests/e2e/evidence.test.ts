import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createTrust } from '../../src/platform/trust.ts';
import { running, until } from '../support/processes.ts';
import { type Answer, cleanEnvironment, openProject, type Project } from '../support/project.ts';
import { makeFolder, type ProjectFolder } from '../support/stdio-client.ts';

let project: Project | null = null;
let folder: ProjectFolder | null = null;
afterEach(async () => {
  await project?.close();
  await folder?.close();
  project = folder = null;
});

interface Wanted {
  readonly trusted?: boolean;
  readonly patienceMs?: number;
  readonly git?: boolean;
  readonly flags?: readonly string[];
}

/** A command that counts its runs in a file beside the project. */
const counting = (rest: string): string => `echo run >> ../runs; ${rest}`;

const beside = (name: string): string => join(dirname((project as Project).root), name);
const lines = (name: string): number =>
  existsSync(beside(name)) ? readFileSync(beside(name), 'utf8').split('\n').filter(Boolean).length : 0;
const runs = (): number => lines('runs');

const tasks = ['t1', 't2'].map((id) => ({ id, description: `do ${id}`, status: 'pending' }));
const passed = { passed: true, details: 'looked at it' };
const review = { reviewed_files: ['src/a.ts'], commit_message: 'a is two' };

async function taken(answer: Promise<Answer>): Promise<Answer> {
  const got = await answer;
  expect(got).toMatchObject({ isError: false });
  return got;
}

/** A session at POST_IMPL_VERIFY, with one file changed and two tasks done. */
async function toVerify(commands: readonly string[], wanted: Wanted = {}): Promise<Project> {
  const { trusted = true, patienceMs = 90_000, git = true, flags = ['--fast', '--no-doc'] } = wanted;
  project = await openProject({ git, config: { verify: { commands } }, composition: { patienceMs } });
  if (trusted)
    await createTrust({
      root: project.root,
      env: cleanEnvironment(beside('home')),
      notice: () => {},
    }).allow('verify.commands', commands);
  const started = await taken(project.call('start_session', { intent: 'MODIFY', query: 'a is two', flags }));
  if (!trusted) expect(started.warnings.join('\n')).toMatch(/trust/);
  await taken(project.submit({ action_type: 'modify', target_symbols: [], scope: 'src', constraints: [] }));
  await taken(project.submit({ tasks }));
  project.write('src/a.ts', 'export const a = 2;\n');
  for (const { id } of tasks) await taken(project.submit({ task_id: id, summary: 'done' }));
  expect(await taken(project.submit({}))).toMatchObject({ phase: 'POST_IMPL_VERIFY' });
  return project;
}

const toPreCommit = async (commands: readonly string[], wanted: Wanted = {}): Promise<Project> => {
  const opened = await toVerify(commands, wanted);
  expect(await taken(opened.submit(passed))).toMatchObject({ phase: 'PRE_COMMIT' });
  return opened;
};

function hook(name: string, script: string): void {
  const hooks = join((project as Project).root, '.git/hooks');
  mkdirSync(hooks, { recursive: true });
  writeFileSync(join(hooks, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

const failures = (answer: Answer): number[] =>
  answer.tasks.map(({ failure_count = 0 }: { failure_count?: number }) => failure_count);

test('commands that nobody allowed are not run: the claim is taken, and both answers and report say so', async () => {
  const { submit } = await toVerify([counting('true')], { trusted: false });
  expect(await taken(submit(passed))).toMatchObject({
    phase: 'PRE_COMMIT',
    verification: 'untrusted',
    unverified_claim: true,
  });
  await taken(submit(review));
  expect(await taken(submit({}))).toMatchObject({ report: { unverified_claim: true } });
  expect(runs()).toBe(0);
});

test('what the commands said is the evidence, to the closing report', async () => {
  const { submit } = await toVerify([counting('echo fine'), 'test "$CI" = 1']);
  expect(await taken(submit(passed))).toMatchObject({
    phase: 'PRE_COMMIT',
    verification: 'passed',
    evidence: [
      {
        command: counting('echo fine'),
        exit_code: 0,
        output_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      { exit_code: 0 },
    ],
  });
  await taken(submit(review));
  const { report } = await taken(submit({}));
  expect(report.evidence).toMatchObject({
    commands: [{ exit_code: 0 }, { exit_code: 0 }],
    tied_to: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
  expect(report).not.toHaveProperty('unverified_claim');
  expect(runs()).toBe(1);
});

test('a command that fails is a failed verification, whatever was claimed, with the end of its output', async () => {
  const loud = `i=0; while [ $i -lt 3000 ]; do echo "line $i"; i=$((i+1)); done; echo the reason >&2; exit 3`;
  const { submit } = await toVerify([loud, counting('true')]);
  const answer = await taken(submit(passed));
  expect(answer).toMatchObject({
    phase: 'READY',
    step: 12,
    reverted_from: 'POST_IMPL_VERIFY',
    failed_tasks: ['t1', 't2'],
    failed_command: { command: loud, exit_code: 3 },
  });
  expect(answer.failed_command.output_tail).toMatch(/the reason\n?$/);
  expect(answer.failed_command.output_tail.length).toBeLessThanOrEqual(8000);
  expect(answer.failed_command.output_tail.length).toBeGreaterThan(7000);
  expect(answer.instruction).toContain('the reason');
  expect(failures(answer)).toEqual([1, 1]);
  expect(runs()).toBe(0);
});

test('an edit after the pass voids it: PRE_COMMIT answers with POST_IMPL_VERIFY, and nothing counts as failed', async () => {
  const { submit, write, call, git } = await toPreCommit([counting('true')]);
  write('src/a.ts', 'export const a = 22;\n');
  expect(await taken(submit(review))).toMatchObject({ phase: 'POST_IMPL_VERIFY', step: 15 });
  expect(failures(await call('get_session_status'))).toEqual([0, 0]);
  expect(git('log', '--format=%s')).toBe('first\n');
  expect(await taken(submit(passed))).toMatchObject({ phase: 'PRE_COMMIT' });
  expect(runs()).toBe(2);
  expect(await taken(submit(review))).toMatchObject({ phase: 'MERGE', committed: true });
  expect(await taken(submit({}))).toMatchObject({ merged: true });
});

test('discards, left files and what the commands wrote do not void it', async () => {
  const { submit, write, call, read, git } = await toVerify([counting('echo covered > coverage.txt')]);
  write('scratch.txt', 'scratch\n');
  write('later.txt', 'for later\n');
  expect(await taken(submit(passed))).toMatchObject({ phase: 'PRE_COMMIT' });
  const due = (await call('review_changes')).files.filter((file: { due: boolean }) => file.due);
  expect(due.map(({ path }: { path: string }) => path).sort()).toEqual([
    'later.txt',
    'scratch.txt',
    'src/a.ts',
  ]);
  expect(
    await taken(
      submit({
        reviewed_files: [
          'src/a.ts',
          { path: 'scratch.txt', decision: 'discard', reason: 'scratch' },
          { path: 'later.txt', decision: 'leave', reason: 'not now' },
        ],
        commit_message: 'a is two',
      }),
    ),
  ).toMatchObject({ phase: 'MERGE', committed: true });
  expect(await taken(submit({}))).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
  expect(runs()).toBe(1);
  expect(read('coverage.txt')).toBe('covered\n');
  expect(git('status', '--porcelain', '--', ':!.code-intel')).toBe('?? coverage.txt\n?? later.txt\n');
  expect(git('show', '--format=', '--name-only', 'main^2')).toBe('src/a.ts\n');
});

test('a commit hook that changes what is committed leads MERGE to POST_IMPL_VERIFY, and from there to the end', async () => {
  const { submit, git, read } = await toPreCommit([counting('true')]);
  hook('pre-commit', 'echo "// formatted" >> src/a.ts; git add src/a.ts');
  expect(await taken(submit(review))).toMatchObject({ phase: 'MERGE', committed: true });
  expect(git('show', 'HEAD:src/a.ts')).toBe('export const a = 2;\n// formatted\n');
  expect(git('status', '--porcelain', '--', ':!.code-intel')).toBe('');
  expect(await taken(submit({}))).toMatchObject({ phase: 'POST_IMPL_VERIFY' });
  expect(await taken(submit(passed))).toMatchObject({ phase: 'PRE_COMMIT' });
  expect(runs()).toBe(2);
  expect(await taken(submit({ ...review, reviewed_files: [] }))).toMatchObject({
    phase: 'MERGE',
    committed: false,
  });
  expect(await taken(submit({}))).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
  expect(read('src/a.ts')).toBe('export const a = 2;\n// formatted\n');
});

test('what runs longer than a call may wait is answered as running; the same payload waits again, nothing runs twice', async () => {
  const { submit } = await toVerify([counting('sleep 1.2')], { patienceMs: 300 });
  const first = await taken(submit(passed));
  expect(first).toMatchObject({
    phase: 'POST_IMPL_VERIFY',
    verification: 'running',
    call: 'submit_phase',
    expected_payload: { passed: 'bool' },
  });
  let answer = first;
  for (let again = 0; answer.verification === 'running' && again < 40; again++)
    answer = await taken(submit(passed));
  expect(answer).toMatchObject({ phase: 'PRE_COMMIT', verification: 'passed' });
  expect(runs()).toBe(1);
});

test('get_session_status takes the result of what ran, and answers with the new phase', async () => {
  const { submit, call } = await toVerify([counting('sleep 0.8; exit 1')], { patienceMs: 300 });
  expect(await taken(submit(passed))).toMatchObject({ verification: 'running' });
  let answer = await taken(call('get_session_status'));
  for (let again = 0; answer.verification === 'running' && again < 40; again++)
    answer = await taken(call('get_session_status'));
  expect(answer).toMatchObject({
    phase: 'READY',
    reverted_from: 'POST_IMPL_VERIFY',
    failed_command: { exit_code: 1 },
  });
  expect(failures(answer)).toEqual([1, 1]);
  expect(runs()).toBe(1);
});

test('another payload ends the run with its children, and is taken itself', async () => {
  const { submit } = await toVerify([counting('sleep 871.5 & sleep 872.5')], { patienceMs: 300 });
  expect(await taken(submit(passed))).toMatchObject({ verification: 'running' });
  expect(running('872.5')).not.toEqual([]);
  const answer = await taken(submit({ passed: false, failed_tasks: ['t2'], details: 'seen to fail' }));
  expect(answer).toMatchObject({ phase: 'READY', failed_tasks: ['t2'] });
  expect(failures(answer)).toEqual([0, 1]);
  await until('the commands are gone', 5_000, () => running('871.5').length + running('872.5').length === 0);
});

test('a slow hook is waited for in the same way, and the commit happens once', async () => {
  const { submit, git } = await toPreCommit([], { patienceMs: 50 });
  hook('pre-commit', 'echo run >> ../hooks; sleep 3.5');
  expect(await taken(submit(review))).toMatchObject({ phase: 'PRE_COMMIT', running: true });
  let answer = await taken(submit(review));
  for (let again = 0; answer.running === true && again < 10; again++) answer = await taken(submit(review));
  expect(answer).toMatchObject({ phase: 'MERGE', committed: true });
  expect(lines('hooks')).toBe(1);
  expect(git('log', '--format=%s')).toBe('a is two\nfirst\n');
});

test('get_session_status takes the result of a slow hook too', async () => {
  const { submit, call, git } = await toPreCommit([], { patienceMs: 50 });
  hook('pre-commit', 'echo run >> ../hooks; sleep 3.5');
  expect(await taken(submit(review))).toMatchObject({ running: true });
  let answer = await taken(call('get_session_status'));
  for (let again = 0; answer.running === true && again < 10; again++)
    answer = await taken(call('get_session_status'));
  expect(answer).toMatchObject({ phase: 'MERGE', committed: true });
  expect(lines('hooks')).toBe(1);
  expect(git('rev-list', '--count', 'HEAD')).toBe('2\n');
});

test('another payload ends a slow hook with all it started; nothing was committed, and the phase is the same', async () => {
  const { submit, git, call } = await toPreCommit([], { patienceMs: 50 });
  hook('pre-commit', 'sleep 873.5 & sleep 874.5');
  expect(await taken(submit(review))).toMatchObject({ running: true });
  expect(running('874.5')).not.toEqual([]);
  expect(await submit({ passed: true, details: 'too early' })).toMatchObject({
    isError: true,
    error: 'payload_mismatch',
    current_phase: 'PRE_COMMIT',
  });
  await until('the hook is gone', 5_000, () => running('873.5').length + running('874.5').length === 0);
  expect(git('log', '--format=%s')).toBe('first\n');
  expect(await call('get_session_status')).toMatchObject({ phase: 'PRE_COMMIT' });
  hook('pre-commit', 'exit 0');
  expect(await taken(submit(review))).toMatchObject({ phase: 'MERGE', committed: true });
});

test('without git, evidence holds no content and says so', async () => {
  const { submit } = await toVerify([counting('true')], { git: false, flags: ['--quick', '--no-doc'] });
  const { report, phase } = await taken(submit(passed));
  expect(phase).toBe('SESSION_COMPLETE');
  expect(report.evidence).toMatchObject({
    commands: [{ exit_code: 0 }],
    tied_to: null,
    holds_no_content: 'no_git_repository',
  });
});

test('after a restart the evidence counts while the files are the same', async () => {
  const opened = await toPreCommit([counting('true')]);
  await opened.restart();
  expect(await taken(opened.submit(review))).toMatchObject({ phase: 'MERGE', committed: true });
  await opened.restart();
  expect(await taken(opened.submit({}))).toMatchObject({ merged: true });
  expect(runs()).toBe(1);
});

test('a session keeps the commands it began with; others in the file since are a warning', async () => {
  const { submit, write } = await toVerify([counting('true')]);
  write('.code-intel/config.json', JSON.stringify({ verify: { commands: ['touch ../never'] } }));
  const answer = await taken(submit(passed));
  expect(answer).toMatchObject({ phase: 'PRE_COMMIT', verification: 'passed' });
  expect(answer.warnings.join('\n')).toContain('config.json');
  expect(runs()).toBe(1);
  expect(existsSync(beside('never'))).toBe(false);
});

/** The same in a process of its own, where a cancel and a kill are what they are. */
async function processToVerify(command: string, hookScript?: string) {
  folder = makeFolder({ commands: [command] });
  if (hookScript) folder.hook('pre-commit', hookScript);
  const client = await folder.open();
  const flags = ['--fast', '--no-doc'];
  await taken(client.call('start_session', { intent: 'MODIFY', query: 'a is two', flags }));
  await taken(client.submit({ action_type: 'modify', target_symbols: [], scope: 'src', constraints: [] }));
  await taken(client.submit({ tasks }));
  folder.write('src/a.ts', 'export const a = 2;\n');
  for (const { id } of tasks) await taken(client.submit({ task_id: id, summary: 'done' }));
  await taken(client.submit({}));
  return { client, folder };
}

test('a cancelled verification is killed with all its children, and the submission is not taken', async () => {
  const { client, folder } = await processToVerify('setsid sleep 875.5 & sleep 876.5');
  const before = folder.checkpoints();
  const { id } = client.begin('submit_phase', { data: passed });
  await until('the command runs', 10_000, () => running('876.5').length > 0 && running('875.5').length > 0);
  client.cancel(id);
  await until('the command is gone', 5_000, () => running('876.5').length + running('875.5').length === 0);
  expect(await client.status()).toMatchObject({ phase: 'POST_IMPL_VERIFY', step: 15 });
  expect(folder.checkpoints()).toEqual(before);
});

test('a cancelled commit ends its hook with all it started: phase, history and index are as before', async () => {
  const { client, folder } = await processToVerify('true', 'sleep 877.5 & sleep 878.5');
  await taken(client.submit(passed));
  const [before] = folder.checkpoints();
  const index = folder.git('ls-files', '-s');
  const { id } = client.begin('submit_phase', { data: review });
  await until('the hook runs', 10_000, () => running('878.5').length > 0);
  client.cancel(id);
  await until('the hook is gone', 5_000, () => running('878.5').length + running('877.5').length === 0);
  expect(await client.status()).toMatchObject({ phase: 'PRE_COMMIT', step: 17 });
  expect(folder.checkpoints()).toMatchObject([{ submissions: before?.submissions, pending: null }]);
  expect(folder.git('log', '--format=%s')).toBe('first\n');
  expect(folder.git('ls-files', '-s')).toBe(index);
  folder.hook('pre-commit', 'exit 0');
  expect(await taken(client.submit(review))).toMatchObject({ phase: 'MERGE', committed: true });
});

test('a run whose server was killed is gone, and the same payload starts it anew', async () => {
  const command = 'echo run >> ../runs; test -f ../go || sleep 879.5';
  const { client, folder } = await processToVerify(command);
  client.begin('submit_phase', { data: passed });
  await until('the command runs', 10_000, () => running('879.5').length > 0);
  await client.kill();
  await until('the command is gone', 5_000, () => running('879.5').length === 0);
  writeFileSync(join(folder.beside, 'go'), '');
  const next = await folder.open();
  expect(await next.status()).toMatchObject({ recovered_from_checkpoint: true, phase: 'POST_IMPL_VERIFY' });
  expect(await taken(next.submit(passed))).toMatchObject({ phase: 'PRE_COMMIT', verification: 'passed' });
  expect(folder.counted('runs')).toHaveLength(2);
});
