import { readdirSync, readFileSync } from 'node:fs';

/** Whether a process runs (a zombie does not). */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** Process ids of what runs with this text in its command line. */
export function running(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(text);
      } catch {
        return false;
      }
    });
}

/** Waits until `condition` holds; answers with the milliseconds it took, or fails after `limitMs`. */
export async function until(what: string, limitMs: number, condition: () => boolean): Promise<number> {
  const began = Date.now();
  while (!condition()) {
    if (Date.now() - began > limitMs) throw new Error(`not within ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return Date.now() - began;
}
