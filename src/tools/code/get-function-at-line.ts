import { z } from 'zod';
import { head } from '../../shared/characters.ts';
import { message } from '../../text/text.ts';
import { defineTool } from '../tool.ts';
import { about } from './about.ts';
import { fileAt } from './place.ts';

/** So much of a function's source is answered with, and so many of what encloses it. */
const LONGEST_SOURCE = 24_000;
const MOST_ENCLOSING = 10;

/** `get_function_at_line`: the function around a line (code-intelligence.md, Syntax). */
export const getFunctionAtLine = defineTool({
  name: 'get_function_at_line',
  title: 'Get the function at a line',
  description:
    'The innermost function that holds a line (decorators included), with its source, what encloses it, and how many calls of it are certain and likely. `function: null`: none holds the line.',
  searchHint:
    'get function method at line around enclosing innermost source stack trace number which callers count',
  readOnly: true,
  input: z.object({
    file_path: z.string().min(1).describe('The file'),
    line_number: z.int().describe('The line, from 1'),
  }),
  async run(args, context, call) {
    const file = await fileAt(args.file_path, 'file_path', context, call.signal);
    const line = args.line_number;
    const answer = await context.navigation.functionAt({ file, line }, call);
    const { function: found, enclosing, lines, callers } = answer;
    const source = found ? cutSource(found.source) : '';
    const isCut = found !== null && source.length < found.source.length;
    return {
      file,
      line_number: line,
      lines,
      function: found && { ...found, source, ...(isCut && { source_truncated: true }) },
      enclosing: enclosing.slice(-MOST_ENCLOSING),
      callers,
      ...about(answer, context.say, [
        found === null &&
          answer.completeness !== 'unknown' &&
          message('navigation.tool_no_function', { file, line }),
        isCut &&
          message('navigation.tool_source_cut', {
            file,
            line: found.start_line + source.split('\n').length - 1,
          }),
      ]),
    };
  },
});

/** The beginning of a long source, whole lines where there are some. */
function cutSource(source: string): string {
  if (JSON.stringify(source).length <= LONGEST_SOURCE) return source;
  let length = LONGEST_SOURCE;
  while (length > 1_000 && JSON.stringify(head(source, length)).length > LONGEST_SOURCE)
    length = Math.floor(length * 0.9);
  const part = head(source, length);
  const end = part.lastIndexOf('\n');
  return end > 0 ? part.slice(0, end + 1) : part;
}
