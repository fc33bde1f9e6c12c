import { describe, expect, test } from 'vitest';
import { findReferences } from '../../src/code/references.ts';
import { indexOf } from '../support/navigation.ts';

/** Lines of `user.*` that come back as uses of `Store.flush`, whatever their certainty. */
async function found(files: Readonly<Record<string, string>>): Promise<string[]> {
  const index = await indexOf(files);
  try {
    const answer = await findReferences(index, { symbol: 'Store.flush', path: '.' });
    return answer.references
      .filter(({ file }) => /user\./.test(file))
      .map(({ file, line }) => `${file}:${line}`);
  } finally {
    index.remove();
  }
}

const store =
  'export class Store {\n  flush() {}\n}\nexport function make(): Store { return new Store(); }\n';
const typescript: readonly string[] = [
  'export function f(x: any) { x.flush(); }',
  'export function f(x: unknown) { (x as any).flush(); }',
  'export function f(x: object) { (x as { flush(): void }).flush(); }',
  'export function f(x: { flush(): void }) { x.flush(); }',
  'export function f<T extends { flush(): void }>(x: T) { x.flush(); }',
  'export function f<T extends Store>(x: T) { x.flush(); }',
  'export function f<Item>(x: Item & Store) { x.flush(); }',
  'export function f(x: Store | null) { x?.flush(); }',
  'export function f(x: string | Store) { if (typeof x !== "string") x.flush(); }',
  'export function f(x: Readonly<Store>) { x.flush(); }',
  'export function f(x: Partial<Store>) { x.flush!(); }',
  'export function f(x: Pick<Store, "flush">) { x.flush(); }',
  'export async function f(x: Promise<Store>) { (await x).flush(); }',
  'export function f(x: Store[]) { x[0].flush(); }',
  'export function f(x: Store[]) { x.forEach((one) => one.flush()); }',
  'export function f(x: Store[]) { for (const one of x) one.flush(); }',
  'export function f(x: Map<string, Store>) { x.get("a")!.flush(); }',
  'export function f(x: Map<string, Store>) { x.get("a")?.flush(); }',
  'export function f(x: ReturnType<typeof make>) { x.flush(); }',
  'export function f(x: InstanceType<typeof Store>) { x.flush(); }',
  'export function f() { make().flush(); }',
  'export function f() { const { s } = { s: make() }; s.flush(); }',
  'export function f({ s }: { s: Store }) { s.flush(); }',
  'export function f() { const x = Math.random() > 1 ? make() : new Store(); x.flush(); }',
  'export function f(x: Store) { const y = x; y.flush(); }',
  'export function f(x: Store) { const g = x.flush; g(); }',
  'export function f(x: Store) { const { flush } = x; flush(); }',
  'export function f(x: Store) { x["flush"](); x.flush(); }',
  'export const f = (x = make()) => x.flush();',
  'export let x; x = make(); x.flush();',
  'export class User { constructor(private s: Store) {} go() { this.s.flush(); } }',
  'export class User { s?: Store; go() { this.s!.flush(); } }',
  'export class User { #s = make(); go() { this.#s.flush(); } }',
  'type Alias = Store; export function f(x: Alias) { x.flush(); }',
  'interface Flushable { flush(): void } export function f(x: Flushable) { x.flush(); }',
  'type Flushable = { flush(): void }; export function f(x: Flushable) { x.flush(); }',
  'export class Sub extends Store {} export function f(x: Sub) { x.flush(); }',
  'export class Sub extends Store { go() { super.flush(); } }',
  'export class Sub extends Store { go() { this.flush(); } }',
  'export function f(x: typeof import("./store").Store.prototype) { x.flush(); }',
  'export function f(x: import("./store").Store) { x.flush(); }',
  'export function f(x: readonly Store[]) { x.at(-1)?.flush(); }',
  'export function f(x: Set<Store>) { [...x].map((s) => s.flush()); }',
  'export function f(x: Record<string, Store>) { x.a.flush(); }',
  'export function f(x: unknown) { if (x instanceof Store) x.flush(); }',
  'declare global { var shared: Store } export const f = () => shared.flush();',
];

describe('a use through a type that says little is never left out', () => {
  test('TypeScript', async () => {
    const missed: string[] = [];
    const header = "import { Store, make } from './store';\n";
    const index = await indexOf({
      'store.ts': store,
      ...Object.fromEntries(typescript.map((line, at) => [`user.${at}.ts`, `${header}${line}\n`])),
    });
    try {
      const answer = await findReferences(index, { symbol: 'Store.flush', path: '.' });
      const hits = new Set(answer.references.map(({ file, line }) => `${file}:${line}`));
      for (const [at, line] of typescript.entries()) if (!hits.has(`user.${at}.ts:2`)) missed.push(line);
    } finally {
      index.remove();
    }
    expect(missed).toEqual([]);
  });

  test.each([
    [
      'py',
      'class Store:\n    def flush(self):\n        pass\n',
      [
        'def f(x): x.flush()',
        'from typing import Any\ndef f(x: Any): x.flush()',
        'from store import Store\ndef f(xs: list[Store]):\n    for x in xs: x.flush()',
        'from store import Store\ndef f(x: "Store"): x.flush()',
        'from store import Store\nfrom typing import Optional\ndef f(x: Optional[Store]): x.flush()',
        'from store import Store\nwith Store() as s: s.flush()',
        'import store\ns = store.Store()\ns.flush()',
        'def f(d): d["a"].flush()',
        'def f(self): self.s.flush()',
        'from typing import Protocol\nclass P(Protocol):\n    def flush(self): ...\ndef f(x: P): x.flush()',
      ],
    ],
    [
      'java',
      'public class Store {\n  public void flush() {}\n}\n',
      [
        'class U { void f(Object x) { ((Store) x).flush(); } }',
        'class U { void f() { var s = new Store(); s.flush(); } }',
        'class U<T extends Store> { void f(T x) { x.flush(); } }',
        'import java.util.List;\nclass U { void f(List<Store> xs) { for (Store s : xs) s.flush(); } }',
        'import java.util.List;\nclass U { void f(List<Store> xs) { xs.forEach(s -> s.flush()); } }',
        'import java.util.List;\nclass U { void f(List<Store> xs) { xs.forEach(Store::flush); } }',
        'import java.util.List;\nclass U { void f(List<Store> xs) { xs.get(0).flush(); } }',
        'interface F { void flush(); }\nclass U { void f(F x) { x.flush(); } }',
        'class U { Store s; void f() { this.s.flush(); s.flush(); } }',
      ],
    ],
  ] as const)('%s', async (ending, definition, uses) => {
    const missed: string[] = [];
    for (const use of uses) {
      const name = ending === 'java' ? 'Store.java' : `store.${ending}`;
      const lines = use.split('\n');
      const last = lines.findLastIndex((line) => line.includes('flush(') || line.includes('::flush')) + 1;
      const hits = await found({ [name]: definition, [`user.${ending}`]: `${use}\n` });
      if (!hits.includes(`user.${ending}:${last}`)) missed.push(use);
    }
    expect(missed).toEqual([]);
  });
});
