import { join } from 'node:path';
import { build } from 'tsdown';
import { bundling } from '../../tsdown.config.ts';

/**
 * Bundles one source file for plain Node, as the build does with the whole program, into `folder`; answers with the file.
 * For what only a process of its own shows.
 */
export async function bundled(entry: string, folder: string, name: string): Promise<string> {
  const common = { ...bundling, cwd: join(import.meta.dirname, '..', '..'), config: false as const };
  await build({ ...common, logLevel: 'error', clean: false, entry: { [name]: entry }, outDir: folder });
  return join(folder, `${name}.js`);
}
