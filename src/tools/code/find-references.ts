import { z } from 'zod';
import type { FoundDefinition, FoundReference, ReferencesAnswer } from '../../code/navigation.ts';
import { fitting } from '../../code/page.ts';
import { Refusal } from '../../shared/refusal.ts';
import { type Message, message } from '../../text/text.ts';
import { defineTool } from '../tool.ts';
import { about, nothingSaid, pageOf } from './about.ts';
import { fileAt, placeOf } from './place.ts';
import { languageArgument, languageMeant, pathArgument, symbolMeant, windowOf } from './wanted.ts';

/** What the definitions, and the candidates, may take of a page each; the rest is the references'. */
const DEFINITIONS_BUDGET = 6_000;

/** `find_references`: where a symbol is used (code-intelligence.md, Syntax). */
export const findReferences = defineTool({
  name: 'find_references',
  title: 'Find references',
  description:
    'Where a symbol is used, tied to its definition through scopes, imports and types. `certain` is tied; `likely` has the name without proof: read it. Comments and strings are no references (search_text finds them). Several symbols of the name: `ambiguous` lists them, choose by `file` and `line`. None with `completeness: "exact"` means that there is none.',
  searchHint:
    'find reference references usage usages use used uses caller callers call calls called who import imports write read rename symbol',
  readOnly: true,
  input: z.object({
    symbol: z.string().min(1).describe('`name` or `Class.member`'),
    file: z.string().optional().describe('Which one is meant: a file that defines or uses it'),
    line: z.int().min(1).optional().describe('and a line in `file`: of its definition or a use'),
    path: pathArgument,
    language: languageArgument,
    include_definitions: z
      .boolean()
      .default(false)
      .describe('true: definitions stand among the references, with kind `definition`'),
    ...windowOf(1_000, 100),
  }),
  async run(args, context, call) {
    const symbol = symbolMeant(args.symbol);
    const { path } = await placeOf(args.path, context, call.signal);
    const limits = languageMeant(args.language);
    const given = args.file?.trim() ? args.file : undefined;
    if (args.line !== undefined && given === undefined)
      throw new Refusal(
        'invalid_arguments',
        message('navigation.tool_line_without_file', { line: args.line }),
        { key: 'file' },
      );
    const file = given === undefined ? undefined : await fileAt(given, 'file', context, call.signal);
    const answer = await context.navigation.references(
      {
        symbol,
        path,
        ...limits,
        ...(file !== undefined && { file }),
        ...(args.line !== undefined && { line: args.line }),
      },
      call,
    );
    const { definitions, ambiguous, suggestions } = answer;
    const nothing = answer.references.length === 0 && definitions.length + ambiguous.length === 0;
    const rest = {
      definitions: cut(definitions),
      ...(ambiguous.length > 0 && { ambiguous: cut(ambiguous), ambiguous_total: ambiguous.length }),
      ...(nothing && { suggestions }),
      ...about(answer, context.say, [
        ...(nothing ? [nothingSaid(answer, symbol)] : []),
        nothing &&
          suggestions.length > 0 &&
          message('navigation.tool_suggested', { names: suggestions.join(', ') }),
        // Where the references were narrowed, the one at the place may be among those left out.
        path === '.' && limits.language === undefined && notThere(answer, symbol, file, args.line),
      ]),
    };
    const found = args.include_definitions ? withDefinitions(answer) : answer.references;
    const { page, keys } = pageOf(found, args, rest);
    return { references: page, ...keys, ...rest };
  },
});

const cut = (list: readonly FoundDefinition[]) => list.slice(0, fitting(list, DEFINITIONS_BUDGET));

/** The place that was given chose nothing: nothing that was found stands there. */
function notThere(
  { definitions, references, ambiguous }: ReferencesAnswer,
  symbol: string,
  file: string | undefined,
  line: number | undefined,
): Message | false {
  if (file === undefined) return false;
  const place = line === undefined ? file : `${file}:${line}`;
  const here = (one: { file: string; line: number; end_line?: number }) =>
    one.file === file && (line === undefined || (one.line <= line && line <= (one.end_line ?? one.line)));
  const chose = ambiguous.length === 0 && [...definitions, ...references].some(here);
  return !chose && message('navigation.tool_not_there', { symbol, place });
}

type Place = Omit<FoundReference, 'kind'> & { readonly kind: FoundReference['kind'] | 'definition' };

function withDefinitions({ references, definitions, ambiguous }: ReferencesAnswer): readonly Place[] {
  const defined = [...definitions, ...ambiguous].map(
    ({ file, line, column, signature, scope }): Place => ({
      file,
      line,
      column,
      text: signature,
      kind: 'definition',
      in_function: scope,
      certainty: 'certain',
    }),
  );
  return [...references, ...defined].sort(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column,
  );
}
