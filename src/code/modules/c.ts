import { folderOf, joinPath, type ProjectView } from '../project-view.ts';

/** The file that an `#include` names: beside the including file, else the one whose path ends so; null: none of ours. */
export function includedFile(view: ProjectView, from: string, source: string): string | null {
  const beside = joinPath(folderOf(from), source);
  if (beside !== null && view.index.exists(beside)) return beside;
  const wanted = source.replace(/^(?:\.{1,2}\/)+/, '');
  const name = wanted.slice(wanted.lastIndexOf('/') + 1);
  const named = view.once('c-names', '', () => {
    const files = new Map<string, string[]>();
    for (const path of view.index.paths()) {
      if (view.family(path) !== 'c') continue;
      const last = path.slice(path.lastIndexOf('/') + 1);
      files.set(last, [...(files.get(last) ?? []), path]);
    }
    return files;
  });
  const fits = (named.get(name) ?? []).filter((path) => path === wanted || path.endsWith(`/${wanted}`));
  return nearestTo(from, fits);
}

/** All files that a file includes, through others too. */
export function includedFiles(view: ProjectView, file: string): ReadonlySet<string> {
  return view.once('c-included', file, () => {
    const found = new Set<string>();
    const open = [file];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const { source } of view.symbols(next)?.imports ?? []) {
        const target = includedFile(view, next, source);
        if (target === null || target === file || found.has(target)) continue;
        found.add(target);
        open.push(target);
      }
    return found;
  });
}

/** Of several files the one whose folders agree longest with those of `from`. */
export function nearestTo(from: string, files: readonly string[]): string | null {
  const own = from.split('/');
  const shared = (path: string): number => {
    const parts = path.split('/');
    let same = 0;
    while (same < parts.length && parts[same] === own[same]) same += 1;
    return same;
  };
  return (
    [...files].sort((a, b) => shared(b) - shared(a) || a.length - b.length || (a < b ? -1 : 1))[0] ?? null
  );
}
