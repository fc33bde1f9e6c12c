/** A server process of the git tests: carries one effect out, in a process that can be killed. */
import { readFileSync } from 'node:fs';
import { gitRepository } from '../../src/platform/git/repository.ts';
import { Effect } from '../../src/session/effects.ts';

const [root = '', file = ''] = process.argv.slice(2);
const effect = Effect.parse(JSON.parse(readFileSync(file, 'utf8')));
await gitRepository({ root, now: () => new Date() }).perform(effect);
