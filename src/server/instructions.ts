import { message, type Say } from '../text/text.ts';
import type { Tool } from '../tools/tool.ts';

/**
 * What the client's main model reads about this server, again after each compaction: at most 2,000 characters
 * (claude-code.md, Facts). Names only tools that are listed.
 */
export function instructions(tools: readonly Tool[], say: Say): string {
  const named = (fits: (tool: Tool) => boolean) => tools.filter(fits).map(({ name }) => name);
  const session = named((tool) => tool.sessionTool === true);
  const deferred = named((tool) => tool.sessionTool !== true);
  const lines: string[] = [];
  if (session.length > 0)
    lines.push(
      say(message('server.intro')),
      say(message('server.rules')),
      ...RULES.map((rule) => `- ${say(message(rule))}`),
    );
  if (deferred.length > 0) lines.push(say(message('server.look_up', { tools: deferred.join(',') })));
  return lines.join('\n');
}

/** The critical rules: word for word the same here and in the `/code` command file. */
const RULES = [
  'server.rule_submit',
  'server.rule_no_edit',
  'server.rule_in_doubt',
  'server.rule_resume_alone',
  'server.rule_subagents',
] as const;
