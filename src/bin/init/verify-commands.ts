import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, parseObject } from './json-edit.ts';

/** Commands that check a project, proposed from the files that describe how it is built and tested. */
export interface Proposal {
  readonly commands: readonly string[];
  /** Test scripts that would never end by themselves, and were left out. */
  readonly watching: readonly string[];
}

/**
 * Proposes `verify.commands` (session-flow.md, Evidence). Every kind of project that is found contributes its test
 * command; a Makefile speaks only where nothing else does, since it mostly wraps the others.
 */
export function proposeVerifyCommands(root: string): Proposal {
  const read = (file: string) => readText(join(root, file));
  const has = (file: string) => existsSync(join(root, file));
  const script = testScript(read('package.json'));
  const watching = script !== null && /(^|\s)(--watch(All)?|watch)(?=\s|$|=true)/.test(script);
  const commands = [
    script !== null && !watching ? `${scriptRunner(read('package.json'), has)} test` : null,
    pytest(read('pyproject.toml'), has),
    has('Cargo.toml') ? 'cargo test' : null,
    has('go.mod') ? 'go test ./...' : null,
  ].filter((command) => command !== null);
  const makefile = ['GNUmakefile', 'makefile', 'Makefile'].map(read).find((text) => text !== null);
  if (commands.length === 0 && makefile) {
    const target = ['test', 'check'].find((name) => new RegExp(`^${name}\\s*:(?!=)`, 'm').test(makefile));
    if (target !== undefined) commands.push(`make ${target}`);
  }
  return { commands, watching: watching && script !== null ? [script] : [] };
}

/** `scripts.test` of a package.json; null where there is none, or only what `npm init` puts there. */
function testScript(manifest: string | null): string | null {
  const scripts = manifest === null ? null : parseObject(manifest)?.scripts;
  const script = isRecord(scripts) ? scripts.test : undefined;
  return typeof script === 'string' && script.trim() !== '' && !script.includes('no test specified')
    ? script
    : null;
}

/** The program that runs the scripts of a package.json: what the manifest names, else whose lock file lies there. */
function scriptRunner(manifest: string | null, has: (file: string) => boolean): string {
  const named = manifest === null ? undefined : parseObject(manifest)?.packageManager;
  const name = typeof named === 'string' ? named.split('@')[0] : undefined;
  if (name === 'pnpm' || has('pnpm-lock.yaml')) return 'pnpm';
  if (name === 'yarn' || has('yarn.lock')) return 'yarn';
  // `bun test` is bun's own test runner, not the script.
  if (name === 'bun' || has('bun.lock') || has('bun.lockb')) return 'bun run';
  return 'npm';
}

/** pytest, where pyproject.toml mentions it, through the tool that keeps the project's environment. */
function pytest(pyproject: string | null, has: (file: string) => boolean): string | null {
  if (!pyproject?.includes('pytest')) return null;
  if (has('uv.lock')) return 'uv run pytest';
  if (has('poetry.lock')) return 'poetry run pytest';
  return process.platform === 'win32' ? 'python -m pytest' : 'python3 -m pytest';
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
