import { folderOf, joinPath, type ProjectView } from '../project-view.ts';
import { nearestTo } from './c.ts';
import { EXTERNAL, found, type ModuleFiles, UNKNOWN } from './module-files.ts';
import { STANDARD_MODULES } from './python-standard.ts';

const FILE = /\.pyi?$/;

/**
 * The file of a Python module: relative (`.a`), or absolute from any folder that packages lie in. A name of the standard library is
 * the project's only where the script itself would find it first; where it hangs on the folder that Python was started in,
 * nothing is claimed.
 */
export function pythonModule(view: ProjectView, from: string, source: string): ModuleFiles {
  const dots = /^\.*/.exec(source)?.[0].length ?? 0;
  const parts = source.slice(dots).split('.').filter(Boolean);
  if (dots > 0) {
    let folder: string | null = folderOf(from);
    for (let up = 1; up < dots && folder !== null; up += 1) folder = joinPath(folder, '..');
    if (folder === null) return UNKNOWN;
    const files = atPath(view, joinPath(folder, parts.join('/')) ?? '');
    return files.length > 0 ? found(files) : UNKNOWN;
  }
  const last = parts.at(-1);
  if (last === undefined) return UNKNOWN;
  const { byStem, folders } = modulesOf(view);
  const tail = parts.join('/');
  const fits = (byStem.get(last) ?? []).filter((stem) => stem === tail || stem.endsWith(`/${tail}`));
  // A root is a folder that is no package itself; a script also sees what lies beside it.
  const rooted = fits.filter((stem) => {
    const root = stem.slice(0, Math.max(0, stem.length - tail.length - 1));
    return !isPackage(view, root) || root === folderOf(from);
  });
  if (parts.length === 1 && STANDARD_MODULES.has(last)) {
    const roots = rooted.map((stem) => stem.slice(0, Math.max(0, stem.length - tail.length - 1)));
    const first = roots.filter((root) => !isPackage(view, root) && (root === '' || root === folderOf(from)));
    const [root] = first.sort((a, b) => b.length - a.length);
    const files = root === undefined ? [] : atPath(view, root === '' ? last : `${root}/${last}`);
    if (files.length > 0) return found(files);
    return roots.some((one) => !isPackage(view, one) && from.startsWith(`${one}/`)) ? UNKNOWN : EXTERNAL;
  }
  const best = nearestTo(from, rooted.length > 0 ? rooted : fits);
  if (best !== null) {
    const files = atPath(view, best);
    return files.length > 0 ? found(files) : { files: [], state: 'found' };
  }
  const [top = last] = parts;
  return byStem.has(top) || folders.has(top) ? UNKNOWN : EXTERNAL;
}

/** The submodule of a package, as `from package import submodule` takes it. */
export function pythonSubmodule(view: ProjectView, packageFile: string, name: string): readonly string[] {
  if (!/(?:^|\/)__init__\.pyi?$/.test(packageFile)) return [];
  return atPath(view, joinPath(folderOf(packageFile), name) ?? '');
}

/** The module's source, and its stub. A folder without `__init__` is a namespace package and has no file. */
function atPath(view: ProjectView, stem: string): string[] {
  const wanted = stem === '' ? ['__init__.py', '__init__.pyi'] : [];
  const all = [...wanted, `${stem}.py`, `${stem}.pyi`, `${stem}/__init__.py`, `${stem}/__init__.pyi`];
  return all.filter((path) => view.index.file(path) !== undefined);
}

const isPackage = (view: ProjectView, folder: string): boolean =>
  folder !== '' && atPath(view, folder).some((path) => path.includes('/__init__.'));

/** Stems of all modules and packages by their last segment, and the names of folders that hold Python. */
function modulesOf(view: ProjectView) {
  return view.once('python-modules', '', () => {
    const byStem = new Map<string, string[]>();
    const folders = new Set<string>();
    const stems = new Set<string>();
    for (const path of view.index.paths()) {
      if (!FILE.test(path)) continue;
      stems.add(path.replace(FILE, '').replace(/(?:^|\/)__init__$/, ''));
      for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
        folders.add(folder.slice(folder.lastIndexOf('/') + 1));
        stems.add(folder);
      }
    }
    for (const stem of stems) {
      const last = stem.slice(stem.lastIndexOf('/') + 1);
      byStem.set(last, [...(byStem.get(last) ?? []), stem]);
    }
    return { byStem, folders };
  });
}
