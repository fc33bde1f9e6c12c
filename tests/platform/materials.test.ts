import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createMaterials } from '../../src/platform/materials.ts';
import type { Language } from '../../src/text/text.ts';
import { bundled } from '../support/bundled.ts';

const shipped = join(import.meta.dirname, '../../src/shipped');
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'materials-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const of = (language: Language = 'en') => createMaterials({ root, language });
function write(file: string, text: string | Buffer): void {
  mkdirSync(dirname(join(root, '.code-intel', file)), { recursive: true });
  writeFileSync(join(root, '.code-intel', file), text);
}
const shippedText = (file: string, language: Language = 'en') =>
  readFileSync(join(shipped, language, file), 'utf8');

describe('createMaterials', () => {
  test('without a file of the project the shipped text of the language stands in', async () => {
    for (const language of ['en', 'ja'] as const) {
      const { materials, missing } = await of(language).read([{ file: 'task_planning.md' }]);
      expect(materials).toEqual([
        {
          path: '.code-intel/task_planning.md',
          text: shippedText('task_planning.md', language),
          shipped: true,
        },
      ]);
      expect(missing).toEqual([]);
    }
  });

  test("the project's own text is taken, also an empty one, with BOM and CRLF read as people mean them", async () => {
    write('task_planning.md', '\uFEFF一つずつ\r\n進める\r\n');
    write('verifiers/generic.md', '');
    expect(await of().read([{ file: 'task_planning.md' }, { file: 'verifiers/generic.md' }])).toEqual({
      materials: [
        { path: '.code-intel/task_planning.md', text: '一つずつ\n進める\n', shipped: false },
        { path: '.code-intel/verifiers/generic.md', text: '', shipped: false },
      ],
      missing: [],
    });
  });

  test('texts come in the order asked for, each once', async () => {
    const { materials } = await of().read([
      { file: 'verifiers/html_css.md' },
      { file: 'verifiers/backend.md' },
      { file: 'verifiers/html_css.md' },
    ]);
    expect(materials.map(({ path }) => path)).toEqual([
      '.code-intel/verifiers/html_css.md',
      '.code-intel/verifiers/backend.md',
    ]);
  });

  test('all of a folder: the shipped ones where the project has none, else exactly its own', async () => {
    const all = { folder: 'doc_research', names: null };
    const names = async () => (await of().read([all])).materials.map(({ path }) => path.split('/').at(-1));
    expect(await names()).toEqual(['api.md', 'architecture.md', 'default.md']);
    write('doc_research/security.md', 'look at the threat model');
    write('doc_research/.draft.md', 'not this');
    write('doc_research/notes.txt', 'nor this');
    expect(await names()).toEqual(['security.md']);
  });

  test('named texts of a folder: own, shipped, and what exists in neither is told', async () => {
    write('doc_research/security.md', 'look at the threat model');
    const { materials, missing } = await of().read([
      { folder: 'doc_research', names: ['security', 'api.md', 'nothing'] },
    ]);
    expect(materials.map(({ path, shipped: isShipped }) => [path, isShipped])).toEqual([
      ['.code-intel/doc_research/security.md', false],
      ['.code-intel/doc_research/api.md', true],
    ]);
    expect(missing).toEqual(['.code-intel/doc_research/nothing.md']);
  });

  test.each(['../config', '..', '/etc/passwd', 'a/../../b', 'a\\b', 'c:x', 'x\0', ' ', ''])(
    'a name that is none (%j) finds nothing, and leaves the folder alone',
    async (name) => {
      write('../config.md', 'secret');
      const { materials, missing } = await of().read([{ folder: 'doc_research', names: [name] }]);
      expect(materials).toEqual([]);
      expect(missing).toHaveLength(1);
      expect((await of().read([{ folder: name, names: null }])).materials).toEqual([]);
    },
  );

  test.each([
    ['binary', Buffer.from([1, 0, 2]), 'is not UTF-8 text'],
    ['Shift_JIS', Buffer.from([0x93, 0xfa]), 'is not UTF-8 text'],
  ])('a %s file is told, and the shipped text stands in', async (_, bytes, words) => {
    write('task_planning.md', bytes);
    const { materials, missing } = await of().read([{ file: 'task_planning.md' }]);
    expect(materials[0]).toMatchObject({ shipped: true, text: shippedText('task_planning.md') });
    expect(missing).toEqual([expect.stringContaining(words)]);
    expect(missing[0]).toContain('The shipped text stands in for it.');
  });

  test('a link out of the project, a link in place of the folder, a folder and a pipe are told and not read', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'));
    writeFileSync(join(outside, 'backend.md'), 'from outside');
    mkdirSync(join(root, '.code-intel'));
    symlinkSync(outside, join(root, '.code-intel', 'verifiers'));
    symlinkSync(join(outside, 'backend.md'), join(root, '.code-intel', 'task_planning.md'));
    mkdirSync(join(root, '.code-intel', 'interventions', 'step_back.md'), { recursive: true });
    mkdirSync(join(root, '.code-intel', 'review_prompts'));
    execFileSync('sh', [
      '-c',
      'mkfifo "$0"',
      join(root, '.code-intel', 'review_prompts', 'quality_review.md'),
    ]);
    const { materials, missing } = await of().read([
      { file: 'verifiers/backend.md' },
      { file: 'task_planning.md' },
      { file: 'interventions/step_back.md' },
      { file: 'review_prompts/quality_review.md' },
    ]);
    rmSync(outside, { recursive: true });
    expect(materials.map((material) => material.shipped)).toEqual([true, true, true, true]);
    expect(missing.map((words) => words.split(' ').slice(1, 5).join(' '))).toEqual([
      'leads out of the',
      'leads out of the',
      'is not a regular',
      'is not a regular',
    ]);
  });

  test('a link inside the project is followed', async () => {
    writeFileSync(join(root, 'PLANNING.md'), 'ours');
    mkdirSync(join(root, '.code-intel'));
    symlinkSync('../PLANNING.md', join(root, '.code-intel', 'task_planning.md'));
    expect((await of().read([{ file: 'task_planning.md' }])).materials[0]?.text).toBe('ours');
  });

  test('of a very large file the beginning is read, cut on a whole character', async () => {
    write('task_planning.md', `x${'あ'.repeat(100_000)}`);
    const text = (await of().read([{ file: 'task_planning.md' }])).materials[0]?.text ?? '';
    expect(text).toMatch(/^xあ+$/);
    expect(Buffer.byteLength(text)).toBeGreaterThan(65_000);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
  });

  test('a change of the file is seen at the next call', async () => {
    const materials = of();
    await materials.read([{ file: 'task_planning.md' }]);
    write('task_planning.md', 'new');
    expect((await materials.read([{ file: 'task_planning.md' }])).materials[0]?.text).toBe('new');
  });
});

describe('the shipped texts', () => {
  const list = (folder: string) =>
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => /\.(md|yml)$/.test(name))
      .sort();
  const expected = [
    'context.yml',
    'doc_research/api.md',
    'doc_research/architecture.md',
    'doc_research/default.md',
    'interventions/hypothesis_review.md',
    'interventions/step_back.md',
    'interventions/structure_review.md',
    'interventions/user_escalation.md',
    'review_prompts/garbage_detection.md',
    'review_prompts/quality_review.md',
    'task_planning.md',
    'verifiers/backend.md',
    'verifiers/generic.md',
    'verifiers/html_css.md',
  ];

  test.each(['en', 'ja'] as const)(
    '%s has all of them, each short enough to stand in an instruction whole',
    (language) => {
      const files = list(join(shipped, language)).filter((name) => !name.startsWith('commands/'));
      expect(files).toEqual(expected);
      for (const file of files) {
        const text = shippedText(file, language);
        expect([file, text.trim().length > 200, text.length < 1_700]).toEqual([file, true, true]);
        expect([file, text.split('\n').length >= 10 && text.split('\n').length <= 41]).toEqual([file, true]);
      }
    },
  );

  test('both languages say the same number of points, and name the same keys, tools and phases', () => {
    const points = (text: string) => text.match(/^(?:\d+\.|- |#+ )/gm)?.map((mark) => mark.trim());
    const names = (text: string) =>
      [...new Set(text.match(/`[^`]+`|[A-Z][A-Z_]{4,}|\*\*(?:continue|accept|end)\*\*/g))].sort();
    for (const file of expected) {
      const [en, ja] = [shippedText(file), shippedText(file, 'ja')];
      expect([file, points(ja)]).toEqual([file, points(en)]);
      expect([file, names(ja)]).toEqual([file, names(en)]);
    }
  });

  test('a built program carries them beside itself, and finds them there', async () => {
    const { program, error } = inject('product');
    expect(error).toBe(null);
    const built = join(dirname(program), 'shipped');
    for (const language of ['en', 'ja']) {
      expect(list(join(built, language))).toEqual(list(join(shipped, language)));
    }
    const module = await bundled('src/platform/materials.ts', root, 'materials');
    mkdirSync(join(root, 'shipped', 'en'), { recursive: true });
    writeFileSync(join(root, 'shipped', 'en', 'task_planning.md'), 'beside the program');
    const ask = `import(${JSON.stringify(pathToFileURL(module).href)}).then(async ({ createMaterials }) =>
      console.log(JSON.stringify(await createMaterials({ root: '/nowhere', language: 'en' }).read([{ file: 'task_planning.md' }]))))`;
    const answer = JSON.parse(execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8' }));
    expect(answer.materials[0]).toMatchObject({ text: 'beside the program', shipped: true });
  });
});
