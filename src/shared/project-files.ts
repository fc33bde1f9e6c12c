/** What a path of the project is on the disk. */
export interface Located {
  /** Relative to the project root, `/`-separated, spelled as the file system spells it (NFC or NFD). The root itself is `.`. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'missing' | 'other';
  /** Bytes of a file. */
  readonly size?: number;
}

/** The door to the files of one project. Every path that comes in passes through `locate`. */
export interface ProjectFiles {
  /** Real path of the project root. */
  readonly root: string;
  /**
   * Where a path that a caller sent lies: relative to the root or absolute, with `/` or `\`, NFC or NFD.
   * Refuses with `outside_root` what resolves outside the root: absolute, `..`, a link, NUL (tools.md, Paths).
   */
  locate(path: string): Promise<Located>;
  /** The text of a file, at most `maxBytes` of it; null where there is none or it is not text. */
  read(path: string, maxBytes?: number): Promise<string | null>;
}
