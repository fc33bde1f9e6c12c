import { afterEach, expect, test } from 'vitest';
import { running, until } from '../support/processes.ts';
import type { Answer } from '../support/project.ts';
import { makeFolder, type ProjectFolder, type StdioClient } from '../support/stdio-client.ts';

let folder: ProjectFolder;
afterEach(() => folder.close());

async function taken(answer: Promise<Answer>): Promise<Answer> {
  const got = await answer;
  expect(got).toMatchObject({ isError: false });
  return got;
}

const passed = { passed: true, details: 'looked at it' };
const review = { reviewed_files: ['src/a.ts'], commit_message: 'a is two' };

/** A --fast session at POST_IMPL_VERIFY. */
async function toVerify(env: NodeJS.ProcessEnv = {}): Promise<StdioClient> {
  const client = await folder.open({ env: { ...folder.env, ...env } });
  await taken(
    client.call('start_session', { intent: 'MODIFY', query: 'a is two', flags: ['--fast', '--no-doc'] }),
  );
  await taken(client.submit({ action_type: 'fix', target_symbols: ['a'], scope: 'src', constraints: [] }));
  await taken(client.submit({ tasks: [{ id: 't1', description: 'a is 2', status: 'pending' }] }));
  folder.write('src/a.ts', 'export const a = 2;\n');
  await taken(client.submit({ task_id: 't1', summary: 'done' }));
  await taken(client.submit({}));
  return client;
}

test('hooks that speak and read take nothing of the protocol: both requests of one write are answered', async () => {
  folder = makeFolder({ commands: ['echo the command speaks; cat; read x; echo "read $x" >&2; true'] });
  const speaks = 'echo a hook speaks; echo louder >&2; cat; read x; echo "{}"; exit 0';
  for (const name of [
    'pre-commit',
    'commit-msg',
    'post-commit',
    'post-checkout',
    'pre-merge-commit',
    'post-merge',
  ])
    folder.hook(name, speaks);
  const client = await toVerify({ DEBUG: '*', NODE_OPTIONS: '--trace-warnings', GIT_TRACE: '1' });
  await taken(client.submit(passed));

  const lines = [
    client.request('tools/call', { name: 'submit_phase', arguments: { data: review } }),
    client.request('tools/call', { name: 'get_session_status', arguments: {} }),
  ];
  const [commit, status] = await Promise.all(lines.map(({ answer }) => answer));
  expect(JSON.parse(commit?.result?.content?.[0]?.text ?? '')).toMatchObject({
    phase: 'MERGE',
    committed: true,
  });
  expect(JSON.parse(status?.result?.content?.[0]?.text ?? '')).toMatchObject({ phase: 'MERGE' });
  for (const name of ['search_text', 'search_files'])
    await taken(client.call(name, name === 'search_text' ? { pattern: 'a' } : { pattern: '**/*.ts' }));
  expect(await taken(client.submit({}))).toMatchObject({ merged: true });
  const ids = client.lines.map((line) => (JSON.parse(line) as { jsonrpc: string; id?: number }).id);
  expect(ids.filter((id) => id !== undefined).length).toBe(
    new Set(ids.filter((id) => id !== undefined)).size,
  );
  for (const line of client.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

test('standard input closed in the middle of a verify command: status 0, no child left, the checkpoint as before', async () => {
  folder = makeFolder({ commands: ['setsid sleep 861.5 & sleep 862.5 & sleep 863.5'] });
  const client = await toVerify();
  const before = folder.checkpoints();
  client.begin('submit_phase', { data: passed });
  const children = () => ['861.5', '862.5', '863.5'].flatMap(running);
  await until('the commands run', 15_000, () => running('861.5').length > 0 && running('863.5').length > 0);
  expect(await client.close()).toBe(0);
  await until('no child is left', 5_000, () => children().length === 0);
  expect(folder.checkpoints()).toEqual(before);
});

test('standard input closed in the middle of a hook: status 0, no child left, and the commit can be made anew', async () => {
  folder = makeFolder();
  folder.hook('pre-commit', 'sleep 864.5 & sleep 865.5');
  const client = await toVerify();
  await taken(client.submit(passed));
  client.begin('submit_phase', { data: review });
  await until('the hook runs', 15_000, () => running('865.5').length > 0);
  expect(await client.close()).toBe(0);
  await until('no child is left', 5_000, () => [...running('864.5'), ...running('865.5')].length === 0);
  expect(folder.git('log', '--format=%s')).toBe('first\n');

  folder.hook('pre-commit', 'exit 0');
  const next = await folder.open();
  expect(await taken(next.status())).toMatchObject({ phase: 'PRE_COMMIT', recovered_from_checkpoint: true });
  expect(await taken(next.submit(review))).toMatchObject({ phase: 'MERGE', committed: true });
  expect(folder.git('log', '--format=%s')).toBe('a is two\nfirst\n');
});

test('a client that is killed takes server and commands along', async () => {
  folder = makeFolder({ commands: ['sleep 866.5'] });
  const client = await folder.open({ ownClient: true });
  await taken(client.call('start_session', { intent: 'MODIFY', query: 'verify', flags: ['--only-verify'] }));
  client.begin('submit_phase', { data: passed });
  await until('the command runs', 15_000, () => running('866.5').length > 0);
  const [saved] = folder.checkpoints() as { owner: { server: { pid: number } } }[];
  process.kill(Number(client.child.pid), 'SIGKILL');
  client.child.stdin?.destroy();
  await until('server and command are gone', 5_000, () => {
    try {
      process.kill(Number(saved?.owner.server.pid), 0);
      return false;
    } catch {
      return running('866.5').length === 0;
    }
  });
});
