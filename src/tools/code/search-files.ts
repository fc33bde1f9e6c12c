import { z } from 'zod';
import { insideProject, resolvePattern } from '../../code/file-pattern.ts';
import { fitting } from '../../code/page.ts';
import { explainSkipped } from '../../code/skipped.ts';
import { Refusal } from '../../shared/refusal.ts';
import { message } from '../../text/text.ts';
import { defineTool } from '../tool.ts';
import { placeOf } from './place.ts';

/** `search_files`: which files there are, by name, path or glob (tools.md, What is looked at). */
export const searchFiles = defineTool({
  name: 'search_files',
  title: 'Search files by name',
  description: `Finds files of the project by name, path or glob: \`page.tsx\` and \`*.test.ts\` at any depth, \`src/**/*.ts\`, \`*.{ts,tsx}\`. Brackets and parentheses of real names need no escape: \`app/[slug]/(shop)/page.tsx\`. Looks at what git tracks or would track. Answers sorted; \`next_offset\` is the next page; \`used_pattern\` where only a near reading of the pattern fits; \`skipped\` what could not be looked at.`,
  searchHint: 'find finds file files filename name path paths folder directory glob list locate where',
  readOnly: true,
  input: z.object({
    pattern: z
      .string()
      .min(1)
      .describe('File name, path or glob: `page.tsx`, `src/**/*.ts`, `app/[slug]/page.tsx`'),
    path: z
      .string()
      .optional()
      .describe('Folder (or file) to look in, relative to the project root; default: the whole project'),
    include_ignored: z.boolean().default(false).describe('Also files that git ignores'),
    max_results: z.int().min(1).max(2_000).default(200).describe('Most files to answer with'),
    offset: z.int().min(0).default(0).describe('Files to pass over: `next_offset` of the page before'),
  }),
  async run(args, context, { signal }) {
    if (args.pattern.trim() === '')
      throw new Refusal('invalid_arguments', message('search.no_pattern'), { key: 'pattern' });
    const pattern = insideProject(args.pattern, context.files.root);
    const place = await placeOf(args.path, context, signal);
    const folder = place.kind === 'folder' ? place.path : place.path.replace(/\/?[^/]*$/, '') || '.';
    const { fileList, say } = context;
    const listed = await fileList.files({ path: folder, includeIgnored: args.include_ignored, signal });
    const files = place.kind === 'folder' ? listed.files : listed.files.filter((file) => file === place.path);
    const found = resolvePattern(pattern, folder, files, fileList.select);
    const rest = found.files.slice(args.offset, args.offset + args.max_results);
    const page = rest.slice(0, fitting(rest));
    const next = args.offset + page.length;
    const truncated = next < found.files.length;
    const complete = listed.skipped.length === 0;
    const unknown = !complete && listed.files.length === 0;
    const notes = [
      found.used !== undefined &&
        message('search.read_otherwise', { pattern: args.pattern.slice(0, 200), used: found.used }),
      found.files.length === 0 && message(complete ? 'search.nothing_found' : 'search.nothing_but_skipped'),
      found.files.length > 0 && !complete && message('search.lower_bound'),
      truncated && message('search.more', { next }),
    ].flatMap((note) => (note ? [say(note)] : []));
    return {
      files: page,
      total_matches: found.files.length,
      returned_matches: page.length,
      truncated,
      ...(truncated && { next_offset: next }),
      ...(found.used !== undefined && { used_pattern: found.used }),
      completeness: complete ? 'exact' : unknown ? 'unknown' : 'lower_bound',
      engine: args.include_ignored ? 'fast-glob' : 'ripgrep',
      skipped: explainSkipped(listed.skipped, say),
      ...(notes.length > 0 && { message: notes.join(' ') }),
    };
  },
});
