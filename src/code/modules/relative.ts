import { folderOf, joinPath, type ProjectView } from '../project-view.ts';
import { nearestTo } from './c.ts';
import { EXTERNAL, found, type ModuleFiles, UNKNOWN } from './module-files.ts';

const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  dart: ['', '.dart'],
  lua: ['.lua', '/init.lua', ''],
  bash: ['', '.sh', '.bash'],
  ruby: ['.rb', ''],
  php: ['', '.php'],
};

/**
 * Files that are named by a path: Dart, Lua (`a.b`), Bash, Ruby, PHP. Beside the file, from the root, or the one whose path
 * ends so.
 */
export function relativeModule(view: ProjectView, from: string, source: string): ModuleFiles {
  const family = view.family(from);
  if (/^dart:/.test(source)) return EXTERNAL;
  const written = source.replace(/^package:[^/]+\//, '').replace(/^\$\{?\w+\}?\//, '');
  const path = family === 'lua' && !written.includes('/') ? written.replaceAll('.', '/') : written;
  const endings = EXTENSIONS[family] ?? [''];
  for (const folder of [folderOf(from), '']) {
    const base = joinPath(folder, path);
    if (base === null) continue;
    const fits = endings.map((ending) => base + ending).find((one) => view.index.file(one) !== undefined);
    if (fits !== undefined) return found([fits]);
  }
  const tail = path.replace(/^(?:\.{1,2}\/)+/, '');
  const paths = view.index
    .paths()
    .filter((one) => endings.some((ending) => one.endsWith(`/${tail}${ending}`)));
  const nearest = nearestTo(from, paths);
  return nearest === null ? UNKNOWN : found([nearest]);
}
