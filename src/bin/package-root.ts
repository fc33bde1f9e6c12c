import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

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
