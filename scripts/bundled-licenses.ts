import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** A build plugin: packages that are bundled are named in the bundle, with the licences that they ask to be passed on. */
export const bundledLicenses = {
  name: 'bundled-licenses',
  generateBundle(
    this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): string },
    _options: unknown,
    bundle: Record<string, { type: string; moduleIds?: readonly string[] }>,
  ): void {
    const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds);
    const folders = new Set(modules.flatMap((module) => packageOf(module.replaceAll('\\', '/')) ?? []));
    const source = [...folders]
      .sort()
      .map(notice)
      .join(`\n\n${'-'.repeat(72)}\n\n`);
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-LICENSES.txt', source: `${source}\n` });
  },
};
