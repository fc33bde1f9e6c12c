import type { SyntaxTree } from '../code/syntax.ts';

/** So much text a single call may hold on to, trees that the cache has dropped meanwhile included. */
const MOST_PINNED_BYTES = 192 * 1024 * 1024;

interface Kept {
  readonly text: string;
  readonly tree: SyntaxTree;
  /** Handed out since the last `release`: whoever asked may still be walking it. */
  used: boolean;
}

/**
 * Texts with their trees, those used last, as many as fit into `mostBytes` of text. The memory of a tree lies outside of
 * JavaScript and is given back by hand: one that was handed out lives on until `release`, even where the cache has dropped it.
 */
export class TreeCache {
  private readonly kept = new Map<string, Kept>();
  private bytes = 0;
  private pinned: Kept[] = [];
  private pinnedBytes = 0;
  private readonly mostBytes: number;

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes;
  }

  /** Hands the tree out: it can be used until the next `release`. */
  get(path: string): SyntaxTree | undefined {
    const found = this.kept.get(path);
    if (!found) return undefined;
    this.kept.delete(path);
    this.kept.set(path, found);
    found.used = true;
    return found.tree;
  }

  text(path: string): string | undefined {
    return this.kept.get(path)?.text;
  }

  put(path: string, text: string, tree: SyntaxTree): void {
    this.drop(path);
    this.kept.set(path, { text, tree, used: false });
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
    if (!found.used) {
      found.tree.dispose();
      return;
    }
    this.pinned.push(found);
    this.pinnedBytes += 2 * found.text.length;
    // Without this end a call over a huge project would take the memory of the machine; what was handed out this long ago
    // has been walked.
    let over = 0;
    while (this.pinnedBytes > MOST_PINNED_BYTES && over < this.pinned.length - 1) {
      const oldest = this.pinned[over];
      if (!oldest) break;
      oldest.tree.dispose();
      this.pinnedBytes -= 2 * oldest.text.length;
      over++;
    }
    if (over > 0) this.pinned = this.pinned.slice(over);
  }

  /** A call has ended: what was handed out is used no more. */
  release(): void {
    for (const { tree } of this.pinned) tree.dispose();
    this.pinned = [];
    this.pinnedBytes = 0;
    for (const one of this.kept.values()) one.used = false;
  }
}
