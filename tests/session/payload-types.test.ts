import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPayload } from '../../src/session/payload-issues.ts';
import {
  bool,
  choice,
  fields,
  float,
  free,
  idText,
  int,
  list,
  looseList,
  plainData,
  text,
} from '../../src/session/payload-types.ts';

const REFUSED = Symbol('refused');
const read = (schema: z.ZodType, value: unknown): unknown => {
  const result = schema.safeParse(value);
  return result.success ? result.data : REFUSED;
};
const item = z.object({ id: idText(), note: text().optional() });

describe('what a model sends is taken for what it plainly is, and for nothing else', () => {
  it.each<[string, z.ZodType, unknown, unknown]>([
    ['text keeps its spaces', text(), ' a\n', ' a\n'],
    ['blank text is refused', text(), ' \n\u3000', REFUSED],
    ['a number is no text', text(), 5, REFUSED],
    ['null is no text', text(), null, REFUSED],
    ['an id loses the spaces around it', idText(), ' task_1 ', 'task_1'],
    ['a number is an id', idText(), 2, '2'],
    ['a blank id is refused', idText(), '  ', REFUSED],
    ['an id like __proto__ is an id', idText(), '__proto__', '__proto__'],
    ['true is true', bool(), true, true],
    ['"false" is false', bool(), 'false', false],
    ['" TRUE " is true', bool(), ' TRUE ', true],
    ['"maybe" is no answer', bool(), 'maybe', REFUSED],
    ['1 is no answer', bool(), 1, REFUSED],
    ['blank is no answer', bool(), '', REFUSED],
    ['a whole number', int(), 3, 3],
    ['a whole number as text', int(), ' 3 ', 3],
    ['a negative count is refused', int(), -1, REFUSED],
    ['a fraction is no count', int(), '1.5', REFUSED],
    ['blank text is no zero', int(), '', REFUSED],
    ['hexadecimal text is no number', int(), '0x10', REFUSED],
    ['a score', float(), 0.8, 0.8],
    ['a score as text', float(), '8.5e-1', 0.85],
    ['"8/10" is no number', float(), '8/10', REFUSED],
    ['infinite text is no number', float(), 'Infinity', REFUSED],
    ['too great a number is refused', float(), '1e999', REFUSED],
    ['a list', list(text()), ['a'], ['a']],
    ['a list as JSON text', list(text()), ' ["a","b"]', ['a', 'b']],
    ['a single text is not wrapped into a list', list(text()), 'src/a.ts', REFUSED],
    ['half a list is refused', list(text()), '["a"', REFUSED],
    ['a list of ids', list(idText()), [1, ' b '], ['1', 'b']],
    ['objects in a list', list(item), [{ id: 1, note: 'n', more: 0 }], [{ id: '1', note: 'n' }]],
    ['objects in a list as JSON text', list(item), ['{"id":"a"}'], [{ id: 'a' }]],
    ['null in an optional key of a listed object', list(item), [{ id: 'a', note: null }], [{ id: 'a' }]],
    ['blank in an optional key of a listed object', list(item), [{ id: 'a', note: ' ' }], [{ id: 'a' }]],
    ['null in a required key of a listed object', list(item), [{ id: null }], REFUSED],
    ['a mixed list', looseList(), ['a', { b: 1 }], ['a', { b: 1 }]],
    ['a mixed list as JSON text', looseList(), '["a",{"b":1}]', ['a', { b: 1 }]],
    ['numbers in a mixed list are refused', looseList(), [1], REFUSED],
    ['one text instead of a mixed list', looseList(), 'a', REFUSED],
    ['a free object', free(), { a: [1] }, { a: [1] }],
    ['a free object as JSON text', free(), '{"a":1}', { a: 1 }],
    ['a list is no object', free(), [], REFUSED],
    ['an object with keys, as JSON text', fields({ path: text() }), '{"path":"a"}', { path: 'a' }],
    ['one of the words', choice(['delete', 'merge']), ' Delete', 'delete'],
    ['none of the words', choice(['delete', 'merge']), 'drop', REFUSED],
  ])('%s', (_, schema, value, due) => {
    expect(read(schema, value)).toEqual(due);
  });

  it('never reaches a prototype through a key', () => {
    const sent = JSON.parse('{"__proto__":{"polluted":true},"a":1}') as unknown;
    read(free(), sent);
    read(list(free()), [sent]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('plainData', () => {
  it.each([[{}], [undefined], [null], [''], ['{}'], [' {} '], ['null'], ['"{}"']])(
    'reads %j as an empty object',
    (data) => {
      expect(plainData(data)).toEqual({});
    },
  );
  it.each([[{ a: 1, b: null }], ['{"a":1,"b":null}'], [JSON.stringify('{"a":1}')]])(
    'reads %j as an object',
    (data) => {
      expect(plainData(data)).toEqual({ a: 1 });
    },
  );
  it.each([[[]], [5], [true], ['passed'], ['[1]'], ['{"a":'], ['5']])('finds no object in %j', (data) => {
    expect(plainData(data)).toBeNull();
  });
});

describe('readPayload', () => {
  const schema = z.object({
    passed: bool(),
    failed_tasks: list(idText()).optional(),
    details: text(),
    tasks: list(z.object({ id: idText(), failure_count: int().optional() })).optional(),
  });

  it.each([[null], [''], [[]], [undefined]])('takes %j in an optional place as not given', (failed_tasks) => {
    expect(readPayload(schema, { passed: 'false', failed_tasks, details: 'x' })).toEqual({
      payload: { passed: false, details: 'x' },
    });
  });

  it('names each wrong place with what was due and what came', () => {
    expect(
      readPayload(schema, { passed: 'maybe', details: '  ', tasks: '[{"id":"a","failure_count":-1},{}]' }),
    ).toEqual({
      issues: [
        { path: 'passed', expected: 'bool', received: '"maybe"' },
        { path: 'details', expected: 'str, not blank', received: '"  "' },
        { path: 'tasks[0].failure_count', expected: 'int, at least 0', received: '-1' },
        { path: 'tasks[1].id', expected: 'str', received: 'nothing' },
      ],
    });
  });

  it('names missing keys, and lists that are none', () => {
    expect(readPayload(schema, { failed_tasks: 'task_1' })).toEqual({
      issues: [
        { path: 'passed', expected: 'bool', received: 'nothing' },
        { path: 'failed_tasks', expected: 'list[str]', received: '"task_1"' },
        { path: 'details', expected: 'str', received: 'nothing' },
      ],
    });
  });

  it('cuts what came at 80 characters without breaking one', () => {
    const result = readPayload(z.object({ passed: bool() }), { passed: `x${'🔥'.repeat(3000)}` });
    const received = 'issues' in result ? (result.issues[0]?.received ?? '') : '';
    expect(Array.from(received)).toHaveLength(80);
    expect(/[\ud800-\udfff]/u.test(received)).toBe(false);
  });
});
