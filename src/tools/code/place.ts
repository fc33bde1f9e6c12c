import { nearest } from '../../shared/nearest.ts';
import type { Located } from '../../shared/project-files.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';

/**
 * Where a `path` argument lies; left out or empty it is the project. Refuses what is not there, as "nothing was looked at"
 * must never look like "nothing was found".
 *
 * @param key the argument, for the refusal.
 */
export async function placeOf(
  path: string | undefined,
  context: ToolContext,
  signal: AbortSignal,
  key = 'path',
): Promise<Located> {
  const sent = path?.trim() === '' ? undefined : path;
  const located = await context.files.locate(sent ?? '.');
  if (located.kind === 'file' || located.kind === 'folder') return located;
  const shown = located.path.slice(0, 200);
  const details = { key, received: shown };
  if (located.kind === 'other')
    throw new Refusal('invalid_arguments', message('search.not_searchable', { path: shown }), details);
  const near = await nearPath(located.path, context, signal);
  throw near === null
    ? new Refusal('invalid_arguments', message('search.no_such_path', { path: shown }), details)
    : new Refusal('invalid_arguments', message('search.no_such_path_near', { path: shown, near }), {
        ...details,
        nearest: near,
      });
}

/** The path of a file, as the project has it. Refuses an empty one and a folder beside what `placeOf` refuses. */
export async function fileAt(
  path: string,
  key: string,
  context: ToolContext,
  signal: AbortSignal,
): Promise<string> {
  if (path.trim() === '')
    throw new Refusal('invalid_arguments', message('navigation.tool_no_file', { key }), { key });
  const located = await placeOf(path, context, signal, key);
  if (located.kind === 'file') return located.path;
  throw new Refusal('invalid_arguments', message('navigation.tool_folder', { path: located.path, key }), {
    key,
    received: located.path,
  });
}

/** A file or folder whose last name is the same or nearly so. */
async function nearPath(path: string, context: ToolContext, signal: AbortSignal): Promise<string | null> {
  const { files } = await context.fileList.files({ path: '.', includeIgnored: false, signal });
  const places = new Set<string>();
  for (const file of files) {
    for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1)) places.add(file.slice(0, end));
  }
  const nameOf = (place: string) => place.slice(place.lastIndexOf('/') + 1);
  const wanted = nameOf(path);
  const candidates = [...places];
  const same = candidates.filter((place) => nameOf(place).toLowerCase() === wanted.toLowerCase());
  if (same.length > 0) return nearest(path, same.slice(0, 200));
  const names = [...new Set(candidates.map(nameOf))].filter(
    (name) => Math.abs(name.length - wanted.length) <= 2,
  );
  const name = nearest(wanted, names.slice(0, 5_000), Math.max(1, Math.floor(wanted.length / 4)));
  return candidates.find((place) => nameOf(place) === name) ?? null;
}
