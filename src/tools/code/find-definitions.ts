import { z } from 'zod';
import { rememberDefinitions } from '../../session/remember.ts';
import { message } from '../../text/text.ts';
import { remember } from '../session/remember.ts';
import { defineTool } from '../tool.ts';
import { about, nothingSaid, pageOf } from './about.ts';
import { placeOf } from './place.ts';
import { kindMeant, languageArgument, languageMeant, pathArgument, symbolMeant, windowOf } from './wanted.ts';

/** `find_definitions`: where a symbol is defined (code-intelligence.md, Syntax). */
export const findDefinitions = defineTool({
  name: 'find_definitions',
  title: 'Find definitions',
  description:
    'Where a symbol is defined, by syntax: functions, methods, classes, types, constants, fields and more. Implementations before signatures, exported before local, tests last. Sees the files as they are now. None found: `suggestions` of near names.',
  searchHint:
    'find definition definitions define defined declared declaration where symbol function class method go to',
  readOnly: true,
  input: z.object({
    symbol: z.string().min(1).describe('`name` or `Class.member`'),
    path: pathArgument,
    language: languageArgument,
    kind: z.string().optional().describe('Only this kind: function, class, constant …'),
    exact_match: z
      .boolean()
      .default(true)
      .describe('false: also parts of names, any case, `fUR` for findUserRows'),
    ...windowOf(500, 50),
  }),
  async run(args, context, call) {
    const symbol = symbolMeant(args.symbol);
    const limits = { ...languageMeant(args.language), ...kindMeant(args.kind) };
    const { path } = await placeOf(args.path, context, call.signal);
    const answer = await context.navigation.definitions(
      { symbol, path, exact: args.exact_match, ...limits },
      call,
    );
    const { definitions, suggestions } = answer;
    if (definitions.length > 0) {
      // The key of the tuple: what was asked, as checkpoints keep it (session-flow.md, Checkpoints).
      const key = JSON.stringify([symbol, path, limits.language ?? null, args.exact_match]);
      const places = definitions.map(({ file, line }) => `${file}:${line}`);
      await remember(context, (session) => rememberDefinitions(session, key, places));
    }
    const rest = {
      ...(definitions.length === 0 && { suggestions }),
      ...about(answer, context.say, [
        definitions.length === 0 && nothingSaid(answer, symbol),
        suggestions.length > 0 && message('navigation.tool_suggested', { names: suggestions.join(', ') }),
      ]),
    };
    const { page, keys } = pageOf(definitions, args, rest);
    return { definitions: page, ...keys, ...rest };
  },
});
