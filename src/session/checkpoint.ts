import { plainJson } from '../shared/plain-json.ts';
import { type Message, message } from '../text/text.ts';
import { ownsTaskBranch } from './branch-name.ts';
import { migrateFirstVersion } from './checkpoint-v1.ts';
import { Session } from './session.ts';

/** The version that is written. Greater ones are read as far as they fit, and keep their number. */
const CHECKPOINT_VERSION = 2;

/** What came of reading a checkpoint. `newer`: a newer version wrote it, so it may be fine and must be left in its place. */
export type ReadCheckpoint =
  | { readonly session: Session }
  | { readonly problem: Message; readonly newer: boolean };

/**
 * Reads the text of a checkpoint file: an older version is migrated, missing keys take their defaults, unknown keys are
 * kept, entries of `definitions_cache` whose key does not parse are dropped (session-flow.md, Checkpoints). One whose task
 * branch is not that of its base is a problem as one that does not parse is.
 */
export function readCheckpoint(text: string): ReadCheckpoint {
  let found: unknown;
  try {
    found = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 160) : String(error);
    return { problem: message('store.not_json', { reason }), newer: false };
  }
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    return { problem: message('store.no_object'), newer: false };

  const raw = found as Readonly<Record<string, unknown>>;
  const version = versionOf(raw.checkpoint_version);
  const document =
    version < CHECKPOINT_VERSION ? migrateFirstVersion(raw) : { ...raw, checkpoint_version: version };
  const read = Session.safeParse({
    ...document,
    ...(document.definitions_cache !== undefined && {
      definitions_cache: readableDefinitions(document.definitions_cache),
    }),
  });
  if (read.success) {
    const { task_branch: branch, base_branch: base } = read.data;
    if (ownsTaskBranch(read.data)) return { session: read.data };
    return {
      problem: message('store.foreign_branch', { branch: branch ?? '', base: base ?? '-' }),
      newer: version > CHECKPOINT_VERSION,
    };
  }
  const [issue] = read.error.issues;
  return {
    problem: message('store.wrong_shape', {
      path: (issue?.path ?? []).map(String).join('.').slice(0, 160),
      reason: (issue?.message ?? '').slice(0, 160),
    }),
    newer: version > CHECKPOINT_VERSION,
  };
}

/** The session as a checkpoint holds it: plain JSON, nothing in it that a file would not give back. */
export const asCheckpoint = (session: Session): Session =>
  plainJson({
    ...session,
    checkpoint_version: Math.max(CHECKPOINT_VERSION, session.checkpoint_version),
  }) as Session;

/** The text of a checkpoint file; `readCheckpoint` gives back what `asCheckpoint` makes of the session. */
export const writeCheckpoint = (session: Session): string => JSON.stringify(asCheckpoint(session));

/** 1 for the Python server, whose files say "1.12", 1, or nothing at all. */
function versionOf(value: unknown): number {
  const version =
    typeof value === 'number' ? value : Number.parseFloat(String(value ?? '').replace(/^v/i, ''));
  return Number.isFinite(version) && version >= CHECKPOINT_VERSION ? Math.trunc(version) : 1;
}

/** Keys are JSON arrays `[symbol, path, language or null, exact]`. */
export function isDefinitionsKey(key: string): boolean {
  try {
    const parts: unknown = JSON.parse(key);
    return (
      Array.isArray(parts) &&
      parts.length === 4 &&
      typeof parts[0] === 'string' &&
      typeof parts[1] === 'string' &&
      (parts[2] === null || typeof parts[2] === 'string') &&
      typeof parts[3] === 'boolean'
    );
  } catch {
    return false;
  }
}

function readableDefinitions(cache: unknown): unknown {
  if (typeof cache !== 'object' || cache === null || Array.isArray(cache)) return {};
  return Object.fromEntries(Object.entries(cache).filter(([key]) => isDefinitionsKey(key)));
}
