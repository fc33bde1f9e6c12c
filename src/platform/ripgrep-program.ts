import { Refusal } from '../shared/refusal.ts';
import { message } from '../text/text.ts';
import { type Ended, type Program, streamProgram } from './stream-process.ts';

/** Answers with the path of the ripgrep program. Rejects where there is none for this machine. */
export type FindRipgrep = () => Promise<string>;

/** The program that comes with the package `@vscode/ripgrep`. */
export const packagedRipgrep: FindRipgrep = async () => (await import('@vscode/ripgrep')).rgPath;

/** One run of ripgrep takes no longer than this. */
export const RIPGREP_LIMIT_MS = 30_000;

/** Runs ripgrep. Refuses with `search_failed` where it is missing or cannot be started, saying how to mend it. */
export async function runRipgrep(
  find: FindRipgrep,
  run: { args: readonly string[]; cwd: string; signal: AbortSignal; timeoutMs?: number } & Pick<
    Program,
    'onOutput'
  >,
): Promise<Ended> {
  const file = await find().catch((cause: unknown) => {
    throw missing(String(cause instanceof Error ? cause.message : cause));
  });
  try {
    return await streamProgram({
      file,
      args: run.args,
      cwd: run.cwd,
      env: environment(),
      timeoutMs: run.timeoutMs ?? RIPGREP_LIMIT_MS,
      signal: run.signal,
      onOutput: run.onOutput,
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOEXEC') throw missing(`${code}: ${file}`);
    throw error;
  }
}

/** Of the user's environment nothing that changes what ripgrep does or says. */
function environment(): NodeJS.ProcessEnv {
  const { RIPGREP_CONFIG_PATH: _, ...rest } = process.env;
  return { ...rest, LC_ALL: 'C' };
}

function missing(reason: string): Refusal {
  return new Refusal('search_failed', message('search.ripgrep_missing', { reason }), {
    cause: 'ripgrep_missing',
  });
}

/** Files that ripgrep could not read, as its standard error names them. */
export function unreadable(stderr: string): { file: string; reason: string }[] {
  return stderr.split('\n').flatMap((line) => {
    const parts = /^rg: (.+?): (.+) \(os error \d+\)$/s.exec(line);
    return parts?.[1] && parts[2]
      ? [{ file: parts[1].replace(/^\.[\\/]/, '').replaceAll('\\', '/'), reason: `unreadable: ${parts[2]}` }]
      : [];
  });
}

/**
 * Arguments in portions that fit into one command line (the limit of Linux for all of it is 2 MB, of Windows 32 KB).
 * `./` keeps a name that begins with `-` from being an option.
 */
export function inPortions(files: readonly string[]): string[][] {
  const most = process.platform === 'win32' ? 20_000 : 400_000;
  const portions: string[][] = [];
  let size = most;
  for (const file of files) {
    size += Buffer.byteLength(file) + 12;
    if (size > most) {
      portions.push([]);
      size = 0;
    }
    portions.at(-1)?.push(`./${file}`);
  }
  return portions;
}
