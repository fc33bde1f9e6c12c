import { randomUUID } from 'node:crypto';
import {
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { ProcessIdentity } from '../session/session.ts';
import { patiently, temporaryName, temporaryOwner } from './atomic-write.ts';
import { exists, isAlive } from './process-identity.ts';

/*
 * A lock between processes that is free the moment its holder dies. Claims are numbered files in one folder: whoever
 * creates the number after the greatest one holds the lock, and it may be created only once that greatest claim was
 * released (renamed to `<n>.free`) or its holder is dead. A dead holder's claim is not removed but succeeded, so that two
 * servers which find it at the same time cannot both win, nor can one remove the other's new claim: creating a file of a
 * given name succeeds for one only. Who was so late that even its number was tidied away sees a greater one and gives up.
 */

const Claim = z.object({ holder: ProcessIdentity, host: z.string(), token: z.string() });

const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 100;
/** Claims that are kept behind the newest. */
const KEPT = 8;
/** A claim whose content is not there yet may still be being written, on file systems without links. */
const HALF_WRITTEN_MS = 2000;
/** Nobody can tell whether a process of another machine lives: its claim counts while it is touched. */
const TOUCH_EVERY_MS = 10_000;
const UNTOUCHED_MS = 60_000;
/** What file systems without hard links answer with. */
const NO_LINKS: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Who claims: what its claims hold, and the last one that it released. */
interface Claimant {
  readonly content: string;
  readonly host: string;
  released: string | null;
}

export interface ProjectLock {
  /**
   * Runs `work` alone: in this process in the order of the calls, and against other processes where the lock's folder is
   * there. Where it is not (nothing was saved in this project yet) or cannot be written, the claim is left to `claim`.
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Within `run`: claims the lock now, where that was left open. Throws what the system says. */
  claim(): Promise<void>;
}

export interface LockOptions {
  /** The folder of the claims; null where it is missing. */
  find(): string | null;
  /** The same folder, made where it is missing. */
  make(): string;
  /** The process that this lock dies with. */
  readonly identity: Promise<ProcessIdentity>;
  readonly host: string;
}

/** The lock of one project, as one server holds it. */
export function projectLock(options: LockOptions): ProjectLock {
  const { host } = options;
  const token = randomUUID();
  const claimant = options.identity.then(
    (holder): Claimant => ({
      content: JSON.stringify({ holder, host, token } satisfies z.input<typeof Claim>),
      host,
      released: null,
    }),
  );
  let queue: Promise<void> = Promise.resolve();
  let running: { signal: AbortSignal | undefined; release: (() => Promise<void>) | null } | null = null;

  return {
    async run(work, signal) {
      const before = queue;
      let finished = (): void => undefined;
      const mine = new Promise<void>((resolve) => {
        finished = resolve;
      });
      queue = before.then(() => mine);
      const turn: NonNullable<typeof running> = { signal, release: null };
      try {
        await unlessAborted(before, signal);
        running = turn;
        turn.release = await claimIfPossible(options, await claimant, signal);
        return await work();
      } finally {
        if (running === turn) running = null;
        await turn.release?.();
        finished();
      }
    },
    async claim() {
      if (running && !running.release)
        running.release = await claimIn(options.make(), await claimant, running.signal);
    },
  };
}

/** null where there is nothing to lock yet, or the system does not let us: whoever saves will claim, and be told. */
async function claimIfPossible(
  { find }: LockOptions,
  claimant: Claimant,
  signal: AbortSignal | undefined,
): Promise<(() => Promise<void>) | null> {
  try {
    const folder = find();
    return folder === null ? null : await claimIn(folder, claimant, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    return null;
  }
}

/** Waits for the lock; answers with what releases it. */
async function claimIn(
  folder: string,
  claimant: Claimant,
  signal: AbortSignal | undefined,
): Promise<() => Promise<void>> {
  for (let pause = FIRST_WAIT_MS; ; pause = Math.min(LONGEST_WAIT_MS, pause * 1.5)) {
    signal?.throwIfAborted();
    const newest = newestOf(readdirSync(folder));
    if (newest.free || !(await isHeld(join(folder, String(newest.number)), claimant))) {
      const path = join(folder, String(newest.number + 1));
      if (create(path, claimant)) {
        const names = readdirSync(folder);
        const now = newestOf(names);
        if (now.number === newest.number + 1 && !now.free) {
          tidy(folder, names, now.number);
          return holding(path, claimant);
        }
        rmSync(path, { force: true });
      }
    }
    await wait(pause, undefined, signal ? { signal } : {});
  }
}

/** The greatest claim among the files; 0 and free where there is none. */
function newestOf(names: readonly string[]): { number: number; free: boolean } {
  let number = 0;
  let free = true;
  for (const name of names) {
    const [, digits, released] = /^(\d{1,15})(\.free)?$/.exec(name) ?? [];
    const found = Number(digits ?? -1);
    if (found < number || found < 1) continue;
    free = found > number ? released !== undefined : free || released !== undefined;
    number = found;
  }
  return { number, free };
}

/** Whether a living holder other than this lock stands behind a claim. */
async function isHeld(path: string, { content, host }: Claimant): Promise<boolean> {
  let text: string;
  let age: number;
  try {
    text = readFileSync(path, 'utf8');
    age = Date.now() - statSync(path).mtimeMs;
  } catch (error) {
    // Released or given up since the folder was read.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  if (text === content) return false;
  const claim = Claim.safeParse(parsed(text));
  if (!claim.success) return age < HALF_WRITTEN_MS;
  return claim.data.host === host ? isAlive(claim.data.holder) : age < UNTOUCHED_MS;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Creates a claim with its content in it from the first moment. False where the number is taken. A claim that
 * this lock released holds the same content, and only needs the new name.
 */
function create(path: string, { content, released }: Claimant): boolean {
  if (released !== null) {
    try {
      utimesSync(released, new Date(), new Date());
      linkSync(released, path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      // It was tidied away meanwhile, or there are no links here.
    }
  }
  const temporary = temporaryName(path);
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 });
    try {
      linkSync(temporary, path);
    } catch (error) {
      if (!NO_LINKS.includes((error as NodeJS.ErrnoException).code)) throw error;
      writeFileSync(path, content, { flag: 'wx', mode: 0o600 });
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Keeps a claim fresh for other machines, until it is released. */
function holding(path: string, claimant: Claimant): () => Promise<void> {
  const touching = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder was removed under us: there is nothing left to keep fresh.
    }
  }, TOUCH_EVERY_MS);
  touching.unref();
  return async () => {
    clearInterval(touching);
    // Where even this fails (the folder is gone, the file system went read-only) the claim ends with this process, and
    // this lock knows its own claim as none.
    const free = `${path}.free`;
    try {
      renameSync(path, free);
    } catch {
      await patiently(() => rename(path, free)).catch(() => undefined);
    }
    claimant.released = free;
  };
}

/** Removes old claims, and what killed processes left half made. */
function tidy(folder: string, names: readonly string[], newest: number): void {
  for (const name of names) {
    const number = Number(/^(\d{1,15})(?:\.free)?$/.exec(name)?.[1] ?? Number.POSITIVE_INFINITY);
    const owner = temporaryOwner(name);
    if (number <= newest - KEPT || (owner !== null && owner !== process.pid && !exists(owner)))
      rmSync(join(folder, name), { force: true });
  }
}

/** Waits for something, but not past an abort. */
async function unlessAborted(awaited: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return awaited;
  signal.throwIfAborted();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([awaited, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
