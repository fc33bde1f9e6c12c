import type { Located } from '../shared/project-files.ts';
import type { Position, TreeChange } from './ports.ts';
import type { CommandResult, MappedSymbol, Snapshot } from './session.ts';

/** What changed in the working tree, as PRE_COMMIT has to know it. Paths are relative to the project root. */
export interface Changes {
  readonly now: Snapshot;
  /** Where the project lies in the repository: empty, or `packages/web/`. */
  readonly prefix: string;
  /** HEAD → now, renames found. */
  readonly all: readonly TreeChange[];
  /** Paths that differ between an earlier moment and now; null where that moment has no tree. */
  readonly since_start: readonly string[] | null;
  readonly since_ready: readonly string[] | null;
  readonly since_reviewed: readonly string[] | null;
  readonly since_evidence: readonly string[] | null;
  /** Paths that differed from HEAD when the session began. */
  readonly dirty_at_start: readonly string[];
  /** Paths that the session's own commits touched. */
  readonly committed: readonly string[];
  /** Paths that the verify commands wrote, that were as in HEAD before and have not changed since. */
  readonly written_by_verify: readonly string[];
}

/** What came of running the verify commands. */
export type Verification =
  | { readonly status: 'none' }
  | { readonly status: 'untrusted' }
  | { readonly status: 'running'; readonly elapsed_ms: number }
  | {
      readonly status: 'finished';
      readonly results: readonly CommandResult[];
      /** null without git. */
      readonly before: Snapshot | null;
      readonly after: Snapshot | null;
      readonly at: string;
    };

/** What a decision may have to know of the world. A step asks for the facts it needs; nothing else is gathered. */
export interface Facts {
  readonly position?: Position;
  /** The tree now; null without git. */
  readonly snapshot?: Snapshot | null;
  /** The tree on entering READY and what changed since the session began; null without git. */
  readonly ready?: { readonly snapshot: Snapshot; readonly made_meanwhile: readonly string[] } | null;
  readonly changes?: Changes;
  /** What the task branch holds otherwise than the verified tree; null where there is no such tree. */
  readonly unverified?: {
    readonly paths: readonly string[];
    /** Of all paths, those that the task branch holds otherwise than the session left it: commits of others. */
    readonly foreign: readonly string[];
  } | null;
  /** Each path that was sent: where it lies, or why it cannot be used. */
  readonly paths?: readonly { readonly sent: string; readonly located: Located | null }[];
  /** Whether the project has any source file. */
  readonly has_files?: boolean;
  readonly symbols?: readonly MappedSymbol[];
  readonly verification?: Verification;
  /** Comes with `verification`: the configured commands are no longer those that the session began with. */
  readonly commands_changed?: boolean;
}

/** A question to the world; the answer comes under the key of the same name in `Facts`. */
export type FactRequest =
  | { readonly fact: 'position' }
  | { readonly fact: 'snapshot' }
  | { readonly fact: 'ready' }
  | { readonly fact: 'changes' }
  | { readonly fact: 'unverified' }
  | { readonly fact: 'paths'; readonly paths: readonly string[] }
  | { readonly fact: 'has_files' }
  | { readonly fact: 'symbols'; readonly names: readonly string[] }
  | { readonly fact: 'verification' };

/** A fact that the step asked for. Its absence is a bug of the caller, never of the payload. */
export function known<Name extends keyof Facts>(facts: Facts, name: Name): Exclude<Facts[Name], undefined> {
  const value = facts[name];
  if (value === undefined) throw new Error(`the fact "${name}" was not gathered`);
  return value as Exclude<Facts[Name], undefined>;
}
