import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/**
 * What each folder of `src/` may import beside itself: a folder, one file of a folder, a package, `node:`, or `*` for all
 * packages. `type:` admits type-only imports. The same table stands in ARCHITECTURE.md.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  text: [],
  shared: ['text'],
  session: ['shared', 'text', 'zod'],
  code: ['shared', 'text', 'zod'],
  tools: ['session', 'code', 'shared', 'text', 'zod'],
  server: ['type:tools', 'shared', 'text', '@modelcontextprotocol/sdk', 'zod'],
  platform: [
    'session/ports.ts',
    'session/session.ts',
    'session/effects.ts',
    'session/branch-name.ts',
    'session/checkpoint.ts',
    'code/ports.ts',
    'code/syntax.ts',
    'code/languages.ts',
    'code/file-symbols.ts',
    'code/symbol-index.ts',
    'code/navigation.ts',
    'shared',
    'text',
    'node:',
    '*',
  ],
  bin: ['session', 'code', 'tools', 'server', 'platform', 'shared', 'text', 'node:', '*'],
};

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

/** Every import of a module: `import`, `export … from`, `import()` and `import('…')` in types. */
function importsOf(source: string): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause;
      const named = clause?.namedBindings;
      const allTypes =
        clause !== undefined &&
        clause.name === undefined &&
        named !== undefined &&
        ts.isNamedImports(named) &&
        named.elements.length > 0 &&
        named.elements.every(({ isTypeOnly }) => isTypeOnly);
      const typeOnly = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || allTypes;
      found.push({ from: node.moduleSpecifier.text, typeOnly });
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier !== undefined &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({ from: node.moduleSpecifier.text, typeOnly: node.isTypeOnly });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal))
        found.push({ from: node.argument.literal.text, typeOnly: true });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [target] = node.arguments;
      found.push({
        from: target && ts.isStringLiteral(target) ? target.text : '(computed)',
        typeOnly: false,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('module.ts', source, ts.ScriptTarget.ES2023));
  return found;
}

/** The imports of one file that the table does not admit. `file` is relative to `src/`. */
function violations(file: string, source: string): string[] {
  const folder = file.split('/')[0] ?? '';
  const rights = allowed[folder] ?? [];
  return importsOf(source).flatMap(({ from, typeOnly }) => {
    const admits = (...targets: string[]) =>
      targets.some((target) => rights.includes(target) || (typeOnly && rights.includes(`type:${target}`)));
    if (from.startsWith('.')) {
      const target = posix.join(posix.dirname(file), from);
      if (!target.endsWith('.ts')) return [`${from} does not end in .ts`];
      const targetFolder = target.split('/')[0] ?? '';
      return targetFolder === folder || admits(targetFolder, target) ? [] : [from];
    }
    if (from.startsWith('node:')) return admits('node:') ? [] : [from];
    const library = from
      .split('/')
      .slice(0, from.startsWith('@') ? 2 : 1)
      .join('/');
    return admits(library, '*') ? [] : [from];
  });
}

const files = readdirSync('src', { recursive: true })
  .map((file) => String(file).replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'))
  .sort();

test.each(files)('src/%s imports only what its folder may', (file) => {
  expect(violations(file, readFileSync(join('src', file), 'utf8'))).toEqual([]);
});

test('every folder of src/ has its row in the table, and every file that the table names exists', () => {
  expect(
    [...new Set(files.map((file) => file.split('/')[0]))].filter(
      (name) => !Object.hasOwn(allowed, name ?? ''),
    ),
  ).toEqual([]);
  const named = Object.values(allowed)
    .flat()
    .filter((target) => target.endsWith('.ts'));
  expect(named.filter((file) => !existsSync(join('src', file)))).toEqual([]);
});

test('every relative import leads to a file', () => {
  const dangling = files.flatMap((file) =>
    importsOf(readFileSync(join('src', file), 'utf8'))
      .filter(({ from }) => from.startsWith('.') && !existsSync(join('src', dirname(file), from)))
      .map(({ from }) => `${file}: ${from}`),
  );
  expect(dangling).toEqual([]);
});

describe('the check itself', () => {
  test.each([
    ['session/a.ts', `import { readFile } from 'node:fs';`, ['node:fs']],
    ['session/a.ts', `import { search } from '../code/search.ts';`, ['../code/search.ts']],
    ['session/a.ts', `const late = await import('node:fs');`, ['node:fs']],
    ['session/a.ts', `export { x } from '../tools/x.ts';`, ['../tools/x.ts']],
    ['session/a.ts', `let x: import('../tools/x.ts').X;`, ['../tools/x.ts']],
    ['session/a.ts', `import { x } from './b.js';`, ['./b.js does not end in .ts']],
    ['server/a.ts', `import { tool } from '../tools/tool.ts';`, ['../tools/tool.ts']],
    ['server/a.ts', `import type { Tool } from '../tools/tool.ts';`, []],
    ['server/a.ts', `import { type Tool } from '../tools/tool.ts';`, []],
    ['server/a.ts', `import '../tools/tool.ts';`, ['../tools/tool.ts']],
    ['server/a.ts', `import { Server } from '@modelcontextprotocol/sdk/server/index.js';`, []],
    ['tools/a.ts', `import sdk from '@modelcontextprotocol/sdk';`, ['@modelcontextprotocol/sdk']],
    ['platform/a.ts', `import { route } from '../session/route.ts';`, ['../session/route.ts']],
    ['platform/a.ts', `import { Session } from '../session/session.ts'; import git from 'simple-git';`, []],
  ])('%s: %s', (file, source, wrong) => {
    expect(violations(file, source)).toEqual(wrong);
  });
});
