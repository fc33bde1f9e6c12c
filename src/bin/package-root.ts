import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** Looks upwards from this file for the package it belongs to. */
export function packageInfo(): PackageInfo {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest)) {
      const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
      const shipped = ['dist/shipped', 'src/shipped'].map((name) => join(folder, name)).find(existsSync);
      return {
        root: folder,
        version,
        program: join(folder, 'dist', 'code-intel.js'),
        shipped: shipped ?? join(folder, 'src', 'shipped'),
      };
    }
    if (folder === dirname(folder)) throw new Error('code-intel: its own package.json was not found');
  }
}
