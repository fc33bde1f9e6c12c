import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive, until } from '../../support/processes.ts';
import {
  changedBy,
  commitEffect,
  commitWith,
  files,
  gitIn,
  record,
  refusal,
  taskName,
  taskSandbox,
} from './support.ts';

const names = [
  '日本語.ts',
  'a b.ts',
  'q"q.ts',
  "it's.ts",
  '-dash.ts',
  'new\nline.ts',
  '[id]/(g)/p*.ts',
  ':!seed',
  'パ.ts',
];

describe('commit', () => {
  it.each([...names, 'が.ts'.normalize('NFD')])(
    'commits a new file named %j and nothing else',
    async (name) => {
      const box = taskSandbox();
      box.write(name, 'one\n');
      box.write('.env.local', 'SECRET=1\n');
      box.write('seed.txt', 'user\n');
      const { commit } = await commitWith(box, { keep: [name] });
      expect(commit).toBe(box.git('rev-parse', 'HEAD').trim());
      expect(changedBy(box, commit ?? '')).toEqual([name]);
      expect(box.git('status', '-z', '--porcelain', '-uall').split('\0').sort()).toEqual([
        '',
        ' M seed.txt',
        '?? .env.local',
      ]);
    },
  );

  it('commits what is on the disk: changed, deleted, renamed, executable, link, staged and changed again', async () => {
    const box = taskSandbox({
      files: {
        'seed.txt': 's\n',
        'old.ts': 'a\nb\nc\n',
        'gone.ts': 'x\n',
        'run.sh': 'x\n',
        'both.ts': '1\n',
        'turn/inner.ts': 'i\n',
      },
    });
    box.git('mv', 'old.ts', '改名.ts');
    box.remove('gone.ts');
    chmodSync(join(box.top, 'run.sh'), 0o755);
    symlinkSync('seed.txt', join(box.top, 'link'));
    box.write('both.ts', '2\n');
    box.git('add', 'both.ts');
    box.write('both.ts', '3\n');
    box.remove('turn');
    box.write('turn', 'a file now\n');
    const keep = ['old.ts', '改名.ts', 'gone.ts', 'run.sh', 'link', 'both.ts', 'turn', 'turn/inner.ts'];
    const { commit } = await commitWith(box, { keep });
    expect(changedBy(box, commit ?? '')).toEqual([...keep].sort());
    expect(box.git('ls-tree', 'HEAD', 'run.sh', 'link')).toMatch(/^120000 .*link\n100755 .*run.sh\n$/);
    expect(box.git('show', 'HEAD:both.ts')).toBe('3\n');
    expect(box.git('show', 'HEAD:turn')).toBe('a file now\n');
    expect(box.git('status', '--porcelain')).toBe('');
  });

  it('takes a folder that became a link', async () => {
    const box = taskSandbox({ files: { 'dir/a.ts': 'a\n', 'other/a.ts': 'b\n' } });
    box.remove('dir');
    symlinkSync('other', join(box.top, 'dir'));
    const { commit } = await commitWith(box, { keep: ['dir', 'dir/a.ts'] });
    expect(changedBy(box, commit ?? '')).toEqual(['dir', 'dir/a.ts']);
    expect(box.git('status', '--porcelain')).toBe('');
  });

  it("leaves the user's other staged, changed, deleted, intended and untracked files exactly as they were", async () => {
    const box = taskSandbox({
      files: {
        'seed.txt': 's\n',
        'staged.ts': '1\n',
        'mixed.ts': '1\n',
        'gone.ts': '1\n',
        'cached.ts': '1\n',
        'quiet.ts': '1\n',
      },
    });
    box.write('staged.ts', '2\n');
    box.write('mixed.ts', '2\n');
    box.write('fresh.ts', 'f\n');
    box.git('add', 'staged.ts', 'mixed.ts', 'fresh.ts');
    box.write('mixed.ts', '3\n');
    box.git('rm', '-q', 'gone.ts');
    box.git('rm', '-q', '--cached', 'cached.ts');
    box.write('intended.ts', 'i\n');
    box.git('add', '-N', 'intended.ts');
    box.git('update-index', '--assume-unchanged', 'quiet.ts');
    box.write('quiet.ts', 'local\n');
    box.write('notes.md', 'n\n');
    const before = record(box.top);
    box.write('work.ts', 'w\n');
    const { commit } = await commitWith(box, { keep: ['work.ts'] });
    expect(changedBy(box, commit ?? '')).toEqual(['work.ts']);
    const after = record(box.top);
    expect(after.status).toEqual(before.status);
    expect(after.index.filter((line) => !line.endsWith('work.ts'))).toEqual(before.index);
    expect(after.flags.filter((line) => !line.endsWith('work.ts'))).toEqual(before.flags);
    expect(after.files).toEqual({ ...before.files, 'work.ts': '100644 w\n' });
    expect(after.stash).toBe('');
    expect(after.operation).toEqual([]);
  });

  it('does not take where a hook moved HEAD for our commit, and says where it left it', async () => {
    const box = taskSandbox();
    box.git('switch', '-q', '-c', 'other');
    box.git('commit', '-q', '--allow-empty', '-m', 'of another');
    box.git('switch', '-q', taskName());
    box.write('work.ts', 'w\n');
    box.hook('pre-commit', 'unset GIT_INDEX_FILE; git switch -q other; exit 1');
    const { code, details } = await refusal(box.repo.perform(commitEffect(box, { keep: ['work.ts'] })));
    expect([code, details.expected, details.actual]).toEqual(['commit_failed', taskName(), 'other']);
    expect(box.git('log', '--format=%s', taskName())).toBe('first\n');
    expect(box.read('work.ts')).toBe('w\n');
  });

  it('refuses, with path and code, where the system does not allow its own files in the git folder', async () => {
    const box = taskSandbox();
    const own = join(box.top, '.git/code-intel');
    writeFileSync(own, '');
    box.write('work.ts', 'w\n');
    const before = record(box.top);
    const { code, details } = await refusal(box.repo.perform(commitEffect(box, { keep: ['work.ts'] })));
    expect([code, details]).toEqual(['git_state', { path: own, code: 'EEXIST' }]);
    expect(record(box.top)).toEqual(before);
  });

  it('commits whole a file that the user had staged before', async () => {
    const box = taskSandbox();
    box.write('seed.txt', 'user\n');
    box.git('add', 'seed.txt');
    box.write('seed.txt', 'user\nsession\n');
    const { commit } = await commitWith(box, { keep: ['seed.txt'] });
    expect(box.git('show', `${commit}:seed.txt`)).toBe('user\nsession\n');
    expect(box.git('status', '--porcelain')).toBe('');
  });

  it('unstages a kept file that is what HEAD has, and makes no commit', async () => {
    const box = taskSandbox();
    box.write('seed.txt', 'user\n');
    box.git('add', 'seed.txt');
    box.write('seed.txt', 'seed\n');
    const head = box.git('rev-parse', 'HEAD');
    expect((await commitWith(box, { keep: ['seed.txt'] })).commit).toBeNull();
    expect(box.git('rev-parse', 'HEAD')).toBe(head);
    expect(box.git('status', '--porcelain')).toBe('');
  });

  it.each([
    ['a dash', '-m injected'],
    ['a comment', '# only comment\n\nbody'],
    ['shell words', '件名\n\n本文 "q" $(touch PWNED) `id`'],
    ['20 KB', `subject\n\n${'長い本文です。'.repeat(1000)}`],
    ['a cut line', 'subject\n\n# ------------------------ >8 ------------------------\nstill here'],
    ['trailing blanks', 'subject  \n\n\n\nbody   \n\n'],
  ])('takes the message as it is: %s', async (_what, text) => {
    const box = taskSandbox();
    box.git('config', 'commit.verbose', 'true');
    box.git('config', 'commit.cleanup', 'scissors');
    box.write('.tmpl', 'TEMPLATE\n');
    box.git('config', 'commit.template', join(box.top, '.tmpl'));
    box.git('config', 'i18n.commitEncoding', 'Shift_JIS');
    box.git('config', 'core.editor', `touch ${join(box.top, 'EDITED')};`);
    process.env.EDITOR = 'sleep 60 #';
    process.env.GIT_EDITOR = 'sleep 60 #';
    box.write('a.ts', '1\n');
    const { commit } = await commitWith(box, { keep: ['a.ts'], message: text });
    delete process.env.EDITOR;
    delete process.env.GIT_EDITOR;
    const raw = box.git('cat-file', 'commit', commit ?? '');
    expect(raw.slice(raw.indexOf('\n\n') + 2)).toBe(text.endsWith('\n') ? text : `${text}\n`);
    expect(raw).not.toContain('encoding');
    expect(Object.keys(files(box.top))).toEqual(expect.not.arrayContaining(['PWNED', 'EDITED']));
  });

  it('names only files inside a project that is a folder of the repository, and those above with ../', async () => {
    const box = taskSandbox({
      prefix: 'packages/web',
      files: { 'packages/web/a.ts': '1\n', 'packages/api/b.ts': '1\n', 'top.ts': '1\n' },
    });
    box.write('packages/web/a.ts', '2\n');
    box.write('packages/api/b.ts', '2\n');
    box.write('top.ts', '2\n');
    const { commit } = await commitWith(box, { keep: ['a.ts', '../api/b.ts'] });
    expect(changedBy(box, commit ?? '')).toEqual(['packages/api/b.ts', 'packages/web/a.ts']);
    expect(box.git('status', '--porcelain')).toBe(' M top.ts\n');
  });

  it.each([
    '',
    '.',
    '*',
    ':/',
    'dir',
    '../outside',
    '/etc/passwd',
    'a\0b',
    '.git/config',
    '.code-intel/sessions/x.json',
    'nowhere.ts',
  ])('refuses to commit %j, which is no file of the project', async (path) => {
    const box = taskSandbox({ files: { 'seed.txt': 's\n', 'dir/a.ts': 'a\n' } });
    box.write('.env.local', 'S=1\n');
    box.write('dir/new.ts', 'n\n');
    box.write('.code-intel/sessions/x.json', '{}');
    const before = record(box.top);
    const { code, details } = await refusal(box.repo.perform(commitEffect(box, { keep: [path] })));
    expect(code).toBe('unknown_files');
    expect(details.files).toEqual([path]);
    expect(record(box.top)).toEqual(before);
  });

  it('lets a hook see exactly what is committed, and reads nothing from standard input', async () => {
    const box = taskSandbox();
    box.write('staged.ts', 's\n');
    box.git('add', 'staged.ts');
    box.write('a.ts', '1\n');
    box.hook(
      'pre-commit',
      `read x; git diff --cached --name-only > "${join(box.home, 'seen')}"; env > "${join(box.home, 'env')}"`,
    );
    process.env.GIT_DIR = '/nowhere';
    process.env.GIT_INDEX_FILE = '/nowhere/index';
    process.env.LANGUAGE = 'ja';
    const outcome = box.repo.perform({ ...commitEffectWithout(box), keep: ['a.ts'] });
    await outcome;
    delete process.env.GIT_DIR;
    delete process.env.GIT_INDEX_FILE;
    delete process.env.LANGUAGE;
    expect(readFileSync(join(box.home, 'seen'), 'utf8')).toBe('a.ts\n');
    const seen = readFileSync(join(box.home, 'env'), 'utf8').split('\n');
    expect(seen).toContain('LC_ALL=C');
    expect(seen).toContain('GIT_TERMINAL_PROMPT=0');
    expect(seen).toContain('GIT_TEST_DISALLOW_ABBREVIATED_OPTIONS=false');
    expect(seen.filter((line) => /^(GIT_LITERAL_PATHSPECS|GIT_OPTIONAL_LOCKS|LANGUAGE)=/.test(line))).toEqual(
      [],
    );
  });

  it('gives way to a hook: its words, and everything as before; afterwards the same goes through once', async () => {
    const box = taskSandbox();
    box.write('staged.ts', 's\n');
    box.git('add', 'staged.ts');
    box.write('src/a.ts', '1\n');
    box.write('junk.ts', 'j\n');
    box.hook('pre-commit', 'echo "lint failed: src/a.ts:3"; exit 1');
    const before = record(box.top);
    const effect = commitEffect(box, {
      keep: ['src/a.ts'],
      discard: ['junk.ts'],
      start: await emptyStart(box),
    });
    const { code, details } = await refusal(box.repo.perform(effect));
    expect(code).toBe('commit_failed');
    expect(details.output).toContain('lint failed: src/a.ts:3');
    expect(record(box.top)).toEqual(before);
    expect(box.git('for-each-ref', 'refs/code-intel')).toBe('');
    expect(await box.repo.recover(effect)).toBeNull();
    expect(record(box.top)).toEqual(before);
    box.hook('pre-commit', 'exit 0');
    const outcome = await box.repo.perform(effect);
    expect(outcome).toMatchObject({ kind: 'commit', commit: box.git('rev-parse', 'HEAD').trim() });
    expect(box.git('rev-list', '--count', 'HEAD')).toBe('2\n');
    expect(existsSync(join(box.top, 'junk.ts'))).toBe(false);
  });

  it('keeps the last 8,000 characters of what a hook says', async () => {
    const box = taskSandbox();
    box.write('a.ts', '1\n');
    box.hook('pre-commit', 'yes "noise noise" | head -c 3000000; echo; echo LAST WORD >&2; exit 1');
    const { details } = await refusal(box.repo.perform(commitEffect(box, { keep: ['a.ts'] })));
    expect(String(details.output).length).toBeLessThanOrEqual(8000);
    expect(details.output).toContain('LAST WORD');
  });

  it.each([
    [
      'a commit-msg hook',
      (box: ReturnType<typeof taskSandbox>) => box.hook('commit-msg', 'echo "bad subject"; exit 1'),
      'bad subject',
    ],
    [
      'a signature that cannot be made',
      (box: ReturnType<typeof taskSandbox>) => {
        box.git('config', 'commit.gpgSign', 'true');
        box.git('config', 'gpg.program', 'false');
      },
      'sign',
    ],
    [
      'a missing identity',
      (box: ReturnType<typeof taskSandbox>) => {
        box.git('config', '--unset', 'user.name');
        box.git('config', '--unset', 'user.email');
        box.git('config', 'user.useConfigOnly', 'true');
      },
      'identity',
    ],
  ])('refuses with everything as before: %s', async (_what, arrange, words) => {
    const box = taskSandbox();
    box.write('a.ts', '1\n');
    arrange(box);
    const before = record(box.top);
    const { code, details } = await refusal(box.repo.perform(commitEffect(box, { keep: ['a.ts'] })));
    expect(code).toBe('commit_failed');
    expect(String(details.output)).toContain(words);
    expect(record(box.top)).toEqual(before);
  });

  it('follows a hook that changes what is committed and adds to it', async () => {
    const box = taskSandbox({ files: { 'seed.txt': 's\n', CHANGELOG: 'c\n' } });
    box.write('user.ts', 'u\n');
    box.git('add', 'user.ts');
    box.write('a.ts', 'x=1\n');
    box.hook('pre-commit', 'echo "x = 1" > a.ts; echo more >> CHANGELOG; git add a.ts CHANGELOG');
    const { commit, added } = await commitWith(box, { keep: ['a.ts'] });
    expect(changedBy(box, commit ?? '')).toEqual(['CHANGELOG', 'a.ts']);
    expect(added?.files).toEqual(['CHANGELOG']);
    expect(box.git('show', 'HEAD:a.ts')).toBe('x = 1\n');
    expect(box.git('status', '--porcelain')).toBe('A  user.ts\n');
  });

  it('ends a hanging hook with all its children when it is aborted, with everything as before', async () => {
    const box = taskSandbox();
    box.write('a.ts', '1\n');
    const pidFile = join(box.home, 'pid');
    box.hook('pre-commit', `sh -c 'echo $$ > "${pidFile}"; sleep 300' & wait`);
    const before = record(box.top);
    const controller = new AbortController();
    const work = box.repo.perform(commitEffect(box, { keep: ['a.ts'] }), controller.signal);
    const ended = expect(work).rejects.toThrow('enough');
    await until(
      'the hook runs',
      10_000,
      () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim() !== '',
    );
    const started = Date.now();
    controller.abort(new Error('enough'));
    await ended;
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
    expect(record(box.top)).toEqual(before);
  });

  it('refuses where HEAD is not what was recorded, or a merge is under way', async () => {
    const box = taskSandbox();
    box.write('a.ts', '1\n');
    const effect = commitEffect(box, { keep: ['a.ts'] });
    expect((await refusal(box.repo.perform({ ...effect, branch: 'elsewhere' }))).code).toBe('git_state');
    box.git('commit', '-q', '--allow-empty', '-m', 'by hand');
    expect((await refusal(box.repo.perform(effect))).code).toBe('git_state');
    writeFileSync(join(box.top, '.git/MERGE_HEAD'), box.git('rev-parse', 'HEAD'));
    expect((await refusal(box.repo.perform(commitEffect(box, { keep: ['a.ts'] })))).details.operation).toBe(
      'merge',
    );
  });

  it('waits for a lock that goes, and names one that stays', async () => {
    const box = taskSandbox();
    box.write('a.ts', '1\n');
    const lock = join(box.top, '.git/index.lock');
    writeFileSync(lock, '');
    const before = record(box.top);
    const patient = box.with({ limits: { lock: 200 } });
    const { code, details } = await refusal(patient.perform(commitEffect(box, { keep: ['a.ts'] })));
    expect([code, details.file]).toEqual(['git_state', lock]);
    expect(record(box.top)).toEqual(before);
    setTimeout(() => rmSync(lock), 300);
    expect((await commitWith(box, { keep: ['a.ts'] })).commit).not.toBeNull();
  });

  it('does not let file names, branches or ids become options', async () => {
    const box = taskSandbox();
    const effect = commitEffect(box, { keep: ['seed.txt'] });
    const inj = join(box.home, 'INJ');
    for (const wrong of [
      { branch: `--output=${inj}` },
      { head: `main..--output=${inj}` },
      { start: { tree: `--output=${inj}`, head: null, at: '', large: {}, dirty: [], given_up: false } },
    ]) {
      expect((await refusal(box.repo.perform({ ...effect, ...wrong }))).code).toBe('git_state');
    }
    expect(existsSync(inj)).toBe(false);
  });

  it('works in a linked worktree', async () => {
    const box = taskSandbox();
    const tree = join(box.home, 'tree');
    const side = taskName('main', '20261130-side');
    box.git('worktree', 'add', '-q', '-b', side, tree);
    writeFileSync(join(tree, 'w.ts'), 'w\n');
    const main = record(box.top);
    const repo = box.with({ root: tree });
    const head = box.git('rev-parse', side).trim();
    const outcome = await repo.perform({ ...commitEffect(box), branch: side, head, keep: ['w.ts'] });
    expect(outcome).toMatchObject({ commit: box.git('rev-parse', side).trim() });
    const after = record(box.top);
    expect({ ...after, refs: '' }).toEqual({ ...main, refs: '' });
  });

  it('commits with autocrlf what git would commit', async () => {
    const box = taskSandbox({ files: { 'a.txt': 'a\nb\n' } });
    box.git('config', 'core.autocrlf', 'true');
    box.write('a.txt', 'a\r\nB\r\n');
    await commitWith(box, { keep: ['a.txt'] });
    expect(box.git('show', 'HEAD:a.txt')).toBe('a\nB\n');
    expect(box.git('status', '--porcelain')).toBe('');
  });

  it('gives way to core.safecrlf, in git’s words', async () => {
    const box = taskSandbox();
    box.git('config', 'core.autocrlf', 'input');
    box.git('config', 'core.safecrlf', 'true');
    box.write('a.txt', 'a\r\nb\n');
    const before = record(box.top);
    const { code, details } = await refusal(box.repo.perform(commitEffect(box, { keep: ['a.txt'] })));
    expect([code, String(details.output).includes('a.txt')]).toEqual(['commit_failed', true]);
    expect(record(box.top)).toEqual(before);
    expect((await box.repo.snapshot()).given_up).toBe(false);
  });

  it('commits a submodule as the commit it is at', async () => {
    const box = taskSandbox();
    const inner = join(box.home, 'inner');
    const identity = ['-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '-q', '--allow-empty', '-m'];
    gitIn(box.home, 'init', '-q', inner);
    gitIn(inner, ...identity, 'one');
    box.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
    box.git('commit', '-qm', 'sub');
    gitIn(join(box.top, 'sub'), ...identity, 'two');
    box.write('a.ts', '1\n');
    const without = await commitWith(box, { keep: ['a.ts'] });
    expect(changedBy(box, without.commit ?? '')).toEqual(['a.ts']);
    expect(box.git('status', '--porcelain')).toBe(' M sub\n');
    const { commit } = await commitWith(box, { keep: ['sub'] });
    expect(changedBy(box, commit ?? '')).toEqual(['sub']);
    expect(box.git('status', '--porcelain')).toBe('');
  });

  it('reports no commit when the user has committed the same by hand', async () => {
    const box = taskSandbox();
    box.write('a.ts', '1\n');
    box.git('add', 'a.ts');
    box.git('commit', '-q', '-m', 'by hand');
    expect(await commitWith(box, { keep: ['a.ts'] })).toEqual({
      kind: 'commit',
      commit: null,
      discarded: [],
    });
  });
});

const commitEffectWithout = (box: ReturnType<typeof taskSandbox>) => {
  const { GIT_DIR, GIT_INDEX_FILE } = process.env;
  delete process.env.GIT_DIR;
  delete process.env.GIT_INDEX_FILE;
  const effect = commitEffect(box);
  Object.assign(process.env, { GIT_DIR, GIT_INDEX_FILE });
  return effect;
};

const emptyStart = async (box: ReturnType<typeof taskSandbox>) => ({
  tree: box.git('rev-parse', 'HEAD^{tree}').trim(),
  head: box.git('rev-parse', 'HEAD').trim(),
  at: '',
  large: {},
  dirty: [],
  given_up: false,
});
