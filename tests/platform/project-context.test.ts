import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectContext } from '../../src/platform/project-context.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'context-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(...files: string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file);
  }
}
const find = () => projectContext(root).find();

describe('projectContext', () => {
  test('an empty folder has none, nor has one that is not there', async () => {
    expect(await find()).toEqual({ project_rules: [], documents: [] });
    rmSync(root, { recursive: true });
    expect(await find()).toEqual({ project_rules: [], documents: [] });
  });

  test('rules are CLAUDE.md, AGENTS.md and .claude/CLAUDE.md', async () => {
    write('.claude/CLAUDE.md', 'AGENTS.md', 'CLAUDE.md', 'src/CLAUDE.md', '.claude/commands/code.md');
    expect((await find()).project_rules).toEqual(['CLAUDE.md', 'AGENTS.md', '.claude/CLAUDE.md']);
  });

  test('two names for one file are one rule', async () => {
    write('AGENTS.md');
    symlinkSync('AGENTS.md', join(root, 'CLAUDE.md'));
    expect((await find()).project_rules).toEqual(['CLAUDE.md']);
  });

  test('documents are the readmes, docs/ and context.yml, shallow first, sorted, and nothing else', async () => {
    write(
      'README.md',
      'readme.ja.md',
      'README',
      'Readme.rst',
      'READMENOT.md',
      'CHANGELOG.md',
      'docs/b.md',
      'docs/a.MD',
      'docs/deep/er/c.md',
      'docs/deep/a.md',
      'docs/a.txt',
      'docs/日本語 の文書.md',
      'packages/x/README.md',
      'packages/x/docs/y.md',
      '.code-intel/context.yml',
      '.code-intel/task_planning.md',
    );
    expect((await find()).documents).toEqual([
      'README',
      'README.md',
      'Readme.rst',
      'readme.ja.md',
      '.code-intel/context.yml',
      'docs/a.MD',
      'docs/b.md',
      'docs/日本語 の文書.md',
      'docs/deep/a.md',
      'docs/deep/er/c.md',
    ]);
  });

  test('folders in the place of files are none', async () => {
    mkdirSync(join(root, 'CLAUDE.md'));
    mkdirSync(join(root, 'README'));
    mkdirSync(join(root, 'docs/x.md'), { recursive: true });
    expect(await find()).toEqual({ project_rules: [], documents: [] });
  });

  test('what git ignores, node_modules and hidden folders below docs/ are left out; an ignored rule file is not', async () => {
    execFileSync('git', ['init', '-q'], { cwd: root });
    write(
      'docs/kept.md',
      'docs/build/out.md',
      'docs/own/secret.md',
      'docs/node_modules/x/readme.md',
      'CLAUDE.md',
    );
    write('docs/.vitepress/cache.md', 'docs/node_modules.md');
    writeFileSync(join(root, '.gitignore'), 'build/\nCLAUDE.md\n');
    writeFileSync(join(root, 'docs/own/.gitignore'), '*\n');
    expect(await find()).toEqual({
      project_rules: ['CLAUDE.md'],
      documents: ['docs/kept.md', 'docs/node_modules.md'],
    });
  });

  test('the repository of the surroundings (GIT_DIR) does not decide', async () => {
    execFileSync('git', ['init', '-q'], { cwd: root });
    write('docs/kept.md', 'docs/build/out.md');
    writeFileSync(join(root, '.gitignore'), 'build/\n');
    process.env.GIT_DIR = '/nowhere';
    try {
      expect((await find()).documents).toEqual(['docs/kept.md']);
    } finally {
      delete process.env.GIT_DIR;
    }
  });

  test('links out of the project are not followed: files, docs/ itself, and what lies in it', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'a.md'), 'a');
    symlinkSync(join(outside, 'a.md'), join(root, 'CLAUDE.md'));
    symlinkSync(join(outside, 'a.md'), join(root, 'README.md'));
    symlinkSync(outside, join(root, 'docs'));
    expect(await find()).toEqual({ project_rules: [], documents: [] });
    rmSync(join(root, 'docs'));
    write('docs/in/b.md');
    symlinkSync(outside, join(root, 'docs/out'));
    symlinkSync(join(outside, 'a.md'), join(root, 'docs/a.md'));
    symlinkSync('..', join(root, 'docs/in/loop'));
    expect((await find()).documents).toEqual(['docs/in/b.md']);
    rmSync(outside, { recursive: true });
  });

  test('at most 50 documents are listed, the shallow ones', async () => {
    write(...Array.from({ length: 80 }, (_, index) => `docs/deep/${String(index).padStart(2, '0')}.md`));
    write('docs/z.md', 'README.md');
    const { documents } = await find();
    expect(documents).toHaveLength(50);
    expect(documents.slice(0, 3)).toEqual(['README.md', 'docs/z.md', 'docs/deep/00.md']);
  });
});
