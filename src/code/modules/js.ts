import { folderOf, joinPath, type ProjectView } from '../project-view.ts';
import { isDependency, type JsPackage, jsPackages, jsPaths, packageOf } from './js-config.ts';
import { EXTERNAL, found, type ModuleFiles, UNKNOWN } from './module-files.ts';

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.d.ts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte'];
/** What a TypeScript source is called once it is compiled. */
const COMPILED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.d\.ts$/, ['.ts', '.tsx']],
  [/\.js$/, ['.ts', '.tsx', '.d.ts']],
  [/\.jsx$/, ['.tsx', '.ts']],
  [/\.mjs$/, ['.mts', '.d.mts']],
  [/\.cjs$/, ['.cts', '.d.cts']],
];
const BUILTIN =
  /^(?:node:.*|bun:.*|assert|buffer|child_process|cluster|console|crypto|dns|events|fs|http|http2|https|module|net|os|path|perf_hooks|process|querystring|readline|stream|string_decoder|timers|tls|tty|url|util|v8|vm|worker_threads|zlib)(?:\/.*)?$/;

/** The file of a JavaScript or TypeScript module as `from` names it. */
export function jsModule(view: ProjectView, from: string, source: string): ModuleFiles {
  const plain = source.replace(/[?#](?!.*\/).*$/, (part) =>
    source.startsWith('#') && part === source ? part : '',
  );
  if (/^\.{1,2}(?:\/|$)/.test(plain)) {
    const base = joinPath(folderOf(from), plain);
    const file = base === null ? null : fileAt(view, base);
    return file === null ? UNKNOWN : found([file]);
  }
  if (BUILTIN.test(plain)) return EXTERNAL;
  if (plain.startsWith('#')) {
    const own = packageOf(view, from);
    const target = own ? mapped(view, own, own.json.imports, plain) : null;
    return target === null ? UNKNOWN : found([target]);
  }
  const byPaths = throughPaths(view, from, plain);
  if (byPaths !== null) return found([byPaths]);
  const name = plain.split('/', plain.startsWith('@') ? 2 : 1).join('/');
  const local = jsPackages(view).get(name);
  if (local) {
    const file = inPackage(view, local, plain.slice(name.length + 1));
    if (file !== null) return found([file]);
    return UNKNOWN;
  }
  const usual = /^[@~]?\/(.*)$/.exec(plain)?.[1] ?? /^[@~](.*)$/.exec(plain)?.[1];
  if (usual !== undefined && !isDependency(view, from, name)) {
    const folder = packageOf(view, from)?.folder ?? '';
    for (const base of [
      joinPath(folder, `src/${usual}`),
      joinPath(folder, usual),
      joinPath(folder, `app/${usual}`),
    ]) {
      const file = base === null ? null : fileAt(view, base);
      if (file !== null) return found([file]);
    }
    return UNKNOWN;
  }
  return isDependency(view, from, name) ? EXTERNAL : UNKNOWN;
}

/** The file that a path without, or with another, extension stands for; or the index of a folder. */
function fileAt(view: ProjectView, base: string): string | null {
  const known = (path: string): boolean => view.index.file(path) !== undefined && view.family(path) === 'js';
  if (known(base)) return base;
  for (const [compiled, sources] of COMPILED) {
    if (!compiled.test(base)) continue;
    const hit = sources.map((extension) => base.replace(compiled, extension)).find(known);
    if (hit !== undefined) return hit;
  }
  for (const extension of EXTENSIONS) if (known(base + extension)) return base + extension;
  const folder = base === '' ? '' : `${base}/`;
  for (const extension of EXTENSIONS)
    if (known(`${folder}index${extension}`)) return `${folder}index${extension}`;
  return null;
}

function throughPaths(view: ProjectView, from: string, source: string): string | null {
  for (const { base, baseUrl, paths } of jsPaths(view, from)) {
    const keys = Object.keys(paths).sort((a, b) => b.length - a.length);
    for (const key of keys) {
      const rest = starred(key, source);
      if (rest === null) continue;
      for (const target of paths[key] ?? []) {
        const path = joinPath(base, target.replace('*', rest));
        const file = path === null ? null : fileAt(view, path);
        if (file !== null) return file;
      }
    }
    const path = baseUrl === null ? null : joinPath(baseUrl, source);
    const file = path === null ? null : fileAt(view, path);
    if (file !== null) return file;
  }
  return null;
}

/** What stands for `*` where a key with at most one fits; '' where it has none. */
function starred(key: string, source: string): string | null {
  const star = key.indexOf('*');
  if (star < 0) return key === source ? '' : null;
  const [before, after] = [key.slice(0, star), key.slice(star + 1)];
  if (!source.startsWith(before) || !source.endsWith(after) || source.length < before.length + after.length)
    return null;
  return source.slice(before.length, source.length - after.length);
}

/** The source of what a package of the project gives out under a subpath. */
function inPackage(view: ProjectView, own: JsPackage, subpath: string): string | null {
  const { json, folder } = own;
  const exported = json.exports;
  if (exported !== undefined) {
    const file =
      subpath === '' && (typeof exported === 'string' || !hasSubpaths(exported))
        ? firstFile(view, own, exported)
        : mapped(view, own, exported, subpath === '' ? '.' : `./${subpath}`);
    if (file !== null) return file;
  }
  if (subpath !== '') {
    const path = joinPath(folder, subpath);
    return (path === null ? null : fileAt(view, path)) ?? fromBuild(view, folder, subpath);
  }
  for (const key of ['source', 'types', 'typings', 'module', 'main']) {
    const file = firstFile(view, own, json[key]);
    if (file !== null) return file;
  }
  for (const usual of ['index', 'src/index', 'src/main', 'lib/index']) {
    const path = joinPath(folder, usual);
    const file = path === null ? null : fileAt(view, path);
    if (file !== null) return file;
  }
  return null;
}

const hasSubpaths = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).some((key) => key.startsWith('.'));

/** Through `exports` or `imports` of a `package.json`. */
function mapped(view: ProjectView, own: JsPackage, map: unknown, wanted: string): string | null {
  if (typeof map !== 'object' || map === null) return null;
  const keys = Object.keys(map).sort((a, b) => b.length - a.length);
  for (const key of keys) {
    const rest = starred(key, wanted);
    if (rest === null) continue;
    const file = firstFile(view, own, (map as Record<string, unknown>)[key], rest);
    if (file !== null) return file;
  }
  return null;
}

/** The first target, of conditions and lists, whose source is in the project. */
function firstFile(view: ProjectView, own: JsPackage, target: unknown, rest = ''): string | null {
  if (typeof target === 'string') {
    const relative = target.replaceAll('*', rest);
    const path = joinPath(own.folder, relative);
    return (path === null ? null : fileAt(view, path)) ?? fromBuild(view, own.folder, relative);
  }
  if (typeof target !== 'object' || target === null) return null;
  for (const value of Object.values(target)) {
    const file = firstFile(view, own, value, rest);
    if (file !== null) return file;
  }
  return null;
}

/** What a build writes is not in the repository: its source is, mostly under `src`. */
function fromBuild(view: ProjectView, folder: string, target: string): string | null {
  const built =
    /^(?:\.\/)?(?:dist|lib|build|out|output|esm|cjs|types)\/(?:(?:esm|cjs|types|src)\/)?(.*)$/.exec(
      target,
    )?.[1];
  if (built === undefined) return null;
  for (const base of [`src/${built}`, built]) {
    const path = joinPath(folder, base);
    const file = path === null ? null : fileAt(view, path);
    if (file !== null) return file;
  }
  return null;
}
