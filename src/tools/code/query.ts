import { z } from 'zod';
import { resolvePattern } from '../../code/file-pattern.ts';
import type { AboutAnswer, FoundDefinition } from '../../code/navigation.ts';
import { fitting } from '../../code/page.ts';
import { isTestPath } from '../../code/path-roles.ts';
import type { Completeness, Skipped, TextQuery } from '../../code/ports.ts';
import { planOf, type QueryPlan, stem } from '../../code/query-plan.ts';
import { fuse, type HitList, type QueryHit, type RankedHit } from '../../code/query-rank.ts';
import { explainSkipped } from '../../code/skipped.ts';
import { Refusal } from '../../shared/refusal.ts';
import { escapeRegex } from '../../shared/regex.ts';
import { message } from '../../text/text.ts';
import type { ToolContext } from '../context.ts';
import { type Call, defineTool } from '../tool.ts';
import { placeOf } from './place.ts';

/** Each search takes so many hits at most; what matters is at the top of its list. */
const MOST_HITS = 40;
const SNIPPET_LINES = 6;
const SNIPPET_CHARACTERS = 600;
/** Matches of the words of a question that are read to find the files that speak of most of them. */
const MOST_WORD_MATCHES = 1_000;

/** What was run, in the order it ran: the answer's `plan`. */
interface Ran {
  readonly tool: string;
  readonly what: string;
  readonly found: number;
}

interface Gathered {
  readonly lists: HitList[];
  readonly ran: Ran[];
  readonly engines: Set<string>;
  readonly skipped: Map<string, Skipped>;
  completeness: Completeness;
}

/** `query`: a free text — names, files, quotations, errors, questions — answered by the searches that fit it (tools.md). */
export const query = defineTool({
  name: 'query',
  title: 'Query the code in free text',
  description:
    'Answers a free text: recognises names, files, quoted text, error messages with stack traces, and questions (English or Japanese), runs the searches that fit (`plan` says which) and ranks what they found together. `why` and `found_by` say how each place was found.',
  searchHint:
    'query question ask where how find search code natural language error stack trace smart intelligent',
  readOnly: true,
  input: z.object({
    text: z.string().min(1).describe('What you look for: a name, a file, an error message, a question'),
    path: z.string().optional().describe('Folder or file to look in; default: the whole project'),
    max_results: z.int().min(1).max(200).default(20).describe('Most places to answer with'),
    offset: z.int().min(0).default(0).describe('Places to pass over: `next_offset` of the page before'),
  }),
  async run(args, context, call) {
    if (args.text.trim() === '')
      throw new Refusal('invalid_arguments', message('navigation.query_empty'), { key: 'text' });
    const place = await placeOf(args.path, context, call.signal);
    const plan = planOf(args.text);
    const gathered: Gathered = {
      lists: [],
      ran: [],
      engines: new Set(),
      skipped: new Map(),
      completeness: 'exact',
    };
    const within: Within = { path: place.path, context, call, gathered };
    if (plan.places.length + plan.files.length > 0) {
      const listed = await context.fileList.files({
        path: place.path,
        includeIgnored: false,
        signal: call.signal,
      });
      byPlaces(plan, listed, within);
      byFiles(plan, listed, within);
    }
    await bySymbols(plan, within);
    await byLiterals(plan, within);
    await byWords(plan, within);

    const ranked = fuse(gathered.lists, plan.wantsTests);
    const rest = ranked.slice(args.offset, args.offset + args.max_results);
    const shown = await Promise.all(rest.map((hit) => withSnippet(hit, context)));
    const results = shown.slice(0, fitting(shown));
    const next = args.offset + results.length;
    const truncated = next < ranked.length;
    const { say } = context;
    const skipped = [...gathered.skipped.values()];
    const notes = [
      ranked.length === 0 &&
        message(
          gathered.completeness === 'exact' ? 'navigation.query_nothing' : 'search.nothing_but_skipped',
        ),
      truncated && message('search.more', { next }),
    ].flatMap((note) => (note ? [say(note)] : []));
    return {
      results,
      plan: { about: plan.about, ran: gathered.ran },
      total_matches: ranked.length,
      returned_matches: results.length,
      truncated,
      ...(truncated && { next_offset: next }),
      // The best places are shown, not all there are.
      completeness: gathered.completeness === 'unknown' ? 'unknown' : 'lower_bound',
      engine: [...gathered.engines].sort().join(' + '),
      skipped: explainSkipped(skipped, say),
      ...(notes.length > 0 && { message: notes.join(' ') }),
    };
  },
});

type About = Pick<AboutAnswer, 'completeness' | 'engine' | 'skipped'>;

/** The files of the place that is looked in. */
type Listed = Awaited<ReturnType<ToolContext['fileList']['files']>>;

interface Within {
  readonly path: string;
  readonly context: ToolContext;
  readonly call: Call;
  readonly gathered: Gathered;
}

/** Keeps the hits of one search, and what it says of itself. */
function keep(within: Within, ran: Ran, list: HitList, about: About): void {
  if (list.hits.length > 0) within.gathered.lists.push(list);
  noteRun(within, ran, about);
}

/** Keeps what one search says of itself. */
function noteRun({ gathered }: Within, ran: Ran, about: About): void {
  gathered.ran.push(ran);
  gathered.engines.add(about.engine);
  for (const one of about.skipped) gathered.skipped.set(`${one.file}\0${one.reason}`, one);
  if (about.completeness === 'unknown') gathered.completeness = 'unknown';
  else if (about.completeness === 'lower_bound' && gathered.completeness === 'exact')
    gathered.completeness = 'lower_bound';
}

/** `file:line` of a trace: the project's file that ends so, nearest first. */
function byPlaces(plan: QueryPlan, { files }: Listed, within: Within): void {
  if (plan.places.length === 0) return;
  const hits: QueryHit[] = [];
  for (const { file, line } of plan.places) {
    const tail = file.split('/').filter(Boolean);
    const candidates = files.filter((one) => one === file || `/${one}`.endsWith(`/${tail.at(-1)}`));
    const depth = (one: string) => commonTail(one.split('/'), tail);
    const best = Math.max(0, ...candidates.map(depth));
    for (const one of candidates.filter((candidate) => depth(candidate) === best).slice(0, 3))
      hits.push({ file: one, line, end_line: line, why: `${file}:${line}` });
  }
  keep(
    within,
    {
      tool: 'places',
      what: plan.places.map(({ file, line }) => `${file}:${line}`).join(', '),
      found: hits.length,
    },
    { found_by: 'places', weight: 3, hits },
    { completeness: 'exact', engine: 'ripgrep', skipped: [] },
  );
}

const commonTail = (a: readonly string[], b: readonly string[]): number => {
  let same = 0;
  while (same < a.length && same < b.length && a[a.length - 1 - same] === b[b.length - 1 - same]) same += 1;
  return same;
};

function byFiles(plan: QueryPlan, listed: Listed, within: Within): void {
  const { context, path } = within;
  for (const file of plan.files) {
    const name = file.replace(/^\.?\//, '').replace(/\/$/, '/**');
    const found = resolvePattern(name, path, listed.files, context.fileList.select).files.slice(0, MOST_HITS);
    keep(
      within,
      { tool: 'search_files', what: file, found: found.length },
      {
        found_by: 'search_files',
        weight: 3,
        hits: found.map((one) => ({ file: one, line: 1, end_line: 1, why: `file ${file}` })),
      },
      { completeness: 'exact', engine: 'ripgrep', skipped: listed.skipped },
    );
  }
}

/** Definitions of each name first; for the first name also who uses it. */
async function bySymbols(plan: QueryPlan, within: Within): Promise<void> {
  const { context, call, path } = within;
  for (const [at, symbol] of plan.symbols.entries()) {
    const exact = await context.navigation.definitions({ symbol, path, exact: true }, call);
    const answer =
      exact.definitions.length > 0
        ? exact
        : await context.navigation.definitions({ symbol, path, exact: false }, call);
    const hits = answer.definitions.slice(0, MOST_HITS).map(definitionHit);
    keep(
      within,
      { tool: 'find_definitions', what: symbol, found: answer.definitions.length },
      { found_by: 'find_definitions', weight: exact.definitions.length > 0 ? 4 : 2, hits },
      answer,
    );
    if (at > 0 || hits.length === 0) {
      if (hits.length === 0) await literal(symbol, within, 1.5);
      continue;
    }
    const uses = await context.navigation.references({ symbol, path }, call);
    keep(
      within,
      { tool: 'find_references', what: symbol, found: uses.references.length },
      {
        found_by: 'find_references',
        weight: 1,
        hits: uses.references
          .slice(0, MOST_HITS)
          .map(({ file, line, kind }) => ({ file, line, end_line: line, why: `${kind} of ${symbol}` })),
      },
      uses,
    );
  }
}

const definitionHit = ({ file, line, end_line, kind, name, scope }: FoundDefinition): QueryHit => ({
  file,
  line,
  end_line,
  why: `${kind} ${scope ? `${scope}.` : ''}${name}`,
});

async function byLiterals(plan: QueryPlan, within: Within): Promise<void> {
  for (const text of plan.literals) await literal(text, within, 2.5);
}

async function literal(text: string, within: Within, weight: number): Promise<void> {
  const { context, call, path } = within;
  const answer = await context.textSearch.search(
    { ...textQuery(path), pattern: text, regex: false, maxResults: MOST_HITS },
    call.signal,
  );
  keep(
    within,
    { tool: 'search_text', what: text, found: answer.total },
    {
      found_by: 'search_text',
      weight,
      hits: answer.matches.map(({ file, line }) => ({
        file,
        line,
        end_line: line,
        why: `"${text.slice(0, 80)}"`,
      })),
    },
    { ...answer, engine: 'ripgrep' },
  );
}

/** Words of a question: definitions whose names hold them, and the lines of the files that speak of most of them. */
async function byWords(plan: QueryPlan, within: Within): Promise<void> {
  const { context, call, path } = within;
  const words = [...new Set(plan.words.map(stem))].filter((word) => word.length > 1);
  if (words.length === 0) return;
  const named = new Map<string, { hit: QueryHit; words: number; test: boolean }>();
  for (const word of words.filter((one) => /^[\w$]{3,}$/.test(one)).slice(0, 5)) {
    const answer = await context.navigation.definitions({ symbol: word, path, exact: false }, call);
    for (const definition of answer.definitions.slice(0, 200)) {
      const { file, line, name, scope } = definition;
      const key = `${file}:${line}`;
      if (named.has(key)) continue;
      const full = `${scope} ${name}`.toLowerCase();
      const count = words.filter((one) => full.includes(one.toLowerCase())).length;
      named.set(key, { hit: definitionHit(definition), words: count, test: isTestPath(file) });
    }
    noteRun(
      within,
      { tool: 'find_definitions', what: `*${word}*`, found: answer.definitions.length },
      answer,
    );
  }
  const best = [...named.values()].sort((a, b) => b.words - a.words || Number(a.test) - Number(b.test));
  within.gathered.lists.push({
    found_by: 'find_definitions',
    weight: 2,
    hits: best.slice(0, MOST_HITS).map(({ hit }) => hit),
  });
  const answer = await context.textSearch.search(
    {
      ...textQuery(path),
      pattern: words.map(escapeRegex).join('|'),
      regex: true,
      caseSensitive: false,
      maxResults: MOST_WORD_MATCHES,
    },
    call.signal,
  );
  const byFile = new Map<string, { words: Set<string>; line: number; most: number }>();
  for (const { file, line, text } of answer.matches) {
    const lower = text.toLowerCase();
    const here = words.filter((word) => lower.includes(word.toLowerCase()));
    const before = byFile.get(file) ?? { words: new Set<string>(), line, most: 0 };
    const better = here.length > before.most;
    byFile.set(file, {
      words: new Set([...before.words, ...here]),
      line: better ? line : before.line,
      most: Math.max(before.most, here.length),
    });
  }
  const files = [...byFile].sort(
    ([a, one], [b, other]) => other.words.size - one.words.size || other.most - one.most || (a < b ? -1 : 1),
  );
  keep(
    within,
    { tool: 'search_text', what: words.join(' | '), found: answer.total },
    {
      found_by: 'search_text',
      weight: 1,
      hits: files.slice(0, MOST_HITS).map(([file, { line, words: here }]) => ({
        file,
        line,
        end_line: line,
        why: [...here].join(', '),
      })),
    },
    { ...answer, engine: 'ripgrep' },
  );
}

const textQuery = (path: string): Omit<TextQuery, 'pattern' | 'regex' | 'maxResults'> => ({
  caseSensitive: true,
  word: false,
  multiline: false,
  contextLines: 0,
  path,
  globs: [],
  fileTypes: [],
  includeIgnored: false,
  output: 'matches',
  offset: 0,
});

/** The first lines of the place as they are in the file now. */
async function withSnippet(hit: RankedHit, { files }: ToolContext) {
  const text = await files.read(hit.file).catch(() => null);
  const lines = text?.split(/\r?\n/) ?? [];
  const end = Math.min(Math.max(hit.end_line, hit.line), hit.line + SNIPPET_LINES - 1);
  const snippet = lines
    .slice(hit.line - 1, end)
    .join('\n')
    .slice(0, SNIPPET_CHARACTERS);
  return {
    file: hit.file,
    line: hit.line,
    end_line: hit.end_line,
    snippet,
    why: hit.why,
    found_by: hit.found_by,
    score: hit.score,
  };
}
