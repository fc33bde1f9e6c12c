import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkArguments } from '../../src/server/arguments.ts';
import { Refusal } from '../../src/shared/refusal.ts';
import { languages, speaker } from '../../src/text/text.ts';
import { fakeTools } from '../support/fake-tools.ts';

function tool(name: string) {
  const found = fakeTools.find((each) => each.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}

const check = (name: string, args: unknown) => checkArguments(tool(name), args);

/** What a refusal says of these arguments. */
function refused(name: string, args: unknown) {
  try {
    check(name, args);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const says = languages.map((language) => speaker(language)(thrown.reason));
    return {
      code: thrown.code,
      says,
      issues: thrown.details.issues as { path: string; expected: string; received: string }[],
    };
  }
  throw new Error('not refused');
}

const plain = { pattern: 'NEEDLE', regex: true, output: 'matches', max_results: 100 };

describe('text is understood as what the schema asks for', () => {
  test.each([
    ['a number', { max_results: '5' }, { max_results: 5 }],
    ['a number with blanks', { max_results: ' 5 ' }, { max_results: 5 }],
    ['a number with an exponent', { max_results: '1e2' }, { max_results: 100 }],
    ['false', { regex: 'false' }, { regex: false }],
    ['True', { regex: ' True ' }, { regex: true }],
    ['a list as JSON', { file_types: '["ts","tsx"]' }, { file_types: ['ts', 'tsx'] }],
    ['a list wrapped twice', { file_types: '"[\\"ts\\"]"' }, { file_types: ['ts'] }],
    ['one text for a list of one', { file_types: 'ts' }, { file_types: ['ts'] }],
    ['text where text or a list is due stays text', { pattern: '["a"]' }, { pattern: '["a"]' }],
    ['a list where text or a list is due', { pattern: ['a', 'b'] }, { pattern: ['a', 'b'] }],
  ])('%s', (_, sent, meant) => {
    expect(check('search_text', { pattern: 'NEEDLE', ...sent })).toEqual({ ...plain, ...meant });
  });

  test('objects in a list, and lists in those', () => {
    const summaries = [{ path: 'a.md', summary: 's', tags: ['x'] }];
    const sent = [
      summaries,
      JSON.stringify(summaries),
      [JSON.stringify(summaries[0])],
      [{ ...summaries[0], tags: '["x"]' }],
    ];
    for (const document_summaries of sent)
      expect(check('update_context', { document_summaries })).toEqual({ document_summaries: summaries });
  });

  test('all arguments at once as JSON text', () => {
    expect(check('search_text', '{"pattern":"NEEDLE","regex":"true"}')).toEqual(plain);
  });
});

describe('"", [] and null in optional places mean "not given"', () => {
  test.each([
    [
      'the Inspector fills everything',
      { path: '', file_types: [], max_results: null, regex: '', output: '' },
    ],
    ['an empty list as text', { file_types: '[]' }],
    ['undefined', { path: undefined }],
  ])('%s', (_, sent) => {
    expect(check('search_text', { pattern: 'NEEDLE', ...sent })).toEqual(plain);
  });

  test('also inside of lists', () => {
    const sent = { document_summaries: [{ path: 'a', summary: 'b', tags: null }] };
    expect(check('update_context', sent)).toEqual({ document_summaries: [{ path: 'a', summary: 'b' }] });
  });

  test('but in a required place they are a wrong value', () => {
    expect(refused('search_text', { pattern: null }).issues).toEqual([
      { path: 'pattern', expected: 'str | list[str]', received: 'null' },
    ]);
  });
});

describe('arguments left out', () => {
  test.each([undefined, null, {}, ''])('%j is no arguments', (sent) => {
    expect(check('where', sent)).toEqual({});
    expect(refused('search_text', sent)).toMatchObject({
      code: 'invalid_arguments',
      issues: [{ path: 'pattern' }],
    });
  });
});

describe('an unknown key is refused, with the nearest right name', () => {
  test.each([
    ['paht', 'path'],
    ['Path', 'path'],
    ['file_type', 'file_types'],
    ['maxResults', 'max_results'],
    ['patern', 'pattern'],
    ['types', 'file_types'],
  ])('%s is meant to be %s', (key, right) => {
    const { says, issues } = refused('search_text', { pattern: 'NEEDLE', [key]: 'src' });
    for (const text of says) {
      expect(text).toContain(`\`${key}\``);
      expect(text).toContain(`\`${right}\``);
    }
    expect(issues).toEqual([{ path: key, expected: right, received: key }]);
  });

  test('one that is like none gets all the names', () => {
    const { says } = refused('search_text', { pattern: 'x', zzz: 1 });
    expect(says[0]).toContain('pattern, path, file_types, regex, output, max_results');
  });

  test('a tool without arguments says so', () => {
    expect(refused('where', { anything: 1 }).says[0]).toContain('takes no arguments');
  });

  test('also in an object inside, by its path', () => {
    const { issues } = refused('update_context', {
      document_summaries: [{ path: 'a', summary: 'b', tag: [] }],
    });
    expect(issues).toEqual([
      { path: 'document_summaries[0].tag', expected: 'tags', received: 'document_summaries[0].tag' },
    ]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    '%s is a key like any other',
    (key) => {
      expect(refused('search_text', JSON.parse(`{"pattern":"x","${key}":{}}`)).code).toBe(
        'invalid_arguments',
      );
    },
  );
});

describe('a wrong value is refused with the key, what was expected and what came', () => {
  test.each([
    ['search_text', { pattern: 'x', regex: 'maybe' }, 'regex', 'bool', '"maybe"'],
    ['search_text', { pattern: 'x', max_results: 'many' }, 'max_results', 'int 1..1000', '"many"'],
    ['search_text', { pattern: 'x', max_results: 0 }, 'max_results', /^int 1\.\.1000 \(/, '0'],
    ['search_text', { pattern: 'x', max_results: 1.5 }, 'max_results', 'int 1..1000', '1.5'],
    ['search_text', { pattern: 'x', output: 'lines' }, 'output', '"matches" | "files" | "count"', '"lines"'],
    ['search_text', { pattern: 'x', path: ['src'] }, 'path', 'str', '["src"]'],
    ['search_text', { pattern: 'x', file_types: '["ts"' }, 'file_types', 'list[str]', '"[\\"ts\\""'],
    ['search_text', { pattern: 7 }, 'pattern', 'str | list[str]', '7'],
    ['submit_phase', { data: [1, 2] }, 'data', '{...}', '[1,2]'],
    ['submit_phase', { data: 'not json' }, 'data', '{...}', '"not json"'],
    [
      'update_context',
      { document_summaries: [{ path: 'a' }] },
      'document_summaries[0].summary',
      'str',
      'nothing',
    ],
    ['update_context', { document_summaries: [5] }, 'document_summaries[0]', '{path, summary, tags?}', '5'],
  ] as const)('%s %j', (name, sent, path, expected, received) => {
    const { says, issues, code } = refused(name, sent);
    expect(code).toBe('invalid_arguments');
    expect(issues).toHaveLength(1);
    expect(issues[0]).toMatchObject({ path, received });
    expect(issues[0]?.expected).toMatch(expected);
    for (const text of says) expect(text).toContain(`\`${path}\``);
  });

  test('what came is cut where it is huge', () => {
    for (const path of [
      Array(100_000).fill('a'),
      { a: 'b'.repeat(1_000_000) },
      Object.fromEntries(Array(1_000).entries()),
    ])
      expect(refused('search_text', { pattern: 'x', path }).issues[0]?.received.length).toBeLessThan(130);
    expect(refused('search_text', { pattern: 'x', ['🔥'.repeat(500_000)]: 1 }).says[0]?.length).toBeLessThan(
      600,
    );
  });

  test.each([[[1, 2]], ['text'], [5], [true]])('arguments that are no object: %j', (sent) => {
    expect(refused('search_text', sent).says[0]).toContain('one JSON object');
  });
});

describe('a payload of submit_phase', () => {
  test.each([
    ['as it should be', { data: { tasks: [1] } }],
    ['as JSON text', { data: '{"tasks":[1]}' }],
    ['as JSON text wrapped twice', { data: JSON.stringify('{"tasks":[1]}') }],
    ['without `data`', { tasks: [1] }],
    ['everything as JSON text', '{"tasks":[1]}'],
  ])('%s', (_, sent) => {
    expect(check('submit_phase', sent)).toEqual({ data: { tasks: [1] } });
  });

  test('what is inside stays as it came: the phase knows what it means', () => {
    expect(check('submit_phase', { passed: 'false', note: '', list: [] })).toEqual({
      data: { passed: 'false', note: '', list: [] },
    });
  });
});

test('any JSON as arguments of any tool is either understood or refused', () => {
  const names = fakeTools.map(({ name }) => name);
  const keys = fc.constantFrom(
    'pattern',
    'path',
    'regex',
    'max_results',
    'data',
    'document_summaries',
    'ms',
    '__proto__',
  );
  const args = fc.oneof(fc.jsonValue(), fc.dictionary(fc.oneof(keys, fc.string()), fc.jsonValue()));
  fc.assert(
    fc.property(fc.constantFrom(...names), args, (name, sent) => {
      try {
        check(name, sent);
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(Refusal);
        expect((thrown as Refusal).code).toBe('invalid_arguments');
      }
    }),
    { numRuns: 3_000 },
  );
});
