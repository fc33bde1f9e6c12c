import { z } from 'zod';
import { isCut, shownSymbol } from '../../code/shown-symbols.ts';
import { message } from '../../text/text.ts';
import { defineTool } from '../tool.ts';
import { about, pageOf } from './about.ts';
import { placeOf } from './place.ts';
import { kindMeant, languageArgument, languageMeant, windowOf } from './wanted.ts';

/** One symbol may take so much of a page; its members are cut to that. */
const LARGEST_SYMBOL = 20_000;
/** So many files with syntax errors are named. */
const MOST_DAMAGED = 20;

/** `get_symbols`: what a file or folder defines (code-intelligence.md, Syntax). */
export const getSymbols = defineTool({
  name: 'get_symbols',
  title: 'List symbols',
  description:
    'What a file or folder defines, nested by scope: an outline before reading. `kind` gives one kind as a flat list. Pages count outermost symbols. `parse_errors` names files with lines that could not be parsed.',
  searchHint:
    'get symbols symbol list lists outline overview members functions classes methods defined file folder contains',
  readOnly: true,
  input: z.object({
    path: z.string().optional().describe('File or folder; default: all'),
    kind: z.string().optional().describe('Only this kind: function, class, method …'),
    language: languageArgument,
    ...windowOf(1_000, 200),
  }),
  async run(args, context, call) {
    const limits = { ...languageMeant(args.language), ...kindMeant(args.kind) };
    const { path } = await placeOf(args.path, context, call.signal);
    const answer = await context.navigation.symbols({ path, ...limits }, call);
    const symbols = answer.files.flatMap(({ file, symbols: own }) =>
      own.map((symbol) => ({ file, ...shownSymbol(symbol, LARGEST_SYMBOL) })),
    );
    const damaged = answer.files.filter(({ parse_errors }) => parse_errors.length > 0);
    const rest = {
      files: answer.files.length,
      ...(damaged.length > 0 && {
        parse_errors: damaged
          .slice(0, MOST_DAMAGED)
          .map(({ file, parse_errors }) => ({ file, lines: parse_errors })),
      }),
      ...about(answer, context.say, [
        symbols.length === 0 &&
          message(
            answer.completeness === 'exact'
              ? 'navigation.tool_no_symbols'
              : 'navigation.tool_no_symbols_sure',
            { path },
          ),
        symbols.some(isCut) && message('navigation.tool_cut'),
      ]),
    };
    const { page, keys } = pageOf(symbols, args, rest);
    return { symbols: page, ...keys, ...rest };
  },
});
