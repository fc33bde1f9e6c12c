import { spawn } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { type Answer, toReady } from '../support/project.ts';
import { makeFolder, type ProjectFolder, type StdioClient } from '../support/stdio-client.ts';

let folder: ProjectFolder;
const clients: ReturnType<typeof spawn>[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.kill('SIGKILL');
  await folder.close();
});

/** A client process that outlives its servers, named to them as Claude Code does. */
function aClient(): { pid: number; env: NodeJS.ProcessEnv; end(): Promise<void> } {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  clients.push(child);
  const pid = child.pid ?? 0;
  return {
    pid,
    env: { ...folder.env, CLAUDE_CODE_MESSAGING_SOCKET: `/tmp/claude/${pid}.sock` },
    end: () =>
      new Promise((resolve) => {
        child.on('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

const begin = (client: StdioClient, intent = 'MODIFY', query = 'make a two'): Promise<Answer> =>
  client.call('start_session', { intent, query, flags: [] });

async function taken(answer: Promise<Answer>): Promise<Answer> {
  const got = await answer;
  expect(got).toMatchObject({ isError: false });
  return got;
}

const plan = {
  tasks: ['t1', 't2', 't3'].map((id) => ({ id, description: `do ${id}`, status: 'pending' })),
};

async function planned(client: StdioClient): Promise<string> {
  const { session_id } = await taken(begin(client));
  for (const data of [...toReady, plan]) await taken(client.submit(data));
  return session_id as string;
}

const fileOf = (id: string): string => folder.read(`.code-intel/sessions/${id}.json`);

test('beside a living session another client may investigate to the end, not edit, and touches nothing of it', async () => {
  folder = makeFolder();
  const first = await folder.open({ ownClient: true });
  const id = await planned(first);
  const before = fileOf(id);
  const { pid } = JSON.parse(before).owner.client;
  expect(pid).toBe(first.child.pid);

  const second = await folder.open();
  expect(await begin(second)).toMatchObject({
    isError: true,
    error: 'git_state',
    session_id: id,
    message: expect.stringContaining(`process ${pid}`),
  });
  const other = await taken(begin(second, 'INVESTIGATE', 'what is a'));
  expect(other).toMatchObject({ phase: 'DOCUMENT_RESEARCH' });
  expect(other).not.toHaveProperty('recovery_available');
  expect(other.warnings.join('\n')).toContain(id);
  expect(other.warnings.join('\n')).toContain(`process ${pid}`);

  for (const [number, data] of toReady.entries()) {
    if (number === 2) await taken(first.submit({ task_id: 't1', summary: 'done' }));
    await taken(second.submit(data));
  }
  expect(await second.status()).toMatchObject({ isError: true, error: 'no_session' });
  expect(await second.status({ session_id: id })).toMatchObject({ isError: true, error: 'session_open' });
  expect(await second.call('cleanup_stale_branches')).toMatchObject({
    branches: [],
    checkpoints_set_aside: [],
  });
  expect(await taken(first.submit({ task_id: 't2', summary: 'done' }))).toMatchObject({ progress: '2/3' });
  expect(folder.git('symbolic-ref', '--short', 'HEAD').trim()).toBe(`llm_task_${id}_from_main`);
});

test('each of two clients resumes its own session after its server died, and a dead client’s is offered', async () => {
  folder = makeFolder();
  const [a, b] = [aClient(), aClient()];
  let first = await folder.open({ env: a.env });
  const editing = await planned(first);
  let second = await folder.open({ env: b.env });
  const { session_id: looking } = await taken(begin(second, 'QUESTION', 'what is a'));
  await taken(second.submit(toReady[0]));
  await taken(first.submit({ task_id: 't1', summary: 'done' }));
  await Promise.all([first.kill(), second.kill()]);

  first = await folder.open({ env: a.env });
  second = await folder.open({ env: b.env });
  expect(await second.status()).toMatchObject({ session_id: looking, phase: 'QUERY_FRAME' });
  expect(await first.status()).toMatchObject({
    session_id: editing,
    recovered_from_checkpoint: true,
    step: 13,
    task_progress: { progress: '1/3' },
  });
  // Its server gone, its client alive: still not another's.
  await first.kill();
  expect(await second.call('cleanup_stale_branches', { action: 'end' })).toMatchObject({ ended: looking });
  expect(await begin(second)).toMatchObject({ error: 'git_state', session_id: editing });

  await a.end();
  const offered = await taken(begin(second));
  expect(offered).toMatchObject({
    phase: 'BRANCH_INTERVENTION',
    recovery_available: true,
    checkpoint_info: { session_id: editing, phase: 'READY', step: 13, query: 'make a two' },
  });
  expect(offered.stale_branches).toMatchObject([{ session_restorable: true }]);
  expect(await taken(second.status({ session_id: editing }))).toMatchObject({
    session_id: editing,
    recovered_from_checkpoint: true,
    step: 13,
  });
  // The new one, to which nothing was submitted, has made way.
  expect(folder.checkpoints().map(({ session_id }) => session_id)).toEqual([editing]);
});

test('going on with a new session sets aside the checkpoint that was shown, no other', async () => {
  folder = makeFolder();
  const ids: string[] = [];
  for (const query of ['the older', 'the newer']) {
    const client = aClient();
    const server = await folder.open({ env: client.env });
    const { session_id } = await taken(begin(server, 'QUESTION', query));
    ids.push(session_id);
    await server.kill();
    await client.end();
  }
  const [older, newer] = ids;
  const server = await folder.open();
  const started = await taken(begin(server, 'QUESTION', 'mine'));
  expect(started).toMatchObject({
    checkpoint_info: { session_id: newer },
    other_sessions: [{ session_id: older }],
  });
  expect(folder.checkpoints()).toHaveLength(3);
  await taken(server.submit(toReady[0]));
  expect(
    folder
      .checkpoints()
      .map(({ session_id }) => session_id)
      .sort(),
  ).toEqual([older, started.session_id].sort());
  expect(folder.exists(`.code-intel/sessions/discarded/${newer}.json`)).toBe(true);
});

/** Two servers of one client (the tests) on one session. */
async function pair(): Promise<{ one: StdioClient; two: StdioClient; id: string }> {
  const one = await folder.open();
  const two = await folder.open();
  const { session_id } = await taken(begin(one));
  await taken(two.status({ session_id }));
  return { one, two, id: session_id };
}

test('two servers of one client take submissions in turn, each on the newest state', async () => {
  folder = makeFolder();
  const { one, two, id } = await pair();
  for (const [number, data] of [...toReady, plan].entries())
    await taken((number % 2 ? one : two).submit(data));
  await taken(one.submit({ task_id: 't1', summary: 'done' }));
  // A change that is no submission, by the server that has seen nothing of the last one.
  await taken(two.call('add_explored_files', { files: ['src/b.ts'] }));
  await taken(one.submit({ task_id: 't2', summary: 'done' }));
  expect(await two.status()).toMatchObject({ step: 13, task_progress: { progress: '2/3' } });
  const saved = JSON.parse(fileOf(id));
  expect(saved.submissions).toBe(9);
  expect(saved.completed_task_ids).toEqual(['t1', 't2']);
  expect(saved.exploration.explored_files).toEqual(['src/a.ts', 'src/b.ts']);
});

test('of two submissions at the same time exactly one is taken, and its effect happens once', async () => {
  folder = makeFolder();
  const { one, two, id } = await pair();
  const both = async (data: unknown, also: unknown = data) => {
    const answers = await Promise.all([one.submit(data), two.submit(also)]);
    const refused = answers.filter(({ isError }) => isError);
    expect(refused, JSON.stringify(answers)).toHaveLength(1);
    expect(refused[0]).toMatchObject({ current_phase: expect.any(String), instruction: expect.any(String) });
    return answers.find(({ isError }) => !isError) as Answer;
  };
  let count = 0;
  for (const data of toReady) {
    await both(data);
    count += 1;
    expect(JSON.parse(fileOf(id)).submissions).toBe(count);
  }
  expect(folder.git('branch', '--format=%(refname:short)').trim().split('\n')).toHaveLength(2);
  await taken(one.submit(plan));
  folder.write('src/a.ts', 'export const a = 2;\n');
  for (const task_id of ['t1', 't2', 't3']) await both({ task_id, summary: 'done' });
  await both({}, { passed: true, details: 'too early' });
  await both({ passed: true, details: 'looked' });
  const committed = await both({ reviewed_files: ['src/a.ts'], commit_message: 'a is two' });
  expect(committed).toMatchObject({ committed: true, phase: 'QUALITY_REVIEW' });
  await both({ quality_score: 9, issues: [] });
  const answers = await Promise.all([one.submit({}), two.submit({})]);
  expect(answers.filter(({ isError }) => !isError)).toMatchObject([{ phase: 'SESSION_COMPLETE' }]);
  expect(folder.git('log', '--format=%s', 'main').trim().split('\n')).toEqual([
    `Merge llm_task_${id}_from_main`,
    'a is two',
    'first',
  ]);
  expect(folder.checkpoints()).toEqual([]);
});

test('a session that one server has ended is over for the other server of the same client', async () => {
  folder = makeFolder();
  const one = await folder.open();
  const two = await folder.open();
  const { session_id } = await taken(begin(one, 'QUESTION', 'what is a'));
  await taken(two.status({ session_id }));
  for (const data of toReady) await taken(one.submit(data));
  expect(folder.checkpoints()).toEqual([]);
  expect(await two.status()).toMatchObject({ isError: true, error: 'no_session' });
  expect(await two.submit(toReady[0])).toMatchObject({ isError: true, error: 'no_session' });
  expect(folder.checkpoints()).toEqual([]);
});
