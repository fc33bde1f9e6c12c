/**
 * The grammars of `src/grammars/` and their licences, from the packages that `grammars.json` names: `npm run vendor:grammars`.
 *
 *   (nothing)   fetches each package with `npm pack`, holds it against the integrity and hashes of the lock, then writes
 *   --check     holds what is in the tree against the lock; no network
 *   --update    for a version that was changed in the lock on purpose: writes integrity, hashes and sizes anew
 *   --folder F  another folder than `src/grammars`
 *
 * Nothing of a package is run. Where one thing is not as the lock says, nothing is written and the exit status is 1.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { Language, Parser } from 'web-tree-sitter';

const run = promisify(execFile);
const { values: options } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(import.meta.dirname, '..', 'src', 'grammars') },
  },
});
const lockFile = join(options.folder, 'grammars.json');
const wasmFile = (language) => `${language}.wasm`;
/** Grammars of one repository share its licence. */
const licenseFile = ({ upstream }) => `licenses/${basename(upstream)}.txt`;
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const sha512 = (bytes) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** The package of the grammar, and the one that its licence text is taken from: the same, unless the lock says otherwise. */
const sourcesOf = (entry) => [entry, entry.license_text.package ? entry.license_text : entry];

/**
 * The tarball of a package, fetched into a folder of its own. No script of the package is run, and nothing is taken out of it
 * before it is known to be the one of the lock.
 */
async function fetchPackage({ package: name, version, integrity }, folder) {
  const own = mkdtempSync(join(folder, 'package-'));
  const pack = ['pack', `${name}@${version}`, '--ignore-scripts', '--pack-destination', own];
  // npm is a script that Windows does not start by its name; `npm run` tells where it is.
  const npm = process.env.npm_execpath;
  await (npm ? run(process.execPath, [npm, ...pack], { cwd: own }) : run('npm', pack, { cwd: own }));
  const [file, ...others] = readdirSync(own);
  if (!file || others.length > 0) throw new Error(`npm pack ${name}@${version} did not leave one file`);
  const bytes = readFileSync(join(own, file));
  const came = sha512(bytes);
  if (!options.update && came !== integrity)
    throw new Error(`${name}@${version}: integrity is ${came}, the lock says ${integrity}`);
  return { path: join(own, file), integrity: came };
}

/** One file of a tarball; npm packs everything below `package/`. */
async function fileOf(tarball, path) {
  const { stdout } = await run('tar', ['-xzOf', tarball.path, `package/${path}`], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Bytes of a grammar with the corrections of the lock; refused where the package does not hold what they correct. */
function patched(wasm, { package: name, path, patches = [] }) {
  for (const { offset, from, to, reason } of patches) {
    const [was, is] = [Buffer.from(from, 'hex'), Buffer.from(to, 'hex')];
    if (was.length !== is.length || !wasm.subarray(offset, offset + was.length).equals(was))
      throw new Error(
        `${name}: ${path} does not hold ${from} at ${offset}, which the lock corrects: ${reason}`,
      );
    is.copy(wasm, offset);
  }
  return wasm;
}

/** What the packages hold for a lock: bytes per file of the folder, and the entry that would describe them. */
async function fetchAll(lock) {
  const folder = mkdtempSync(join(tmpdir(), 'code-intel-grammars-'));
  try {
    const tarballs = new Map();
    const tarballOf = (source) => {
      const spec = `${source.package}@${source.version}`;
      if (!tarballs.has(spec)) tarballs.set(spec, fetchPackage(source, folder));
      return tarballs.get(spec);
    };
    const fetched = new Map();
    for (const [language, entry] of Object.entries(lock)) {
      const [code, license] = await Promise.all(sourcesOf(entry).map(tarballOf));
      const wasm = patched(await fileOf(code, entry.path), entry);
      const text = await fileOf(license, entry.license_text.path);
      const named = entry.license_text;
      fetched.set(language, {
        wasm,
        text,
        entry: {
          ...entry,
          integrity: code.integrity,
          sha256: sha256(wasm),
          bytes: wasm.length,
          abi: await abiOf(wasm),
          license_text: {
            ...named,
            ...(named.package ? { integrity: license.integrity } : {}),
            sha256: sha256(text),
          },
        },
      });
    }
    return fetched;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The version of the parser's tables; -1 where the parser that is bundled does not load the grammar. */
async function abiOf(wasm) {
  await Parser.init();
  try {
    return (await Language.load(wasm)).abiVersion;
  } catch {
    return -1;
  }
}

/** Where what came differs from the lock, a line each. */
function differences(language, locked, came) {
  return Object.keys({ ...locked, ...came }).flatMap((key) => {
    const [was, is] = [locked[key], came[key]];
    if (typeof was === 'object' && typeof is === 'object') return differences(`${language}: ${key}`, was, is);
    return was === is ? [] : [`${language}: ${key} is ${is}, the lock says ${was}`];
  });
}

/** What the folder holds, described as the lock does; only what can be told without the packages. */
async function checkFolder(lock) {
  const read = (file) => {
    const path = join(options.folder, file);
    return existsSync(path) ? readFileSync(path) : null;
  };
  const problems = [];
  for (const [language, entry] of Object.entries(lock)) {
    const wasm = read(wasmFile(language));
    const text = read(licenseFile(entry));
    if (!wasm) problems.push(`${language}: ${wasmFile(language)} is missing`);
    if (!text) problems.push(`${language}: ${licenseFile(entry)} is missing`);
    if (!wasm || !text) continue;
    const found = {
      ...entry,
      sha256: sha256(wasm),
      bytes: wasm.length,
      abi: await abiOf(wasm),
      license_text: { ...entry.license_text, sha256: sha256(text) },
    };
    problems.push(...differences(language, entry, found));
  }
  return [...problems, ...strangers(lock).map((file) => `${file} is not named in the lock`)];
}

/** Files of the folder that the lock does not name. */
function strangers(lock) {
  const named = Object.entries(lock).flatMap(([language, entry]) => [wasmFile(language), licenseFile(entry)]);
  const known = new Set(['grammars.json', 'licenses', ...named]);
  const licenses = join(options.folder, 'licenses');
  const found = [
    ...readdirSync(options.folder),
    ...(existsSync(licenses) ? readdirSync(licenses).map((file) => `licenses/${file}`) : []),
  ];
  return found.filter((file) => !known.has(file));
}

/** Two grammars that share a licence file must have the same text. */
function sharedLicenses(fetched) {
  const first = new Map();
  return [...fetched].flatMap(([language, { entry, text }]) => {
    const file = licenseFile(entry);
    const known = first.get(file) ?? text;
    first.set(file, known);
    return known.equals(text) ? [] : [`${language}: another text than the first of ${file}`];
  });
}

async function vendor(lock) {
  const fetched = await fetchAll(lock);
  const problems = [...fetched].flatMap(([language, { entry }]) =>
    differences(language, lock[language], entry),
  );
  const unusable = [...fetched].filter(([, { entry }]) => entry.abi < 0).map(([language]) => language);
  const fatal = [
    ...sharedLicenses(fetched),
    ...unusable.map((language) => `${language}: the grammar does not load`),
    ...(options.update ? [] : problems),
  ];
  if (fatal.length > 0) return fatal;
  mkdirSync(join(options.folder, 'licenses'), { recursive: true });
  for (const [language, { wasm, text, entry }] of fetched) {
    writeFileSync(join(options.folder, wasmFile(language)), wasm);
    writeFileSync(join(options.folder, licenseFile(entry)), text);
  }
  for (const file of strangers(lock)) rmSync(join(options.folder, file), { recursive: true });
  if (options.update) {
    const entries = [...fetched].map(([language, { entry }]) => [language, entry]);
    writeFileSync(lockFile, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
    for (const line of problems) console.log(line);
  }
  return [];
}

const lock = JSON.parse(readFileSync(lockFile, 'utf8'));
let problems;
try {
  problems = options.check ? await checkFolder(lock) : await vendor(lock);
} catch (error) {
  problems = [error.message];
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${Object.keys(lock).length} grammars are as ${lockFile} says`);
