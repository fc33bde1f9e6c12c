import type { Output } from '../server/transport.ts';

/**
 * Keeps standard output for the protocol: answers with the only way to it left. Whatever else writes there, `console.log`
 * of a library included, goes to standard error from now on. `onGone` is called once when nobody reads any more.
 */
export function guardStdout(process: NodeJS.Process, onGone: () => void): Output {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  let gone = false;
  const leave = () => {
    if (gone) return;
    gone = true;
    onGone();
  };
  stdout.on('error', leave);
  // A log that nobody reads is no reason to end.
  stderr.on('error', () => {});
  return {
    write: (text) => gone || write(text),
    drained: () =>
      new Promise((resolve) => {
        stdout.once('drain', resolve);
        stdout.once('close', resolve);
        stdout.once('error', () => resolve());
      }),
  };
}
