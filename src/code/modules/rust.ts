import { type Def, folderOf, joinPath, type ProjectView } from '../project-view.ts';

/** The folder of the crate that a file is part of: that of the nearest `Cargo.toml`; '' where there is none. */
export function crateOf(view: ProjectView, file: string): string {
  return view.once('crate', folderOf(file), () => {
    for (let folder = folderOf(file); ; folder = folderOf(folder)) {
      if (view.index.exists(folder === '' ? 'Cargo.toml' : `${folder}/Cargo.toml`)) return folder;
      if (folder === '') return '';
    }
  });
}

/** Crates of the project by the name that code gives them. */
function crates(view: ProjectView): ReadonlyMap<string, string> {
  return view.once('crates', '', () => {
    const found = new Map<string, string>();
    for (const path of view.index.allPaths()) {
      if (path !== 'Cargo.toml' && !path.endsWith('/Cargo.toml')) continue;
      const text = view.index.readText(path) ?? '';
      const name = /\[(?:package|lib)\][^[]*?^\s*name\s*=\s*"([^"]+)"/ms.exec(text)?.[1];
      if (name !== undefined) found.set(name.replaceAll('-', '_'), folderOf(path));
    }
    return found;
  });
}

/** Where a path of Rust begins. */
export interface RustPlace {
  readonly file: string;
  /** Modules inside of the file. */
  readonly within: readonly string[];
}

const asFile = (view: ProjectView, paths: readonly (string | null)[]): string | null =>
  paths.find((path) => path !== null && view.index.file(path) !== undefined) ?? null;

function rootFile(view: ProjectView, crate: string): string | null {
  return asFile(view, [
    joinPath(crate, 'src/lib.rs'),
    joinPath(crate, 'src/main.rs'),
    joinPath(crate, 'lib.rs'),
    joinPath(crate, 'main.rs'),
  ]);
}

/** The folder in which the modules of a file lie. */
function modulesFolder(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return /^(?:mod|lib|main|build)\.rs$/.test(name) ? folderOf(file) : file.replace(/\.rs$/, '');
}

/** The file of a module that a place declares (`mod a;`), or the place of one inside of the file. */
function child(view: ProjectView, place: RustPlace, name: string): RustPlace | null {
  const folder = joinPath(modulesFolder(place.file), place.within.join('/')) ?? '';
  const file = asFile(view, [joinPath(folder, `${name}.rs`), joinPath(folder, `${name}/mod.rs`)]);
  if (file !== null) return { file, within: [] };
  const inside = view
    .inFile(place.file, name)
    .some(
      ({ definition }) => definition.kind === 'module' && definition.scope.join() === place.within.join(),
    );
  return inside ? { file: place.file, within: [...place.within, name] } : null;
}

function parentOf(view: ProjectView, place: RustPlace): RustPlace | null {
  if (place.within.length > 0) return { file: place.file, within: place.within.slice(0, -1) };
  const folder = folderOf(modulesFolder(place.file));
  const isMod = place.file.endsWith('/mod.rs');
  const up = isMod ? folder : folderOf(place.file);
  const file = asFile(view, [`${up}.rs`, `${up}/mod.rs`, `${up}/lib.rs`, `${up}/main.rs`]);
  return file === null ? null : { file, within: [] };
}

/** The module that a definition or a use at a place stands in. */
export function moduleAt(file: string, around: readonly Def[]): RustPlace {
  const within = around
    .filter(({ definition }) => definition.kind === 'module')
    .map(({ definition }) => definition.name);
  return { file, within };
}

/**
 * Follows the segments of a path (`crate`, `self`, `super`, modules, crates of the workspace) as far as they are modules;
 * `rest` are the names after them. Null: it does not begin in the project.
 */
export function followRustPath(
  view: ProjectView,
  from: RustPlace,
  segments: readonly string[],
): { place: RustPlace; rest: readonly string[] } | null {
  let place: RustPlace | null = null;
  let index = 0;
  const [first = ''] = segments;
  if (first === 'crate' || first === '$crate') {
    const root = rootFile(view, crateOf(view, from.file));
    place = root === null ? null : { file: root, within: [] };
    index = 1;
  } else if (first === 'self') {
    place = from;
    index = 1;
  } else if (first === 'super') {
    place = from;
    while (place && segments[index] === 'super') {
      place = parentOf(view, place);
      index += 1;
    }
  } else {
    place = child(view, from, first);
    if (place) index = 1;
    else {
      const crate = crates(view).get(first);
      const root = crate === undefined ? null : rootFile(view, crate);
      if (root !== null) {
        place = { file: root, within: [] };
        index = 1;
      }
    }
  }
  if (!place) return null;
  for (; index < segments.length; index += 1) {
    const next = child(view, place, segments[index] as string);
    if (!next) break;
    place = next;
  }
  return { place, rest: segments.slice(index) };
}
