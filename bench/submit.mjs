// `submit_phase` at steps without git work, checkpoint on disk included, against writing and flushing the same bytes.

import { closeSync, fsyncSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { compare, makeProject, program, startServer } from './client.mjs';

const sessions = 12;

const before = [
  { documents_reviewed: [] },
  { action_type: 'investigate', target_symbols: [], scope: 'src', constraints: [] },
  { explored_files: ['src/part-1.ts'], findings: ['part-1 holds the first part'] },
];
/** The steps that are measured: none of them asks git anything. */
const measured = [
  { needs_more_information: true, reason: 'to be sure' },
  { search_results: ['src/part-2.ts: the second part'] },
  { has_unverified_hypotheses: true, reason: 'one' },
  {
    hypotheses_verified: [
      { hypothesis: 'parts are numbers', result: 'confirmed', evidence: 'src/part-1.ts:1' },
    ],
  },
];
const last = { needs_impact_analysis: false, reason: 'nothing changes' };

/** Milliseconds of writing a text into a new file and flushing it. */
function plainWrite(path, text) {
  const began = performance.now();
  const file = openSync(path, 'w');
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  return performance.now() - began;
}

export async function benchSubmit() {
  const project = makeProject();
  const server = startServer(process.execPath, [program], { cwd: project.root, env: project.env });
  const ours = [];
  const plain = [];
  try {
    await server.initialize();
    for (let session = 0; session < sessions; session++) {
      await server.call('start_session', {
        intent: 'INVESTIGATE',
        query: 'how are the parts numbered?',
        flags: [],
      });
      for (const data of before) await server.call('submit_phase', { data });
      for (const data of measured) {
        const began = performance.now();
        await server.call('submit_phase', { data });
        const took = performance.now() - began;
        const folder = join(project.root, '.code-intel', 'sessions');
        const [name] = readdirSync(folder).filter((file) => file.endsWith('.json'));
        const flushed = plainWrite(
          join(project.root, '.code-intel', `plain-${ours.length}.json`),
          readFileSync(join(folder, name), 'utf8'),
        );
        if (session === 0) continue; // warms up
        ours.push(took);
        plain.push(flushed);
      }
      await server.call('submit_phase', { data: last });
    }
    await server.stop();
  } finally {
    server.child.kill('SIGKILL');
    project.remove();
  }
  return [
    compare(
      '`submit_phase`, checkpoint included',
      ours,
      ['write and flush the same bytes', plain],
      'at most 2',
    ),
  ];
}
