import { type ChildProcess, spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeDoor } from '../../src/platform/atomic-write.ts';
import { type CheckpointStoreOptions, checkpointStore } from '../../src/platform/checkpoint-store.ts';
import { identityOf, ownIdentity } from '../../src/platform/process-identity.ts';
import { type Owner, type ProcessIdentity, Session } from '../../src/session/session.ts';
import { Refusal } from '../../src/shared/refusal.ts';
import { speaker } from '../../src/text/text.ts';
import { bundled } from '../support/bundled.ts';
import type { ChildMode } from '../support/store-child.ts';

const built = join(process.cwd(), '.cache', `test-store-${process.pid}`);
const ID = '20261130-aaaaaaaa';
const OTHER = '20261130-bbbbbbbb';
const DEAD: ProcessIdentity = { pid: 2 ** 22 - 1, started: '1' };
const failure = (code: string): Error => Object.assign(new Error(code), { code });

let program: string;
let outer: string;
let root: string;
let sessions: string;
let me: ProcessIdentity;
const children: ChildProcess[] = [];

beforeAll(async () => {
  program = await bundled('tests/support/store-child.ts', built, 'store-child');
  me = await ownIdentity();
});
afterAll(() => rmSync(built, { recursive: true, force: true }));
beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'store-'));
  root = join(outer, 'project');
  sessions = join(root, '.code-intel', 'sessions');
  mkdirSync(root);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(outer, { recursive: true, force: true });
});

const ownerOf = (owner: Partial<Owner> = {}): Owner => ({
  server: me,
  client: me,
  host: hostname(),
  ...owner,
});
const store = (options: Partial<CheckpointStoreOptions> = {}) =>
  checkpointStore({
    root,
    owner: ownerOf(),
    now: () => new Date(),
    isTracked: async () => false,
    ...options,
  });
const session = (session_id = ID, more: Partial<Session> = {}): Session =>
  Session.parse({
    session_id,
    intent: 'MODIFY',
    query: '直す',
    phase: 'READY',
    ready_substep: 'planning',
    ...more,
  });
const file = (id = ID): string => join(sessions, `${id}.json`);
const onDisk = (id = ID): unknown => JSON.parse(readFileSync(file(id), 'utf8'));
/** What lies in the folder beside the lock's own files. */
const names = (): string[] =>
  readdirSync(sessions)
    .filter((name) => name !== 'lock')
    .sort();
const said = (notices: readonly { key: string }[]): string[] => notices.map(({ key }) => key);
async function refused(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    () => new Error('it was taken'),
    (reason: unknown) => reason,
  );
  if (error instanceof Refusal) return error;
  throw error;
}
function child(mode: ChildMode, argument: string, env: NodeJS.ProcessEnv = {}) {
  const spawned = spawn(process.execPath, [program, mode, root, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  children.push(spawned);
  return {
    pid: spawned.pid ?? 0,
    said: (word: string) =>
      new Promise<void>((resolve) =>
        spawned.stdout.on('data', (text) => String(text).includes(word) && resolve()),
      ),
    kill: () =>
      new Promise<void>((resolve) => {
        spawned.once('close', () => resolve());
        spawned.kill('SIGKILL');
      }),
  };
}

describe('save and load', () => {
  it('gives back what was saved, with who saved it and when', async () => {
    const now = new Date('2026-11-30T12:00:00.000Z');
    const saved = await store({ now: () => now }).save(session());
    expect(saved).toEqual({ ...session(), owner: ownerOf(), checkpoint_at: now.toISOString() });
    expect(onDisk()).toEqual(saved);
    expect(await store().load(ID)).toEqual({
      session: saved,
      own: true,
      held: false,
      client_alive: true,
      other_host: false,
    });
    expect(names()).toEqual([`${ID}.json`]);
  });

  it('puts an old state back with its own time', async () => {
    const at = '2026-01-01T00:00:00.000Z';
    expect((await store().save(session(), { at })).checkpoint_at).toBe(at);
  });

  it('answers with what a file can hold', async () => {
    const saved = await store().save(session(ID, { query: 'x\ud83d' }));
    expect(saved.query).toBe('x\ufffd');
    expect(onDisk()).toEqual(saved);
  });

  it('of 100 saves at once leaves the last one whole, and no temporary file', async () => {
    const checkpoints = store();
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => checkpoints.save(session(ID, { query: `${n} `.repeat(n * 20) }))),
    );
    expect(onDisk()).toMatchObject({ query: '99 '.repeat(1980) });
    expect(names()).toEqual([`${ID}.json`]);
  });

  it('of two stores that save at once leaves one whole checkpoint', async () => {
    const two = [store(), store()];
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => two[n % 2]?.save(session(ID, { query: String(n).repeat(3000) }))),
    );
    expect(onDisk()).toMatchObject({ session_id: ID });
    expect(names()).toEqual([`${ID}.json`]);
  });

  it('writes nothing outside its folder, wherever TMPDIR is', async () => {
    const temporary = join(outer, 'tmp');
    mkdirSync(temporary);
    const one = child('save', ID, { TMPDIR: temporary });
    await one.said('saved');
    expect(readdirSync(temporary)).toEqual([]);
    expect(readdirSync(outer).sort()).toEqual(['project', 'tmp']);
    expect(readdirSync(root)).toEqual(['.code-intel']);
    expect(onDisk()).toMatchObject({ session_id: ID });
  });

  it('tells a session that was ended from one whose file was lost', async () => {
    const checkpoints = store();
    await checkpoints.save(session());
    expect(await checkpoints.ended(ID)).toBe(false);
    await checkpoints.remove(ID);
    expect(await checkpoints.ended(ID)).toBe(true);
    await checkpoints.save(session());
    await checkpoints.discard(ID);
    expect(await checkpoints.ended(ID)).toBe(true);
    writeFileSync(join(sessions, `${ID}.json`), '{');
    expect(await checkpoints.load(ID)).toBeNull();
    expect(await checkpoints.ended(ID)).toBe(false);
    rmSync(join(root, '.code-intel'), { recursive: true });
    expect(await checkpoints.ended(ID)).toBe(false);
  });

  it('creates nothing by looking', async () => {
    const checkpoints = store();
    expect(await checkpoints.list()).toEqual([]);
    expect(await checkpoints.load(ID)).toBeNull();
    expect(await checkpoints.ended(ID)).toBe(false);
    await checkpoints.remove(ID);
    await checkpoints.discard(ID);
    expect(await checkpoints.locked(async () => checkpoints.list())).toEqual([]);
    expect(readdirSync(root)).toEqual([]);
  });

  it('keeps its files out of git where no such file is there yet', async () => {
    await store().save(session());
    const ignore = join(root, '.code-intel', '.gitignore');
    const lines = readFileSync(ignore, 'utf8').split('\n');
    for (const line of ['sessions/', 'cache/', 'chroma/', 'logs/', 'agreements/learned/', '.gitignore'])
      expect(lines).toContain(line);
    writeFileSync(ignore, "the user's own");
    await store().save(session());
    expect(readFileSync(ignore, 'utf8')).toBe("the user's own");
  });

  it('saves inside the lock, and outside of it', async () => {
    const checkpoints = store();
    const saved = await checkpoints.locked(() => checkpoints.save(session()));
    expect(await checkpoints.locked(() => checkpoints.load(ID))).toMatchObject({ session: saved });
    expect(readdirSync(join(sessions, 'lock')).every((name) => name.endsWith('.free'))).toBe(true);
  });

  it('keeps a second server out from the first save on, where the folder was not there when the work began', async () => {
    const [one, two] = [store(), store()];
    const order: string[] = [];
    const first = one.locked(async () => {
      await one.save(session());
      order.push('saved');
      await wait(100);
      order.push('left');
    });
    while (order.length === 0) await wait(1);
    await Promise.all([first, two.locked(async () => void order.push('second'))]);
    expect(order).toEqual(['saved', 'left', 'second']);
  });
});

describe('a session id names a file, and nothing else', () => {
  it.each([
    '../../x',
    'a/b',
    '',
    'con',
    'a'.repeat(300),
    'a\0bcdefgh',
    '..',
    'ABCDEFGH',
    '-abcdefgh',
    'abcdefgh.json',
  ])('refuses %j everywhere', async (id) => {
    const evil = join(outer, 'x.json');
    writeFileSync(evil, '{}');
    const checkpoints = store();
    const calls = [
      () => checkpoints.load(id),
      () => checkpoints.remove(id),
      () => checkpoints.discard(id),
      () => checkpoints.ended(id),
      () => checkpoints.save({ ...session(), session_id: id }),
    ];
    for (const call of calls) expect((await refused(call())).code).toBe('unknown_session');
    expect(readFileSync(evil, 'utf8')).toBe('{}');
    expect(readdirSync(root)).toEqual([]);
  });
});

describe('whose a checkpoint is', () => {
  const saved = (owner: Partial<Owner>) => store({ owner: ownerOf(owner) }).save(session());
  const living = async () => {
    const helper = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
    children.push(helper);
    return identityOf(helper.pid ?? 0);
  };

  it.each<[string, () => Promise<Partial<Owner>>, object]>([
    ['own, of this server', async () => ({}), { own: true, held: false, client_alive: true }],
    [
      'own, left by a server that died',
      async () => ({ server: DEAD }),
      { own: true, held: false, client_alive: true },
    ],
    [
      'own, held by another server of the same client',
      async () => ({ server: await living() }),
      { own: true, held: true, client_alive: true },
    ],
    [
      'that of a living client with its server',
      async () => ({ server: await living(), client: await living() }),
      { own: false, held: true, client_alive: true },
    ],
    [
      'that of a living client whose server died',
      async () => ({ server: DEAD, client: await living() }),
      { own: false, held: false, client_alive: true },
    ],
    [
      'free: both are dead',
      async () => ({ server: DEAD, client: DEAD }),
      { own: false, held: false, client_alive: false },
    ],
    [
      'free: its process ids are others by now',
      async () => ({ server: { ...me, started: '1' }, client: { ...me, started: '1' } }),
      { own: false, held: false, client_alive: false },
    ],
    [
      'from another machine, whatever the numbers',
      async () => ({ host: 'another-machine' }),
      { own: false, held: false, client_alive: false, other_host: true },
    ],
  ])('is told: %s', async (_, owner, due) => {
    await saved(await owner());
    expect(await store().load(ID)).toMatchObject({ other_host: false, ...due });
  });

  it('lets two servers keep their own: each sees the other as alive, and neither removes the other', async () => {
    const a = { server: await living(), client: await living() };
    const b = { server: await living(), client: await living() };
    const [storeA, storeB] = [store({ owner: ownerOf(a) }), store({ owner: ownerOf(b) })];
    const savedA = await storeA.save(session(ID));
    expect(await storeB.list()).toMatchObject([{ own: false, held: true, client_alive: true }]);
    const savedB = await storeB.save(session(OTHER));
    await storeB.discard(OTHER);
    await storeB.save(session(OTHER));
    await storeA.save(savedA);
    expect(await storeA.load(ID)).toMatchObject({ own: true, held: false });
    expect(await storeA.load(OTHER)).toMatchObject({
      own: false,
      held: true,
      session: { query: savedB.query },
    });
    await storeB.remove(OTHER);
    expect((await storeA.list()).map(({ session }) => session.session_id)).toEqual([ID]);
  });
});

describe('list', () => {
  it('sorts by time, newest first', async () => {
    const times = ['2026-11-30T10:00:00.000Z', '2026-11-30T12:00:00.000Z', '2026-11-30T11:00:00.000Z'];
    for (const [n, at] of times.entries()) await store().save(session(`20261130-00000${n}`), { at });
    const found = await store().list();
    expect(found.map(({ session }) => session.session_id.at(-1))).toEqual(['1', '2', '0']);
  });

  it('passes over everything that is no checkpoint', async () => {
    await store().save(session());
    mkdirSync(join(sessions, 'discarded'), { recursive: true });
    writeFileSync(join(sessions, `${ID}.json.corrupt`), '{');
    writeFileSync(join(sessions, 'notes.txt'), 'x');
    const checkpoints = store();
    expect(await checkpoints.list()).toHaveLength(1);
    expect(checkpoints.notices()).toEqual([]);
  });

  it('removes temporary files that are old or whose writer is dead, and no other', async () => {
    await store().save(session());
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    const fresh = [`${ID}.json.${process.pid}.tmp`, 'y.json.tmp', `${ID}.json.77-ffffff-00.tmp`];
    const gone = ['x.json.tmp', `x.json.${DEAD.pid}.tmp`];
    for (const name of [...fresh, ...gone]) writeFileSync(join(sessions, name), '{');
    utimesSync(join(sessions, 'x.json.tmp'), old, old);
    expect(await store().list()).toHaveLength(1);
    expect(names()).toEqual([`${ID}.json`, ...fresh].sort());
  });
});

describe('a file that cannot be used is kept under another name and told once', () => {
  const good = JSON.stringify(session());
  it.each<[string, string, string | Buffer]>([
    ['half a file', ID, good.slice(0, 100)],
    ['an empty file', ID, ''],
    ['a list', ID, '[]'],
    ['no text', ID, Buffer.from([0, 255, 254, 0])],
    ['an unknown phase', ID, good.replace('"READY"', '"COFFEE"')],
    ['another session', OTHER, good],
    ['an evil session id', ID, good.replace(ID, '../../x')],
  ])('%s', async (_, id, content) => {
    mkdirSync(sessions, { recursive: true });
    writeFileSync(file(id), content);
    const checkpoints = store();
    expect(await checkpoints.load(id)).toBeNull();
    expect(names()).toEqual([`${id}.json.corrupt`]);
    expect(readFileSync(join(sessions, `${id}.json.corrupt`))).toEqual(Buffer.from(content));
    const notices = checkpoints.notices();
    expect(said(notices)).toEqual(['store.set_aside']);
    for (const language of ['en', 'ja'] as const)
      expect(notices.map(speaker(language))).toEqual([expect.stringContaining(`${id}.json.corrupt`)]);
    expect(checkpoints.notices()).toEqual([]);
    expect(await checkpoints.list()).toEqual([]);
  });

  it('a second one of the same name gets another name', async () => {
    mkdirSync(sessions, { recursive: true });
    for (const text of ['{1', '{2']) {
      writeFileSync(file(), text);
      await store().list();
    }
    expect(names()).toEqual([`${ID}.json.2.corrupt`, `${ID}.json.corrupt`]);
    expect(readFileSync(join(sessions, `${ID}.json.corrupt`), 'utf8')).toBe('{1');
  });

  it('a name that is no session id', async () => {
    await store().save(session());
    writeFileSync(join(sessions, 'con.json'), good);
    const checkpoints = store();
    expect(await checkpoints.list()).toHaveLength(1);
    expect(names()).toEqual([`${ID}.json`, 'con.json.corrupt']);
  });

  it('a folder, or a link, in the place of a file', async () => {
    writeFileSync(join(outer, 'secret.json'), JSON.stringify(session(OTHER)));
    mkdirSync(file(), { recursive: true });
    symlinkSync(join(outer, 'secret.json'), file(OTHER));
    const checkpoints = store();
    expect(await checkpoints.list()).toEqual([]);
    expect(names()).toEqual([`${ID}.json.corrupt`, `${OTHER}.json.corrupt`]);
    expect(existsSync(join(outer, 'secret.json'))).toBe(true);
  });

  it('one that git tracks, unless this server wrote it itself', async () => {
    await store().save(session());
    const asked: string[] = [];
    const checkpoints = store({
      isTracked: async (path) => {
        asked.push(path);
        return true;
      },
    });
    await checkpoints.save(session(OTHER));
    const found = await checkpoints.list();
    expect(found.map(({ session }) => session.session_id)).toEqual([OTHER]);
    expect(asked).toEqual([`.code-intel/sessions/${ID}.json`]);
    expect(names()).toEqual([`${ID}.json.corrupt`, `${OTHER}.json`]);
    expect(speaker('en')(checkpoints.notices()[0] ?? { key: 'store.no_file', values: {} })).toContain(
      'git tracks it',
    );
  });

  it('but not one of which git cannot tell, nor one of a newer version', async () => {
    await store().save(session());
    const unsure = store({ isTracked: () => Promise.reject(new Error('git is broken')) });
    expect(await unsure.load(ID)).toBeNull();
    expect(said(unsure.notices())).toEqual(['store.tracked_unknown']);
    writeFileSync(
      file(),
      good.replace('"READY"', '"COFFEE"').replace('"checkpoint_version":2', '"checkpoint_version":3'),
    );
    const older = store();
    expect(await older.load(ID)).toBeNull();
    expect(said(older.notices())).toEqual(['store.newer']);
    expect(names()).toEqual([`${ID}.json`]);
  });
});

describe('remove and discard', () => {
  it('remove once and again', async () => {
    const checkpoints = store();
    await checkpoints.save(session());
    await checkpoints.remove(ID);
    await checkpoints.remove(ID);
    expect(names()).toEqual([]);
  });

  it('a save that was asked for before a removal does not come back after it', async () => {
    const checkpoints = store();
    await Promise.all([checkpoints.save(session()), checkpoints.remove(ID)]);
    expect(names()).toEqual([]);
  });

  it('discard keeps the newest ten by when they were discarded', async () => {
    const checkpoints = store();
    const ids = Array.from({ length: 12 }, (_, n) => `20261130-${String(n).padStart(8, '0')}`);
    for (const id of ids) await checkpoints.save(session(id));
    // Discarded against the order in which they were saved.
    const order = ids.toReversed();
    for (const id of order) {
      await checkpoints.discard(id);
      await wait(2);
    }
    await checkpoints.discard(order[0] ?? '');
    expect(readdirSync(join(sessions, 'discarded')).sort()).toEqual(
      order
        .slice(2)
        .map((id) => `${id}.json`)
        .sort(),
    );
    expect(await checkpoints.list()).toEqual([]);
    expect(checkpoints.notices()).toEqual([]);
  });
});

describe('a save that fails is refused with path, code and remedy, and works once that is mended', () => {
  it.each<[string, () => void, () => void, string, string]>([
    [
      '.code-intel is a file',
      () => writeFileSync(join(root, '.code-intel'), ''),
      () => unlinkSync(join(root, '.code-intel')),
      '.code-intel',
      'ENOTDIR',
    ],
    [
      'sessions is a file',
      () => {
        mkdirSync(join(root, '.code-intel'));
        writeFileSync(sessions, '');
      },
      () => unlinkSync(sessions),
      '.code-intel/sessions',
      'ENOTDIR',
    ],
    [
      '.code-intel is a link to nowhere',
      () => symlinkSync('nowhere', join(root, '.code-intel')),
      () => unlinkSync(join(root, '.code-intel')),
      '.code-intel',
      'dangling',
    ],
    [
      '.code-intel leads outside',
      () => symlinkSync(outer, join(root, '.code-intel')),
      () => unlinkSync(join(root, '.code-intel')),
      '.code-intel',
      'outside',
    ],
    [
      'sessions leads outside',
      () => {
        mkdirSync(join(root, '.code-intel'));
        symlinkSync('../..', sessions);
      },
      () => unlinkSync(sessions),
      '.code-intel/sessions',
      'outside',
    ],
  ])('%s', async (_, spoil, mend, path, code) => {
    spoil();
    const checkpoints = store();
    const {
      code: error,
      reason,
      details,
    } = await refused(checkpoints.locked(() => checkpoints.save(session())));
    expect([error, details]).toEqual(['checkpoint_failed', { path, code }]);
    for (const language of ['en', 'ja'] as const) {
      expect(speaker(language)(reason)).toContain(path);
      expect(speaker(language)(reason)).toContain(code);
    }
    expect(await checkpoints.list()).toEqual([]);
    expect(await checkpoints.load(ID)).toBeNull();
    await checkpoints.remove(ID);
    expect(readdirSync(outer)).toEqual(['project']);
    mend();
    await checkpoints.locked(() => checkpoints.save(session()));
    expect(onDisk()).toMatchObject({ session_id: ID });
  });

  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])('the disk says %s', async (code) => {
    await store().save(session(ID, { query: 'before' }));
    let full = true;
    const checkpoints = store({
      door: {
        ...writeDoor,
        write: (...given) => (full ? Promise.reject(failure(code)) : writeDoor.write(...given)),
      },
    });
    const { code: error, details } = await refused(checkpoints.save(session(ID, { query: 'after' })));
    expect([error, details]).toEqual([
      'checkpoint_failed',
      { path: `.code-intel/sessions/${ID}.json`, code },
    ]);
    expect(onDisk()).toMatchObject({ query: 'before' });
    expect(names()).toEqual([`${ID}.json`]);
    full = false;
    await checkpoints.save(session(ID, { query: 'after' }));
    expect(onDisk()).toMatchObject({ query: 'after' });
  });

  it('a rename that fails twice is no failure; one that always fails leaves the old state', async () => {
    await store().save(session(ID, { query: 'before' }));
    let left = 2;
    const twice = store({
      door: {
        ...writeDoor,
        rename: (...given) => (left-- > 0 ? Promise.reject(failure('EBUSY')) : writeDoor.rename(...given)),
      },
    });
    await twice.save(session(ID, { query: 'twice' }));
    expect(onDisk()).toMatchObject({ query: 'twice' });
    const always = store({ door: { ...writeDoor, rename: () => Promise.reject(failure('EPERM')) } });
    expect((await refused(always.save(session(ID, { query: 'always' })))).details).toMatchObject({
      code: 'EPERM',
    });
    expect(onDisk()).toMatchObject({ query: 'twice' });
    expect(names()).toEqual([`${ID}.json`]);
  });
});

describe('killed outright', () => {
  it('between write and rename, again and again: the old state stays, and what was left is swept', async () => {
    await store().save(session(ID, { query: 'the old state' }));
    // Four at a time: each start of a process costs more than all the rest.
    for (let round = 0; round < 5; round++) {
      const four = Array.from({ length: 4 }, () => child('die-before-rename', ID));
      await Promise.all(
        four.map(async (one) => {
          await one.said('written');
          await one.kill();
        }),
      );
      expect(onDisk()).toMatchObject({ query: 'the old state' });
      expect(names().filter((name) => name.endsWith('.tmp'))).toHaveLength(4);
      expect(await store().list()).toMatchObject([{ session: { query: 'the old state' }, held: false }]);
      expect(names()).toEqual([`${ID}.json`]);
    }
  });

  it('at a random moment of saving: the checkpoint is one whole state, and the lock is free', async () => {
    for (let round = 0; round < 8; round++) {
      const one = child('churn', ID);
      await one.said('saving');
      await wait(Math.random() * 40);
      await one.kill();
      const checkpoints = store();
      const [found] = await checkpoints.locked(() => checkpoints.list(), AbortSignal.timeout(2_000));
      expect(found).toMatchObject({ held: false, session: { session_id: ID } });
      const [, n = '', text = ''] = /^(\d+) (x*)$/.exec(found?.session.query ?? '') ?? [];
      expect(text).toHaveLength(Number(n) % 5000);
      expect(checkpoints.notices()).toEqual([]);
      expect(names()).toEqual([`${ID}.json`]);
    }
  });
});

it('the checkpoint is for the user alone to read', async () => {
  await store().save(session());
  expect(lstatSync(file()).mode & 0o077).toBe(0);
});
