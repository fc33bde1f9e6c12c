/**
 * What the documents take from the code, by the name that stands in their markers. One place says each of these things;
 * the documents repeat it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { flagTable } from '../src/session/flags.ts';
import type { Phase } from '../src/session/phase.ts';
import { phases } from '../src/session/phases/index.ts';
import { isPresent } from '../src/session/route.ts';
import { type Flag, type Intent, Session } from '../src/session/session.ts';
import { type Language, type MessageKey, message, speaker } from '../src/text/text.ts';
import { tools } from '../src/tools/index.ts';

export type SectionName = 'rules' | 'select' | 'flags' | 'steps' | 'tools' | 'matrix' | 'bench';

/** The critical rules, in the order of the server's instructions. */
const rules = [
  'server.rule_submit',
  'server.rule_no_edit',
  'server.rule_in_doubt',
  'server.rule_resume_alone',
  'server.rule_subagents',
] as const satisfies readonly MessageKey[];

/** Each section as Markdown, without its markers. */
export const sections: Readonly<Record<SectionName, (language: Language) => string>> = {
  rules: (language) =>
    rules.map((rule, index) => `${index + 1}. ${speaker(language)(message(rule))}`).join('\n'),

  select: () =>
    `    select:${tools
      .filter(({ sessionTool }) => !sessionTool)
      .map(({ name }) => name)
      .join(',')}`,

  flags: (language) => flagTable(language).trim(),

  steps: (language) => {
    const say = speaker(language);
    return table(
      [say(message('cli.docs_step')), say(message('cli.docs_phase'))],
      [
        ['1', '(`start_session`)'],
        ...phases.flatMap(({ name, steps }) =>
          steps.map(({ step, substep }) => [
            String(step),
            substep === undefined ? name : `${name}, ${substep}`,
          ]),
        ),
      ],
    );
  },

  tools: (language) =>
    table(
      [speaker(language)(message('cli.docs_tool')), speaker(language)(message('cli.docs_tool_purpose'))],
      tools.map(({ name, title }) => [`\`${name}\``, title]),
    ),

  matrix: (language) =>
    table(
      [
        speaker(language)(message('cli.docs_step')),
        speaker(language)(message('cli.docs_phase')),
        ...columns.map(([name]) => name),
      ],
      phases.map((phase) => [
        stepsOf(phase),
        phase.name,
        ...columns.map(([, traits]) => cell(phase, traits)),
      ]),
      2,
    ),

  bench: () => benchTable('bench/results.json'),
};

/** The kinds of session that the phase matrix tells apart. */
const columns: readonly (readonly [string, { intent?: Intent } & Partial<Record<Flag, true>>])[] = [
  ['default', {}],
  ['investigation', { intent: 'INVESTIGATE' }],
  ['`--no-verify`', { no_verify: true }],
  ['`--no-quality`', { no_quality: true }],
  ['`--fast`', { fast_mode: true }],
  ['`--quick`', { quick_mode: true }],
  ['`--no-doc`', { no_doc: true }],
  ['`-ni`', { no_intervention: true }],
];

function cell(phase: Phase, traits: (typeof columns)[number][1]): string {
  const session = Session.parse({
    session_id: 'the-matrix',
    intent: 'IMPLEMENT',
    query: '',
    phase: 'QUERY_FRAME',
    ...traits,
  });
  if (!isPresent(phase, session)) return '—';
  return phase.detour ?? '✅';
}

function stepsOf({ steps }: Phase): string {
  const numbers = steps.map(({ step }) => step);
  return numbers.length === 1 ? `${numbers[0]}` : `${Math.min(...numbers)}-${Math.max(...numbers)}`;
}

/** A Markdown table; columns from `centred` on are centred. */
function table(head: readonly string[], rows: readonly (readonly string[])[], centred = head.length): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index < centred ? '---' : ':-:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** What `npm run bench` wrote last, or that it was not run. */
function benchTable(file: string): string {
  if (!existsSync(file))
    return 'Not measured yet: `npm run bench` writes `bench/results.json`, from which this table comes.';
  const { machine, rows } = JSON.parse(readFileSync(file, 'utf8')) as {
    machine: string;
    rows: { what: string; ours: string; peer: string; ratio: string; target: string }[];
  };
  return `${table(
    ['what', 'ours', 'measured against', 'ratio', 'to reach'],
    rows.map(({ what, ours, peer, ratio, target }) => [what, ours, peer, ratio, target]),
  )}\n\nMedians, ${machine}. \`npm run bench\` measures again.`;
}
