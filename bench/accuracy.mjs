// `npm run bench:accuracy`: what find_references and get_symbols answer, through the built server, against TypeScript's
// language service on source that is installed here (this repository's own, zod's). Fetches nothing. Prints a table, writes
// bench/accuracy.json. ACCURACY_SYMBOLS: how many symbols of each project are asked for; ACCURACY_SECONDS: for how long.

import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { program, startServer } from './client.mjs';

const repository = join(dirname(fileURLToPath(import.meta.url)), '..');
const wanted = Number(process.env.ACCURACY_SYMBOLS ?? 120);
const seconds = Number(process.env.ACCURACY_SECONDS ?? 600);
const targets = { typescript: 0.97, javascript: 0.97, python: 0.93 };
const goalOf = (language) => targets[language] ?? 0.9;

/** A copy of a folder as a project of its own with a server on it; `stop` ends the server and deletes the copy. */
async function projectOf(from, below) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-intel-accuracy-')));
  const root = join(folder, 'project');
  mkdirSync(root);
  cpSync(from, join(root, below), {
    recursive: true,
    filter: (path) => !/[\\/](?:node_modules|tests|locales|grammars)$/.test(relative(from, path) && path),
  });
  for (const args of [
    ['init', '-b', 'main'],
    ['add', '.'],
    ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '-m', 'start'],
  ])
    execFileSync('git', args, { cwd: root, stdio: 'ignore' });
  const server = startServer(process.execPath, [program], {
    cwd: root,
    env: { ...process.env, CLAUDE_PROJECT_DIR: root, CODE_INTEL_CONFIG_DIR: join(folder, 'config') },
  });
  await server.initialize();
  return {
    root,
    server,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

const sourcesIn = (root, below = '.') =>
  readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith('.') ? [] : sourcesIn(root, path);
    return /\.(?:[cm]?ts|tsx|[cm]?js|jsx)$/.test(path) ? [path] : [];
  });

function serviceOn(root, names) {
  const kept = new Map();
  return ts.createLanguageService({
    getCompilationSettings: () => ({
      allowJs: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      allowImportingTsExtensions: true,
      noEmit: true,
      types: [],
      strict: true,
    }),
    getScriptFileNames: () => names.map((name) => join(root, name)),
    getScriptVersion: () => '1',
    getScriptSnapshot(file) {
      if (!kept.has(file)) {
        const text = ts.sys.readFile(file);
        kept.set(file, text === undefined ? undefined : ts.ScriptSnapshot.fromString(text));
      }
      return kept.get(file);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
}

/** Names that a file declares where another file could see them: at module level, and the members of what is there. */
function declared(source) {
  const names = [];
  const add = (node) => {
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
    names.push({ name: node.text, line: line + 1, position: node.getStart(source), column: character + 1 });
  };
  const statement = (node) => {
    if (ts.isVariableStatement(node))
      for (const { name } of node.declarationList.declarations) if (ts.isIdentifier(name)) add(name);
    if (
      (ts.isFunctionDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node) ||
        ts.isEnumDeclaration(node)) &&
      node.name
    )
      add(node.name);
    if (ts.isModuleDeclaration(node) && node.body && ts.isModuleBlock(node.body)) {
      if (ts.isIdentifier(node.name)) add(node.name);
      for (const one of node.body.statements) statement(one);
    }
    if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node))
      for (const { name } of node.members) if (name && ts.isIdentifier(name)) add(name);
  };
  for (const node of source.statements) statement(node);
  return names;
}

const empty = () => ({
  definitions: { truth: 0, found: 0, hit: 0 },
  references: { truth: 0, certain: 0, certainHit: 0, any: 0, anyHit: 0 },
  cut: 0,
  symbols: 0,
  silent: 0,
  falseNone: 0,
  unanswered: 0,
  misses: [],
});

/** Every reference of a symbol, page by page. */
async function allReferences(server, args) {
  const references = [];
  let answer;
  do {
    answer = await server.call('find_references', { ...args, offset: references.length, max_results: 1_000 });
    references.push(...answer.references);
  } while (answer.truncated && answer.references.length > 0);
  return { ...answer, references };
}

function count(sum, what, truth, answer, optional = new Set()) {
  const place = ({ file, line }) => `${file}:${line}`;
  const certain = new Set(answer.references.filter((one) => one.certainty === 'certain').map(place));
  const any = new Set(answer.references.map(place));
  for (const one of optional) if (any.has(one)) truth.add(one);
  const missed = [...truth].filter((one) => !any.has(one));
  const wrong = [...certain].filter((one) => !truth.has(one));
  const { references } = sum;
  references.truth += truth.size;
  references.certain += certain.size;
  references.certainHit += [...certain].filter((one) => truth.has(one)).length;
  references.any += any.size;
  references.anyHit += [...any].filter((one) => truth.has(one)).length;
  sum.symbols += 1;
  if (missed.length > 0 && answer.completeness === 'exact') sum.silent += 1;
  if (truth.size > 0 && any.size === 0 && answer.completeness === 'exact') sum.falseNone += 1;
  if (missed.length + wrong.length > 0)
    sum.misses.push({
      what,
      missed: missed.slice(0, 5),
      wrong: wrong.slice(0, 5),
      completeness: answer.completeness,
    });
}

async function againstService(from, below, language) {
  const { root, server, stop } = await projectOf(from, below);
  const sum = empty();
  try {
    const names = sourcesIn(root);
    const service = serviceOn(root, names);
    const known = service.getProgram();
    const all = [];
    const definitionsUntil = Date.now() + (seconds * 1_000) / 2;
    for (const file of names) {
      const source = known.getSourceFile(join(root, file));
      if (!source) continue;
      const truth = declared(source);
      all.push(...truth.map((one) => ({ ...one, file })));
      if (Date.now() > definitionsUntil) continue;
      const answer = await server.call('get_symbols', { path: file, max_results: 1_000 });
      const flat = [];
      const take = (list) => {
        for (const one of list ?? []) {
          flat.push(one);
          take(one.members);
        }
      };
      take(answer.symbols);
      sum.cut += answer.truncated ? 1 : 0;
      const places = new Set(flat.map(({ name, line }) => `${name}:${line}`));
      sum.definitions.truth += truth.length;
      sum.definitions.hit += truth.filter(({ name, line }) => places.has(`${name}:${line}`)).length;
    }
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const until = Date.now() + seconds * 1_000;
    for (let n = 0; n < Math.min(wanted, all.length) && Date.now() < until; n++) {
      const one = all[Math.floor(random() * all.length)];
      const truth = new Set();
      const optional = new Set();
      for (const { references } of service.findReferences(join(root, one.file), one.position) ?? [])
        for (const { fileName, textSpan, isDefinition } of references) {
          const file = relative(root, fileName);
          if (file.startsWith('..')) continue;
          const source = known.getSourceFile(fileName);
          const line = source.getLineAndCharacterOfPosition(textSpan.start).line + 1;
          (isDefinition ? optional : truth).add(`${file}:${line}`);
        }
      for (const place of optional) truth.delete(place);
      const answer = await allReferences(server, { symbol: one.name, file: one.file, line: one.line }).catch(
        (error) => String(error),
      );
      if (typeof answer === 'string') {
        sum.unanswered += 1;
        sum.misses.push({ what: `${one.name} ${one.file}:${one.line}`, refused: answer.slice(0, 200) });
        continue;
      }
      count(sum, `${one.name} ${one.file}:${one.line}`, truth, answer, optional);
    }
  } finally {
    await stop();
  }
  return { language, project: below, ...sum };
}

const share = (part, whole) => (whole === 0 ? null : Number((part / whole).toFixed(4)));
const shown = (value) => (value === null ? '-' : `${(value * 100).toFixed(1)} %`);

const notMeasured = [
  'precision of definitions',
  'javascript',
  'python (pyright is no development dependency)',
  ...['go', 'rust', 'java', 'cpp', 'ruby', 'php'].map(
    (language) => `${language} (no hand-checked set is read yet)`,
  ),
];
const rows = [];
const projects = [
  ['typescript', 'src', 'src'],
  ['typescript', 'node_modules/zod/src/v4/core', 'zod'],
];
for (const [language, from, below] of projects) {
  if (!existsSync(join(repository, from))) continue;
  const { definitions, references, misses, ...sum } = await againstService(
    join(repository, from),
    below,
    language,
  );
  const row = {
    ...sum,
    target: goalOf(language),
    definitions_recall: share(definitions.hit, definitions.truth),
    definitions_asked: definitions.truth,
    precision_certain: share(references.certainHit, references.certain),
    recall_certain: share(references.certainHit, references.truth),
    precision_any: share(references.anyHit, references.any),
    recall_any: share(references.anyHit, references.truth),
    references_truth: references.truth,
    misses,
  };
  rows.push(row);
  process.stdout.write(
    `${row.language} (${row.project}), ${row.symbols} symbols, ${row.references_truth} references\n  definitions: recall ${shown(row.definitions_recall)} (target ${shown(0.99)}); precision not measured\n  references: certain precision ${shown(row.precision_certain)} recall ${shown(row.recall_certain)}; with likely precision ${shown(row.precision_any)} recall ${shown(row.recall_any)} (target ${shown(row.target)})\n  false "none": ${row.falseNone} (target 0); missed in silence: ${row.silent} symbols; refused: ${row.unanswered}\n`,
  );
  writeFileSync(
    join(repository, 'bench', 'accuracy.json'),
    `${JSON.stringify({ measured_at: new Date().toISOString(), rows, not_measured: notMeasured }, null, 2)}\n`,
  );
}
process.stdout.write(`not measured: ${notMeasured.join(', ')}\n`);
