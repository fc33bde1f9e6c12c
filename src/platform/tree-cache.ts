import type { SyntaxTree } from '../code/syntax.ts';

/**
 * Texts with their trees, those used last, as many as fit into `mostBytes` of text. A tree that is dropped gives its memory
 * back and must not be used any more; the one put last is always kept.
 */
export class TreeCache {
  private readonly kept = new Map<string, { text: string; tree: SyntaxTree }>();
  private bytes = 0;
  private readonly mostBytes: number;

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  get(path: string): SyntaxTree | undefined {
    const found = this.kept.get(path);
    if (!found) return undefined;
    this.kept.delete(path);
    this.kept.set(path, found);
    return found.tree;
  }

  text(path: string): string | undefined {
    return this.kept.get(path)?.text;
  }

  put(path: string, text: string, tree: SyntaxTree): void {
    this.drop(path);
    this.kept.set(path, { text, tree });
    this.bytes += 2 * text.length;
    for (const [oldest] of this.kept) {
      if (this.bytes <= this.mostBytes || this.kept.size === 1) break;
      this.drop(oldest);
    }
  }

  drop(path: string): void {
    const found = this.kept.get(path);
    if (!found) return;
    this.kept.delete(path);
    this.bytes -= 2 * found.text.length;
    found.tree.dispose();
  }
}
