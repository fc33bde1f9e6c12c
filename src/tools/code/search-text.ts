import { z } from 'zod';
import { readGlobs } from '../../code/file-pattern.ts';
import type { TextQuery } from '../../code/ports.ts';
import { allSkipped, type Found, groupedPage, leastComplete, pageOf } from '../../code/search-text.ts';
import { explainSkipped } from '../../code/skipped.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { defineTool } from '../tool.ts';
import { placeOf } from './place.ts';

/** `search_text`: lines of files that a pattern matches (code-intelligence.md, Text and files). */
export const searchText = defineTool({
  name: 'search_text',
  title: 'Search text in files',
  description: `Searches the text of the project's files: where something is written or used. \`pattern\` is a regular expression; with \`regex: false\` literal text, right for code such as \`foo(bar)\`. Several patterns at once are answered grouped. \`output: "files"\` or \`"count"\` gives an overview. Looks at what git tracks or would track, in UTF-8, UTF-16, Shift_JIS and EUC-JP. Answers sorted by file and line; lines and columns begin at 1, \`text.slice(start, end)\` of a submatch is what matched; a long line is cut around it. \`next_offset\` is the next page. No match with \`completeness: "exact"\` means that there is none; else \`skipped\` says what was left out.`,
  searchHint:
    'search searches grep find finds text string word words line pattern regex expression match matches usage occurrence content code ripgrep',
  readOnly: true,
  input: z.object({
    pattern: z
      .union([z.string().min(1), z.array(z.string()).min(1).max(5)])
      .describe('Regular expression or, with regex: false, text to look for; or a list of up to 5'),
    path: z
      .string()
      .optional()
      .describe('Folder or file to look in, relative to the project root; default: the whole project'),
    glob: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe('Only files that fit: `*.ts`, `src/**/*.tsx`, `!*.test.ts` to leave out; text or list'),
    file_type: z
      .string()
      .optional()
      .describe("Only files of this type, by ripgrep's name: ts, js, py, go, rust, java …"),
    regex: z.boolean().default(true).describe('false: the pattern is literal text'),
    case_sensitive: z.boolean().default(true).describe('false: upper and lower case are the same'),
    word: z.boolean().default(false).describe('Whole words only'),
    multiline: z.boolean().default(false).describe('Matches may go over several lines'),
    context_lines: z.int().min(0).max(20).default(0).describe('Lines to show before and after each match'),
    output: z
      .enum(['matches', 'files', 'count'])
      .default('matches')
      .describe('Matching lines, names of files, or number of matches a file'),
    include_ignored: z.boolean().default(false).describe('Also files that git ignores'),
    max_results: z
      .int()
      .min(1)
      .max(1_000)
      .default(100)
      .describe('Most results over all files (for several patterns: of each)'),
    offset: z.int().min(0).default(0).describe('Results to pass over: `next_offset` of the page before'),
  }),
  async run(args, context, { signal, progress }) {
    const patterns = listOf(args.pattern, !args.regex);
    if (patterns.length === 0)
      throw new Refusal('invalid_arguments', message('search.no_pattern'), { key: 'pattern' });
    const { say, textSearch, fileList, files } = context;
    const place = await placeOf(args.path, context, signal);
    const folder = place.kind === 'folder' ? place.path : place.path.replace(/\/?[^/]*$/, '') || '.';
    const globs = await readGlobs(
      listOf(args.glob ?? []).filter((glob) => glob.trim() !== ''),
      {
        root: files.root,
        folder,
        select: fileList.select,
        list: async () =>
          (await fileList.files({ path: folder, includeIgnored: args.include_ignored, signal })).files,
      },
    );
    const query: Omit<TextQuery, 'pattern'> = {
      regex: args.regex,
      caseSensitive: args.case_sensitive,
      word: args.word,
      multiline: args.multiline,
      contextLines: args.context_lines,
      path: place.path,
      globs,
      fileTypes: args.file_type?.trim() ? [args.file_type.trim()] : [],
      includeIgnored: args.include_ignored,
      output: args.output,
      offset: args.offset,
      maxResults: args.max_results,
    };
    const found: Found[] = [];
    for (const pattern of patterns) {
      found.push({ pattern, answer: await textSearch.search({ ...query, pattern }, signal) });
      if (patterns.length > 1) progress(`${found.length}/${patterns.length}`);
    }
    const window = { offset: args.offset, maxResults: args.max_results };
    const [first] = found;
    const page =
      found.length === 1 && first
        ? pageOf(first, args.output, window)
        : groupedPage(found, args.output, window);
    const completeness = leastComplete(found);
    const total = found.reduce((sum, { answer }) => sum + answer.total, 0);
    const notes = [
      total === 0 &&
        message(completeness === 'exact' ? 'search.nothing_found' : 'search.nothing_but_skipped'),
      total > 0 && completeness !== 'exact' && message('search.lower_bound'),
      page.next_offset !== undefined && message('search.more', { next: page.next_offset }),
    ].flatMap((note) => (note ? [say(note)] : []));
    return {
      ...page,
      completeness,
      engine: 'ripgrep',
      skipped: explainSkipped(allSkipped(found), say),
      ...(notes.length > 0 && { message: notes.join(' ') }),
    };
  },
});

/** One text or several (also as a JSON list in a text), empty ones and repetitions left out. */
function listOf(value: string | readonly string[], literal = false): string[] {
  const list = typeof value === 'string' ? ((literal ? null : jsonList(value)) ?? [value]) : value;
  return [...new Set(list)].filter((text) => text !== '');
}

function jsonList(text: string): string[] | null {
  if (!/^\s*\[\s*"/.test(text)) return null;
  try {
    const parsed = z.array(z.string()).max(5).safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
