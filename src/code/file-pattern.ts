/**
 * How the pattern of `search_files`, or a glob of `search_text`, is to be read. Real names hold brackets and parentheses
 * (`app/[slug]/(shop)/page.tsx`), callers write `\` for `/` and names without their folder; so a pattern has several
 * readings, and the first that fits any file is what was meant.
 */
import { Refusal } from '../shared/refusal.ts';
import { message } from '../text/text.ts';
import type { FileList } from './ports.ts';

/** What a pattern came to. */
export interface Resolved {
  readonly files: readonly string[];
  /** The glob that fitted, set where the pattern as written fitted nothing. */
  readonly used?: string;
}

type Select = FileList['select'];

/** Characters that mean something in a glob, so that `\` before them can be an escape. */
const SPECIAL = /[[\](){}*?!+@\\]/;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/**
 * The files of `folder` (project-relative, `.` is all) that a pattern means. It is tried as relative to the folder and as
 * relative to the project. `files` are all files of the folder.
 */
export function resolvePattern(
  pattern: string,
  folder: string,
  files: readonly string[],
  select: Select,
): Resolved {
  const { asWritten, wider } = readings(pattern, files);
  for (const glob of asWritten) {
    const found = selectFrom(glob, folder, files, select);
    if (found.length > 0) return { files: found };
  }
  for (const glob of wider) {
    const found = selectFrom(glob, folder, files, select);
    if (found.length > 0) return { files: found, used: glob };
  }
  return { files: [] };
}

/**
 * Globs for `search_text`: each of `globs` read as above. `list` is asked for only where a glob holds what can be part of a
 * real name or a separator. A glob that names a folder means all that is in it.
 */
export async function readGlobs(
  globs: readonly string[],
  options: { root: string; folder: string; select: Select; list(): Promise<readonly string[]> },
): Promise<string[]> {
  const read: string[] = [];
  for (const glob of globs) {
    const excludes = glob.startsWith('!') ? '!' : '';
    const pattern = insideProject(glob.slice(excludes.length), options.root);
    const { asWritten } = readings(pattern, /[[\]()\\]/.test(pattern) ? await options.list() : []);
    const fitting =
      asWritten.length === 1
        ? asWritten
        : await (async () => {
            const files = await options.list();
            const found = asWritten.find(
              (one) => selectFrom(one, options.folder, files, options.select).length > 0,
            );
            return found === undefined ? asWritten.slice(0, 1) : [found];
          })();
    for (const one of fitting) {
      const forms = [one, `${one.replace(/\/$/, '')}/**`];
      if (options.folder !== '.' && !one.startsWith('**/')) {
        forms.push(...forms.map((form) => `${escapeGlob(options.folder)}/${form}`));
      }
      read.push(...forms.map((form) => excludes + form));
    }
  }
  return read;
}

/**
 * A pattern relative to the project root. Refuses with `outside_root` an absolute one that lies elsewhere and one with a
 * `..` segment, also as an alternative in braces (tools.md, Paths).
 */
export function insideProject(sent: string, root: string): string {
  const pattern = sent.trim().replace(/^(\.[\\/])+/, '');
  const slashed = pattern.replaceAll('\\', '/');
  const base = root.replaceAll('\\', '/').replace(/\/$/, '');
  if (slashed === base || slashed.startsWith(`${base}/`))
    return pattern.slice(base.length).replace(/^[\\/]+/, '') || '**';
  const absolute = /^([\\/]|[A-Za-z]:[\\/])/;
  const firstBraces = /^\{.*?\}(?=[\\/]|$)/.exec(pattern)?.[0] ?? '';
  const alternatives = firstBraces.split(/[{},]/);
  if (absolute.test(pattern) || alternatives.some((one) => absolute.test(one)) || climbs(pattern)) {
    const path = sent.slice(0, 200);
    throw new Refusal('outside_root', message('search.outside_root', { path }), { pattern: path });
  }
  return pattern;
}

const climbs = (pattern: string): boolean => /(^|[\\/{,])\.\.($|[\\/},])/.test(pattern);

/** The globs that a pattern can mean, likeliest first: as written, and wider ones for when none of those fits. */
function readings(pattern: string, files: readonly string[]): { asWritten: string[]; wider: string[] } {
  const plain = unique(separators(pattern).flatMap((one) => [withLiteralGroups(one, files), one]));
  const asWritten = unique(plain.map(anyDepth));
  const wider = plain.flatMap((one) => {
    const name = one.replace(/\/+$/, '');
    const deep = name.startsWith('**/') || name.startsWith('/') ? name : `**/${name}`;
    return /[*?]/.test(name) ? [deep] : [`${name}/**`, deep, `${deep}/**`];
  });
  return { asWritten, wider: unique(wider).filter((one) => !asWritten.includes(one)) };
}

/** `\` as an escape where a special character follows, as the separator elsewhere; then as the separator everywhere. */
function separators(pattern: string): string[] {
  if (!pattern.includes('\\')) return [pattern];
  let escaping = '';
  for (let at = 0; at < pattern.length; at++) {
    const next = pattern[at + 1];
    if (pattern[at] !== '\\') escaping += pattern[at];
    else if (next !== undefined && SPECIAL.test(next)) {
      escaping += `\\${next}`;
      at += 1;
    } else escaping += '/';
  }
  return unique([escaping, pattern.replaceAll('\\', '/').replace(/\/{2,}/g, '/')]);
}

/** Escapes each group in brackets, parentheses or braces that stands so in the name of a file. */
function withLiteralGroups(pattern: string, files: readonly string[]): string {
  let result = '';
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    if (character === '\\') {
      result += pattern.slice(at, at + 2);
      at += 1;
      continue;
    }
    const end = CLOSING[character] === undefined ? -1 : groupEnd(pattern, at);
    const group = pattern.slice(at, end + 1).normalize('NFC');
    if (end > at && files.some((file) => file.normalize('NFC').includes(group))) {
      result += escapeGlob(group);
      at = end;
    } else result += character;
  }
  return result;
}

/** Where the group that begins at `from` ends; -1 where it does not. */
function groupEnd(pattern: string, from: number): number {
  const open = pattern[from] ?? '';
  const close = CLOSING[open];
  let depth = 0;
  for (let at = from; at < pattern.length; at++) {
    if (pattern[at] === open) depth += 1;
    else if (pattern[at] === close) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** A name without a folder is looked for at any depth; one that ends in a slash is a folder and means all that is in it. */
function anyDepth(glob: string): string {
  if (glob.endsWith('/')) return `${glob.replace(/\/+$/, '')}/**`;
  return glob.includes('/') || glob.startsWith('**') ? glob : `**/${glob}`;
}

function selectFrom(glob: string, folder: string, files: readonly string[], select: Select): string[] {
  if (folder === '.') return select(files, [glob]);
  const below = select(files, [`${escapeGlob(folder)}/${glob}`]);
  return below.length > 0 ? below : select(files, [glob]);
}

/** A text as a glob that fits only itself. */
const escapeGlob = (text: string): string => text.replace(/[[\](){}*?!+@\\|]/g, '\\$&');

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
