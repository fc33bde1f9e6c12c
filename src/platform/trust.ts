import { createHash } from 'node:crypto';
import { mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import type { Trust } from '../session/ports.ts';
import { Refusal } from '../shared/refusal.ts';
import { type Message, message } from '../text/text.ts';
import { atomicWrite } from './atomic-write.ts';
import { isInside } from './read-text.ts';

export interface TrustOptions {
  /** The project root. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Told once what is wrong with the record, or with the place where it lies. */
  notice(problem: Message): void;
}

const TrustRecord = z.looseObject({
  version: z.literal(1),
  allowed: z.array(
    z.looseObject({
      /** Real path of the project. */
      project: z.string(),
      kind: z.string(),
      /** Of the exact content, and its kind. */
      sha256: z.string(),
      allowed_at: z.string(),
    }),
  ),
});
type TrustRecord = z.output<typeof TrustRecord>;

/**
 * The user's own folder for this program: `CODE_INTEL_CONFIG_DIR`, else `code-intel` below `%APPDATA%` (Windows), else
 * below `XDG_CONFIG_HOME`, else below `~/.config`. A relative XDG_CONFIG_HOME counts as none, as its standard says.
 */
export function configFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const own = env.CODE_INTEL_CONFIG_DIR;
  if (own !== undefined && own !== '') return resolve(own);
  const base = platform === 'win32' ? env.APPDATA : env.XDG_CONFIG_HOME;
  if (base !== undefined && isAbsolute(base)) return join(base, 'code-intel');
  const home = (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
  return platform === 'win32'
    ? join(home, 'AppData', 'Roaming', 'code-intel')
    : join(home, '.config', 'code-intel');
}

/** Where the record of what the user allowed lies. */
export const trustFile = (env: NodeJS.ProcessEnv): string => join(configFolder(env), 'trust.json');

/**
 * What the user allowed to run, kept outside the project by its real path and the hash of the exact content
 * (session-flow.md, Trust). A record that cannot be used allows nothing, and is told. `allow` refuses
 * (`invalid_arguments`) where the record would lie inside the project, or cannot be written.
 */
export function createTrust({ root, env, notice }: TrustOptions): Trust {
  const file = trustFile(env);
  let told = false;
  const tellOnce = (problem: Message) => {
    if (!told) notice(problem);
    told = true;
  };

  async function misplaced(): Promise<Message | null> {
    const folder = dirname(file);
    const inside = isInside(await realpath(root), await realOf(folder));
    return inside ? message('verify.trust_inside_project', { folder }) : null;
  }

  async function read(): Promise<{ record: TrustRecord; damage: string | null }> {
    const none: TrustRecord = { version: 1, allowed: [] };
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      const code = codeOf(error);
      return { record: none, damage: code === 'ENOENT' || code === 'ENOTDIR' ? null : code };
    }
    try {
      return { record: TrustRecord.parse(JSON.parse(text.replace(/^\uFEFF/, ''))), damage: null };
    } catch (error) {
      const reason = error instanceof SyntaxError ? error.message : 'not a record of this program';
      return { record: none, damage: reason };
    }
  }

  /** Two terminals may allow something at the same moment. A lock left by a dead process counts for 10 seconds. */
  async function lock(): Promise<() => Promise<void>> {
    const path = `${file}.lock`;
    for (let waited = 0; ; waited += 25) {
      try {
        await (await open(path, 'wx')).close();
        return () => rm(path, { force: true });
      } catch (error) {
        if (codeOf(error) !== 'EEXIST' || waited > 15_000) throw error;
        const held = await stat(path).catch(() => null);
        if (held !== null && Date.now() - held.mtimeMs > 10_000) await rm(path, { force: true });
        await new Promise((done) => setTimeout(done, 25));
      }
    }
  }

  const identify = async (kind: string, content: readonly string[]) => ({
    project: await realpath(root),
    kind,
    sha256: createHash('sha256')
      .update(JSON.stringify([kind, content]))
      .digest('hex'),
  });

  return {
    async allows(kind, content) {
      if (content.length === 0) return true;
      const problem = await misplaced();
      if (problem !== null) {
        tellOnce(problem);
        return false;
      }
      const { record, damage } = await read();
      if (damage !== null) tellOnce(message('verify.trust_damaged', { file, reason: damage }));
      return contains(record, await identify(kind, content));
    },

    async allow(kind, content) {
      const problem = await misplaced();
      if (problem !== null) throw new Refusal('invalid_arguments', problem);
      const entry = await identify(kind, content);
      await mkdir(dirname(file), { recursive: true }).catch((error) => {
        throw notWritten(codeOf(error), error);
      });
      const release = await lock().catch((error) => {
        throw notWritten(codeOf(error), error);
      });
      try {
        const { record, damage } = await read();
        if (damage !== null) {
          const aside = `${file}.corrupt`;
          await rename(file, aside);
          notice(message('verify.trust_set_aside', { file: aside }));
        }
        if (contains(record, entry)) return;
        const allowed = [...record.allowed, { ...entry, allowed_at: new Date().toISOString() }];
        await atomicWrite(file, `${JSON.stringify({ ...record, allowed }, null, 2)}\n`);
      } catch (error) {
        throw notWritten(codeOf(error), error);
      } finally {
        await release();
      }
    },
  };

  function notWritten(reason: string, cause?: unknown): Refusal {
    return new Refusal(
      'invalid_arguments',
      message('verify.trust_not_written', { file, reason }),
      {},
      { cause },
    );
  }
}

const contains = (record: TrustRecord, entry: { project: string; kind: string; sha256: string }): boolean =>
  record.allowed.some(
    ({ project, kind, sha256 }) =>
      project === entry.project && kind === entry.kind && sha256 === entry.sha256,
  );

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Real path of a folder that need not exist yet. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await realOf(parent), path.slice(parent.length));
  }
}
