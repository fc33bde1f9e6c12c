import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atomicWrite, temporaryName, temporaryOwner, writeDoor } from '../../src/platform/atomic-write.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atomic-'));
  path = join(folder, 'state.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const failure = (code: string): Error => Object.assign(new Error(code), { code });

describe('atomicWrite', () => {
  it('writes and replaces, and leaves nothing beside the file', async () => {
    await atomicWrite(path, 'one');
    await atomicWrite(path, '二つ目');
    expect(readFileSync(path, 'utf8')).toBe('二つ目');
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('writes the temporary file in the folder of the target, wherever TMPDIR is', async () => {
    const places: string[] = [];
    await atomicWrite(path, 'x', {
      ...writeDoor,
      write: (temporary, text) => {
        places.push(temporary);
        return writeDoor.write(temporary, text);
      },
    });
    expect(places).toEqual([expect.stringMatching(new RegExp(`^${path}\\.${process.pid}-.*\\.tmp$`))]);
  });

  it.each(['EPERM', 'EBUSY', 'EACCES'])('tries a rename again that fails twice with %s', async (code) => {
    let failures = 2;
    await atomicWrite(path, 'new', {
      ...writeDoor,
      rename: async (from, to) => {
        if (failures-- > 0) throw failure(code);
        await writeDoor.rename(from, to);
      },
    });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it.each(['EPERM', 'EIO'])(
    'gives up a rename that always fails with %s: the old text stays, no temporary file',
    async (code) => {
      writeFileSync(path, 'old');
      const rename = () => Promise.reject(failure(code));
      await expect(atomicWrite(path, 'new', { ...writeDoor, rename })).rejects.toMatchObject({ code });
      expect(readFileSync(path, 'utf8')).toBe('old');
      expect(readdirSync(folder)).toEqual(['state.json']);
    },
  );

  it('leaves no half-written temporary file where the disk is full', async () => {
    writeFileSync(path, 'old');
    const write = async (temporary: string, text: string) => {
      writeFileSync(temporary, text.slice(0, 2));
      throw failure('ENOSPC');
    };
    await expect(atomicWrite(path, 'new', { ...writeDoor, write })).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('works where a folder cannot be flushed', async () => {
    const flushFolder = () => Promise.reject(failure('EISDIR'));
    await atomicWrite(path, 'new', { ...writeDoor, flushFolder });
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('flushes text, renames, then flushes the folder, in this order', async () => {
    const done: string[] = [];
    await atomicWrite(path, 'x', {
      write: (...given) => writeDoor.write(...given).then(() => void done.push('write')),
      rename: (...given) => writeDoor.rename(...given).then(() => void done.push('rename')),
      flushFolder: (given) => writeDoor.flushFolder(given).then(() => void done.push(`flush ${given}`)),
    });
    expect(done).toEqual(['write', 'rename', `flush ${folder}`]);
  });

  it('of many at once leaves one whole text', async () => {
    const texts = Array.from({ length: 50 }, (_, n) => String(n).repeat(5000));
    await Promise.all(texts.map((text) => atomicWrite(path, text)));
    expect(texts).toContain(readFileSync(path, 'utf8'));
    expect(readdirSync(folder)).toEqual(['state.json']);
  });
});

describe('the name of a temporary file', () => {
  it('tells its writer, on this machine', () => {
    expect(temporaryOwner(temporaryName('/x/a.json'))).toBe(process.pid);
    expect(temporaryOwner('a.json.123.tmp')).toBe(123);
    expect(temporaryOwner('a.json.123-ffffff-0a.tmp')).toBeNull();
    expect(temporaryOwner('a.json.tmp')).toBeNull();
    expect(temporaryOwner('a.json')).toBeNull();
    expect(temporaryName('/x/a.json')).not.toBe(temporaryName('/x/a.json'));
  });
});
