import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { readConfig } from '../platform/config.ts';
import { createTrust } from '../platform/trust.ts';
import { Refusal } from '../shared/refusal.ts';
import { message, type Say, speaker } from '../text/text.ts';
import { check } from './init/check.ts';
import { isRecord, parseObject } from './init/json-edit.ts';
import { configFile, launch, type Planned, plan, readText } from './init/plan.ts';
import { replaceFile } from './init/replace-file.ts';
import { type Proposal, proposeVerifyCommands } from './init/verify-commands.ts';
import type { Io } from './io.ts';
import { peekLanguage } from './language.ts';
import { ownCommand, type PackageInfo, packageInfo } from './package-root.ts';
import { projectRoot } from './root.ts';
import { agrees, visible } from './terminal.ts';

/**
 * `code-intel init [--ja] [--check] [--yes]`: sets the current folder up for Claude Code (claude-code.md, Installing).
 * Merges what is shared, leaves what the user edited, and allows the verify commands it proposed only on the word of the
 * person at the terminal (or `--yes`).
 * @returns exit status: 0 done (with `--check`: nothing differs); 1 something is left to do by hand, or differs; 2 usage.
 */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let root: string;
  try {
    root = await projectRoot({ env: {}, cwd: io.cwd, roots: async () => null });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    io.stderr.write(`${speaker(args.includes('--ja') ? 'ja' : 'en')(error.reason)}\n`);
    return 1;
  }
  const language = args.includes('--ja') ? 'ja' : peekLanguage(root);
  const say = speaker(language);
  const tell = (...one: Parameters<Say>) => io.stdout.write(`${say(...one)}\n`);

  if (args.includes('--help') || args.includes('-h')) {
    tell(message('cli.init_usage'));
    return 0;
  }
  const unknown = args.find((arg) => !['--ja', '--check', '--yes', '-y'].includes(arg));
  if (unknown !== undefined) {
    io.stderr.write(`${say(message('cli.init_unknown_option', { option: unknown }))}\n`);
    io.stderr.write(`${say(message('cli.init_usage'))}\n`);
    return 2;
  }

  const info = packageInfo();
  const proposal = proposeVerifyCommands(root);
  const files = plan(root, { language, chosen: args.includes('--ja'), info, commands: proposal.commands });
  tell(message('cli.init_folder', { version: info.version, folder: root }));
  if (args.includes('--check')) {
    const { problems } = await readConfig(root);
    return check(root, files, tell, { initCommand: `${ownCommand(info)} init`, problems });
  }

  let failed = 0;
  for (const planned of files) if (!(await carryOut(root, planned, tell))) failed++;
  const blocked = files.filter(({ state }) => state === 'blocked');
  tellSnippets(blocked, io, tell);

  io.stdout.write('\n');
  const yes = args.includes('--yes') || args.includes('-y');
  await settleVerifyCommands(root, proposal, { yes, trustCommand: `${ownCommand(info)} trust` }, io, say);
  const ofThisMachine = startsByMachinePath(root, files, info);
  if (ofThisMachine) tell(message('cli.init_machine_path', { program: info.program }));
  tellSurroundings(root, io, tell);
  io.stdout.write('\n');
  tell(message('cli.init_next'));
  io.stdout.write('\n');
  tell(message(ofThisMachine ? 'cli.init_share_without_server' : 'cli.init_share'));
  return failed + blocked.length > 0 ? 1 : 0;
}

type Tell = (...one: Parameters<Say>) => void;

const told = {
  new: 'cli.init_new',
  changed: 'cli.init_changed',
  same: 'cli.init_same',
  kept: 'cli.init_kept',
  blocked: 'cli.init_blocked',
} as const;

/** Writes one file, whole or not at all, and says so; false where it could not be written. */
async function carryOut(root: string, { file, state, content }: Planned, tell: Tell): Promise<boolean> {
  if (content !== undefined) {
    try {
      await replaceFile(join(root, file), content);
    } catch (error) {
      tell(message('cli.init_failed', { file, reason: reasonOf(error) }));
      return false;
    }
  }
  tell(message(told[state], { file }));
  return true;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function tellSnippets(blocked: readonly Planned[], io: Io, tell: Tell): void {
  for (const { file, snippet } of blocked) {
    io.stdout.write('\n');
    tell(message('cli.init_snippet', { file }));
    io.stdout.write(`\n${snippet}`);
  }
}

/**
 * Tells what would verify a change here, and stores the permission for it. Only what `init` itself proposes is asked
 * for: commands that someone else wrote into config.json are for `code-intel trust` to show.
 */
async function settleVerifyCommands(
  root: string,
  proposal: Proposal,
  { yes, trustCommand }: { yes: boolean; trustCommand: string },
  io: Io,
  say: Say,
): Promise<void> {
  const tell = (...one: Parameters<Say>) => io.stdout.write(`${say(...one)}\n`);
  for (const script of proposal.watching) tell(message('cli.init_verify_watching', { script }));
  const commands = configuredCommands(root);
  if (commands.length === 0) {
    if (proposal.watching.length === 0) tell(message('cli.init_verify_none'));
    return;
  }
  const trust = createTrust({ root, env: io.env, notice: tell });
  const allowed = await trust.allows('verify.commands', commands);
  tell(message(allowed ? 'cli.init_verify_runs' : 'cli.init_verify_proposed'));
  for (const command of commands) io.stdout.write(`  ${visible(command)}\n`);
  if (allowed) return;
  const proposed = commands.join('\n') === proposal.commands.join('\n');
  if (proposed && (yes || (io.isTTY && (await agrees(io, say(message('cli.init_verify_ask'))))))) {
    try {
      await trust.allow('verify.commands', commands);
      tell(message('cli.init_verify_allowed'));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tell(error.reason);
    }
  } else {
    tell(message('cli.init_verify_not_allowed', { command: trustCommand }));
  }
}

/** `verify.commands` as config.json has them now. */
function configuredCommands(root: string): string[] {
  const verify = parseObject(readText(join(root, configFile)) ?? '')?.verify;
  const commands = isRecord(verify) ? verify.commands : undefined;
  return Array.isArray(commands) ? commands.filter((one) => typeof one === 'string') : [];
}

/** Whether .mcp.json has, or is to get, a path that no other machine has; an entry that the user edited is theirs. */
function startsByMachinePath(root: string, files: readonly Planned[], info: PackageInfo): boolean {
  const { command, args } = launch(root, info);
  const edited = files.some(({ file, state }) => file === '.mcp.json' && state === 'kept');
  return command === 'node' && isAbsolute(args[0] ?? '') && !edited;
}

/** What around the project stands in the way of a first session. */
function tellSurroundings(root: string, io: Io, tell: Tell): void {
  for (const file of [
    join(root, '.claude', 'settings.json'),
    join(io.env.HOME ?? homedir(), '.claude', 'settings.json'),
  ]) {
    const plugins = parseObject(readText(file) ?? '')?.enabledPlugins;
    if (
      isRecord(plugins) &&
      Object.entries(plugins).some(([name, on]) => on && name.startsWith('code-intel@'))
    )
      tell(message('cli.init_plugin', { file }));
  }
  if (!hasCommit(root, io)) tell(message('cli.init_no_git'));
}

function hasCommit(root: string, io: Io): boolean {
  try {
    execFileSync('git', ['rev-parse', '--verify', '--quiet', 'HEAD'], {
      cwd: root,
      env: io.env,
      stdio: 'ignore',
      timeout: 10_000,
    });
    return true;
  } catch {
    return false;
  }
}
