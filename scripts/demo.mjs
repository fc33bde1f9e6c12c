/**
 * A whole session on a sample repository, over real standard input and output: `npm run demo`. The part of the model is
 * played by a script, everything else is real: the server, git, the verification, the restart. Nothing outside a temporary
 * folder is touched; `--keep` leaves it there to look at.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const program = join(import.meta.dirname, '..', 'dist', 'code-intel.js');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'code-intel-demo-')));
const root = join(folder, 'shop');
const home = join(folder, 'home');
mkdirSync(root);
mkdirSync(home);
const env = {
  PATH: process.env.PATH ?? '',
  HOME: home,
  CODE_INTEL_CONFIG_DIR: join(home, 'code-intel'),
  CLAUDE_PROJECT_DIR: root,
};

const say = (line = '') => console.log(line);
const git = (...args) => execFileSync('git', args, { cwd: root, env, encoding: 'utf8' }).trimEnd();
const write = (path, text) => writeFileSync(join(root, path), text);
const read = (path) => readFileSync(join(root, path), 'utf8');
const indented = (text) =>
  text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
const short = (text, most = 220) => (text.length > most ? `${text.slice(0, most)}…` : text);

/** A small shop whose prices are rounded wrongly, with a test that would find it. */
function makeSample() {
  mkdirSync(join(root, 'src'));
  mkdirSync(join(root, 'tests'));
  write(
    'package.json',
    '{ "name": "shop", "type": "module", "scripts": { "test": "node --test tests/*.test.js" } }\n',
  );
  write('CLAUDE.md', '# Rules\n\nPrices are whole cents. Every change has a test.\n');
  write('README.md', '# shop\n\nA small shop.\n');
  write(
    'src/price.js',
    'export function total(items) {\n  return items.reduce((sum, item) => sum + item.price * item.count, 0);\n}\n',
  );
  write(
    'src/cart.js',
    "import { total } from './price.js';\n\nexport const summary = (items) => [items.length, 'items,', total(items)].join(' ');\n",
  );
  write(
    'tests/price.test.js',
    "import assert from 'node:assert';\nimport test from 'node:test';\nimport { total } from '../src/price.js';\n\ntest('adds up', () => assert.equal(total([{ price: 2, count: 3 }]), 6));\n",
  );
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'A User');
  git('config', 'user.email', 'user@example.com');
  git('add', '-A');
  git('commit', '-q', '-m', 'A small shop');

  // A task branch that an earlier session left.
  git('switch', '-q', '-c', 'llm_task_20250101-120000-0ld0ld00_from_main');
  write('src/old.js', 'export {};\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'Half of an old idea');
  git('switch', '-q', 'main');

  // The user is in the middle of something else.
  write('README.md', '# shop\n\nA small shop. (I am rewriting this sentence.)\n');
  write('todo.txt', 'buy milk\n');
}

async function connect() {
  const client = new Client({ name: 'demo', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program],
    env,
    cwd: root,
    stderr: 'inherit',
  });
  await client.connect(transport);
  return { client, pid: transport.pid };
}

let server;

async function call(name, args = {}) {
  const result = await server.client.callTool({ name, arguments: args });
  const answer = JSON.parse(result.content[0].text);
  assert.ok(!result.isError, `${name} was refused: ${result.content[0].text}`);
  return answer;
}

/** Prints what is due now and what is sent, submits it, and gives the answer. */
async function submit(asked, data) {
  say(`\n── step ${asked.step} · ${asked.phase}`);
  say(`   asked:    ${short(asked.instruction.split('\n')[0])}`);
  say(`   expected: ${JSON.stringify(asked.expected_payload)}`);
  say(`   sent:     ${short(JSON.stringify(data), 300)}`);
  const answer = await call('submit_phase', { data });
  const keys = [
    'reverted_from',
    'adopted_branch',
    'resolved_branches',
    'mapped_symbols',
    'task_branch',
    'progress',
    'all_complete',
    'verification',
    'failed_command',
    'evidence',
    'committed',
    'commit',
    'kept',
    'left',
    'merged',
    'warnings',
  ];
  for (const key of keys)
    if (answer[key] !== undefined && answer[key] !== null)
      say(`   ${key}: ${short(JSON.stringify(answer[key]), 400)}`);
  return answer;
}

async function run() {
  makeSample();
  say('code-intel: a whole /code session on a sample repository\n');
  say(indented(git('log', '--oneline', '--all', '--graph')));
  say(indented(git('status', '--short')));

  say(
    '\n$ code-intel init --yes   (writes the command, the settings and .code-intel/, proposes and allows "npm test")',
  );
  execFileSync(process.execPath, [program, 'init', '--yes'], { cwd: root, env, encoding: 'utf8' });
  git('add', '.mcp.json', '.claude', '.code-intel');
  git('commit', '-q', '-m', 'Set up code-intel', '--', '.mcp.json', '.claude', '.code-intel');

  server = await connect();
  let at = await call('start_session', {
    intent: 'MODIFY',
    query: 'Totals come out as 0.30000000000000004: round them to whole cents',
    flags: [],
  });
  say(
    `\nstart_session → session ${at.session_id}; rules: ${at.project_rules.join(', ')}; base branch: ${at.git.base_branch}`,
  );

  at = await submit(at, { choice: 'delete' });
  at = await submit(at, {
    documents_reviewed: [{ path: 'CLAUDE.md', matters: 'Prices are whole cents; every change has a test' }],
  });
  at = await submit(at, {
    action_type: 'fix',
    target_symbols: ['total'],
    scope: 'src/price.js',
    constraints: ['prices are whole cents'],
  });
  const found = await call('search_text', { pattern: 'total', word: true });
  say(
    `   (search_text "total": ${found.total_matches} matches in ${new Set(found.matches.map(({ file }) => file)).size} files)`,
  );
  at = await submit(at, {
    explored_files: ['src/price.js', 'src/cart.js', 'tests/price.test.js'],
    findings: ['total() adds floats: src/price.js:2'],
  });
  at = await submit(at, { needs_more_information: false, reason: 'every use of total is known' });
  at = await submit(at, { has_unverified_hypotheses: true, reason: 'the float sum is only suspected' });
  at = await submit(at, {
    hypotheses_verified: [
      { hypothesis: '0.1 × 3 is not 0.3 here', result: 'confirmed', evidence: 'src/price.js:2' },
    ],
  });

  const gate = await call('check_write_target', { file_path: 'src/price.js' });
  say(`\n   (may src/price.js be edited now? ${gate.allowed ? 'yes' : 'no'}: ${short(gate.reason, 120)})`);
  at = await submit(at, { needs_impact_analysis: true, reason: 'cart.js uses total' });
  at = await submit(at, {
    impact_summary: { 'src/cart.js': 'shows the total', 'tests/price.test.js': 'needs a case' },
  });
  at = await submit(at, {
    tasks: [
      { id: 'round', description: 'Round the total to whole cents', status: 'pending' },
      { id: 'test', description: 'Add a test with fractions', status: 'pending' },
    ],
  });
  write(
    'src/price.js',
    read('src/price.js')
      .replace('return items', 'return Math.ceil(items')
      .replace(', 0);', ', 0) * 100) / 100;'),
  );
  at = await submit(at, { task_id: 'round', summary: 'total() is rounded' });

  say('\n══ the server is killed here, and a new one is started ══');
  process.kill(server.pid, 'SIGKILL');
  await server.client.close();
  server = await connect();
  at = await call('get_session_status');
  assert.equal(at.recovered_from_checkpoint, true);
  say(
    `get_session_status → recovered: ${at.phase}, step ${at.step}, ${at.task_progress.progress} tasks done, branch ${at.branch.task_branch}`,
  );

  write(
    'tests/price.test.js',
    `${read('tests/price.test.js')}test('whole cents', () => assert.equal(total([{ price: 0.1, count: 3 }, { price: 1.001, count: 1 }]), 1.3));\n`,
  );
  at = await submit(at, { task_id: 'test', summary: 'a case with fractions' });
  at = await submit(at, {});
  at = await submit(at, { passed: true, details: 'I believe that it works' });
  assert.equal(
    at.reverted_from,
    'POST_IMPL_VERIFY',
    'the server ran the tests itself and did not believe the claim',
  );

  at = await submit(at, {
    tasks: [
      { id: 'round', description: 'Round the total to whole cents', status: 'completed' },
      { id: 'test', description: 'Add a test with fractions', status: 'completed' },
      { id: 'fix', description: 'Round to the nearest cent, not up', status: 'pending' },
    ],
  });
  write('src/price.js', read('src/price.js').replace('Math.ceil', 'Math.round'));
  at = await submit(at, { task_id: 'fix', summary: 'Math.round' });
  at = await submit(at, {});
  at = await submit(at, { passed: true, details: 'npm test' });
  const review = await call('review_changes');
  say(
    `   (review_changes: ${review.files.map(({ path, due }) => `${path}${due ? '' : ' (left)'}`).join(', ')})`,
  );
  at = await submit(at, {
    reviewed_files: ['src/price.js', 'tests/price.test.js'],
    commit_message: 'Round totals to whole cents',
  });
  at = await submit(at, { quality_score: 9, issues: [] });
  at = await submit(at, {});
  assert.equal(at.phase, 'SESSION_COMPLETE');

  say(`\n── ${at.phase}\n${indented(JSON.stringify(at.report, null, 2))}`);
  say('\nThe repository afterwards: the merge is in, and what the user was at is as it was.\n');
  say(indented(git('log', '--oneline', '--graph')));
  say(indented(git('status', '--short')));
  assert.match(git('log', '-1', '--format=%s'), /^Merge llm_task_/);
  assert.equal(git('status', '--short'), ' M README.md\n?? todo.txt');
  assert.deepEqual(
    readdirSync(join(root, '.code-intel/sessions')).filter((name) => name.endsWith('.json')),
    [],
  );
}

try {
  await run();
} finally {
  await server?.client.close();
  if (process.argv.includes('--keep')) say(`\nThe sample is in ${root}`);
  else if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
}
