import { folderOf, joinPath, type ProjectView } from '../project-view.ts';

type Json = Readonly<Record<string, unknown>>;

/** A `package.json` of the project. */
export interface JsPackage {
  readonly folder: string;
  readonly json: Json;
}

/** The packages of the project by name (workspaces, and the root itself). */
export function jsPackages(view: ProjectView): ReadonlyMap<string, JsPackage> {
  return view.once('js-packages', '', () => {
    const found = new Map<string, JsPackage>();
    for (const path of view.index.allPaths()) {
      if (path !== 'package.json' && !path.endsWith('/package.json')) continue;
      const json = readJson(view, path);
      if (typeof json?.name === 'string' && !found.has(json.name))
        found.set(json.name, { folder: folderOf(path), json });
    }
    return found;
  });
}

/** The package that a file is part of. */
export function packageOf(view: ProjectView, file: string): JsPackage | null {
  return view.once('js-package-of', folderOf(file), () => {
    for (let folder = folderOf(file); ; folder = folderOf(folder)) {
      const json = readJson(view, folder === '' ? 'package.json' : `${folder}/package.json`);
      if (json) return { folder, json };
      if (folder === '') return null;
    }
  });
}

/** Whether a package is one that the file's package, or one around it, names as a dependency. */
export function isDependency(view: ProjectView, file: string, name: string): boolean {
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    const json = readJson(view, folder === '' ? 'package.json' : `${folder}/package.json`);
    for (const key of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']) {
      const listed = json?.[key];
      if (isObject(listed) && (name in listed || `@types/${name}` in listed)) return true;
    }
    if (folder === '') return false;
  }
}

/** Where `paths` and `baseUrl` of the nearest tsconfig or jsconfig point, `extends` followed. */
export interface JsPaths {
  /** The folder that the targets of `paths` are relative to. */
  readonly base: string;
  readonly baseUrl: string | null;
  readonly paths: Readonly<Record<string, readonly string[]>>;
}

export function jsPaths(view: ProjectView, file: string): readonly JsPaths[] {
  return view.once('js-paths', folderOf(file), () => {
    const found: JsPaths[] = [];
    for (let folder = folderOf(file); ; folder = folderOf(folder)) {
      for (const name of ['tsconfig.json', 'tsconfig.base.json', 'tsconfig.app.json', 'jsconfig.json']) {
        const paths = readPaths(view, folder === '' ? name : `${folder}/${name}`, new Set());
        if (paths) found.push(paths);
      }
      if (folder === '') return found;
    }
  });
}

function readPaths(view: ProjectView, path: string, seen: Set<string>): JsPaths | null {
  if (seen.has(path)) return null;
  seen.add(path);
  const json = readJson(view, path);
  if (!json) return null;
  const folder = folderOf(path);
  const options = isObject(json.compilerOptions) ? json.compilerOptions : {};
  const bases = (Array.isArray(json.extends) ? json.extends : [json.extends]).filter(
    (one): one is string => typeof one === 'string' && /^\.{1,2}\//.test(one),
  );
  let inherited: JsPaths | null = null;
  for (const base of bases) {
    const target = joinPath(folder, base);
    if (target === null) continue;
    const read = readPaths(view, target.endsWith('.json') ? target : `${target}.json`, seen);
    inherited = read ?? inherited;
  }
  // A solution file only names others.
  for (const reference of Array.isArray(json.references) ? json.references : []) {
    if (isObject(options.paths) || !isObject(reference) || typeof reference.path !== 'string') continue;
    const target = joinPath(folder, reference.path);
    if (target === null || inherited) continue;
    inherited = readPaths(view, target.endsWith('.json') ? target : `${target}/tsconfig.json`, seen);
  }
  const baseUrl =
    typeof options.baseUrl === 'string' ? joinPath(folder, options.baseUrl) : (inherited?.baseUrl ?? null);
  if (!isObject(options.paths))
    return inherited || baseUrl !== null
      ? { base: inherited?.base ?? folder, paths: inherited?.paths ?? {}, baseUrl }
      : null;
  const paths: Record<string, string[]> = {};
  for (const [key, targets] of Object.entries(options.paths))
    if (Array.isArray(targets)) paths[key] = targets.filter((one): one is string => typeof one === 'string');
  return { base: baseUrl ?? folder, baseUrl, paths };
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON with comments and trailing commas. */
function readJson(view: ProjectView, path: string): Json | null {
  return view.once('json', path, () => {
    const text = view.index.readText(path);
    if (text === null) return null;
    const plain = text
      .replace(/^\uFEFF/, '')
      .replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
        part.startsWith('"') ? part : ' ',
      )
      .replace(/"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part.startsWith('"') ? part : ''));
    try {
      const value: unknown = JSON.parse(plain);
      return isObject(value) ? value : null;
    } catch {
      // A file that is being written: no configuration for now.
      return null;
    }
  });
}
