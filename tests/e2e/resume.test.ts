import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answer, toReady } from '../support/project.ts';
import { makeFolder, type ProjectFolder, type StdioClient } from '../support/stdio-client.ts';

let folder: ProjectFolder;
afterEach(() => folder.close());

const sessions = (): string => join(folder.root, '.code-intel/sessions');

async function taken(answer: Promise<Answer>): Promise<Answer> {
  const got = await answer;
  expect(got).toMatchObject({ isError: false });
  return got;
}

const begin = (client: StdioClient, over: Record<string, unknown> = {}): Promise<Answer> =>
  taken(client.call('start_session', { intent: 'MODIFY', query: 'make a two', flags: [], ...over }));

/** What a restored session has to say as the one before did. */
const standing = (answer: Answer) => {
  const {
    instruction: _instruction,
    warnings: _warnings,
    recovered_from_checkpoint: _recovered,
    ...rest
  } = answer;
  return rest;
};

/** What is on the disk, without who holds it. */
const saved = () => folder.checkpoints().map(({ owner: _owner, ...rest }) => rest);

/** Kills the server and asks a new one: it has to stand where the old one stood. */
async function revived(client: StdioClient, last: Answer): Promise<StdioClient> {
  const before = await taken(client.status());
  const file = saved();
  await client.kill();
  const next = await folder.open();
  const after = await taken(next.status());
  expect(after.recovered_from_checkpoint).toBe(true);
  expect(standing(after)).toEqual(standing(before));
  expect(after.expected_payload).toEqual(last.expected_payload);
  expect([after.phase, after.step]).toEqual([last.phase, last.step]);
  expect(after.instruction).toContain(last.query);
  expect(after.instruction.length).toBeLessThanOrEqual(8000);
  expect(saved()).toEqual(file);
  return next;
}

const pending = (...ids: string[]) => ids.map((id) => ({ id, description: `do ${id}`, status: 'pending' }));
const completed = (...ids: string[]) =>
  ids.map((id) => ({ id, description: `do ${id}`, status: 'completed' }));
const yes = { reason: 'because' };

/** Twice round: t1 fails three times, an intervention, twice more; then the quality review finds something twice. */
const fails = (id: string) => [{}, { passed: false, failed_tasks: [id], details: `${id} does not work` }];
const once = [{ task_id: 't1', summary: 'again' }];
const replan = { tasks: [...pending('t1'), ...completed('t2', 't3')] };
const review = { reviewed_files: ['src/a.ts'], commit_message: 'a is two' };
const unchanged = { reviewed_files: [], commit_message: 'nothing new' };
const path: readonly Record<string, unknown>[] = [
  { choice: 'continue' },
  { documents_reviewed: ['README.md', { path: 'docs/a.md', notes: 'seen' }] },
  { action_type: 'fix', target_symbols: ['a'], scope: 'src', constraints: ['no new files'] },
  { explored_files: ['src/a.ts', 'src/b.ts'], findings: ['a is a constant', 'b imports it'] },
  { needs_more_information: false, ...yes },
  { search_results: ['src/b.ts:1'] },
  { has_unverified_hypotheses: false, ...yes },
  { hypotheses_verified: [{ hypothesis: 'h', result: 'rejected', evidence: 'src/a.ts:1' }] },
  { needs_impact_analysis: false, ...yes },
  { impact_summary: { 'src/b.ts': 'imports it' } },
  { tasks: pending('t1', 't2', 't3') },
  { task_id: 't1', summary: 'did t1' },
  { task_id: 't2', summary: 'did t2' },
  { task_id: 't3', summary: 'did t3' },
  ...fails('t1'),
  replan,
  ...once,
  ...fails('t1'),
  replan,
  ...once,
  ...fails('t1'),
  { prompt_used: 'structure_review', action_taken: 'looked at it from elsewhere' },
  replan,
  ...once,
  ...fails('t1'),
  replan,
  ...once,
  ...fails('t1'),
  replan,
  ...once,
  {},
  { passed: true, details: 'looked at it' },
  review,
  { quality_score: 3, issues: ['a is not documented'] },
  replan,
  ...once,
  {},
  { passed: true, details: 'looked at it' },
  unchanged,
  { quality_score: 4, issues: [{ file: 'src/a.ts', problem: 'still not' }] },
  replan,
  ...once,
  {},
  { passed: true, details: 'looked at it' },
  unchanged,
  { quality_score: 9, issues: [] },
  {},
];

test('killed at each place, and after each count, a session stands in a new process where it stood: phase, tasks, flags, counters', async () => {
  folder = makeFolder();
  folder.git('branch', 'llm_task_20260101-000000-deadbeef_from_main');
  let client = await folder.open();
  let last = await begin(client, { flags: ['--gate=full', '--doc-research=api,architecture'] });
  const places: string[] = [];
  for (const data of path) {
    const place = `${last.step} ${last.phase}`;
    // Every place, and every time that something was counted.
    if (!places.includes(place) || last.reverted_from) client = await revived(client, last);
    places.push(place);
    if ('task_id' in data && data.task_id === 't1' && data.summary === 'did t1')
      folder.write('src/a.ts', 'export const a = 2;\n');
    last = await taken(client.submit(data));
    if (places.length === 34)
      expect(await client.status()).toMatchObject({ counters: { intervention_count: 1 } });
  }
  expect(last).toMatchObject({ phase: 'SESSION_COMPLETE', merged: true });
  expect([...new Set(places)].sort()).toEqual(
    [
      '2 BRANCH_INTERVENTION',
      '3 DOCUMENT_RESEARCH',
      '4 QUERY_FRAME',
      '5 EXPLORATION',
      '6 Q1',
      '7 SEMANTIC',
      '8 Q2',
      '9 VERIFICATION',
      '10 Q3',
      '11 IMPACT_ANALYSIS',
      '12 READY',
      '13 READY',
      '14 READY',
      '15 POST_IMPL_VERIFY',
      '16 VERIFY_INTERVENTION',
      '17 PRE_COMMIT',
      '18 QUALITY_REVIEW',
      '19 MERGE',
    ].sort(),
  );
  expect(folder.git('show', 'main:src/a.ts')).toBe('export const a = 2;\n');
}, 180_000);

test('counters and failures are where they were, and go on from there', async () => {
  folder = makeFolder();
  let client = await folder.open();
  await begin(client, { flags: ['--gate=full', '--no-doc'] });
  for (const data of path.slice(2, 36)) {
    if ('task_id' in data) folder.write('src/a.ts', 'export const a = 2;\n');
    await taken(client.submit(data));
  }
  await client.kill();
  client = await folder.open();
  const status = await taken(client.status());
  expect(status).toMatchObject({
    counters: { intervention_count: 1, quality_revert_count: 0, exploration_revert_count: 0 },
    flags: { gate_level: 'full', no_doc: true, no_quality: false },
    tasks: [{ id: 't1', failure_count: 2 }, { id: 't2' }, { id: 't3' }],
  });
});

describe('flags survive', () => {
  test.each([
    [['--no-verify', '--no-quality', '--no-doc', '-ni', '--gate=full'], 'MODIFY'],
    [['--fast', '--doc-research=api'], 'IMPLEMENT'],
    [['--quick', '--no-verify'], 'IMPLEMENT'],
    [['--only-verify'], 'MODIFY'],
    [['--only-explore', '--gate=full'], 'MODIFY'],
    [[], 'QUESTION'],
  ])('%j %s', async (flags, intent) => {
    folder = makeFolder();
    const client = await folder.open();
    const last = await begin(client, { flags, intent });
    const next = await revived(client, last);
    expect(await next.status()).toMatchObject({ intent, session_id: last.session_id });
  });
});

describe('nothing to restore', () => {
  const none = { isError: true, error: 'no_session', message: expect.stringContaining('no active session') };

  test('in an empty project is said, and nothing is made', async () => {
    folder = makeFolder({ git: false, files: {} });
    const client = await folder.open();
    expect(await client.status()).toMatchObject(none);
    expect(await client.submit({})).toMatchObject(none);
    expect(readdirSync(folder.root)).toEqual([]);
  });

  test('after the end of a session is said, and the old one does not come back', async () => {
    folder = makeFolder();
    const client = await folder.open();
    await begin(client, { intent: 'QUESTION' });
    let last: Answer | null = null;
    for (const data of toReady) last = await taken(client.submit(data));
    expect(last).toMatchObject({ phase: 'SESSION_COMPLETE', report: { explored_files: ['src/a.ts'] } });
    await client.kill();
    const next = await folder.open();
    expect(await next.status()).toMatchObject(none);
    expect(await next.submit({})).toMatchObject(none);
    expect(folder.checkpoints()).toEqual([]);
  });
});

/** A session at QUERY_FRAME whose server is gone; its id. */
async function abandoned(): Promise<string> {
  const client = await folder.open();
  const { session_id } = await begin(client);
  await taken(client.submit(toReady[0]));
  await client.kill();
  return session_id;
}

const fileOf = (id: string): string => join(sessions(), `${id}.json`);

function rewrite(id: string, change: (session: Record<string, unknown>) => Record<string, unknown>): void {
  writeFileSync(fileOf(id), JSON.stringify(change(JSON.parse(readFileSync(fileOf(id), 'utf8')))));
}

describe('a checkpoint', () => {
  test('is restored by name, also an older one; the newest is taken without', async () => {
    folder = makeFolder();
    const older = await abandoned();
    const client = await folder.open();
    // Beside the restorable one a new session is begun, and left at its first phase by its server's end.
    const { session_id: newer } = await begin(client);
    await client.kill();
    const first = await folder.open();
    expect(await first.status()).toMatchObject({
      session_id: newer,
      other_sessions: [{ session_id: older, phase: 'QUERY_FRAME', step: 4 }],
    });
    await first.kill();
    const second = await folder.open();
    expect(await second.status({ session_id: older })).toMatchObject({ session_id: older, step: 4 });
    const third = await folder.open();
    expect(await third.status({ session_id: 'no-such-session' })).toMatchObject({ error: 'unknown_session' });
  });

  test('is restored by the submission itself, where it is this client’s', async () => {
    folder = makeFolder();
    await abandoned();
    const client = await folder.open();
    expect(await taken(client.submit(toReady[1]))).toMatchObject({ phase: 'EXPLORATION' });
  });

  test('of another host is restored only when it is named', async () => {
    folder = makeFolder();
    const id = await abandoned();
    rewrite(id, (session) => ({
      ...session,
      owner: { ...(session.owner as Record<string, unknown>), host: 'elsewhere' },
    }));
    const client = await folder.open();
    expect(await client.status()).toMatchObject({ isError: true, error: 'no_session' });
    expect(await begin(client)).toMatchObject({ checkpoint_info: { session_id: id, host: 'elsewhere' } });
    expect(await taken(client.status({ session_id: id }))).toMatchObject({ session_id: id, step: 4 });
    expect(await taken(client.submit(toReady[1]))).toMatchObject({ phase: 'EXPLORATION' });
  });

  test('that is damaged is set aside and named, beside a good one and alone', async () => {
    folder = makeFolder();
    const id = await abandoned();
    const bad = '20260101-000000-00000000';
    writeFileSync(fileOf(bad), '{"session_id": "20260101-0000');
    const client = await folder.open();
    const answer = await taken(client.status());
    expect(answer.session_id).toBe(id);
    expect(answer.warnings.join('\n')).toContain(`${bad}.json.corrupt`);
    expect(readFileSync(`${fileOf(bad)}.corrupt`, 'utf8')).toBe('{"session_id": "20260101-0000');
    await client.kill();

    writeFileSync(fileOf(id), readFileSync(fileOf(id), 'utf8').slice(0, -20));
    const next = await folder.open();
    expect(await next.status()).toMatchObject({ isError: true, error: 'no_session' });
    expect((await begin(next)).warnings.join('\n')).toContain(`${id}.json.corrupt`);
  });

  test('that the repository brought along is set aside, not used', async () => {
    folder = makeFolder();
    const id = await abandoned();
    folder.git('add', '-f', `.code-intel/sessions/${id}.json`);
    const client = await folder.open();
    expect(await client.status()).toMatchObject({ isError: true, error: 'no_session' });
    expect(readdirSync(sessions())).toContain(`${id}.json.corrupt`);
  });

  test('of a newer version is read as far as it fits, and keeps what it holds besides', async () => {
    folder = makeFolder();
    const id = await abandoned();
    rewrite(id, (session) => ({ ...session, checkpoint_version: 7, of_a_later_version: { kept: [1, 2] } }));
    const client = await folder.open();
    expect(await taken(client.status())).toMatchObject({ session_id: id, step: 4 });
    await taken(client.submit(toReady[1]));
    expect(folder.checkpoints()).toMatchObject([
      { checkpoint_version: 7, of_a_later_version: { kept: [1, 2] }, phase: 'EXPLORATION' },
    ]);
  });

  test('with keys missing takes their defaults', async () => {
    folder = makeFolder();
    const id = await abandoned();
    rewrite(id, ({ session_id, intent, query, phase, checkpoint_version, owner, base_branch }) => ({
      session_id,
      intent,
      query,
      phase,
      checkpoint_version,
      owner,
      base_branch,
    }));
    const client = await folder.open();
    expect(await taken(client.status())).toMatchObject({
      step: 4,
      tasks: [],
      counters: { intervention_count: 0 },
      flags: { gate_level: 'auto' },
    });
    expect(await taken(client.submit(toReady[1]))).toMatchObject({ phase: 'EXPLORATION' });
  });
});

describe('the branch that changed meanwhile', () => {
  const tasks = pending('t1', 't2');

  /** A --fast session at PRE_COMMIT whose server was killed, its branch checked out. */
  async function killedBeforeCommit(): Promise<{ branch: string }> {
    folder = makeFolder();
    const client = await folder.open();
    const { session_id: id } = await begin(client, { flags: ['--fast', '--no-doc'] });
    await taken(client.submit(toReady[1]));
    await taken(client.submit({ tasks }));
    folder.write('src/a.ts', 'export const a = 2;\n');
    for (const task of tasks) await taken(client.submit({ task_id: task.id, summary: 'done' }));
    await taken(client.submit({}));
    await taken(client.submit({ passed: true, details: 'looked' }));
    await client.kill();
    return { branch: `llm_task_${id}_from_main` };
  }

  test('is told with what to do; PRE_COMMIT refuses and main stays, until HEAD is back', async () => {
    const { branch } = await killedBeforeCommit();
    folder.git('switch', '-q', 'main');
    const client = await folder.open();
    const status = await taken(client.status());
    expect(status).toMatchObject({
      recovered_from_checkpoint: true,
      step: 17,
      branch: { task_branch: branch },
    });
    expect(status.warnings.join('\n')).toContain(`git switch ${branch}`);
    expect(status.warnings.join('\n')).toContain('main');
    expect(await client.submit(review)).toMatchObject({
      isError: true,
      error: 'git_state',
      expected: branch,
      actual: 'main',
      current_phase: 'PRE_COMMIT',
      message: expect.stringContaining(`git switch ${branch}`),
    });
    expect(folder.git('log', '--format=%s', '--branches')).not.toContain('a is two');
    folder.git('switch', '-q', branch);
    expect(await taken(client.submit(review))).toMatchObject({ phase: 'MERGE', committed: true });
    expect(await taken(client.submit({}))).toMatchObject({ merged: true });
  });

  test('being gone, is named with the command that brings it back', async () => {
    const { branch } = await killedBeforeCommit();
    const tip = folder.git('rev-parse', branch).trim();
    folder.git('switch', '-q', 'main');
    folder.git('branch', '-q', '-D', branch);
    const client = await folder.open();
    const status = await taken(client.status());
    expect(status.step).toBe(17);
    expect(status.warnings.join('\n')).toContain(`git branch ${branch} ${tip}`);
    expect(await client.submit(review)).toMatchObject({
      error: 'git_state',
      message: expect.stringContaining(`git branch ${branch} ${tip}`),
    });
    folder.git('branch', branch, tip);
    folder.git('switch', '-q', branch);
    expect(await taken(client.submit(review))).toMatchObject({ committed: true });
  });

  test('is only a warning while tasks are done', async () => {
    folder = makeFolder();
    const client = await folder.open();
    const { session_id } = await begin(client, { flags: ['--fast', '--no-doc'] });
    await taken(client.submit(toReady[1]));
    await taken(client.submit({ tasks }));
    await client.kill();
    folder.git('switch', '-q', 'main');
    const next = await folder.open();
    const answer = await taken(next.submit({ task_id: 't1', summary: 'done' }));
    expect(answer).toMatchObject({ step: 13, progress: '1/2' });
    expect(answer.warnings.join('\n')).toContain(`git switch llm_task_${session_id}_from_main`);
  });
});
