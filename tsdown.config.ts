import { join } from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';
import { bundledLicenses } from './scripts/bundled-licenses.ts';

/**
 * Everything is bundled: one file of our own starts in half the time of a tree of packages. Only ripgrep stays a
 * dependency, for its binary. What the SDK imports but this server never reaches (a schema compiler, zod 3) is left out.
 */
const unreached = new Set(['ajv', 'ajv-formats', 'zod/v3', 'zod-to-json-schema']);
const leftOut = '\0left-out';

export const bundling = {
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  fixedExtension: false,
  // The parser's code has an eval for modules that bring JavaScript of their own; the grammars bring none.
  checks: { eval: false },
  deps: { alwaysBundle: (id: string) => !id.startsWith('@vscode/ripgrep'), onlyBundle: false },
  plugins: [
    {
      name: 'left-out',
      resolveId: (id: string) => (unreached.has(id) ? leftOut : null),
      load: (id: string) =>
        id === leftOut
          ? `const no = () => { throw new Error('not part of this program'); };
             export default no; export { no as object, no as zodToJsonSchema };`
          : null,
    },
  ],
} satisfies UserConfig;

/** The product as people get it, built into a folder. */
export const productIn = (folder: string) =>
  ({
    ...bundling,
    entry: {
      'code-intel': 'src/bin/code-intel.ts',
      'navigation-worker': 'src/bin/navigation-worker.ts',
    },
    outDir: folder,
    plugins: [...bundling.plugins, bundledLicenses],
    // What the program reads at run time and is not code.
    copy: [
      { from: 'src/shipped', to: folder },
      { from: ['src/grammars/*.wasm', 'src/grammars/grammars.json'], to: join(folder, 'grammars') },
      { from: 'node_modules/web-tree-sitter/web-tree-sitter.wasm', to: join(folder, 'grammars') },
      { from: 'src/code/queries/*.scm', to: join(folder, 'queries') },
    ],
  }) satisfies UserConfig;

export default defineConfig({ ...productIn('dist'), clean: true });
