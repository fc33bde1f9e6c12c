import { z } from 'zod';
import type { SymbolNode } from '../../code/navigation.ts';
import { LISTS, shownStructure } from '../../code/shown-symbols.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { defineTool } from '../tool.ts';
import { about } from './about.ts';
import { fileAt } from './place.ts';
import { languageMeant } from './wanted.ts';

/** What the lists of an answer may take; the rest of a page is for the other keys. */
const LISTS_BUDGET = 36_000;

/** `analyze_structure`: what a file, or a piece of code, consists of (code-intelligence.md, Syntax). */
export const analyzeStructure = defineTool({
  name: 'analyze_structure',
  title: 'Analyze the structure of a file',
  description:
    'What one file, or a piece of code, consists of: functions, classes with members, bases and decorators, imports, exports, other, each with lines and signature, and `summary` counts.',
  searchHint:
    'analyze structure outline file code functions classes members imports exports bases decorators summary counts',
  readOnly: true,
  input: z.object({
    file_path: z.string().optional().describe('The file'),
    code: z.string().optional().describe('or the code itself, with `language`'),
    language: z.string().optional().describe('Language of `code`: typescript, py, go …'),
  }),
  async run(args, context, call) {
    const code = args.code === undefined || args.code.trim() === '' ? undefined : args.code;
    const file = args.file_path?.trim() ? args.file_path : undefined;
    if ((file === undefined) === (code === undefined))
      throw new Refusal('invalid_arguments', message('navigation.tool_one_of_two'), { key: 'file_path' });
    const language = languageMeant(args.language);
    if (code !== undefined && language.language === undefined)
      throw new Refusal('invalid_arguments', message('navigation.tool_code_language'), { key: 'language' });
    const path = file === undefined ? undefined : await fileAt(file, 'file_path', context, call.signal);
    const query = path === undefined ? { code: code ?? '', ...language } : { file: path };
    const answer = await context.navigation.structure(query, call);
    const { lists, cut } = shownStructure(answer, LISTS_BUDGET);
    const count = (part: Readonly<Record<(typeof LISTS)[number], readonly unknown[]>>) =>
      LISTS.reduce((sum, name) => sum + part[name].length, 0);
    const { functions, classes, imports, exports, other } = answer;
    return {
      ...(path !== undefined && { file: path }),
      language: answer.language,
      summary: {
        functions: functions.length,
        classes: classes.length,
        imports: imports.length,
        exports: exports.length,
        other: other.length,
        by_kind: byKind([...functions, ...classes, ...other]),
      },
      ...lists,
      ...(answer.parse_errors.length > 0 && { parse_errors: answer.parse_errors }),
      total_matches: count(answer),
      returned_matches: count(lists),
      truncated: cut,
      ...about(answer, context.say, [cut && message('navigation.tool_cut')]),
    };
  },
});

/** How many of each kind there are, at any depth. */
function byKind(symbols: readonly SymbolNode[]): Record<string, number> {
  const counts: Record<string, number> = {};
  const left = [...symbols];
  for (let symbol = left.pop(); symbol !== undefined; symbol = left.pop()) {
    counts[symbol.kind] = (counts[symbol.kind] ?? 0) + 1;
    left.push(...(symbol.members ?? []));
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
