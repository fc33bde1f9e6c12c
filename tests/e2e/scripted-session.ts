/** A whole session as a deterministic model goes through it, and what a finished one leaves: for the trials by kill. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../support/project.ts';
import { makeFolder, type ProjectFolder } from '../support/stdio-client.ts';

const STALE = 'llm_task_20260101-000000-deadbeef_from_main';

/** A repository with a user at work in it, and a task branch that an earlier session left. */
export function userAtWork(): ProjectFolder {
  const folder = makeFolder({
    files: {
      'README.md': 'A project.\n',
      'src/one.ts': 'export const one = 1;\n',
      'src/two.ts': "import { one } from './one.ts';\n",
      'src/three.ts': 'export const three = 3;\n',
      'src/old.ts': 'export const old = 0;\n',
      'src/dirty.ts': 'export const dirty = 0;\n',
      'src/staged.ts': 'export const staged = 0;\n',
      'src/both.ts': 'export const both = 0;\n',
    },
    commands: ['grep -q "one = 2" src/one.ts && sleep 0.1'],
  });
  const { git, write } = folder;
  git('switch', '-q', '-c', STALE);
  write('src/stale.ts', 'export const stale = 1;\n');
  git('add', '-A', '--', 'src');
  git('commit', '-q', '-m', 'left by an earlier session');
  git('switch', '-q', 'main');
  write('src/dirty.ts', 'export const dirty = 1; // by the user\n');
  write('src/staged.ts', 'export const staged = 1; // by the user\n');
  write('src/both.ts', 'export const both = 1; // by the user\n');
  git('add', 'src/staged.ts', 'src/both.ts');
  write('src/both.ts', 'export const both = 2; // by the user\n');
  write('notes.txt', 'of the user\n');
  folder.hook('pre-commit', 'echo the hook speaks; cat >/dev/null; sleep 0.15');
  return folder;
}

export const request = { intent: 'MODIFY', query: 'make one two', flags: [] };

type Caller = (name: string, args?: Record<string, unknown>) => Promise<Answer>;

const pending = (id: string, description: string) => ({ id, description, status: 'pending' });
const firstPlan = [pending('t1', 'one is 2'), pending('t2', 'a new file'), pending('t3', 'no old file')];
const secondPlan = [
  ...firstPlan.map((task) => ({ ...task, status: 'completed' })),
  pending('t4', 'polish three'),
];

/** Does what a task asks for; done twice, it is as done once. */
function work({ root, write }: ProjectFolder, id: unknown): void {
  if (id === 't1') write('src/one.ts', 'export const one = 2;\n');
  if (id === 't2') {
    write('src/new.ts', 'export const fresh = 1;\n');
    write('scratch.txt', 'not to be kept\n');
  }
  if (id === 't3') rmSync(join(root, 'src/old.ts'), { force: true });
  if (id === 't4') write('src/three.ts', 'export const three = 3; // polished\n');
}

/** The next payload, from nothing but what the server answers and what lies in the project. */
export async function nextPayload(folder: ProjectFolder, answer: Answer, call: Caller): Promise<unknown> {
  const reason = 'because';
  switch (answer.step) {
    case 2:
      return { choice: 'delete' };
    case 3:
      return { documents_reviewed: ['README.md'] };
    case 4:
      return { action_type: 'modify', target_symbols: ['one'], scope: 'src', constraints: [] };
    case 5:
      return { explored_files: ['src/one.ts', 'src/two.ts'], findings: ['one is used by two'] };
    case 6:
      return { needs_more_information: true, reason };
    case 7:
      return { search_results: ['src/two.ts:1'] };
    case 8:
      return { has_unverified_hypotheses: true, reason };
    case 9:
      return { hypotheses_verified: [{ hypothesis: 'h', result: 'confirmed', evidence: 'seen' }] };
    case 10:
      return { needs_impact_analysis: true, reason };
    case 11:
      return { impact_summary: { files: ['src/two.ts'] } };
    case 12: {
      const { counters } = await call('get_session_status');
      return { tasks: counters.quality_revert_count > 0 ? secondPlan : firstPlan };
    }
    case 13: {
      const { id: due } = answer.next_task ?? answer.task_progress.next_task;
      work(folder, due);
      return { task_id: due, summary: `did ${due}` };
    }
    case 15:
      return { passed: true, details: 'looked at it' };
    case 17: {
      const review = await call('review_changes');
      const due = (review.files as { path: string; due: boolean }[]).filter((file) => file.due);
      return {
        reviewed_files: due.map(({ path }) =>
          path === 'scratch.txt' ? { path, decision: 'discard', reason: 'scratch' } : path,
        ),
        commit_message: 'one is two',
      };
    }
    case 18:
      return folder.read('src/three.ts').includes('polished')
        ? { quality_score: 9, issues: [] }
        : { quality_score: 4, issues: ['three is not polished'] };
    default:
      return {};
  }
}

/** What of a saved session must be the same however often its server died. */
export const projection = (session: Record<string, unknown>) => {
  const {
    session_id: _id,
    checkpoint_at: _at,
    created_at: _created,
    owner: _owner,
    pending: _pending,
    start_snapshot: _start,
    ready_snapshot: _ready,
    reviewed_snapshot: _reviewed,
    verify_snapshots: _verify,
    evidence,
    task_branch,
    task_tip: _tip,
    stale_branches: stale,
    commits,
    discarded_files: discarded,
    ...rest
  } = session;
  return {
    ...rest,
    evidence: (evidence as { kind: string } | null)?.kind ?? null,
    task_branch: task_branch !== null,
    commits: (commits as unknown[]).length,
    stale_branches: (stale as { branch: string }[]).map(({ branch }) => branch),
    discarded_files: (discarded as { path: string }[]).map(({ path }) => path),
  };
};

function filesBelow(folder: string, prefix = ''): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) =>
      statSync(join(folder, name)).isDirectory()
        ? filesBelow(join(folder, name), `${prefix}${name}/`)
        : [`${prefix}${name}`],
    );
}

/** Everything that a finished session leaves, with what differs by time and name taken out. */
export function remains(folder: ProjectFolder) {
  const { git, root } = folder;
  const plain = (text: string) =>
    text
      .replaceAll(/\d{8}-\d{6}-[0-9a-f]{8}/g, (id) => (id.endsWith('deadbeef') ? id : '<session>'))
      .replaceAll(/trash\/\d{8}T\d{6}Z-[0-9a-f]{4}/g, 'trash/<time>')
      .replaceAll(/files-[0-9a-f]{12}/g, 'files-<commit>')
      .split('\n')
      .filter(Boolean);
  const projectFiles = filesBelow(root).filter((path) => !/^\.(git|code-intel)\//.test(path));
  return {
    head: git('symbolic-ref', 'HEAD').trim(),
    log: git('log', '--format=%H', 'main')
      .split('\n')
      .filter(Boolean)
      .map((id) => ({
        message: plain(git('log', '-1', '--format=%B', id)),
        tree: git('rev-parse', `${id}^{tree}`).trim(),
        parents: git('log', '-1', '--format=%P', id).trim().split(' ').filter(Boolean).length,
      })),
    status: git('status', '--porcelain').split('\n'),
    index: git('ls-files', '-s').split('\n'),
    files: Object.fromEntries(projectFiles.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
    refs: plain(git('for-each-ref', '--format=%(refname) %(tree)')).sort(),
    gitFolder: filesBelow(join(root, '.git')).filter((path) => !/^(objects|logs|refs|hooks)\//.test(path)),
    ownFolder: filesBelow(join(root, '.code-intel'))
      // The lock's claims stay, the newest nine.
      .filter((path) => !/^sessions\/lock\/\d+(\.free)?$/.test(path))
      // What the index keeps is there or not, by when the server ended: it is made anew where it is missing.
      .filter((path) => !path.startsWith('cache/'))
      .flatMap(plain),
    stash: git('stash', 'list'),
  };
}
