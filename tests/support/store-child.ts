/** A server process of the store's tests: does one thing to a project's checkpoints, in a process that can be killed. */
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeDoor } from '../../src/platform/atomic-write.ts';
import { checkpointStore } from '../../src/platform/checkpoint-store.ts';
import { clientIdentity, ownIdentity } from '../../src/platform/process-identity.ts';
import { Session } from '../../src/session/session.ts';

/** What a child does. */
export type ChildMode = 'count' | 'hold' | 'die-before-rename' | 'churn' | 'save';

const [mode = '', root = '', argument = ''] = process.argv.slice(2);
const say = (word: string): void => {
  writeSync(1, `${word}\n`);
};
const session = (query: string): Session =>
  Session.parse({ session_id: argument, intent: 'MODIFY', query, phase: 'READY' });
const store = checkpointStore({
  root,
  owner: {
    server: await ownIdentity(),
    client: await clientIdentity(process.env, process.ppid),
    host: hostname(),
  },
  now: () => new Date(),
  isTracked: async () => false,
  door:
    mode === 'die-before-rename'
      ? {
          ...writeDoor,
          rename: () => {
            say('written');
            return wait(600_000);
          },
        }
      : writeDoor,
});

switch (mode) {
  case 'count':
    for (let n = 0; n < Number(argument); n++)
      await store.locked(async () => {
        const path = join(root, 'counter');
        const counted = Number(readFileSync(path, 'utf8'));
        await wait(Math.random() < 0.1 ? 1 : 0);
        writeFileSync(path, String(counted + 1));
      });
    break;
  case 'hold':
    await store.locked(async () => {
      say('held');
      await wait(600_000);
    });
    break;
  case 'die-before-rename':
    await store.save(session('the new state'));
    break;
  case 'churn':
    for (let n = 1; ; n++) {
      await store.locked(async () => store.save(session(`${n} ${'x'.repeat(n % 5000)}`)));
      if (n === 1) say('saving');
    }
  case 'save':
    await store.save(session('saved by a child'));
    say('saved');
    await wait(600_000);
}
