import { describe, expect, it } from 'vitest';
import { phases } from '../../src/session/phases/index.ts';
import { revertToExploration } from '../../src/session/revert.ts';
import type { Session } from '../../src/session/session.ts';
import { type Verdict, writeGate } from '../../src/session/write-gate.ts';
import { speaker } from '../../src/text/text.ts';
import { at, good, session, started, take } from './support.ts';

const explored = { explored_files: ['src/a.ts', 'README.md'], findings: [] };
/** A session at each step, with what was explored. */
const standing = phases.flatMap((phase) =>
  phase.steps.map((step): [number, Session] => [
    step.step,
    session({ phase: phase.name, ready_substep: step.substep ?? null, exploration: explored }),
  ]),
);

const gate = (
  now: Session | null,
  path: string | null,
  over: { exists?: boolean; allowNewFiles?: boolean; conflicts?: readonly string[] } = {},
): Verdict => {
  const { exists = true, allowNewFiles = true, conflicts = [] } = over;
  return writeGate(now, { path, exists }, { allowNewFiles, conflicts });
};
const END = 'cleanup_stale_branches({ action: "end" })';
const say = speaker('en');

describe('what may be written, at every step', () => {
  it.each(standing)('step %i', (step, now) => {
    const open = step === 13 || step === 14;
    const expected: readonly [string, Verdict, boolean][] = [
      ['an explored file', gate(now, 'src/a.ts'), open],
      ['a file that was not explored', gate(now, 'src/b.ts'), false],
      ['a new file', gate(now, 'src/new.ts', { exists: false }), open],
      [
        'a new file where none is allowed',
        gate(now, 'src/new.ts', { exists: false, allowNewFiles: false }),
        false,
      ],
      ['a document', gate(now, 'docs/guide.md'), open],
      [
        'a new document where no new file is allowed',
        gate(now, 'docs/new.md', { exists: false, allowNewFiles: false }),
        open,
      ],
      ['Markdown at the top', gate(now, 'CHANGELOG.md'), open],
      ['Markdown elsewhere', gate(now, 'src/NOTES.md'), false],
      ['a folder that only begins like docs', gate(now, 'docs2/a.ts'), false],
      ['a folder named docs further down', gate(now, 'src/docs/a.ts'), false],
      ['an explored file in a conflict', gate(now, 'src/b.ts', { conflicts: ['src/b.ts'] }), step === 19],
      ['the session state', gate(now, '.code-intel/sessions/x.json'), false],
      ['the folder of the session state', gate(now, '.code-intel/sessions'), false],
      ['new session state', gate(now, '.code-intel/sessions/x.json', { exists: false }), false],
      ['outside the repository', gate(now, null), true],
      ['another working tree', gate(now, '.claude/worktrees/agent-1/src/b.ts'), true],
    ];
    for (const [what, verdict, allowed] of expected) {
      expect(verdict.allowed, what).toBe(allowed);
      expect(say(verdict.reason).length).toBeGreaterThan(10);
      // Every refusal says how to leave the session; what is allowed needs no way out.
      if (allowed) expect(verdict.recovery).toEqual([]);
      else expect(verdict.recovery, what).toContain(END);
    }
  });

  it.each(standing)(
    'step %i under --fast and --quick: everything at 13 and 14, nothing else',
    (step, now) => {
      for (const flag of ['fast_mode', 'quick_mode']) {
        const free = { ...now, [flag]: true, exploration: null };
        const open = step === 13 || step === 14;
        expect(gate(free, 'src/b.ts').allowed).toBe(open);
        expect(gate(free, 'src/new.ts', { exists: false }).allowed).toBe(open);
        expect(gate(free, '.code-intel/sessions/x.json').allowed).toBe(false);
      }
    },
  );

  it.each(standing)('a refusal at step %i names phase and step', (step, now) => {
    const { reason } = gate(now, 'src/b.ts');
    if (step === 13 || step === 14) expect(reason.values).toEqual({ path: 'src/b.ts' });
    else expect(reason.values).toEqual({ phase: now.phase, step });
  });

  it.each<[number, string[]]>([
    [5, ['submit_phase', END]],
    [12, ['submit_phase', END]],
    [13, ['add_explored_files({ files: ["src/b.ts"] })', END]],
    [15, ['submit_phase', 'revert_to_exploration({ keep_results: true })', END]],
    [19, ['submit_phase', 'revert_to_exploration({ keep_results: true })', END]],
  ])('at step %i names the calls that would allow it', (step, recovery) => {
    const now = standing.find(([each]) => each === step)?.[1] ?? null;
    expect(gate(now, 'src/b.ts').recovery).toEqual(recovery);
  });

  it('without a session, and after its end, everything', () => {
    for (const now of [null, session({ phase: 'SESSION_COMPLETE' })])
      for (const path of ['src/b.ts', 'src/new.ts', null]) expect(gate(now, path).allowed).toBe(true);
  });

  it('an investigation never writes', () => {
    expect(gate(started([], { intent: 'QUESTION' }), 'src/a.ts').allowed).toBe(false);
    expect(gate(started(['--only-verify']), 'src/a.ts').allowed).toBe(false);
  });
});

describe('a file becomes writable', () => {
  it('by being explored, and stays so for this session', () => {
    const now = at(13);
    expect(now.exploration?.explored_files).toEqual(['src/a.ts']);
    expect(gate(now, 'src/a.ts').allowed).toBe(true);
    expect(gate(now, 'src/b.ts').allowed).toBe(false);
    expect(gate(now, 'src/A.ts').allowed).toBe(false);
  });

  it('by a way back that keeps the results: both are writable then', () => {
    const reverted = revertToExploration(at(13), true);
    expect(gate(reverted, 'src/a.ts').allowed).toBe(false);
    const back = take(reverted, { explored_files: ['src/b.ts'], findings: [] }).session;
    const now = take(back, good(back)).session;
    for (const path of ['src/a.ts', 'src/b.ts']) expect(gate(now, path).allowed).toBe(true);
  });

  it('a way back that clears the results takes that away', () => {
    let now = revertToExploration(at(13), false);
    now = take(now, { explored_files: ['src/b.ts'], findings: [] }).session;
    while (now.ready_substep !== 'implementing') now = take(now, good(now)).session;
    expect(gate(now, 'src/a.ts').allowed).toBe(false);
    expect(gate(now, 'src/b.ts').allowed).toBe(true);
  });
});
