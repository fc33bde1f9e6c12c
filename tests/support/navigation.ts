import { extractSymbols } from '../../src/code/extract.ts';
import { scriptBlocks } from '../../src/code/script-blocks.ts';
import type { SymbolIndex } from '../../src/code/symbol-index.ts';
import { fileList } from '../../src/platform/file-list.ts';
import {
  type BuiltSymbolIndex,
  createSymbolIndex,
  type SymbolIndexOptions,
} from '../../src/platform/symbol-index.ts';
import { never, project } from './search-project.ts';
import { parser } from './syntax.ts';

/** The index of a folder, with the real grammars and the real file list. */
export const indexOn = (root: string, options: Partial<SymbolIndexOptions> = {}): BuiltSymbolIndex =>
  createSymbolIndex({
    root,
    parser,
    fileList: fileList(root),
    signal: never,
    extract: extractSymbols,
    codeOf: (language, text) => (language.scriptBlocks ? scriptBlocks(text) : text),
    outline: () => null,
    ...options,
  });

/** A new project with these files, and its index, up to date. `remove` deletes the project. */
export async function indexOf(
  files: Readonly<Record<string, string>>,
): Promise<SymbolIndex & Pick<ReturnType<typeof project>, 'root' | 'write' | 'remove'>> {
  const { root, write, remove } = project(files);
  const index = indexOn(root);
  await index.refresh();
  return { ...index, root, write, remove };
}
