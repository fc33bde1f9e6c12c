import { z } from 'zod';
import type { ImpactAnswer } from '../../code/navigation.ts';
import { LIST_BUDGET } from '../../code/page.ts';
import { awaitsImpact, rememberImpact } from '../../session/remember.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message, type Say } from '../../text/text.ts';
import { remember } from '../session/remember.ts';
import { defineTool } from '../tool.ts';
import { about, noted } from './about.ts';

/** The lists of the answer that a page is cut from, each by the same window. */
const LISTS = ['direct', 'indirect', 'tests', 'inheritance', 'documents', 'naming'] as const;
/** What the lists may take: the rest of a page is for the files to verify and the reasons. */
const PAGE_BUDGET = LIST_BUDGET - 8_000;
/** So many files to verify are named. */
const MOST_FILES = 200;

/** `analyze_impact`: what a change of files or symbols reaches (code-intelligence.md, Impact). */
export const analyzeImpact = defineTool({
  name: 'analyze_impact',
  title: 'Analyze the impact of a change',
  description:
    'What a change of files or symbols reaches: who uses them and who uses those (with the path of calls), overrides and implementations, tests, documents, siblings by name. `must_verify` are files tied for certain, `should_verify` the rest. `risk` is never low where something could not be resolved.',
  searchHint:
    'impact affects affected change changes breaks break callers caller dependents dependencies risk blast radius refactor who uses tests verify',
  readOnly: true,
  input: z.object({
    targets: z
      .union([z.string(), z.array(z.string())])
      .describe('Files or symbols (`name`, `Class.member`) that change; text or list'),
    change_description: z.string().optional().describe("What is changed; kept in the session's report"),
    depth: z.int().min(1).max(5).default(2).describe('How many steps of users of users'),
    max_results: z.int().min(1).max(500).default(50).describe('Most entries of each list'),
    offset: z.int().min(0).default(0).describe('Entries of each list to pass over'),
  }),
  async run(args, context, call) {
    const { say } = context;
    const targets = await targetsOf(args.targets, context.files);
    if (targets.length === 0)
      throw new Refusal('invalid_arguments', message('navigation.impact_no_targets'), { key: 'targets' });
    const answer = await context.navigation.impact({ targets, depth: args.depth }, call);
    const kept = await remember(context, (session) =>
      awaitsImpact(session)
        ? rememberImpact(session, answer.must_verify, args.change_description?.trim() ?? '')
        : session,
    );
    return { ...paged(answer, args.offset, args.max_results), ...described(answer, say, kept) };
  },
});

/** Files by their path in the project, whatever way they are written; the rest are symbols. Refuses what leads outside. */
async function targetsOf(
  sent: string | readonly string[],
  files: { locate(path: string): Promise<{ path: string; kind: string }> },
): Promise<string[]> {
  const list = (typeof sent === 'string' ? [sent] : sent).map((target) => target.trim()).filter(Boolean);
  const targets: string[] = [];
  for (const target of list.slice(0, 50)) {
    const looksLikePath = /[/\\]|\.\w{1,6}$/.test(target);
    const located = await files.locate(target).catch((error: unknown) => {
      if (error instanceof Refusal && !looksLikePath) return null;
      throw error;
    });
    if (located?.kind === 'folder')
      throw new Refusal('invalid_arguments', message('navigation.impact_folder', { path: located.path }), {
        key: 'targets',
      });
    targets.push(located?.kind === 'file' ? located.path : target);
  }
  return [...new Set(targets)];
}

/** The same window of each list; narrowed until they fit into a page. */
function paged(answer: ImpactAnswer, offset: number, most: number) {
  const total = Math.max(...LISTS.map((name) => answer[name].length));
  let width = Math.min(most, Math.max(1, total - offset));
  const window = () =>
    Object.fromEntries(LISTS.map((name) => [name, answer[name].slice(offset, offset + width)]));
  while (width > 1 && JSON.stringify(window()).length > PAGE_BUDGET) width = Math.ceil(width / 2);
  const next = offset + width;
  const counts = Object.fromEntries(LISTS.map((name) => [name, answer[name].length]));
  const returned = LISTS.reduce((sum, name) => sum + answer[name].slice(offset, next).length, 0);
  return {
    risk: answer.risk,
    must_verify: answer.must_verify.slice(0, MOST_FILES),
    should_verify: answer.should_verify.slice(0, MOST_FILES),
    ...window(),
    totals: { ...counts, must_verify: answer.must_verify.length, should_verify: answer.should_verify.length },
    total_matches: LISTS.reduce((sum, name) => sum + answer[name].length, 0),
    returned_matches: returned,
    truncated: next < total,
    ...(next < total && { next_offset: next }),
  };
}

function described(answer: ImpactAnswer, say: Say, kept: boolean) {
  const { unresolved } = answer;
  return {
    risk_reasons: answer.risk_reasons.map((reason) => say(noted(reason))),
    targets: answer.targets.map(({ target, kind, symbols }) => ({
      target,
      kind,
      symbols: symbols.length,
      ...(symbols.length > 1 &&
        kind === 'symbol' && {
          definitions: symbols.slice(0, 10).map(({ file, line }) => `${file}:${line}`),
        }),
    })),
    ...about(answer, say, [
      unresolved.length > 0 &&
        message('navigation.impact_unknown_targets', {
          targets: unresolved
            .map(({ target, suggestions }) =>
              suggestions.length > 0 ? `${target} (${suggestions.slice(0, 3).join(', ')}?)` : target,
            )
            .join(', '),
        }),
      kept && answer.must_verify.length > 0 && message('navigation.impact_kept'),
    ]),
  };
}
