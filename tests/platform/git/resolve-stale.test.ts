import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Effect, Outcome } from '../../../src/session/effects.ts';
import { record, refusal, type Sandbox, sandbox, sid, taskName } from './support.ts';

type Resolve = Extract<Effect, { kind: 'resolve_stale' }>;
type Resolved = Extract<Outcome, { kind: 'resolve_stale' }>;

const ids = ['20261130-aaaa', '20261130-bbbb', '20261130-cccc'] as const;
const names = ids.map((id) => taskName('main', id));

/** Three leftovers with one commit each (`<id>.ts`), HEAD on main. */
function leftovers(): Sandbox {
  const box = sandbox({ files: { 'seed.txt': 's\n', 'user.ts': '1\n' } });
  for (const [at, name] of names.entries()) {
    box.git('switch', '-q', '-c', name, 'main');
    box.write(`${at}.ts`, `${at}\n`);
    box.git('add', '-A');
    box.git('commit', '-qm', name);
  }
  box.git('switch', '-q', 'main');
  return box;
}

async function effect(box: Sandbox, action: 'delete' | 'merge'): Promise<Resolve> {
  const branches = await box.repo.staleBranches({ own: null, held: [] });
  return { kind: 'resolve_stale', action, branches, session_id: sid, message: 'the query' };
}

async function perform(box: Sandbox, wanted: Resolve): Promise<Resolved> {
  const outcome = await box.repo.perform(wanted);
  if (outcome.kind !== 'resolve_stale') throw new Error(outcome.kind);
  return outcome;
}

const heads = (box: Sandbox) =>
  box.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').trim().split('\n');

describe('resolve_stale: delete', () => {
  it('puts every tip into trash and says how to get it back; local changes stay', async () => {
    const box = leftovers();
    box.git('switch', '-q', names[1] ?? '');
    box.write('user.ts', 'user\n');
    box.git('add', 'user.ts');
    box.write('notes.md', 'n\n');
    const wanted = await effect(box, 'delete');
    const outcome = await perform(box, wanted);
    expect(outcome.branch).toBe('main');
    expect(outcome.stopped).toBeUndefined();
    expect(outcome.done).toEqual(
      wanted.branches.map(({ branch, tip }) => ({
        branch,
        action: 'deleted',
        tip,
        restore: `git branch ${branch} ${tip}`,
      })),
    );
    expect(heads(box)).toEqual(['main']);
    expect(box.git('status', '--porcelain')).toBe('M  user.ts\n?? notes.md\n');
    expect(
      box.git('for-each-ref', '--format=%(objectname)', 'refs/code-intel/trash').trim().split('\n').sort(),
    ).toEqual(wanted.branches.map(({ tip }) => tip).sort());
    for (const { restore } of outcome.done) box.git(...restore.split(' ').slice(1));
    expect(heads(box)).toEqual(['main', ...names].sort());
  });

  it('refuses before anything is touched where the base is gone, or local changes are in the way', async () => {
    const box = leftovers();
    box.git('switch', '-q', names[0] ?? '');
    box.write('0.ts', 'changed\n');
    const wanted = await effect(box, 'delete');
    const before = record(box.top);
    const inTheWay = await refusal(box.repo.perform(wanted));
    expect([inTheWay.code, inTheWay.details.files]).toEqual(['git_state', ['0.ts']]);
    expect(record(box.top)).toEqual(before);
    box.git('checkout', '-q', '.');
    box.git('branch', '-m', 'main', 'trunk');
    const gone = await refusal(box.repo.perform(wanted));
    expect([gone.code, gone.details.branches]).toEqual(['git_state', [...names, 'trunk'].sort()]);
    expect(heads(box)).toHaveLength(4);
  });

  it('completes after a crash what it had begun, and drops what it had not', async () => {
    const box = leftovers();
    const wanted = await effect(box, 'delete');
    expect(await box.repo.recover(wanted)).toBeNull();
    expect(heads(box)).toHaveLength(4);
    await perform(box, { ...wanted, branches: wanted.branches.slice(0, 1) });
    const outcome = await box.repo.recover(wanted);
    expect(outcome).toMatchObject({
      done: wanted.branches.map(({ branch }) => ({ branch, action: 'deleted' })),
      branch: 'main',
    });
    expect(heads(box)).toEqual(['main']);
  });

  it('takes no option for a branch', async () => {
    const box = leftovers();
    const wanted = await effect(box, 'delete');
    const [first] = wanted.branches;
    if (first === undefined) throw new Error('none');
    for (const branch of ['-D', `--output=${join(box.home, 'INJ')}`, 'a..b']) {
      expect((await refusal(box.repo.perform({ ...wanted, branches: [{ ...first, branch }] }))).code).toBe(
        'git_state',
      );
    }
    expect(heads(box)).toHaveLength(4);
  });
});

describe('resolve_stale: merge', () => {
  it('merges each into its own base, deletes it, and goes back to where HEAD was', async () => {
    const box = leftovers();
    box.git('branch', 'feature/x', 'main');
    const other = taskName('feature/x', '20261130-dddd');
    box.git('switch', '-q', '-c', other, 'main');
    box.write('x.ts', 'x\n');
    box.git('add', '-A');
    box.git('commit', '-qm', 'x');
    box.git('switch', '-q', '-c', 'own-work', 'main');
    box.write('user.ts', 'user\n');
    box.git('add', 'user.ts');
    const outcome = await perform(box, await effect(box, 'merge'));
    expect(outcome.branch).toBe('own-work');
    expect(outcome.stopped).toBeUndefined();
    expect(outcome.done.map(({ branch, action, into }) => [branch, action, into])).toEqual(
      [...names.map((name) => [name, 'merged', 'main']), [other, 'merged', 'feature/x']].sort(),
    );
    expect(heads(box)).toEqual(['feature/x', 'main', 'own-work']);
    expect(box.git('log', '-1', '--format=%B', 'feature/x')).toBe(`Merge ${other}\n\nthe query\n\n`);
    expect(box.git('ls-tree', '--name-only', 'main')).toBe('0.ts\n1.ts\n2.ts\nseed.txt\nuser.ts\n');
    expect(box.git('status', '--porcelain')).toBe('M  user.ts\n');
  });

  it('stops at the first that cannot be: what is done stays done, what is open is as before', async () => {
    const box = leftovers();
    box.git('switch', '-q', names[1] ?? '');
    box.write('seed.txt', 'task\n');
    box.git('commit', '-qam', 'clash');
    box.git('switch', '-q', 'main');
    box.write('seed.txt', 'main\n');
    box.git('commit', '-qam', 'main');
    box.write('user.ts', 'user\n');
    box.git('add', 'user.ts');
    const outcome = await perform(box, await effect(box, 'merge'));
    expect(outcome.done.map(({ branch }) => branch)).toEqual([names[0]]);
    expect(outcome.stopped).toMatchObject({ branch: names[1], kind: 'conflict', files: ['seed.txt'] });
    expect(outcome.branch).toBe('main');
    expect(heads(box)).toEqual(['main', names[1], names[2]].sort());
    expect(box.git('status', '--porcelain')).toBe('M  user.ts\n');
    expect(record(box.top).operation).toEqual([]);
  });

  it('says which base is missing: as a refusal while nothing is done, as the stop after that', async () => {
    const box = leftovers();
    box.git('branch', taskName('gone', '20261130-dddd'), names[0] ?? '');
    const wanted = await effect(box, 'merge');
    const gone = wanted.branches.filter(({ base }) => base === 'gone');
    const { code, details } = await refusal(box.repo.perform({ ...wanted, branches: gone }));
    expect([code, details.base]).toEqual(['git_state', 'gone']);
    const rest = wanted.branches.filter(({ base }) => base !== 'gone');
    const outcome = await perform(box, { ...wanted, branches: [...rest, ...gone] });
    expect(outcome.done).toHaveLength(3);
    expect(outcome.stopped).toMatchObject({ branch: taskName('gone', '20261130-dddd'), kind: 'other' });
    expect(outcome.stopped?.output).toContain('gone');
  });

  it('completes after a crash: a branch merged but not deleted, one deleted, one open', async () => {
    const box = leftovers();
    const wanted = await effect(box, 'merge');
    await perform(box, { ...wanted, branches: wanted.branches.slice(0, 1) });
    box.git('merge', '-q', '--no-ff', '-m', 'as ours would be', names[1] ?? '');
    const outcome = await box.repo.recover(wanted);
    expect(outcome).toMatchObject({
      done: names.map((branch) => ({ branch, action: 'merged', into: 'main' })),
    });
    expect(heads(box)).toEqual(['main']);
    expect(box.git('rev-list', '--count', '--merges', 'main')).toBe('3\n');
  });
});
