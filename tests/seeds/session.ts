import { afterAll } from 'vitest';
import { type Answer, openProject, type Project, type ProjectOptions } from '../support/project.ts';

interface Begin extends ProjectOptions {
  readonly intent?: 'IMPLEMENT' | 'MODIFY' | 'INVESTIGATE' | 'QUESTION';
  readonly query?: string;
  /** Done to the project before the session begins. */
  readonly before?: (project: Project) => void;
}

interface Answers {
  readonly q1?: boolean;
  readonly q2?: boolean;
  readonly q3?: boolean;
}

/** One session over the real tools, with the steps that it visited. */
export interface Run {
  readonly project: Project;
  /** The answer of start_session. */
  readonly first: Answer;
  /** Submits, and remembers the answer as the last. */
  submit(data: unknown): Promise<Answer>;
  /** Submits what leads on until the step is due (null: to the end); the last answer. */
  to(step: number | null, answers?: Answers): Promise<Answer>;
  readonly visited: readonly number[];
}

/** The tests of a file run side by side: their projects are removed when all have ended. */
const opened: Project[] = [];
afterAll(() => Promise.all(opened.map((each) => each.close())));

export async function project(options: ProjectOptions = {}): Promise<Project> {
  const made = await openProject(options);
  opened.push(made);
  return made;
}

export const start = (
  at: Project,
  flags: readonly string[] = [],
  { intent = 'MODIFY', query = 'make a two' }: Pick<Begin, 'intent' | 'query'> = {},
): Promise<Answer> => at.call('start_session', { intent, query, flags });

/** Opens a project and a session in it. */
export async function begin(flags: readonly string[] = [], options: Begin = {}): Promise<Run> {
  const made = await project(options);
  options.before?.(made);
  return run(made, await start(made, flags, options));
}

/** Goes on with a session from its last answer. */
export function run(at: Project, first: Answer): Run {
  let last = first;
  const visited: number[] = [];
  const submit = async (data: unknown) => {
    const answer = await at.submit(data);
    if (!answer.isError) {
      visited.push(last.step as number);
      last = answer;
    }
    return answer;
  };
  return {
    project: at,
    first,
    submit,
    visited,
    async to(step, answers = {}) {
      for (let count = 0; last.step !== step; count++) {
        if (count > 40 || last.step === null) throw new Error(`step ${step} was not reached: ${visited}`);
        const answer = await submit(await leading(at, last, answers));
        if (answer.isError) throw new Error(JSON.stringify(answer));
      }
      return last;
    },
  };
}

/** How often a file of the project was changed by these tests: each change is a new content. */
let edits = 0;

export const TASKS = [{ id: 'task_1', description: 'make a two', status: 'pending' }];

/** What leads on from an answer; at step 13 the file is really edited. */
async function leading(at: Project, last: Answer, { q1 = false, q2 = false, q3 = false }: Answers) {
  const reason = 'seen';
  switch (last.step) {
    case 2:
      return { choice: 'continue' };
    case 3:
      return { documents_reviewed: [] };
    case 4:
      return { action_type: 'modify', target_symbols: ['a'], scope: 'src', constraints: [] };
    case 5:
      return { explored_files: ['src/a.ts'], findings: ['src/a.ts:1 holds a'] };
    case 6:
      return { needs_more_information: q1, reason };
    case 7:
      return { search_results: ['src/b.ts uses a'] };
    case 8:
      return { has_unverified_hypotheses: q2, reason };
    case 9:
      return {
        hypotheses_verified: [{ hypothesis: 'a is used', result: 'confirmed', evidence: 'src/b.ts:1' }],
      };
    case 10:
      return { needs_impact_analysis: q3, reason };
    case 11:
      return { impact_summary: { 'src/b.ts': 'uses a' } };
    case 12:
      return { tasks: TASKS };
    case 13:
      at.write('src/a.ts', `export const a = 2; // ${++edits}\n`);
      return { task_id: last.next_task.id, summary: 'a is two' };
    case 15:
      return { passed: true, details: 'the tests are green' };
    case 16:
      return { prompt_used: 'structure_review', action_taken: 'looked at the structure' };
    case 17: {
      const { files } = await at.call('review_changes');
      return {
        reviewed_files: (files as { path: string; due: boolean }[])
          .filter(({ due }) => due)
          .map(({ path }) => path),
        commit_message: 'a is two',
      };
    }
    case 18:
      return { quality_score: 9, issues: [] };
    default:
      return {};
  }
}

/** The names of a test plan against the titles of a test file: what is missing, and what is there twice. */
export function againstPlan(
  plan: readonly string[],
  source: string,
): { missing: string[]; repeated: string[] } {
  const titled = (name: string) => source.split(`test('${name}: `).length - 1;
  return {
    missing: plan.filter((name) => titled(name) === 0),
    repeated: plan.filter((name) => titled(name) > 1),
  };
}
