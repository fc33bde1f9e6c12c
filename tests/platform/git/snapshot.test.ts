import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TreeChange, Treeish } from '../../../src/session/ports.ts';
import { gitIn, noSnapshot, record, refusal, type Sandbox, sandbox, sid } from './support.ts';

const change = (path: string, status: TreeChange['status'], more: Partial<TreeChange> = {}): TreeChange => ({
  path,
  status,
  eol_only: false,
  submodule: false,
  outside: false,
  large: false,
  ...more,
});

const listing = (box: Sandbox, tree: string | null) =>
  box
    .git('ls-tree', '-r', '-z', '--name-only', tree ?? '')
    .split('\0')
    .filter(Boolean);

const patchOf = async (
  box: Sandbox,
  from: Treeish,
  to: Treeish,
  path: string,
  lines = 400,
  renames = false,
) => {
  const found = (await box.repo.compare(from, to, { renames })).find((one) => one.path === path);
  if (found === undefined) throw new Error(`${path} is not among the changes`);
  return box.repo.patch(from, to, found, lines);
};

describe('snapshot', () => {
  it('takes all that git tracks or would track, and touches neither index nor files', async () => {
    const box = sandbox({
      files: {
        'seed.txt': 's\n',
        'gone.ts': '1\n',
        'cached.ts': '1\n',
        'both.ts': '1\n',
        'hidden.ts': '1\n',
        'skipped.ts': '1\n',
        'forced.log': '1\n',
        '.gitignore': '*.log\n',
      },
      commit: false,
    });
    box.git('add', '-f', '.');
    box.git('commit', '-qm', 'first');
    box.remove('gone.ts');
    box.git('rm', '-q', '--cached', 'cached.ts');
    box.write('both.ts', '2\n');
    box.git('add', 'both.ts');
    box.write('both.ts', '3\n');
    box.write('forced.log', 'changed\n');
    box.write('other.log', 'ignored\n');
    box.write('intended.ts', 'i\n');
    box.git('add', '-N', 'intended.ts');
    box.git('update-index', '--assume-unchanged', 'hidden.ts');
    box.write('hidden.ts', 'local\n');
    box.git('update-index', '--skip-worktree', 'skipped.ts');
    box.remove('skipped.ts');
    box.write('日本語 "q"\n[x].md', 'n\n');
    box.write('-dash', 'd\n');
    symlinkSync('nowhere', join(box.top, 'link'));
    box.write('.code-intel/config.json', '{}');
    box.write('.code-intel/sessions/x.json', '{}');
    const index = join(box.top, '.git/index');
    const [bytes, time] = [readFileSync(index), statSync(index).mtimeMs];
    const before = record(box.top);
    const snapshot = await box.repo.snapshot();
    expect(readFileSync(index).equals(bytes)).toBe(true);
    expect(statSync(index).mtimeMs).toBe(time);
    expect(record(box.top)).toEqual(before);
    expect(listing(box, snapshot.tree).sort()).toEqual(
      [
        '-dash',
        '.gitignore',
        'both.ts',
        'cached.ts',
        'forced.log',
        'hidden.ts',
        'intended.ts',
        'link',
        'seed.txt',
        'skipped.ts',
        '日本語 "q"\n[x].md',
      ].sort(),
    );
    expect(box.git('show', `${snapshot.tree}:both.ts`)).toBe('3\n');
    expect(box.git('show', `${snapshot.tree}:forced.log`)).toBe('changed\n');
    expect(box.git('show', `${snapshot.tree}:hidden.ts`)).toBe('1\n');
    expect(snapshot).toMatchObject({ head: box.git('rev-parse', 'HEAD').trim(), large: {}, given_up: false });
    expect((await box.repo.snapshot()).tree).toBe(snapshot.tree);
  });

  it('sees a change made in the same instant as the index was written', async () => {
    const box = sandbox();
    for (let round = 0; round < 5; round++) {
      box.write('seed.txt', 'aaaa\n');
      box.git('add', 'seed.txt');
      const { mtime } = statSync(join(box.top, 'seed.txt'));
      box.write('seed.txt', 'bbbb\n');
      utimesSync(join(box.top, 'seed.txt'), mtime, mtime);
      const { tree } = await box.repo.snapshot();
      expect(box.git('show', `${tree}:seed.txt`)).toBe('bbbb\n');
    }
  });

  it('records large untracked files, submodules and repositories inside by what they are', async () => {
    const box = sandbox();
    const inner = join(box.home, 'inner');
    mkdirSync(inner);
    gitIn(inner, 'init', '-q');
    gitIn(inner, '-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '-q', '--allow-empty', '-m', 'one');
    box.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub module');
    box.git('commit', '-qm', 'sub');
    const first = await box.repo.snapshot();
    expect(first.large).toEqual({});
    const sub = join(box.top, 'sub module');
    gitIn(sub, '-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '-q', '--allow-empty', '-m', 'two');
    const nested = join(box.top, 'nested');
    mkdirSync(nested);
    gitIn(nested, 'init', '-q');
    writeFileSync(join(nested, 'file'), '');
    writeFileSync(join(box.top, 'big 日.bin'), Buffer.alloc(10 * 1024 * 1024 + 1));
    const before = record(box.top);
    const second = await box.repo.snapshot();
    expect(record(box.top)).toEqual(before);
    expect(second.large).toEqual({
      'big 日.bin': expect.stringMatching(/^10485761:\d+$/),
      'sub module': gitIn(sub, 'rev-parse', 'HEAD').trim(),
    });
    expect(listing(box, second.tree)).toEqual(['.gitmodules', 'seed.txt', 'sub module']);
    expect(await box.repo.compare(first, second)).toEqual([
      change('big 日.bin', 'added', { large: true }),
      change('sub module', 'modified', { submodule: true }),
    ]);
    writeFileSync(join(box.top, 'big 日.bin'), Buffer.alloc(10 * 1024 * 1024 + 2));
    const third = await box.repo.snapshot();
    expect(await box.repo.compare(second, third)).toEqual([
      change('big 日.bin', 'modified', { large: true }),
    ]);
    const [big] = await box.repo.compare(second, third);
    if (big) expect(await box.repo.patch(second, third, big, 10)).toMatchObject({ binary: true, patch: '' });
  });

  it('is taken before the first commit, in a worktree, in the middle of a conflict, and outside a repository', async () => {
    const empty = sandbox({ commit: false });
    const none = await empty.repo.snapshot();
    expect(none.head).toBeNull();
    expect(listing(empty, none.tree)).toEqual(['seed.txt']);
    expect(empty.git('status', '--porcelain')).toBe('?? seed.txt\n');
    expect(await empty.with({ root: empty.home }).snapshot()).toMatchObject({
      tree: null,
      head: null,
      given_up: false,
    });

    const box = sandbox();
    const tree = join(box.home, 'tree');
    box.git('worktree', 'add', '-q', '-b', 'side', tree);
    writeFileSync(join(tree, 'seed.txt'), 'side\n');
    const there = await box.with({ root: tree }).snapshot({ keep_as: sid });
    expect(box.git('show', `refs/code-intel/start/${sid}:seed.txt`)).toBe('side\n');
    expect(there.head).toBe(box.git('rev-parse', 'side').trim());
    gitIn(tree, 'commit', '-qam', 'side');
    box.write('seed.txt', 'main\n');
    box.git('commit', '-qam', 'main');
    expect(() => box.git('merge', 'side')).toThrow();
    const before = record(box.top);
    const { tree: conflicted } = await box.repo.snapshot();
    expect(box.git('show', `${conflicted}:seed.txt`)).toContain('<<<<<<<');
    expect(record(box.top)).toEqual(before);
  });

  it('is given up over its time, and says what was changed instead', async () => {
    const box = sandbox();
    box.write('seed.txt', '2\n');
    box.write('日本.md', 'n\n');
    const before = record(box.top);
    const snapshot = await box.with({ limits: { snapshot: 0 } }).snapshot({ keep_as: sid });
    expect(snapshot).toMatchObject({ tree: null, given_up: true, dirty: ['seed.txt', '日本.md'] });
    expect(box.git('for-each-ref', 'refs/code-intel')).toBe('');
    box.git('config', 'filter.slow.clean', 'sleep 30; cat');
    box.write('.git/info/attributes', 'seed.txt filter=slow\n');
    box.write('seed.txt', '3 longer\n');
    const slow = await box.with({ limits: { snapshot: 1_000 } }).snapshot();
    expect(slow).toMatchObject({ tree: null, given_up: true, dirty: ['seed.txt', '日本.md'] });
    expect(record(box.top).operation).toEqual(before.operation);
  });

  it('obeys an abort, and takes no session id that is none', async () => {
    const box = sandbox();
    await expect(box.repo.snapshot({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
    for (const id of ['../../x', '--output=x', 'short', '']) {
      expect((await refusal(box.repo.snapshot({ keep_as: id }))).code).toBe('unknown_session');
    }
  });
});

describe('compare and patch', () => {
  it('names what differs by its real name, renames where asked, relative to the project', async () => {
    const box = sandbox({
      prefix: 'web',
      files: {
        'web/日本語.ts': 'a\nb\nc\nd\n',
        'web/gone.ts': 'g\n',
        'web/run.sh': 'r\n',
        'api/b.ts': '1\n',
        'web/kind': 'k\n',
        'web/.code-intel/c.json': '{}',
      },
    });
    const from = await box.repo.snapshot();
    renameSync(join(box.top, 'web/日本語.ts'), join(box.top, 'web/改名.ts'));
    box.remove('web/gone.ts');
    chmodSync(join(box.top, 'web/run.sh'), 0o755);
    box.write('api/b.ts', '2\n');
    box.write('web/q"q\n.ts', 'n\n');
    box.write('web/.code-intel/c.json', '{"changed": 1}');
    box.remove('web/kind');
    symlinkSync('run.sh', join(box.top, 'web/kind'));
    const to = await box.repo.snapshot();
    const same = [
      change('../api/b.ts', 'modified', { outside: true }),
      change('gone.ts', 'deleted'),
      change('kind', 'type_changed'),
      change('q"q\n.ts', 'added'),
      change('run.sh', 'modified'),
    ];
    expect(await box.repo.compare(from, to, { renames: true })).toEqual([
      ...same,
      change('改名.ts', 'renamed', { old_path: '日本語.ts' }),
    ]);
    expect(await box.repo.compare(from, to)).toEqual(
      [...same, change('改名.ts', 'added'), change('日本語.ts', 'deleted')].sort((a, b) =>
        a.path < b.path ? -1 : 1,
      ),
    );
    const commit = { commit: box.git('rev-parse', 'HEAD').trim() };
    expect(await box.repo.compare(commit, to, { renames: true })).toEqual(
      await box.repo.compare(from, to, { renames: true }),
    );
    expect(await patchOf(box, from, to, '../api/b.ts')).toEqual({
      insertions: 1,
      deletions: 1,
      binary: false,
      patch: '@@ -1 +1 @@\n-1\n+2',
      truncated: false,
    });
    expect(await patchOf(box, from, to, 'run.sh')).toMatchObject({
      patch: 'old mode 100644\nnew mode 100755',
      insertions: 0,
    });
    expect(await patchOf(box, from, to, '改名.ts', 400, true)).toMatchObject({
      insertions: 0,
      deletions: 0,
      binary: false,
    });
    expect(await patchOf(box, from, to, 'q"q\n.ts')).toMatchObject({
      insertions: 1,
      patch: 'new file mode 100644\n@@ -0,0 +1 @@\n+n',
    });
  });

  it.each(['false', 'true'])(
    'tells a change of line endings only from a change (core.autocrlf=%s)',
    async (autocrlf) => {
      const box = sandbox({ files: { 'a.txt': 'a\nb\n', 'b.txt': 'a\nb\n', 'c.bin': 'a\0\n' } });
      box.git('config', 'core.autocrlf', autocrlf);
      const from = await box.repo.snapshot();
      box.write('a.txt', 'a\r\nb\r\n');
      box.write('b.txt', 'a\r\nB\r\n');
      box.write('c.bin', 'a\0\r\n');
      const to = await box.repo.snapshot();
      const changes = await box.repo.compare(from, to);
      expect(changes.filter(({ path }) => path !== 'a.txt')).toEqual([
        change('b.txt', 'modified'),
        change('c.bin', 'modified'),
      ]);
      // With conversion git records the same content: there is no change at all.
      expect(changes.find(({ path }) => path === 'a.txt')?.eol_only).toBe(
        autocrlf === 'true' ? undefined : true,
      );
    },
  );

  it('leaves alone what was dirty in a snapshot that was given up, and names what is dirty in a later one', async () => {
    const box = sandbox({ files: { 'seed.txt': 's\n', 'user.ts': '1\n', 'work.ts': '1\n' } });
    const head = box.git('rev-parse', 'HEAD').trim();
    box.write('user.ts', 'user\n');
    const start = noSnapshot({ head, dirty: ['user.ts'], given_up: true });
    box.write('work.ts', '2\n');
    box.write('user.ts', 'user, session\n');
    box.write('new.ts', 'n\n');
    const now = await box.repo.snapshot();
    expect(await box.repo.compare(start, now)).toEqual([
      change('new.ts', 'added'),
      change('work.ts', 'modified'),
    ]);
    box.remove('seed.txt');
    const later = await box.with({ limits: { snapshot: 0 } }).snapshot();
    expect(await box.repo.compare(start, later)).toEqual([
      change('new.ts', 'added'),
      change('seed.txt', 'deleted'),
      change('work.ts', 'modified'),
    ]);
    expect(await patchOf(box, start, later, 'work.ts')).toMatchObject({
      insertions: 1,
      deletions: 1,
      patch: '@@ -1 +1 @@\n-1\n+2',
    });
    expect(await patchOf(box, start, later, 'new.ts')).toMatchObject({ insertions: 1 });
  });

  it('cuts patches at the lines asked for, long lines, and binaries', async () => {
    const box = sandbox();
    const from = await box.repo.snapshot();
    box.write('long.ts', Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n'));
    box.write('wide.ts', '🔥'.repeat(5_000));
    box.write('b.bin', Buffer.from([0, 1, 2]));
    box.write('[id]/*.ts', 'glob\n');
    const to = await box.repo.snapshot();
    const long = await patchOf(box, from, to, 'long.ts', 10);
    expect([long.insertions, long.truncated, long.patch.split('\n').length]).toEqual([50, true, 10]);
    const wide = await patchOf(box, from, to, 'wide.ts');
    expect([wide.truncated, wide.patch.isWellFormed(), wide.patch.length < 2_200]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await patchOf(box, from, to, 'b.bin')).toMatchObject({ binary: true, insertions: 0 });
    expect(await patchOf(box, from, to, '[id]/*.ts')).toMatchObject({ insertions: 1 });
  });

  it('takes no option for a tree', async () => {
    const box = sandbox();
    const ok = await box.repo.snapshot();
    const out = `--output=${join(box.home, 'INJ')}`;
    for (const wrong of [{ commit: out }, noSnapshot({ tree: out }), noSnapshot({ head: 'main..-x' })]) {
      expect((await refusal(box.repo.compare(wrong, ok))).code).toBe('git_state');
      expect((await refusal(box.repo.compare(ok, wrong))).code).toBe('git_state');
    }
  });
});
