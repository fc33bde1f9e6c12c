// `npm run bench`: measures each figure next to its peer, prints a table, writes bench/results.json. No test depends on it.

import { writeFileSync } from 'node:fs';
import { cpus, loadavg, release, type } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchExit } from './exit.mjs';
import { benchIndex } from './index.mjs';
import { benchSearch } from './search.mjs';
import { benchStartup } from './startup.mjs';
import { benchSubmit } from './submit.mjs';

// What else the machine did: on a busy one the ratios say less.
const load = loadavg()[0]?.toFixed(1);
const rows = [];
for (const bench of [benchStartup, benchSubmit, benchExit, benchSearch, benchIndex]) {
  for (const row of await bench()) {
    rows.push(row);
    process.stdout.write(`${row.what}\n  ${row.ours}  |  ${row.peer}  |  ${row.ratio}  (${row.target})\n`);
  }
}
const machine = `${type()} ${release().split('-')[0]}, Node ${process.version.slice(1)}, ${cpus().length} cores, load ${load} before`;
const results = { measured_at: new Date().toISOString(), machine, rows };
writeFileSync(
  join(dirname(fileURLToPath(import.meta.url)), 'results.json'),
  `${JSON.stringify(results, null, 2)}\n`,
);
