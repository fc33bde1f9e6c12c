import type { Language, Message } from '../text/text.ts';
import type { Effect, Outcome } from './effects.ts';
import type { CommandResult, MappedSymbol, Session, Snapshot, StaleBranch } from './session.ts';

/** What the project folder is to git. Paths are relative to the project root; those above it begin with `../`. */
export type Survey =
  | { readonly kind: 'not_a_repository' }
  /** git is missing or will not work here (dubious ownership, a broken repository): its own words. */
  | { readonly kind: 'unusable'; readonly reason: string }
  | {
      readonly kind: 'repository';
      /** Where the project lies in the repository: empty, or `packages/web/`. */
      readonly prefix: string;
      /** null: HEAD is detached. */
      readonly branch: string | null;
      /** null: no commit yet. */
      readonly head: string | null;
      readonly operation: 'merge' | 'rebase' | 'cherry-pick' | 'revert' | 'bisect' | 'am' | null;
      readonly conflicts: readonly string[];
      /** What git calls changed, untracked files among them (100 at most). */
      readonly dirty: readonly string[];
    };

/** Where HEAD, the task branch and the base branch are now. */
export interface Position {
  readonly branch: string | null;
  readonly head: string | null;
  /** null: it does not exist. */
  readonly task_tip: string | null;
  /** Whether the task branch still contains the tip that the session knows. */
  readonly task_contains_tip: boolean;
  /** Commits on the task branch that the session did not make (40 at most), `<short id> <subject>`. */
  readonly foreign_commits: readonly string[];
  readonly base_tip: string | null;
  /** The local branches there are (50 at most), for a message. */
  readonly branches: readonly string[];
}

/** One path that differs between two trees. */
export interface TreeChange {
  readonly path: string;
  /** Set for a rename. */
  readonly old_path?: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type_changed';
  /** Only line endings differ. */
  readonly eol_only: boolean;
  readonly submodule: boolean;
  /** Lies above the project folder. */
  readonly outside: boolean;
  /** Untracked and over 10 MB: known by size and time only. */
  readonly large: boolean;
}

/** Lines of one file's change, as `git diff` counts them. */
export interface FilePatch {
  readonly insertions: number;
  readonly deletions: number;
  readonly binary: boolean;
  /** Unified diff, at most the lines asked for. */
  readonly patch: string;
  readonly truncated: boolean;
}

/** A tree to compare: a snapshot, or a commit. */
export type Treeish = Snapshot | { readonly commit: string };

/** git, as the session needs it. Implemented in `platform/git`. */
export interface Repository {
  survey(): Promise<Survey>;
  /** Whether git tracks a path; false where there is no repository. */
  tracks(path: string): Promise<boolean>;
  /** Task branches that are neither `own` nor checked out in another worktree nor in `held`. */
  staleBranches(input: { own: string | null; held: readonly string[] }): Promise<StaleBranch[]>;
  position(input: {
    task_branch: string | null;
    base_branch: string | null;
    known_tip: string | null;
    own_commits: readonly string[];
  }): Promise<Position>;
  /** Takes the tree as it is, without touching index or files. With `keep_as`, under `refs/code-intel/start/<id>` (see `keep`). */
  snapshot(options?: { keep_as?: string; signal?: AbortSignal }): Promise<Snapshot>;
  /** Paths that differ, sorted; renames found only with `renames`. A snapshot without a tree compares as its `dirty` list. */
  compare(from: Treeish, to: Treeish, options?: { renames?: boolean }): Promise<TreeChange[]>;
  patch(from: Treeish, to: Treeish, change: TreeChange, maxLines: number): Promise<FilePatch>;

  /** Carries an effect out. Throws `Refusal` (`commit_failed`, `merge_conflict`, `git_state`) with everything as it was before. */
  perform(effect: Effect, signal?: AbortSignal): Promise<Outcome>;
  /**
   * After a crash: where the effect passed its point of no return, does what is left of it and tells the outcome; else
   * undoes what was half done and answers null.
   */
  recover(effect: Effect): Promise<Outcome | null>;

  /** Holds a session's start under `refs/code-intel/start/<id>`, so that no garbage collection takes it; safe to repeat. Never throws. */
  keep(sessionId: string, start: Snapshot): Promise<void>;
  /** Deletes `refs/code-intel/start/<id>`, and trash older than 30 days. Never throws. */
  forget(sessionId: string): Promise<void>;
}

/** Runs the verify commands, one after the other, stopping at the first that fails. */
export interface Verifier {
  /**
   * Starts the run, or joins the one under way for the same `key`, or hands out its finished result; waits `waitMs` at
   * most. `key` stands for the commands and the files they run on. A run for another key is ended first.
   */
  run(input: {
    key: string;
    commands: readonly string[];
    timeoutMs: number;
    waitMs: number;
    signal: AbortSignal;
    progress(message: string): void;
  }): Promise<
    { status: 'running'; elapsed_ms: number } | { status: 'finished'; results: readonly CommandResult[] }
  >;
  /** Ends the run under way, with all its children. */
  cancel(): Promise<void>;
  /** Whether a run is under way or a result waits to be taken for this key. */
  has(key: string): boolean;
}

/** Where in the code names stand. Until the index exists: by text search, a lower bound. */
export interface SymbolLookup {
  lookUp(names: readonly string[], signal: AbortSignal): Promise<MappedSymbol[]>;
}

/** A checkpoint file as it was found, with who holds it. */
export interface Checkpoint {
  readonly session: Session;
  /** Its client is the client that this server belongs to. */
  readonly own: boolean;
  /** Another server process that is alive holds it. */
  readonly held: boolean;
  /** Its client process is alive (also true where `own`). */
  readonly client_alive: boolean;
  /** It was written on another machine: whether anything there lives cannot be told. */
  readonly other_host: boolean;
}

/** The checkpoint files of one project: `.code-intel/sessions/<id>.json` (session-flow.md, Checkpoints). */
export interface Checkpoints {
  /** Runs `work` while no other server of this project changes a session; waits for its turn. Freed at once when its holder dies. */
  locked<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * Writes atomically, flushed, `owner` and `checkpoint_at` set (`at`, where given: an old state is put back as it was);
   * answers with what was written. Throws `checkpoint_failed`.
   */
  save(session: Session, options?: { readonly at?: string }): Promise<Session>;
  /** null where there is none, or it cannot be read (then it was set aside and is named in `notices`). */
  load(sessionId: string): Promise<Checkpoint | null>;
  /** All that can be read, newest first. */
  list(): Promise<Checkpoint[]>;
  /** Deletes the file; safe to repeat. */
  remove(sessionId: string): Promise<void>;
  /** Moves the file to `sessions/discarded/`, where the newest ten are kept; safe to repeat. */
  discard(sessionId: string): Promise<void>;
  /**
   * Of a session whose file is missing: whether a server ended it, set aside or removed. false where its file was damaged,
   * or the whole folder is gone, as after `git clean`: then nobody meant the session.
   */
  ended(sessionId: string): Promise<boolean>;
  /** What was set aside or could not be read since the last call, in words. */
  notices(): readonly Message[];
}

/** A text that goes into an instruction: a file of `.code-intel/`, or the shipped default that stands in for it. */
export interface Material {
  /** `.code-intel/task_planning.md`. */
  readonly path: string;
  readonly text: string;
  readonly shipped: boolean;
}

/** Either one file, or the files of a folder (by name without ending; all where `names` is null). Below `.code-intel/`. */
export type MaterialRequest =
  | { readonly file: string }
  | { readonly folder: string; readonly names: readonly string[] | null };

export interface Materials {
  /** In the order asked for; what exists neither in the project nor shipped is told in `missing`. */
  read(requests: readonly MaterialRequest[]): Promise<{ materials: Material[]; missing: string[] }>;
}

/** `.code-intel/config.json` as checked (code-intelligence.md, Project context). */
export interface ProjectConfig {
  readonly language: Language;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly verify: { readonly commands: readonly string[]; readonly timeout_s: number };
  /** Whether TypeScript's own language server may confirm references. */
  readonly lsp: { readonly typescript: boolean };
  /** Unknown keys, wrong values, a file that does not parse: each told once, the default used. */
  readonly problems: readonly Message[];
}

/** What may run is used only once the user allowed exactly that content (session-flow.md, Trust). */
export interface Trust {
  /** Whether these verify commands are allowed for this project. */
  allows(kind: 'verify.commands', content: readonly string[]): Promise<boolean>;
  allow(kind: 'verify.commands', content: readonly string[]): Promise<void>;
}

/** What merged sessions learned, kept for later ones. */
export interface Agreements {
  /** Writes the words of one session; safe to repeat. Rejects where it cannot be written. */
  learn(sessionId: string, text: string): Promise<void>;
}

/** Rules and documents that the project has for whoever works on it. */
export interface ProjectContext {
  find(): Promise<{ project_rules: string[]; documents: string[] }>;
}
