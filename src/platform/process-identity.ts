import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { ProcessIdentity } from '../session/session.ts';

const run = promisify(execFile);

/** What the system tells of a process. */
export interface ProcessFacts {
  /** Start time in the system's own words; null where it does not tell. */
  readonly started: string | null;
  /** It ended, and only its parent has not noticed yet. */
  readonly zombie: boolean;
}

/** Reads `/proc/<pid>/stat`: the command's name may hold spaces and parentheses, so fields count from the last `)`. */
export function readProcStat(stat: string): ProcessFacts {
  // After the name come field 3 (state) and the rest; the start time, in clock ticks since boot, is field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { started: fields[22 - 3] ?? null, zombie: fields[0] === 'Z' || fields[0] === 'X' };
}

/** Reads a line of `ps -o stat= -o lstart=`. */
export function readPsLine(line: string): ProcessFacts {
  const [state = '', ...started] = line.trim().split(/\s+/);
  return { started: started.join(' ') || null, zombie: state.startsWith('Z') };
}

/** What is known of a process; null where there is none, or the system does not tell. */
export async function processFacts(pid: number): Promise<ProcessFacts | null> {
  if (!exists(pid)) return null;
  if (process.platform === 'linux') {
    try {
      return readProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    } catch {
      return null;
    }
  }
  return process.platform === 'win32' ? null : psFacts(pid);
}

/** The same from `ps`, for systems without `/proc`. Language and time zone are fixed, or two servers would read different words. */
export async function psFacts(pid: number): Promise<ProcessFacts | null> {
  try {
    const { stdout } = await run('ps', ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], {
      env: { PATH: process.env.PATH ?? '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' },
      timeout: 2000,
    });
    return stdout.trim() === '' ? null : readPsLine(stdout);
  } catch {
    return null;
  }
}

/** Whether a process of that number exists. Numbers that would signal groups or everything are no process. */
export function exists(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A process of this machine by its number and start time. */
export async function identityOf(pid: number): Promise<ProcessIdentity> {
  return { pid, started: (await processFacts(pid))?.started ?? null };
}

/** This process. */
export const ownIdentity = (): Promise<ProcessIdentity> => identityOf(process.pid);

/**
 * Whether the very process runs: not a later one of the same number, not one that only waits to be noticed as ended.
 * Where a start time is unknown, now or then, the number alone counts.
 */
export async function isAlive({ pid, started }: ProcessIdentity): Promise<boolean> {
  if (!exists(pid)) return false;
  const facts = await processFacts(pid);
  if (!facts) return exists(pid);
  return !facts.zombie && (started === null || facts.started === null || started === facts.started);
}

/** Whether two identities mean the same process. */
export const isSameProcess = (one: ProcessIdentity, other: ProcessIdentity): boolean =>
  one.pid === other.pid && (one.started === null || other.started === null || one.started === other.started);

/** The client that a server belongs to: named at the end of its messaging socket (`…/<pid>.sock`), else the parent. */
export function clientPid(env: Readonly<Record<string, string | undefined>>, parent: number): number {
  const named = /(?:^|[\\/])(\d{1,10})\.sock$/.exec(env.CLAUDE_CODE_MESSAGING_SOCKET ?? '')?.[1];
  const pid = Number(named ?? 0);
  return pid > 0 ? pid : parent;
}

/** Identity of the client (claude-code.md, Whose session). Taken once, at the start: the parent may die before us. */
export const clientIdentity = (
  env: Readonly<Record<string, string | undefined>>,
  parent: number,
): Promise<ProcessIdentity> => identityOf(clientPid(env, parent));
