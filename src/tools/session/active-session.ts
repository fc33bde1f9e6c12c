import type { Session, Snapshot } from '../../session/session.ts';

/** A submission whose effect takes long: it goes on after the call that began it has been answered. */
export interface Job {
  /** The payload, so that the same one sent again waits for the same job. */
  readonly key: string;
  readonly abort: AbortController;
  readonly result: Promise<Record<string, unknown>>;
}

/** A run of the verify commands that a submission began. */
interface VerificationRun {
  readonly session_id: string;
  readonly key: string;
  readonly before: Snapshot | null;
  /** What was submitted: taken again when the result is asked for. */
  readonly payload: unknown;
}

/** What this server process holds of the session it works on; the truth is the checkpoint. */
export interface ActiveSession {
  /** The session as last written, or, while `unsaved`, as it should have been. */
  session: Session | null;
  /** What was done could not be saved: memory is ahead of the disk. */
  unsaved: boolean;
  job: Job | null;
  verification: VerificationRun | null;
  /** Warnings that were said, so that each is said once, and those that an answer had no room for. */
  readonly said: Set<string>;
  unsaid: readonly string[];
  /** Files of the last merge that met a conflict: the write gate lets them be edited while it is resolved. */
  conflicts: readonly string[];
}

/** No session yet. */
export const noSession = (): ActiveSession => ({
  session: null,
  unsaved: false,
  job: null,
  verification: null,
  said: new Set(),
  unsaid: [],
  conflicts: [],
});

/** Makes `session` the one that this server works on. */
export function hold(active: ActiveSession, session: Session | null): void {
  if (active.session?.session_id !== session?.session_id) {
    active.said.clear();
    active.unsaid = [];
    active.conflicts = [];
    active.verification = null;
  }
  active.session = session;
  active.unsaved = false;
}

/** Ends a job, running or finished and not taken, whose answer would no longer be true. */
export async function endJob(active: ActiveSession): Promise<void> {
  const { job } = active;
  if (!job) return;
  job.abort.abort();
  await job.result.catch(() => undefined);
  active.job = null;
}
