/** The files that a module name stands for. `external`: surely none of the project's; `unknown`: it could not be told. */
export interface ModuleFiles {
  readonly files: readonly string[];
  readonly state: 'found' | 'external' | 'unknown';
}

export const found = (files: readonly string[]): ModuleFiles => ({ files, state: 'found' });
export const EXTERNAL: ModuleFiles = { files: [], state: 'external' };
export const UNKNOWN: ModuleFiles = { files: [], state: 'unknown' };
