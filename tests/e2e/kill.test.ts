import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { Answer } from '../support/project.ts';
import { Gone, type ProjectFolder, type StdioClient } from '../support/stdio-client.ts';
import { nextPayload, projection, remains, request, userAtWork } from './scripted-session.ts';

/** The full figure of `npm run test:long`, or its sample; or as many as are asked for. The seed is told where a trial fails. */
const KILLS = Number(process.env.CODE_INTEL_TEST_KILLS ?? (process.env.CODE_INTEL_LONG ? 1000 : 50));
const SEED = Number(process.env.CODE_INTEL_TEST_SEED ?? 20_261_130);

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One call of the session, for the record of how long each takes. */
const keyOf = (name: string, step: unknown): string => (name === 'submit_phase' ? `step ${step}` : name);

/** The state after each submission of a session that nobody killed, how long its calls took, and what it left. */
interface Reference {
  readonly states: Map<number, ReturnType<typeof projection>>;
  readonly briefs: Map<number, unknown>;
  readonly durations: Map<string, number[]>;
  readonly remains: ReturnType<typeof remains>;
}

const briefOf = ({ phase, step, expected_payload, call }: Answer) => ({
  phase,
  step,
  expected_payload,
  call,
});

const folders: ProjectFolder[] = [];
afterAll(() => Promise.all(folders.map((folder) => folder.close())));

async function undisturbed(): Promise<Reference> {
  const folder = userAtWork();
  folders.push(folder);
  const client = await folder.open();
  const states = new Map<number, ReturnType<typeof projection>>();
  const briefs = new Map<number, unknown>();
  const durations = new Map<string, number[]>();
  const timed = async (key: string, name: string, args?: Record<string, unknown>) => {
    const began = performance.now();
    const answer = await client.call(name, args);
    durations.set(key, [...(durations.get(key) ?? []), performance.now() - began]);
    if (answer.isError) throw new Error(`${key}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const note = (answer: Answer) => {
    const [saved] = folder.checkpoints();
    if (!saved) return;
    states.set(Number(saved.submissions), projection(saved));
    briefs.set(Number(saved.submissions), briefOf(answer));
  };
  let answer = await timed('start_session', 'start_session', request);
  note(answer);
  while (answer.phase !== 'SESSION_COMPLETE') {
    const data = await nextPayload(folder, answer, (name, args) => timed(name, name, args));
    answer = await timed(`step ${answer.step}`, 'submit_phase', { data });
    note(answer);
  }
  await client.close();
  return { states, briefs, durations, remains: remains(folder) };
}

interface Trial {
  readonly folder: ProjectFolder;
  readonly reference: Reference;
  readonly random: () => number;
  /** Steps of the last answer that was received, and of the checkpoint then. */
  acknowledged: number;
  started: boolean;
  readonly story: string[];
}

/** Where a life ends: after so many calls, then so far into the next one. */
function mortality({ random, reference }: Trial) {
  const heavy = random() < 0.5;
  const calls = Math.floor(random() * 4);
  const part = random() * 1.2;
  return (key: string, made: number): number | null => {
    const known = reference.durations.get(key) ?? [50];
    const usual = known[Math.floor(random() * known.length)] ?? 50;
    return made >= calls && (!heavy || usual > 40 || made > 12) ? usual * part : null;
  };
}

/** The file is the state before, the state before with its intention, or the state after: never neither. */
function checkSaved({ folder, reference, acknowledged, started, story }: Trial): void {
  const saved = folder.checkpoints();
  expect(saved.length, story.join('\n')).toBeLessThanOrEqual(1);
  const [session] = saved;
  if (!session) {
    if (started) expect(acknowledged, story.join('\n')).toBe(reference.states.size - 1);
    return;
  }
  const submissions = Number(session.submissions);
  expect([acknowledged, acknowledged + 1], story.join('\n')).toContain(submissions);
  expect(projection(session), story.join('\n')).toEqual(reference.states.get(submissions));
  if (session.pending !== null) expect(submissions, story.join('\n')).toBe(acknowledged);
}

/** A resumed status stands where the last answer did, or one further, with the same tasks and counters. */
function checkStatus(trial: Trial, status: Answer): void {
  const { folder, reference, acknowledged, story } = trial;
  const [session] = folder.checkpoints();
  const submissions = Number(session?.submissions);
  expect([acknowledged, acknowledged + 1], story.join('\n')).toContain(submissions);
  expect(session?.pending, story.join('\n')).toBeNull();
  expect(briefOf(status), story.join('\n')).toEqual(reference.briefs.get(submissions));
  const state = reference.states.get(submissions) as Record<string, unknown>;
  const shown = (status.tasks as { id: string; status: string }[]).map(({ id, status }) => ({ id, status }));
  expect(shown, story.join('\n')).toEqual(
    (state.tasks as { id: string; status: string }[]).map(({ id, status }) => ({ id, status })),
  );
  for (const [name, count] of Object.entries(status.counters))
    expect([name, count], story.join('\n')).toEqual([name, state[name]]);
  trial.acknowledged = submissions;
}

/** One life of a server: goes on with the session until it is killed. Answers whether the session is over. */
async function live(trial: Trial, mortal: boolean): Promise<'killed' | 'complete'> {
  const { folder, story } = trial;
  const client: StdioClient = await folder.open();
  const dies = mortality(trial);
  let made = 0;
  const call = async (key: string, name: string, args?: Record<string, unknown>): Promise<Answer> => {
    const after = mortal ? dies(key, made++) : null;
    const answer = client.begin(name, args).answer;
    if (after === null) return answer;
    story.push(`killed ${after.toFixed(1)} ms into ${key}`);
    await wait(after);
    await client.kill();
    throw new Gone('killed');
  };
  try {
    let answer = await call('get_session_status', 'get_session_status');
    if (answer.error === 'no_session') {
      // Nothing there: never begun, or finished with the answer lost.
      if (trial.started && folder.git('log', '-1', '--format=%s', 'main').startsWith('Merge '))
        return 'complete';
      expect(trial.acknowledged, story.join('\n')).toBe(0);
      answer = await call('start_session', 'start_session', request);
    } else if (answer.phase !== 'SESSION_COMPLETE') {
      expect(answer.recovered_from_checkpoint, story.join('\n')).toBe(true);
      checkStatus(trial, answer);
    }
    trial.started = true;
    while (answer.phase !== 'SESSION_COMPLETE') {
      const data = await nextPayload(folder, answer, (name, args) => call(name, name, args));
      const key = keyOf('submit_phase', answer.step);
      const next = await call(key, 'submit_phase', { data });
      if (next.isError) throw new Error(`${key} refused: ${JSON.stringify(next)}\n${story.join('\n')}`);
      answer = next;
      trial.acknowledged += 1;
      story.push(`${key} taken`);
    }
    return 'complete';
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
    return 'killed';
  } finally {
    await client.kill();
  }
}

test(
  `a server that is killed ${KILLS} times leaves, in the end, what one leaves that is never killed`,
  async () => {
    const reference = await undisturbed();
    const random = numbers(SEED);
    let kills = 0;
    for (let session = 1; kills < KILLS; session++) {
      const folder = userAtWork();
      folders.push(folder);
      const story = [`seed ${SEED}, session ${session}`];
      const trial: Trial = { folder, reference, random, acknowledged: 0, started: false, story };
      for (;;) {
        const end = await live(trial, kills < KILLS);
        if (end === 'complete') break;
        kills += 1;
        checkSaved(trial);
      }
      expect(remains(folder), story.join('\n')).toEqual(reference.remains);
      await folder.close();
    }
    expect(kills).toBe(KILLS);
  },
  Math.max(300_000, KILLS * 6_000),
);
