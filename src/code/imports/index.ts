import type { Import } from '../file-symbols.ts';
import type { SyntaxNode } from '../syntax.ts';
import { csharpImports } from './csharp.ts';
import { dartImports } from './dart.ts';
import { elixirImports } from './elixir.ts';
import { goImports } from './go.ts';
import { jvmImports } from './jvm.ts';
import { phpImports } from './php.ts';
import { rustImports } from './rust.ts';

/** Takes an import apart that a query cannot: each name that the node (`@import.tree`) brings into the file. */
export type ImportTree = (node: SyntaxNode) => readonly Import[];

/** By family of languages. */
export const importTrees: Readonly<Record<string, ImportTree>> = {
  csharp: csharpImports,
  dart: dartImports,
  go: goImports,
  elixir: elixirImports,
  jvm: jvmImports,
  php: phpImports,
  rust: rustImports,
};
