import { realpath } from 'node:fs/promises';
import { readConfig } from '../platform/config.ts';
import { createTrust, trustFile } from '../platform/trust.ts';
import { Refusal } from '../shared/refusal.ts';
import { type Message, message, speaker } from '../text/text.ts';
import type { Io } from './io.ts';
import { ownCommand, packageInfo } from './package-root.ts';
import { agrees, visible } from './terminal.ts';

/**
 * `code-intel trust [--yes]`: shows what the project's configuration wants to run and asks the person at the terminal
 * whether it may (session-flow.md, Trust). The project is CLAUDE_PROJECT_DIR, else the working directory.
 * Exit status: 0 allowed, or nothing to allow; 1 declined, or it could not be done; 2 wrong arguments, or nobody to ask.
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const root = await realpath(io.env.CLAUDE_PROJECT_DIR || io.cwd);
  const config = await readConfig(root);
  const say = speaker(config.language);
  const print = (text: Message): void => void io.stdout.write(`${say(text)}\n`);
  const complain = (text: Message): void => void io.stderr.write(`${say(text)}\n`);

  const unknown = args.find((argument) => !['--yes', '-y', '--help', '-h'].includes(argument));
  if (unknown !== undefined) {
    complain(message('verify.trust_unknown_argument', { argument: visible(unknown) }));
    complain(message('verify.trust_usage'));
    return 2;
  }
  if (args.includes('--help') || args.includes('-h')) {
    print(message('verify.trust_usage'));
    return 0;
  }

  const { commands } = config.verify;
  for (const problem of config.problems) complain(problem);
  if (commands.length === 0) {
    // A file that was not understood may name commands: that is not "nothing".
    if (config.problems.some(concernsCommands)) return 1;
    print(message('verify.trust_nothing', { project: root }));
    return 0;
  }

  const trust = createTrust({ root, env: io.env, notice: complain });
  const allowed = await trust.allows('verify.commands', commands);
  print(message('verify.trust_show', { project: root }));
  for (const command of commands) io.stdout.write(`  ${visible(command)}\n`);
  if (allowed) {
    print(message('verify.trust_already', { project: root }));
    return 0;
  }
  print(message('verify.trust_warning'));
  if (!args.some((argument) => argument === '--yes' || argument === '-y')) {
    if (!io.isTTY) {
      complain(message('verify.trust_no_terminal', { command: `${ownCommand(packageInfo())} trust` }));
      return 2;
    }
    if (!(await agrees(io, say(message('verify.trust_ask'))))) {
      print(message('verify.trust_declined'));
      return 1;
    }
  }
  try {
    await trust.allow('verify.commands', commands);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    complain(error.reason);
    return 1;
  }
  print(message('verify.trust_allowed', { file: trustFile(io.env) }));
  return 0;
}

function concernsCommands({ key, values }: Message): boolean {
  const about = String(values.key ?? '').replaceAll('"', '');
  return key.startsWith('verify.file_') || key.startsWith('verify.config_not_') || about.startsWith('verify');
}
