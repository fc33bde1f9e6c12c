import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../shared/refusal.ts';
import { message } from '../text/text.ts';

export interface RootSources {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** The folders that the client names, as URIs; null where it names none. */
  roots(): Promise<readonly string[] | null>;
}

/**
 * The project root, as a real path (tools.md, Paths): `CLAUDE_PROJECT_DIR`, else the client's first root, else the working
 * directory. What was named first is taken or refused, never passed over for the next. Refuses, saying which folder was
 * tried, one that does not exist, the root of the file system and the home folder: nothing may be written or walked there.
 */
export async function projectRoot(sources: RootSources): Promise<string> {
  const { folder, source } = await candidate(sources);
  const values = { folder, source };
  const refuse = (reason: Parameters<typeof message>[0] & `server.root_${string}`) =>
    new Refusal('no_project', message(reason, values), { folder });

  const real = await realpath(folder).catch(() => null);
  if (real === null) throw refuse('server.root_missing');
  if (!(await stat(real)).isDirectory()) throw refuse('server.root_not_folder');
  const home = await realpath(homedir()).catch(() => null);
  if (real === parse(real).root || real === home) throw refuse('server.root_too_wide');
  return real;
}

async function candidate(sources: RootSources): Promise<{ folder: string; source: string }> {
  const named = namedProject(sources);
  if (named !== null) return { folder: named, source: 'CLAUDE_PROJECT_DIR' };
  // A client that offers its roots but does not tell them is treated as one that has none.
  const roots = (await sources.roots().catch(() => null)) ?? [];
  const first = roots.find((uri) => uri.startsWith('file:'));
  if (first !== undefined) return { folder: pathOf(first), source: 'roots/list' };
  return { folder: sources.cwd, source: 'cwd' };
}

/** The folder that `CLAUDE_PROJECT_DIR` names; null where it is not set. */
export function namedProject({ env, cwd }: Pick<RootSources, 'env' | 'cwd'>): string | null {
  const named = env.CLAUDE_PROJECT_DIR?.trim();
  return named ? resolve(cwd, named) : null;
}

/** The path of a `file:` URI; the URI itself where it names no path here, for the refusal to show. */
function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}
