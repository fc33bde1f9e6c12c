import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsdown';
import type { TestProject } from 'vitest/node';
import { bundling, productIn } from '../../tsdown.config.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of the tests, as one program: fixture-server.ts. */
    fixtureServer: string;
    /** The product as it is built for people; `error` where it did not build. */
    product: { readonly program: string; readonly error: string | null };
  }
}

const root = join(import.meta.dirname, '..', '..');

/** Builds, once a run, what only a process of its own shows. A folder a run: another run may be using its own. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = join(root, '.cache', `test-build-${process.pid}`);
  const common = { cwd: root, config: false as const, logLevel: 'error' as const, clean: false };
  const fixture = join(folder, 'fixture');
  await build({
    ...bundling,
    ...common,
    entry: { server: 'tests/support/fixture-server.ts' },
    outDir: fixture,
  });
  project.provide('fixtureServer', join(fixture, 'server.js'));

  const dist = join(folder, 'dist');
  let error: string | null = null;
  try {
    await build({ ...productIn(dist), ...common });
  } catch (thrown) {
    error = String(thrown);
    console.error(`The product does not build; tests that run it will fail: ${error}`);
  }
  project.provide('product', { program: join(dist, 'code-intel.js'), error });
  return () => rmSync(folder, { recursive: true, force: true });
}
