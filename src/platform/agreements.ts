import { join } from 'node:path';
import type { Agreements } from '../session/ports.ts';
import { atomicWrite } from './atomic-write.ts';
import { makeFolder } from './store-folder.ts';

const LEARNED = ['.code-intel', 'agreements', 'learned'];

/** What sessions learned: one Markdown file each in `.code-intel/agreements/learned/`, which git does not see. */
export function agreements(root: string): Agreements {
  return {
    async learn(sessionId, text) {
      await atomicWrite(join(makeFolder(root, LEARNED), `${sessionId}.md`), text);
    },
  };
}
