#!/usr/bin/env node
import { nearest } from '../shared/nearest.ts';
import { message, speaker } from '../text/text.ts';
import type { Io } from './io.ts';
import { peekLanguage } from './language.ts';
import { packageInfo } from './package-root.ts';
import type { ServeOptions } from './serve.ts';

/** A command of the program: its arguments in, its exit status out. Loaded only when it is called. */
type Command = (args: string[], io: Io) => Promise<number>;

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import('./init.ts')).run,
  trust: async () => (await import('./trust.ts')).run,
};

/** Answers with the exit status; null while the server runs. */
async function main(args: readonly string[], io: Io): Promise<number | null> {
  const [name, ...rest] = args;
  const say = speaker(peekLanguage(io.cwd));
  if (name === undefined || name === 'serve') {
    const [{ serve }, { tools }] = await Promise.all([import('./serve.ts'), import('../tools/index.ts')]);
    // What the tools reach is loaded at the first call: the client waits for the answer to `initialize`.
    const createContext: ServeOptions['createContext'] = async (root, ended) =>
      (await import('./compose.ts')).createContext(root, ended);
    await serve({ tools, createContext });
    return null;
  }
  // Whoever read the output may have seen enough (`code-intel init | head`): what is being done is done all the same.
  for (const stream of [io.stdout, io.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  if (name === '--version' || name === '-v') {
    io.stdout.write(`${packageInfo().version}\n`);
    return 0;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    io.stdout.write(`${say(message('server.usage'))}\n`);
    return 0;
  }
  if (Object.hasOwn(commands, name)) {
    const run = await commands[name]?.();
    if (run) return run(rest, io);
  }
  const near = nearest(name, ['serve', 'help', '--help', '--version', ...Object.keys(commands)], 3);
  const reason =
    near === null
      ? message('server.unknown_command', { name })
      : message('server.unknown_command_near', { name, nearest: near });
  io.stderr.write(`${say(reason)}\n`);
  return 2;
}

const { stdin, stdout, stderr, env } = process;
const isTTY = stdin.isTTY === true && stdout.isTTY === true;
process.exitCode =
  (await main(process.argv.slice(2), { stdin, stdout, stderr, isTTY, env, cwd: process.cwd() })) ?? 0;
