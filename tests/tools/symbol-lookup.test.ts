import { afterEach, expect, test } from 'vitest';
import { looksLikeDefinition } from '../../src/code/definition-line.ts';
import type { Navigation } from '../../src/code/navigation.ts';
import { textSearch } from '../../src/platform/ripgrep.ts';
import { Refusal } from '../../src/shared/refusal.ts';
import { message } from '../../src/text/text.ts';
import { symbolLookup } from '../../src/tools/session/symbol-lookup.ts';
import { never, project } from '../support/search-project.ts';

const made: (() => void)[] = [];
/** Symbols that cannot be asked: the text stands in. */
const refused = () =>
  Promise.reject(new Refusal('navigation_failed', message('navigation.thread_failed', { reason: 'exit 1' })));
const noNavigation: Navigation = {
  definitions: refused,
  references: refused,
  symbols: refused,
  structure: refused,
  functionAt: refused,
  impact: refused,
  warmUp: () => undefined,
  state: () => null,
};
afterEach(() => {
  for (const remove of made.splice(0)) remove();
});
const lookUp = async (files: Record<string, string>, names: string[]) => {
  const { root, remove } = project(files);
  made.push(remove);
  return symbolLookup(textSearch(root), noNavigation).lookUp(names, never);
};

const files = {
  'src/user.ts':
    'import x from "y";\nexport class UserStore {\n  async load(id: string) {\n    return this.emit(id);\n  }\n}\n',
  'src/other.ts': 'class Other {\n  load(id: string) {\n  }\n}\nnew UserStore().load("1");\n',
  'lib/a.py': 'def make_user(name):\n    return name\n',
  'lib/use.py': 'make_user("x")\n# call_me_maybe()\n',
};

test('a name is found where it is defined, before where it is used', async () => {
  const [store, maker] = await lookUp(files, ['UserStore', 'make_user']);
  expect(store).toEqual({
    name: 'UserStore',
    source: 'FACT',
    confidence: 0.9,
    evidence: { tool: 'search_text', places: ['src/user.ts:2'] },
    suggestions: [],
  });
  expect(maker?.evidence.places).toEqual(['lib/a.py:1']);
});

test('a member is looked for in the file of its class', async () => {
  const [member, missing] = await lookUp(files, ['UserStore.load', 'UserStore.nothing']);
  expect(member).toMatchObject({ source: 'FACT', confidence: 0.9, evidence: { places: ['src/user.ts:3'] } });
  expect(missing).toMatchObject({ source: 'UNRESOLVED', confidence: 0, suggestions: ['UserStore'] });
});

test('a name that is only used is less certain', async () => {
  const [used] = await lookUp(files, ['call_me_maybe']);
  expect(used).toMatchObject({ source: 'FACT', confidence: 0.6, evidence: { places: ['lib/use.py:2'] } });
});

test('a name that is nowhere comes back unresolved, with near ones', async () => {
  const [wrongCase, other, nothing] = await lookUp(files, ['userstore', 'UserStorage', 'zzz_qqq']);
  expect(wrongCase).toMatchObject({ source: 'UNRESOLVED', confidence: 0, suggestions: ['UserStore'] });
  expect(other?.suggestions[0]).toMatch(/user/i);
  expect(nothing).toMatchObject({
    source: 'UNRESOLVED',
    confidence: 0,
    evidence: { places: [] },
    suggestions: [],
  });
});

test('odd names are looked up as they are, twenty at most, and each is answered', async () => {
  const odd = [
    '$emit',
    '#priv',
    'a.b(c',
    '--pre=x',
    '',
    ' ',
    '[',
    '日本',
    ...Array.from({ length: 15 }, (_, i) => `n${i}`),
  ];
  const found = await lookUp({ 's.ts': 'this.$emit(1);\n  #priv = 2;\nfunction n19() {}\n' }, odd);
  expect(found.map(({ name }) => name)).toEqual(odd);
  expect(found[0]?.evidence.places).toEqual(['s.ts:1']);
  expect(found[1]?.source).toBe('FACT');
});

test.each([
  ['export default async function load() {', 'load'],
  ['const load = async (id) => {', 'load'],
  ['export const load: Loader = x;', 'load'],
  ['  load(id: string): Promise<void> {', 'load'],
  ['  private static async load<T>(id: T) {', 'load'],
  ['def load(self):', 'load'],
  ['func (s *Store) load(id string) error {', 'load'],
  ['pub(crate) async fn load(id: u32) {', 'load'],
  ['public static void load(String id) {', 'load'],
  ['#define load(x) (x)', 'load'],
  ['export interface load<T> {', 'load'],
  ['  load: function () {', 'load'],
])('%s looks like a definition', (line, name) => expect(looksLikeDefinition(line, name)).toBe(true));

test.each([
  ['return load(id) {', 'load'],
  ['  load(id);', 'load'],
  ['const x = load(id);', 'load'],
  ['if (load(id)) {', 'load'],
  ['import { load } from "./load";', 'load'],
  ['function loader() {', 'load'],
])('%s does not', (line, name) => expect(looksLikeDefinition(line, name)).toBe(false));
