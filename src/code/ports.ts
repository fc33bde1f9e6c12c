/** How complete an answer about code is (tools.md, Honesty). */
export type Completeness = 'exact' | 'lower_bound' | 'unknown';

export interface Skipped {
  readonly file: string;
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
  /** From 1, in characters. */
  readonly column: number;
  readonly text: string;
  /** Character offsets in `text`, from 0, end excluded. */
  readonly submatches: readonly { readonly start: number; readonly end: number }[];
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  /** `text` is cut around the match. */
  readonly line_truncated?: boolean;
}

export interface TextAnswer {
  readonly matches: readonly TextMatch[];
  readonly files: readonly { readonly file: string; readonly count: number }[];
  readonly total: number;
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
}
