/** `npm run docs`: brings the documents up to date; with `--check` it only says which are not, exit status 1. */
import { writeFileSync } from 'node:fs';
import { staleDocuments } from './docs.ts';

const checking = process.argv.includes('--check');
const stale = staleDocuments(process.cwd());
for (const { file, content } of stale) {
  if (!checking) writeFileSync(file, content);
  process.stdout.write(`${checking ? 'stale' : 'written'}: ${file}\n`);
}
if (checking && stale.length > 0) {
  process.stdout.write('Run: npm run docs\n');
  process.exitCode = 1;
}
