import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SyntaxFolders } from '../platform/tree-sitter.ts';

/** Where this package lies, and what it says of itself: the same from the sources and from the built program. */
export interface PackageInfo {
  readonly root: string;
  readonly version: string;
  /** The built program. */
  readonly program: string;
  /** Texts that are shipped: a folder a language, each with `commands/` and the defaults of `.code-intel/`. */
  readonly shipped: string;
}

/**
 * What a person types to call this program again, without the name of the command: through npx where it is installed as a
 * package, by its path where it runs from a checkout. Quoted where a shell would part the path.
 */
export function ownCommand({ root, program }: PackageInfo): string {
  if (isInstalled(root)) return 'npx code-intel';
  return `node ${/^[\w./:\\@+-]+$/.test(program) ? program : JSON.stringify(program)}`;
}

/** Whether a folder of this package is one that a package manager made, not a checkout. */
export const isInstalled = (root: string): boolean => root.split(sep).includes('node_modules');

/** Looks upwards from this file for the package it belongs to. */
export function packageInfo(): PackageInfo {
  let root = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(root, 'package.json'))) {
    if (root === dirname(root)) throw new Error('code-intel: its own package.json was not found');
    root = dirname(root);
  }
  const built = join(root, 'dist', 'shipped');
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    root,
    version: String((manifest as { version: unknown }).version),
    program: join(root, 'dist', 'code-intel.js'),
    shipped: existsSync(built) ? built : join(root, 'src', 'shipped'),
  };
}

/**
 * Where the grammars, the query files and the parser lie: beside the built program, wherever it was built to; for the
 * sources, where they are kept.
 *
 * @param here the folder of the running module.
 */
export function syntaxFolders(here: string = dirname(fileURLToPath(import.meta.url))): SyntaxFolders {
  const grammars = join(here, 'grammars');
  if (existsSync(grammars))
    return { grammars, queries: join(here, 'queries'), runtime: join(grammars, 'web-tree-sitter.wasm') };
  const { root } = packageInfo();
  return {
    grammars: join(root, 'src', 'grammars'),
    queries: join(root, 'src', 'code', 'queries'),
    runtime: join(root, 'node_modules', 'web-tree-sitter', 'web-tree-sitter.wasm'),
  };
}

/** The program of the thread that holds the symbols: beside the built program; for the sources, the one that was built. */
export function navigationProgram(here: string = dirname(fileURLToPath(import.meta.url))): string {
  const beside = join(here, 'navigation-worker.js');
  return existsSync(beside) ? beside : join(packageInfo().root, 'dist', 'navigation-worker.js');
}
