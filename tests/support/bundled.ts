import { join } from 'node:path';
import { build } from 'vite';

const root = new URL('../../', import.meta.url).pathname;

/**
 * Bundles one source file for plain Node, as the build does for the whole program, into `folder`; answers with the file.
 * For what only a process of its own shows.
 */
export async function bundled(entry: string, folder: string, name: string): Promise<string> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: join(root, entry),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return join(folder, `${name}.mjs`);
}
