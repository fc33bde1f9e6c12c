import { execSync } from 'node:child_process';
import { chmodSync, existsSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitEffect, commitWith, files, record, refusal, taskSandbox } from './support.ts';

describe('discard', () => {
  it('keeps the very bytes of what is discarded, also where git would record others', async () => {
    const gitattributes = '*.cut filter=cut\n*.id ident\n*.u16 text working-tree-encoding=UTF-16LE\n';
    const box = taskSandbox({
      files: { 'seed.txt': 's\n', 'crlf.txt': 'a\n', '.gitattributes': gitattributes },
    });
    box.git('config', 'core.autocrlf', 'true');
    box.git('config', 'filter.cut.clean', 'sed -e s/SECRET/x/');
    const start = await box.repo.snapshot();
    const before = files(box.top);
    const bytes: Record<string, string | Buffer> = {
      'mixed.txt': 'a\r\nb\nc\r\n',
      'crlf.txt': 'b\r\nc\r\n',
      "new/it's [x].cut": 'key = SECRET\n',
      '-run.cut': 'SECRET\n',
      'v.id': '$Id: by hand $\n',
      'wide.u16': Buffer.from('a\r\nb\n', 'utf16le'),
    };
    for (const [name, text] of Object.entries(bytes)) box.write(name, text);
    chmodSync(join(box.top, '-run.cut'), 0o755);
    const during = files(box.top);
    const { discarded } = await commitWith(box, { discard: Object.keys(bytes), start });
    expect(Object.keys(files(box.top))).toEqual(Object.keys(before));
    box.git('gc', '-q', '--prune=now');
    for (const { restore } of discarded) execSync(restore, { cwd: box.root });
    expect(files(box.top)).toEqual(during);
    // What git gives back as it was comes back by git's own command.
    expect(discarded.find(({ path }) => path === 'crlf.txt')?.restore).toMatch(/^git .*restore --source=/);
  });

  it('puts files back to how they were at the start, and keeps what they held under a command that restores it', async () => {
    const box = taskSandbox({
      files: {
        'seed.txt': 's\n',
        'user.ts': '1\n',
        'run.sh': 'r\n',
        'gone.ts': 'g\n',
        'kept.ts': '1\n',
        'turn.ts': 't\n',
      },
    });
    box.write('user.ts', 'user\n');
    box.git('add', 'user.ts');
    chmodSync(join(box.top, 'run.sh'), 0o755);
    const start = await box.repo.snapshot();
    const before = files(box.top);
    const staged = box.git('ls-files', '-s');
    const names = [
      'user.ts',
      'run.sh',
      'gone.ts',
      'turn.ts',
      "new/it's [x].ts",
      '新しい.ts',
      '-dash.ts',
      'link',
    ];
    box.write('user.ts', 'session\n');
    box.write('run.sh', 'changed\n');
    box.remove('gone.ts');
    box.remove('turn.ts');
    symlinkSync('seed.txt', join(box.top, 'turn.ts'));
    for (const name of names.slice(4, 7)) box.write(name, `${name}\n`);
    symlinkSync('seed.txt', join(box.top, 'link'));
    box.git('add', '新しい.ts');
    box.write('kept.ts', '2\n');
    const during = files(box.top);
    const { commit, discarded } = await commitWith(box, { keep: ['kept.ts'], discard: names, start });
    expect(commit).not.toBeNull();
    expect(files(box.top)).toEqual({ ...before, 'kept.ts': during['kept.ts'] });
    expect(existsSync(join(box.top, 'new'))).toBe(false);
    expect(statSync(join(box.top, 'run.sh')).mode & 0o111).toBe(0o111);
    expect(
      box
        .git('ls-files', '-s')
        .split('\n')
        .filter((line) => !line.endsWith('kept.ts')),
    ).toEqual(staged.split('\n').filter((line) => !line.endsWith('kept.ts')));
    expect(discarded.map(({ path }) => path)).toEqual(names);
    for (const { restore } of discarded) execSync(restore, { cwd: box.root });
    expect(files(box.top)).toEqual(during);
  });

  it('goes back to the last commit for what the session has committed, to the start for the rest', async () => {
    const box = taskSandbox({ files: { 'a.ts': '1\n', 'user.ts': '1\n', 'h.ts': '1\n' } });
    box.write('user.ts', 'user\n');
    const start = await box.repo.snapshot();
    box.write('a.ts', 'committed\n');
    await commitWith(box, { keep: ['a.ts'], start });
    box.write('a.ts', 'later\n');
    box.write('user.ts', 'session\n');
    box.write('new.ts', 'n\n');
    const { commit, discarded } = await commitWith(box, {
      discard: ['a.ts', 'user.ts', 'new.ts'],
      start,
      committed_before: true,
    });
    expect(commit).toBeNull();
    expect(discarded).toHaveLength(3);
    expect([box.read('a.ts'), box.read('user.ts'), existsSync(join(box.top, 'new.ts'))]).toEqual([
      'committed\n',
      'user\n',
      false,
    ]);
  });

  it('goes back to HEAD where there is no snapshot', async () => {
    const box = taskSandbox({ prefix: 'web', files: { 'web/a.ts': '1\n', 'b.ts': '1\n' } });
    box.write('web/a.ts', '2\n');
    box.write('b.ts', '2\n');
    const { discarded } = await commitWith(box, { discard: ['a.ts', '../b.ts'] });
    expect(box.git('status', '--porcelain')).toBe('');
    for (const { restore } of discarded) execSync(restore, { cwd: box.root });
    expect(box.git('status', '--porcelain')).toBe(' M b.ts\n M web/a.ts\n');
  });

  it('keeps line endings as git would check them out', async () => {
    const box = taskSandbox({ files: { 'a.txt': 'a\nb\n' } });
    box.git('config', 'core.autocrlf', 'true');
    box.write('a.txt', 'a\r\nchanged\r\n');
    await commitWith(box, { discard: ['a.txt'] });
    expect(box.read('a.txt')).toBe('a\r\nb\r\n');
  });

  it('is nothing for a file that is as it should be', async () => {
    const box = taskSandbox();
    expect(await commitWith(box, { discard: ['seed.txt'] })).toEqual({
      kind: 'commit',
      commit: null,
      discarded: [],
    });
    expect(box.git('for-each-ref', 'refs/code-intel')).toBe('');
  });

  it('refuses before anything is touched what cannot be put back', async () => {
    const box = taskSandbox({ files: { 'seed.txt': 's\n', a: 'file\n', 'dir/x.ts': 'x\n' } });
    const start = { ...(await box.repo.snapshot()), large: { 'big.bin': '1:1' } };
    box.remove('a');
    box.write('a/b.ts', 'kept\n');
    box.remove('dir');
    box.write('dir', 'kept\n');
    box.write('big.bin', 'x');
    const before = record(box.top);
    for (const [path, other] of [
      ['a', 'a/b.ts'],
      ['dir/x.ts', 'dir'],
      ['big.bin', undefined],
    ] as const) {
      const { code, details } = await refusal(
        box.repo.perform(commitEffect(box, { discard: [path], start })),
      );
      expect([code, details.files]).toEqual(['git_state', other === undefined ? [path] : [path, other]]);
    }
    for (const path of ['.', '', '../..', '.code-intel/x', '.git/config']) {
      expect((await refusal(box.repo.perform(commitEffect(box, { discard: [path], start })))).code).toBe(
        'unknown_files',
      );
    }
    expect(record(box.top)).toEqual(before);
    const all = await commitWith(box, { discard: ['a', 'a/b.ts', 'dir', 'dir/x.ts'], start });
    expect(all.discarded).toHaveLength(4);
    expect(box.git('status', '--porcelain')).toBe('?? big.bin\n');
  });
});
