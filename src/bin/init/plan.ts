import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ignoreFileText } from '../../platform/checkpoint-files.ts';
import { type Language, languages } from '../../text/text.ts';
import { isInstalled, type PackageInfo } from '../package-root.ts';
import { appendItem, isRecord, parseObject, setMember } from './json-edit.ts';

/**
 * One file that `init` looks after. `new` and `changed` are to be written; `same` is as it should be; `kept` was edited
 * by the user and stays; `blocked` cannot be merged (no plain JSON, or something else where an object or list belongs).
 */
export interface Planned {
  /** Relative to the project, with `/`. */
  readonly file: string;
  readonly state: 'new' | 'changed' | 'same' | 'kept' | 'blocked';
  /** What to write, for `new` and `changed`. */
  readonly content?: string;
  /** What to put there by hand, for `blocked`. */
  readonly snippet?: string;
}

export const configFile = '.code-intel/config.json';

/** The file that keeps what the server writes for itself out of git. */
export const ignoreFile = '.code-intel/.gitignore';

interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * How the client starts the server. Installed as a package: through npx, which takes the project's own copy first. Run
 * from a checkout: that very file, by a path of the project where it lies in the project.
 */
export function launch(root: string, { root: home, program }: PackageInfo): Launch {
  if (isInstalled(home)) return { command: 'npx', args: ['-y', 'code-intel'] };
  const inside = relative(root, program);
  const path = inside.startsWith('..') || isAbsolute(inside) ? program : inside;
  return { command: 'node', args: [path.split(sep).join('/')] };
}

/** Everything `init` looks after in this project, in the order in which it is told. Reads only. */
export function plan(
  root: string,
  input: {
    language: Language;
    /** Set where the user asked for this language, so that it replaces the one that config.json has. */
    chosen: boolean;
    info: PackageInfo;
    commands: readonly string[];
  },
): Planned[] {
  const { language, info } = input;
  const at = (file: string) => readText(join(root, file));
  return [
    mcpServers(root, at('.mcp.json'), launch(root, info)),
    settings(at('.claude/settings.json')),
    config(at(configFile), input),
    asShipped(ignoreFile, at(ignoreFile), [ignoreFileText]),
    ...shippedFiles(info.shipped, language).map(({ from, to }) => {
      const originals = [language, ...languages].map((one) => readText(join(info.shipped, one, from)) ?? '');
      return asShipped(to, at(to), originals);
    }),
  ];
}

/** The shipped files of a language, with the place in a project that each is for. */
export function shippedFiles(folder: string, language: Language): { from: string; to: string }[] {
  return readdirSync(join(folder, language), { recursive: true })
    .map(String)
    .filter((from) => statSync(join(folder, language, from)).isFile())
    .map((from) => from.split(sep).join('/'))
    .sort()
    .map((from) => ({ from, to: from.startsWith('commands/') ? `.claude/${from}` : `.code-intel/${from}` }));
}

/** A text file: written where it is missing, replaced where it is the shipped text of another language, else the user's. */
function asShipped(
  file: string,
  present: string | null,
  [wanted = '', ...others]: readonly string[],
): Planned {
  if (present === null) return { file, state: 'new', content: wanted };
  const plain = present.replaceAll('\r\n', '\n');
  if (plain === wanted) return { file, state: 'same' };
  return others.includes(plain) ? { file, state: 'changed', content: wanted } : { file, state: 'kept' };
}

function mcpServers(root: string, present: string | null, entry: Launch): Planned {
  const file = '.mcp.json';
  const whole = { mcpServers: { 'code-intel': entry } };
  return mergeJson(file, present, whole, (text, value) => {
    if (value.mcpServers !== undefined && !isRecord(value.mcpServers)) return null;
    const existing = value.mcpServers?.['code-intel'];
    if (existing === undefined) return setMember(text, ['mcpServers', 'code-intel'], entry);
    if (isDeepStrictEqual(existing, entry)) return text;
    // A checkout that has moved or gone: the entry is ours and starts nothing any more.
    return isDeadLaunch(root, existing) ? setMember(text, ['mcpServers', 'code-intel'], entry) : 'kept';
  });
}

function isDeadLaunch(root: string, entry: unknown): boolean {
  if (!isRecord(entry) || entry.command !== 'node' || !Array.isArray(entry.args)) return false;
  const path: unknown = entry.args[0];
  if (entry.args.length !== 1 || typeof path !== 'string' || !path.endsWith('dist/code-intel.js'))
    return false;
  return !existsSync(isAbsolute(path) ? path : join(root, path));
}

const permission = 'mcp__code-intel';

function settings(present: string | null): Planned {
  const whole = { permissions: { allow: [permission] }, enabledMcpjsonServers: ['code-intel'] };
  return mergeJson('.claude/settings.json', present, whole, (text, value) => {
    const permissions = value.permissions ?? {};
    if (!isRecord(permissions)) return null;
    let merged: string | null = text;
    if (!holds(permissions.allow, [permission, `${permission}__*`]))
      merged = appendItem(merged, ['permissions', 'allow'], permission);
    if (merged !== null && value.enableAllProjectMcpServers !== true)
      if (!holds(value.enabledMcpjsonServers, ['code-intel']))
        merged = appendItem(merged, ['enabledMcpjsonServers'], 'code-intel');
    return merged;
  });
}

const holds = (list: unknown, names: readonly string[]): boolean =>
  Array.isArray(list) && list.some((one) => typeof one === 'string' && names.includes(one));

function config(
  present: string | null,
  { language, chosen, commands }: { language: Language; chosen: boolean; commands: readonly string[] },
): Planned {
  const whole = { language, verify: { commands } };
  return mergeJson(configFile, present, whole, (text, value) => {
    let merged: string | null = text;
    if (value.language === undefined || (chosen && value.language !== language))
      merged = setMember(merged, ['language'], language);
    if (value.verify !== undefined && !isRecord(value.verify)) return null;
    if (merged !== null && value.verify?.commands === undefined)
      merged = setMember(merged, ['verify', 'commands'], commands);
    return merged;
  });
}

/**
 * A JSON file that is shared with the user. `merge` answers with the new text, with `kept` where the user's own entry
 * stands, or null where it cannot be merged.
 */
function mergeJson(
  file: string,
  present: string | null,
  whole: object,
  merge: (text: string, value: Readonly<Record<string, unknown>>) => string | 'kept' | null,
): Planned {
  const snippet = `${JSON.stringify(whole, null, 2)}\n`;
  if (present === null || present.trim() === '') return { file, state: 'new', content: snippet };
  const value = parseObject(present);
  const merged = value === null ? null : merge(present, value);
  if (merged === null) return { file, state: 'blocked', snippet };
  if (merged === 'kept') return { file, state: 'kept' };
  return merged === present ? { file, state: 'same' } : { file, state: 'changed', content: merged };
}

/** The text of a file; null where there is none. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return null;
    throw error;
  }
}
