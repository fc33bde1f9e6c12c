import { type Dirent, realpathSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asCheckpoint, readCheckpoint } from '../session/checkpoint.ts';
import type { Checkpoint, Checkpoints } from '../session/ports.ts';
import { type Owner, type Session, SessionId } from '../session/session.ts';
import { wellFormed } from '../shared/plain-json.ts';
import { Refusal } from '../shared/refusal.ts';
import { type Message, message, type Say, speaker } from '../text/text.ts';
import { atomicWrite, patiently, type WriteDoor, writeDoor } from './atomic-write.ts';
import {
  codeOf,
  DISCARDED,
  LOCK,
  moveToDiscarded,
  readFound,
  SESSIONS,
  STORE,
  setAside,
  sweep,
  writeIgnoreFile,
} from './checkpoint-files.ts';
import { saveRefusal } from './checkpoint-refusal.ts';
import { projectLock } from './lock.ts';
import { isAlive, isSameProcess, ownIdentity } from './process-identity.ts';
import { FolderProblem, findFolder, makeFolder } from './store-folder.ts';

export interface CheckpointStoreOptions {
  readonly root: string;
  /** Who this server is: written into every checkpoint that it saves. */
  readonly owner: Owner;
  now(): Date;
  /**
   * Whether git tracks a path (relative to the root): then it came with the repository, and nothing in it is used. Asked
   * only of files that this store did not write, when one is about to be used.
   */
  isTracked(path: string): Promise<boolean>;
  /** The voice for the reasons inside notices; English by default. */
  readonly say?: Say;
  readonly door?: WriteDoor;
}

const SESSIONS_PATH = SESSIONS.join('/');
const pathOf = (name: string): string => `${SESSIONS_PATH}/${wellFormed(name)}`;

/** The checkpoints of one project, on its disk (session-flow.md, Checkpoints). */
export function checkpointStore(options: CheckpointStoreOptions): Checkpoints {
  const { owner, now, isTracked, say = speaker('en'), door = writeDoor } = options;
  const root = realpathSync(options.root);
  const told: Message[] = [];
  const written = new Set<string>();
  let last: { name: string; text: string; session: Session } | null = null;
  let changes: Promise<unknown> = Promise.resolve();

  const lock = projectLock({
    find: () =>
      findFolder(root, LOCK) ?? (findFolder(root, SESSIONS) === null ? null : makeFolder(root, LOCK)),
    make: () => {
      makeStore(root);
      return makeFolder(root, LOCK);
    },
    // Not `owner.server`: the lock has to end with the process that really holds it.
    identity: ownIdentity(),
    host: owner.host,
  });

  /** Changes to the files happen in the order in which they were asked for. */
  function inOrder<T>(change: () => Promise<T>): Promise<T> {
    const result = changes.then(change);
    changes = result.catch(() => undefined);
    return result;
  }

  /** The folder to read from; null where there is none. What cannot be a folder holds no sessions: saving will say so. */
  function readable(): string | null {
    try {
      return findFolder(root, SESSIONS);
    } catch (error) {
      if (!(error instanceof FolderProblem))
        told.push(message('store.not_now', { path: SESSIONS_PATH, code: codeOf(error) }));
      else if (error.code === 'outside') told.push(message('store.outside', { path: error.path }));
      return null;
    }
  }

  async function reject(
    folder: string,
    name: string,
    problem: Message,
    judged: string | null,
  ): Promise<null> {
    const words = { path: pathOf(name), problem: say(problem) };
    try {
      const kept = await setAside(folder, name, judged);
      if (kept !== null) told.push(message('store.set_aside', { ...words, kept: wellFormed(kept) }));
    } catch (error) {
      // Gone meanwhile: another server set it aside, or removed it.
      if (codeOf(error) !== 'ENOENT')
        told.push(message('store.left_in_place', { ...words, code: codeOf(error) }));
    }
    return null;
  }

  /** Whether a file may be used: not if the repository brought it along, and not while that cannot be found out. */
  async function isForeign(folder: string, name: string, text: string): Promise<boolean> {
    if (written.has(name)) return false;
    const path = pathOf(name);
    try {
      if (!(await isTracked(path))) return false;
      await reject(folder, name, message('store.tracked'), text);
    } catch (error) {
      const reason = error instanceof Error ? error.message.slice(0, 200) : String(error);
      told.push(message('store.tracked_unknown', { path, reason }));
    }
    return true;
  }

  async function use(folder: string, name: string): Promise<Checkpoint | null> {
    const found = await readFound(join(folder, name));
    if (found.kind === 'missing') return null;
    if (found.kind === 'no_file') return reject(folder, name, message('store.no_file'), null);
    if (found.kind === 'failed') {
      if (!found.momentary)
        return reject(folder, name, message('store.unreadable', { code: found.code }), null);
      told.push(message('store.not_now', { path: pathOf(name), code: found.code }));
      return null;
    }
    const { text } = found;
    // Read twice for each submission: what this store wrote itself need not be parsed again.
    if (last?.name === name && last.text === text) return classify(last.session, owner);
    if (await isForeign(folder, name, text)) return null;
    const read = readCheckpoint(text);
    if ('problem' in read) {
      if (!read.newer) return reject(folder, name, read.problem, text);
      told.push(message('store.newer', { path: pathOf(name), problem: say(read.problem) }));
      return null;
    }
    const { session_id } = read.session;
    if (`${session_id}.json` !== name)
      return reject(folder, name, message('store.other_name', { session_id }), text);
    return classify(read.session, owner);
  }

  return {
    locked: (work, signal) => lock.run(work, signal),

    async save(session, { at } = {}) {
      const name = nameOf(session.session_id);
      return inOrder(async () => {
        const saved = asCheckpoint({ ...session, checkpoint_at: at ?? now().toISOString(), owner });
        const text = JSON.stringify(saved);
        try {
          const folder = makeStore(root);
          await lock.claim();
          await atomicWrite(join(folder, name), text, door);
        } catch (error) {
          throw saveRefusal(pathOf(name), error);
        }
        written.add(name);
        last = { name, text, session: saved };
        return saved;
      });
    },

    async load(sessionId) {
      const name = nameOf(sessionId);
      return inOrder(async () => {
        const folder = readable();
        return folder === null ? null : use(folder, name);
      });
    },

    async list() {
      return inOrder(async () => {
        const folder = readable();
        if (folder === null) return [];
        let entries: Dirent[];
        try {
          entries = await readdir(folder, { withFileTypes: true });
        } catch (error) {
          if (codeOf(error) !== 'ENOENT')
            told.push(message('store.not_now', { path: SESSIONS_PATH, code: codeOf(error) }));
          return [];
        }
        await sweep(folder, entries, now().getTime());
        const found: Checkpoint[] = [];
        for (const { name } of entries.filter((entry) => entry.name.endsWith('.json'))) {
          const checkpoint = SessionId.safeParse(name.slice(0, -'.json'.length)).success
            ? await use(folder, name)
            : await reject(folder, name, message('store.bad_name'), null);
          if (checkpoint) found.push(checkpoint);
        }
        return found.sort(newestFirst);
      });
    },

    async remove(sessionId) {
      const name = nameOf(sessionId);
      return inOrder(async () => {
        const folder = readable();
        if (folder === null) return;
        try {
          await patiently(() => rm(join(folder, name), { force: true }));
        } catch (error) {
          throw removeRefusal(name, error);
        }
        await door.flushFolder(folder).catch(() => undefined);
        written.delete(name);
      });
    },

    async discard(sessionId) {
      const name = nameOf(sessionId);
      return inOrder(async () => {
        const folder = readable();
        if (folder === null || (await readFound(join(folder, name))).kind === 'missing') return;
        try {
          await patiently(() =>
            moveToDiscarded(join(folder, name), makeFolder(root, DISCARDED), name, now()),
          );
        } catch (error) {
          // Gone meanwhile: another server discarded it.
          if (codeOf(error) !== 'ENOENT') throw removeRefusal(name, error);
        }
        written.delete(name);
      });
    },

    async ended(sessionId) {
      const name = nameOf(sessionId);
      return inOrder(async () => {
        const folder = readable();
        if (folder === null || (await readFound(join(folder, name))).kind !== 'missing') return false;
        const names = await readdir(folder).catch(() => []);
        return !names.some((other) => other.startsWith(`${name}.`) && other.endsWith('.corrupt'));
      });
    },

    notices: () => told.splice(0),
  };
}

/** Makes `.code-intel/sessions/`, and with it the file that keeps both out of git. */
function makeStore(root: string): string {
  const folder = makeFolder(root, SESSIONS);
  writeIgnoreFile(join(root, STORE));
  return folder;
}

/** The file of a session. A session id names files: one that is none is refused before any path is made of it. */
function nameOf(sessionId: string): string {
  if (SessionId.safeParse(sessionId).success) return `${sessionId}.json`;
  const shown = wellFormed(Array.from(String(sessionId).slice(0, 120)).slice(0, 60).join(''));
  throw new Refusal('unknown_session', message('store.no_session_id', { session_id: shown }));
}

const removeRefusal = (name: string, error: unknown): Refusal => {
  const [path, code] = [pathOf(name), codeOf(error)];
  return new Refusal(
    'checkpoint_failed',
    message('store.remove_failed', { path, code }),
    { path, code },
    { cause: error },
  );
};

/** Who holds a session (claude-code.md, Whose session). */
async function classify(session: Session, me: Owner): Promise<Checkpoint> {
  const { owner } = session;
  const other_host = owner !== null && owner.host !== me.host;
  if (owner === null || other_host)
    return { session, own: false, held: false, client_alive: false, other_host };
  const own = isSameProcess(owner.client, me.client);
  return {
    session,
    own,
    held: !isSameProcess(owner.server, me.server) && (await isAlive(owner.server)),
    client_alive: own || (await isAlive(owner.client)),
    other_host: false,
  };
}

const timeOf = ({ session }: Checkpoint): number => Date.parse(session.checkpoint_at) || 0;

const newestFirst = (a: Checkpoint, b: Checkpoint): number =>
  timeOf(b) - timeOf(a) || (a.session.session_id < b.session.session_id ? 1 : -1);
