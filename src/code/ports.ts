/** How complete an answer about code is (tools.md, Honesty). */
export type Completeness = 'exact' | 'lower_bound' | 'unknown';

export interface Skipped {
  readonly file: string;
  /** A code, with details behind a colon where there are any: `binary`, `unreadable: Permission denied`. */
  readonly reason: string;
}

export interface TextQuery {
  readonly pattern: string;
  readonly regex: boolean;
  readonly caseSensitive: boolean;
  readonly word: boolean;
  readonly multiline: boolean;
  readonly contextLines: number;
  /** Project-relative folder or file; `.` for all. */
  readonly path: string;
  readonly globs: readonly string[];
  /** Names of ripgrep file types (`ts`, `py`). */
  readonly fileTypes: readonly string[];
  readonly includeIgnored: boolean;
  readonly output: 'matches' | 'files' | 'count';
  /** Matches (files, for `files` and `count`) to pass over, then to take. */
  readonly offset: number;
  readonly maxResults: number;
}

export interface TextMatch {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Where the first match begins in the whole line, from 1, in characters (UTF-16 units, as in a JavaScript string). */
  readonly column: number;
  readonly text: string;
  /** Character offsets in `text`, from 0, end excluded (20 at most). */
  readonly submatches: readonly { readonly start: number; readonly end: number }[];
  /** So many more places matched in this line: cut off, or past the twentieth. */
  readonly more_submatches?: number;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** `text` is cut around the match. */
  readonly line_truncated?: boolean;
}

export interface TextAnswer {
  readonly matches: readonly TextMatch[];
  readonly files: readonly { readonly file: string; readonly count: number }[];
  /** Matches (files, for `files` and `count`). */
  readonly total: number;
  /** Matches in all files, whatever the output. */
  readonly totalMatches: number;
  readonly totalIs: 'exact' | 'lower_bound';
  readonly completeness: Completeness;
  readonly skipped: readonly Skipped[];
}

/** Text search over the files that git tracks or would track. */
export interface TextSearch {
  /** Throws `search_failed` (no ripgrep, a bad expression with its position). */
  search(query: TextQuery, signal: AbortSignal): Promise<TextAnswer>;
}

/** The files that git tracks or would track; with `includeIgnored` all but `.git/` and `.code-intel/`. */
export interface FileList {
  /** Sorted, project-relative, links not followed. `path` is a folder of the project. */
  files(options: {
    path: string;
    includeIgnored: boolean;
    signal: AbortSignal;
  }): Promise<{ files: string[]; skipped: Skipped[] }>;
  /**
   * Those of `files` that one of the globs matches: `*`, `**`, `?`, classes, braces; `\` escapes; a leading `!` leaves out
   * what it matches. NFC and NFD match each other.
   */
  select(files: readonly string[], globs: readonly string[]): string[];
}

/** A place in a file of the project. Line and column from 1, columns in UTF-16 units. */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * A language server that confirms what the syntax says. Never throws: null is "no answer" (absent, too slow, died), which is
 * never the same as "nothing found".
 */
export interface LanguageServer {
  /** What the answer names as its engine, with version: `typescript 7.0.2`. */
  readonly engine: string;
  /**
   * All places that name the symbol at `place`, its definitions among them, once two answers in a row agree. `files` are
   * those that may hold some: they are seen as they are on the disk now.
   */
  references(
    place: CodePlace,
    files: readonly string[],
    signal?: AbortSignal,
  ): Promise<readonly CodePlace[] | null>;
  /** For each place what it refers to; null for one that no answer came for. */
  definitions(
    places: readonly CodePlace[],
    signal?: AbortSignal,
  ): Promise<readonly (readonly CodePlace[] | null)[]>;
}
