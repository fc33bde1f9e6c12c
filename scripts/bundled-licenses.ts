import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The folder of the package that a bundled module comes from; null for a module of our own. */
function packageOf(module: string): string | null {
  const at = module.lastIndexOf('/node_modules/');
  if (at === -1) return null;
  const [scope = '', name = ''] = module.slice(at + '/node_modules/'.length).split('/');
  return `${module.slice(0, at)}/node_modules/${scope.startsWith('@') ? `${scope}/${name}` : scope}`;
}

/** Name, version and licence text of a package. */
function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
  return `${name} ${version}\n\n${text}`;
}

/** As for all paths of the build: where it runs. This module itself may run from a bundle elsewhere. */
const root = process.cwd();

/** Copied beside the bundle, and so shipped, even where no module of it is bundled. */
const parser = join(root, 'node_modules', 'web-tree-sitter').replaceAll('\\', '/');

/** What grammars.json says of one grammar, as far as a notice needs it. */
interface Grammar {
  readonly package: string;
  readonly version: string;
  readonly upstream: string;
}

/** Each repository that a vendored grammar comes from, with the package that it was taken from and its licence text. */
function grammarNotices(): string[] {
  const folder = join(root, 'src', 'grammars');
  const lock = JSON.parse(readFileSync(join(folder, 'grammars.json'), 'utf8')) as Record<string, Grammar>;
  const upstreams = new Set(Object.values(lock).map(({ upstream }) => upstream));
  return [...upstreams].sort().map((upstream) => {
    const grammars = Object.entries(lock).filter(([, one]) => one.upstream === upstream);
    const languages = grammars.map(([language]) => language).join(', ');
    const packages = new Set(grammars.map(([, one]) => `${one.package} ${one.version}`));
    const text = readFileSync(join(folder, 'licenses', `${basename(upstream)}.txt`), 'utf8').trim();
    return `Grammar of ${languages}: ${upstream}\nas in ${[...packages].join(', ')}\n\n${text}`;
  });
}

/**
 * A build plugin: packages that are bundled and grammars that are copied are named in the bundle, with the licences that they
 * ask to be passed on.
 */
export const bundledLicenses = {
  name: 'bundled-licenses',
  generateBundle(
    this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): string },
    _options: unknown,
    bundle: Record<string, { type: string; moduleIds?: readonly string[] }>,
  ): void {
    const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
    const folders = new Set([
      parser,
      ...modules.flatMap((module) => packageOf(module.replaceAll('\\', '/')) ?? []),
    ]);
    const source = [...[...folders].sort().map(notice), ...grammarNotices()].join(
      `\n\n${'-'.repeat(72)}\n\n`,
    );
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source: `${source}\n` });
  },
};
