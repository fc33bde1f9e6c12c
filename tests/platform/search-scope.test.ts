import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { fileList } from '../../src/platform/file-list.ts';
import { textSearch } from '../../src/platform/ripgrep.ts';
import { asked, git, never, project } from '../support/search-project.ts';

const made: (() => void)[] = [];
afterEach(() => {
  for (const remove of made.splice(0)) remove();
});
function given(files: Record<string, string | Buffer>, options: { git?: boolean } = {}) {
  const one = project(files, options);
  made.push(one.remove);
  return one;
}

/** What the two tools look at; they have to agree. */
async function looked(root: string, path = '.', includeIgnored = false) {
  const listed = await fileList(root).files({ path, includeIgnored, signal: never });
  const searched = await textSearch(root).search(
    asked('MARK', { path, includeIgnored, output: 'files', maxResults: 1_000 }),
    never,
  );
  return { listed: listed.files, searched: searched.files.map(({ file }) => file), answer: searched };
}
const gitTrue = (cwd: string) =>
  git(cwd, 'ls-files', '-co', '--exclude-standard', '-z')
    .split('\0')
    .filter((name) => name !== '' && !name.endsWith('/') && !name.startsWith('.code-intel/'))
    .sort();

const MARK = 'MARK\n';
function messy(extra: Record<string, string> = {}) {
  const one = given(
    {
      '.gitignore': '# MARK\ndist/\n/coverage\nnode_modules/\n*.log\n!keep.log\n',
      'web/.gitignore': '# MARK\n.out\n',
      'a.ts': MARK,
      '.env.example': MARK,
      '.github/ci.yml': MARK,
      'src/coverage/a.ts': MARK,
      'coverage/a.ts': MARK,
      'dist/a.js': MARK,
      'src/dist/a.js': MARK,
      'node_modules/x/index.js': MARK,
      'web/a.ts': MARK,
      'web/.out/a.ts': MARK,
      'web/sub/.out/a.ts': MARK,
      'scratch/a.ts': MARK,
      'own/a.ts': MARK,
      'a.log': MARK,
      'keep.log': MARK,
      'forced.log': MARK,
      'dist/forced/b.js': MARK,
      '日本語/ファイル.ts': MARK,
      'with space/[a] (b).ts': MARK,
      '-dash.ts': MARK,
      '.ignore': '# MARK\na.ts\n',
      '.rgignore': '# MARK\nown/\n',
      '.code-intel/sessions/s.json': MARK,
      'vendor/lib/lib.ts': MARK,
      'vendor/empty/.git/not-a-repository': '',
      'vendor/empty/a.ts': MARK,
      ...extra,
    },
    { git: true },
  );
  writeFileSync(join(one.root, '.git/info/exclude'), 'scratch/\n');
  git(join(one.root, 'vendor/lib'), 'init', '-q');
  git(one.root, 'add', 'a.ts', 'src', 'web/a.ts');
  git(one.root, 'add', '-f', 'forced.log', 'dist/forced/b.js');
  git(one.root, 'commit', '-q', '-m', 'x');
  git(one.root, 'worktree', 'add', '-q', '.claude/worktrees/x');
  return one;
}

describe('what is looked at is what git tracks or would track', () => {
  test('ignore files at every level, nested repositories, worktrees, tracked files that are ignored', async () => {
    const { root } = messy();
    const { listed, searched } = await looked(root);
    expect(listed).toEqual(gitTrue(root));
    expect(searched).toEqual(listed);
    expect(listed).toEqual(
      expect.arrayContaining(['forced.log', 'dist/forced/b.js', 'keep.log', '.env.example', '-dash.ts']),
    );
    expect(listed.join('\n')).not.toMatch(
      /node_modules|worktrees|vendor\/lib|\.code-intel|scratch|coverage\/a\.ts$(?<!src\/coverage\/a\.ts)/m,
    );
  });

  test('deleted files, links and binaries are not', async () => {
    const { root, write } = messy();
    rmSync(join(root, 'web/a.ts'));
    symlinkSync('a.ts', join(root, 'link.ts'));
    symlinkSync('/etc', join(root, 'etc'));
    write('data.bin', Buffer.from('MARK\0MARK\n'));
    const { listed, searched } = await looked(root);
    expect(searched).toEqual(
      gitTrue(root).filter((name) => !['web/a.ts', 'link.ts', 'etc', 'data.bin'].includes(name)),
    );
    expect(listed).toEqual([...searched, 'data.bin'].sort());
  });

  test.each(['web', 'dist', 'node_modules', 'vendor', 'src/coverage', '日本語', 'with space'])(
    'the folder %s alone',
    async (path) => {
      const { root } = messy();
      const { listed, searched } = await looked(root, path);
      expect(listed).toEqual(gitTrue(root).filter((name) => name.startsWith(`${path}/`)));
      expect(searched).toEqual(listed);
    },
  );

  test('one file alone, and why it is not looked at', async () => {
    const { root } = messy();
    const one = async (path: string) => (await looked(root, path)).answer;
    const search = async (path: string) => textSearch(root).search(asked('MARK', { path }), never);
    expect((await search('a.ts')).total).toBe(1);
    expect((await search('forced.log')).total).toBe(1);
    for (const path of ['a.log', 'node_modules/x/index.js', '.code-intel/sessions/s.json']) {
      const answer = await search(path);
      expect([answer.total, answer.completeness, answer.skipped[0]?.reason]).toEqual([
        0,
        'unknown',
        'ignored_by_git',
      ]);
    }
    expect((await one('vendor/lib')).skipped).toEqual([{ file: 'vendor/lib', reason: 'other_repository' }]);
  });

  test('a glob does not bring ignored files in', async () => {
    const { root } = messy();
    for (const globs of [['**'], ['*'], ['**/*.log'], ['node_modules/**'], ['**/*.js']]) {
      const { files } = await textSearch(root).search(
        asked('MARK', { globs, output: 'files', maxResults: 1_000 }),
        never,
      );
      const expected = fileList(root).select(gitTrue(root), globs);
      expect(files.map(({ file }) => file)).toEqual(expected);
    }
  });

  test('in a sub-folder of a repository its rules hold, and only its files are found', async () => {
    const { root } = messy({
      'packages/web/a.ts': MARK,
      'packages/web/dist/a.js': MARK,
      'packages/web/x.log': MARK,
      'packages/api/a.ts': MARK,
    });
    writeFileSync(join(root, '.gitignore'), '/packages/web/secret\n', { flag: 'a' });
    const web = join(root, 'packages/web');
    mkdirSync(join(web, 'secret'));
    writeFileSync(join(web, 'secret/a.ts'), MARK);
    const { listed, searched } = await looked(web);
    expect(listed).toEqual(['a.ts']);
    expect(listed).toEqual(gitTrue(web));
    expect(searched).toEqual(listed);
  });

  test('in a worktree', async () => {
    const { root } = messy();
    const tree = join(root, '.claude/worktrees/x');
    writeFileSync(join(tree, 'new.ts'), MARK);
    mkdirSync(join(tree, 'scratch'));
    writeFileSync(join(tree, 'scratch/a.ts'), MARK);
    const { listed, searched } = await looked(tree);
    expect(listed).toEqual(gitTrue(tree));
    expect(searched).toEqual(listed);
  });

  test('outside a repository the ignore files of the project hold, those above it do not', async () => {
    const { root, folder } = given({
      '.gitignore': '# MARK\ndist/\n',
      'a.ts': MARK,
      'dist/a.js': MARK,
      'src/b.ts': MARK,
      'src/.gitignore': '# MARK\n*.tmp\n',
      'src/x.tmp': MARK,
      'src/dist/a.js': MARK,
      'vendor/a.ts': MARK,
    });
    writeFileSync(join(folder, '.gitignore'), '*\n');
    git(join(root, 'vendor'), 'init', '-q');
    const all = ['.gitignore', 'a.ts', 'src/.gitignore', 'src/b.ts'];
    expect(await looked(root)).toMatchObject({ listed: all, searched: all });
    const inSource = ['src/.gitignore', 'src/b.ts'];
    expect(await looked(root, 'src')).toMatchObject({ listed: inSource, searched: inSource });
    expect(await looked(root, 'dist')).toMatchObject({ listed: [], searched: [] });
    expect(await looked(root, 'src/b.ts')).toMatchObject({ searched: ['src/b.ts'] });
  });

  test('with a repository that git will not work with, files are found all the same', async () => {
    const { root } = messy();
    writeFileSync(join(root, '.git/config'), 'not a configuration [');
    const { searched } = await looked(root);
    expect(searched).toContain('a.ts');
    expect(searched.join('\n')).not.toMatch(/node_modules|scratch|vendor\/lib/);
  });

  test('ignored files come in where they are asked for, the git folder and ours never', async () => {
    const { root } = messy();
    const { listed, searched } = await looked(root, '.', true);
    expect(searched).toEqual(listed);
    expect(listed).toEqual(
      expect.arrayContaining(['node_modules/x/index.js', 'a.log', 'vendor/lib/lib.ts', 'scratch/a.ts']),
    );
    expect(listed.join('\n')).not.toMatch(/(^|\/)\.git\/|^\.code-intel/m);
    expect((await looked(root, 'node_modules', true)).listed).toEqual(['node_modules/x/index.js']);
  });

  test('a circle of links costs nothing', async () => {
    const { root } = given({ 'loop/f.ts': MARK, 'loop/x/y.txt': MARK });
    symlinkSync('..', join(root, 'loop/x/up'));
    for (const includeIgnored of [false, true]) {
      expect(await looked(root, '.', includeIgnored)).toMatchObject({
        listed: ['loop/f.ts', 'loop/x/y.txt'],
        searched: ['loop/f.ts', 'loop/x/y.txt'],
      });
    }
  });

  test("a file written just before the call is seen, and git's index is left as it was", async () => {
    const { root, write } = messy();
    const before = readdirSync(join(root, '.git'));
    write('fresh.ts', MARK);
    expect((await looked(root)).searched).toContain('fresh.ts');
    expect(readdirSync(join(root, '.git'))).toEqual(before);
    cpSync(join(root, '.git/index'), join(root, '.git/index.lock'));
    expect((await looked(root)).searched).toContain('fresh.ts');
  });

  test('cancelling stops the listing', async () => {
    const { root } = messy();
    for (const includeIgnored of [false, true]) {
      const signal = AbortSignal.abort(new Error('cancelled'));
      await expect(fileList(root).files({ path: '.', includeIgnored, signal })).rejects.toThrow('cancelled');
    }
  });
});
