import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Message, message, type Say } from '../../text/text.ts';
import { removedTools } from '../../tools/removed-tools.ts';
import { type Planned, readText } from './plan.ts';
import { existing } from './replace-file.ts';

/**
 * `--check`: what differs from what `init` would leave, what config.json holds that cannot be used, and which command
 * files speak of tools that are gone.
 */
export function check(
  root: string,
  files: readonly Planned[],
  tell: (...one: Parameters<Say>) => void,
  { initCommand, problems }: { initCommand: string; problems: readonly Message[] },
): number {
  const differing = files.filter(({ state }) => state !== 'same' && state !== 'kept');
  for (const { file, state } of files) {
    if (state === 'new') tell(message('cli.init_missing', { file }));
    else if (state === 'changed' || state === 'blocked') tell(message('cli.init_differs', { file }));
    else if (state === 'kept') tell(message('cli.init_kept', { file }));
  }
  const outdated = commandFiles(root).flatMap((file) => {
    const text = readText(join(root, file)) ?? '';
    const tools = Object.keys(removedTools).filter((tool) => new RegExp(`\\b${tool}\\b`).test(text));
    return tools.length > 0 ? [{ file, tools: tools.join(', ') }] : [];
  });
  for (const one of outdated) tell(message('cli.init_removed_tool', one));
  for (const problem of problems) tell(problem);
  if (differing.length > 0) tell(message('cli.init_check_differs', { command: initCommand }));
  const wrong = differing.length + outdated.length + problems.length;
  if (wrong === 0) tell(message('cli.init_check_fine'));
  return wrong > 0 ? 1 : 0;
}

/** Command and agent files of the project, which may name tools. */
const commandFiles = (root: string): string[] =>
  ['.claude/commands', '.claude/agents'].flatMap((folder) => {
    if (existing(join(root, folder)) === null) return [];
    return readdirSync(join(root, folder), { recursive: true })
      .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.md'))
      .sort();
  });
