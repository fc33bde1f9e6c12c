import { folderOf, joinPath, type ProjectView } from '../project-view.ts';
import { EXTERNAL, found, type ModuleFiles } from './module-files.ts';

interface GoModule {
  readonly folder: string;
  readonly path: string;
}

/** The files of a Go package: the folder that its import path names in one of the project's modules (`go.mod`). */
export function goPackage(view: ProjectView, source: string): ModuleFiles {
  const folders = view.once('go-folders', '', () => {
    const files = new Map<string, string[]>();
    for (const path of view.index.paths())
      if (path.endsWith('.go')) {
        const folder = folderOf(path);
        const known = files.get(folder);
        if (known) known.push(path);
        else files.set(folder, [path]);
      }
    return files;
  });
  for (const { folder, path } of goModules(view)) {
    if (source !== path && !source.startsWith(`${path}/`)) continue;
    const named = joinPath(folder, source.slice(path.length));
    const files = named === null ? undefined : folders.get(named);
    if (files) return found(files);
  }
  if (goModules(view).length > 0) return EXTERNAL;
  // Without modules (GOPATH, fragments): the folder whose path the import ends with.
  const hits = [...folders].filter(
    ([folder]) => folder !== '' && (source === folder || source.endsWith(`/${folder}`)),
  );
  const best = hits.sort((a, b) => b[0].length - a[0].length)[0];
  return best ? found(best[1]) : EXTERNAL;
}

/** The name that a package has where it is imported without another: what it calls itself, else the end of its path. */
export function goPackageName(view: ProjectView, source: string): string {
  const own = goPackage(view, source)
    .files.map((file) => view.symbols(file)?.package)
    .find((name) => name !== undefined && !name.endsWith('_test'));
  if (own !== undefined) return own;
  const parts = source.split('/');
  const last = parts.at(-1) ?? source;
  return /^v\d+$/.test(last) ? (parts.at(-2) ?? last) : last;
}

function goModules(view: ProjectView): readonly GoModule[] {
  return view.once('go-modules', '', () =>
    view.index
      .allPaths()
      .filter((path) => path === 'go.mod' || path.endsWith('/go.mod'))
      .flatMap((path) => {
        const name = /^\s*module\s+"?([^\s"]+)/m.exec(view.index.readText(path) ?? '')?.[1];
        return name === undefined ? [] : [{ folder: folderOf(path), path: name }];
      })
      .sort((a, b) => b.path.length - a.path.length),
  );
}
