/**
 * Ending a command together with everything it started. The verify commands are whole shell lines: a shell, a test
 * runner, its workers, servers that those put into the background, some of them in a session of their own.
 */

/** What the tree needs of node, handed in so that the same function serves the server and the supervisor script. */
export interface NodeParts {
  readonly fs: Pick<typeof import('node:fs'), 'readdirSync' | 'readFileSync'>;
  readonly childProcess: Pick<typeof import('node:child_process'), 'execFileSync'>;
}

/** Which processes belong together. */
interface Tree {
  /** Process id of the shell that runs the command, which leads its own process group; null where it was not told. */
  readonly root: number | null;
  /** A text that stands in the environment of the command and of all that it started; no other process has it. */
  readonly mark: string;
}

export interface TreeKiller {
  /**
   * Ends the tree: first asked (SIGTERM), after `graceMs` killed. Resolves when nothing of it lives, or after 3 seconds
   * of trying. Found by process group, by parents, and (Linux) by the mark in the environment, which a daemon that left
   * group and parents still has.
   */
  endTree(tree: Tree, graceMs: number): Promise<void>;
  /**
   * Ends what is left after the command's shell has exited: its group, and (Linux) daemons in a session of their own, by the
   * mark. On Windows nothing is: the shell's number, by which its children are found, may be another's by now.
   */
  endRest(tree: Tree, graceMs: number): Promise<void>;
}

/**
 * Builds the killer. Self-contained on purpose: its source text is also part of the supervisor script
 * (verify-supervisor.ts), so it may use nothing but its parameter and globals.
 */
export function treeKiller({ fs, childProcess }: NodeParts): TreeKiller {
  interface Found {
    readonly parent: number;
    readonly group: number;
    /** Distinguishes a process from a later one of the same number. */
    readonly started: string;
  }
  const windows = process.platform === 'win32';

  function fromProc(): Map<number, Found> {
    const found = new Map<number, Found>();
    for (const name of fs.readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const stat = fs.readFileSync(`/proc/${name}/stat`, 'latin1');
        // The name in parentheses may hold spaces and parentheses itself.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        // Zombies run nothing; they stay until their parent looks at them.
        if (fields[0] === 'Z' || fields[0] === 'X') continue;
        found.set(Number(name), {
          parent: Number(fields[1]),
          group: Number(fields[2]),
          started: fields[19] ?? '',
        });
      } catch {
        // It ended between the listing and the look.
      }
    }
    return found;
  }

  function fromPs(): Map<number, Found> {
    const found = new Map<number, Found>();
    const text = childProcess.execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2_000,
    });
    for (const line of text.split('\n')) {
      const [pid, parent, group, state] = line.trim().split(/\s+/);
      if (pid === undefined || parent === undefined || group === undefined) continue;
      if (state?.startsWith('Z')) continue;
      found.set(Number(pid), { parent: Number(parent), group: Number(group), started: '' });
    }
    return found;
  }

  function processes(): Map<number, Found> {
    try {
      return process.platform === 'linux' ? fromProc() : fromPs();
    } catch {
      return new Map();
    }
  }

  function marked(pid: number, mark: string): boolean {
    if (process.platform !== 'linux') return false;
    try {
      return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  }

  /** Adds to `known` (pid → started) what belongs to the tree now, and answers with those of it that live. */
  function living(tree: Tree, known: Map<number, string>, exited: boolean): number[] {
    const all = processes();
    const alive = (pid: number) => all.has(pid) && known.get(pid) === all.get(pid)?.started;
    for (const [pid, entry] of all) {
      if (pid === process.pid || pid === 1) continue;
      if (entry.group === tree.root || (!exited && pid === tree.root) || marked(pid, tree.mark)) {
        known.set(pid, entry.started);
      }
    }
    for (let grown = true; grown; ) {
      grown = false;
      for (const [pid, entry] of all) {
        if (!alive(pid) && alive(entry.parent) && pid !== process.pid) {
          known.set(pid, entry.started);
          grown = true;
        }
      }
    }
    return [...known.keys()].filter(alive);
  }

  function send(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone already, or another user's (setuid): nothing more can be done from here.
    }
  }

  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  async function end(tree: Tree, graceMs: number, exited: boolean): Promise<void> {
    if (windows) {
      if (exited || tree.root === null) return;
      try {
        childProcess.execFileSync('taskkill', ['/pid', String(tree.root), '/T', '/F'], {
          stdio: 'ignore',
          timeout: 3_000,
          windowsHide: true,
        });
      } catch {
        // Not there any more.
      }
      return;
    }
    const known = new Map<number, string>();
    const started = Date.now();
    let found = living(tree, known, exited);
    if (found.length > 0 && graceMs > 0) {
      for (const pid of found) send(pid, 'SIGTERM');
      while (found.length > 0 && Date.now() - started < graceMs) {
        await sleep(15);
        found = living(tree, known, exited);
      }
    }
    while (found.length > 0 && Date.now() - started < 3_000 + graceMs) {
      // The group at once first: it cannot grow while it is being killed.
      if (tree.root !== null && (exited || found.includes(tree.root))) send(-tree.root, 'SIGKILL');
      for (const pid of found) send(pid, 'SIGKILL');
      await sleep(10);
      found = living(tree, known, exited);
    }
  }

  return {
    endTree: (tree, graceMs) => end(tree, graceMs, false),
    endRest: (tree, graceMs) => end(tree, graceMs, true),
  };
}
