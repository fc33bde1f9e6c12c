import type { Session } from './session.ts';

const list = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

/**
 * What a merged session learned, as Markdown: the words of the request, with the symbols and files that they turned out to
 * mean (code-intelligence.md, Semantic index: map). null where no file was committed.
 */
export function agreementOf(session: Session): string | null {
  const { query, query_frame, pre_commit_review, commits, created_at } = session;
  const files = (pre_commit_review?.reviewed_files ?? []).flatMap(({ path, decision }) =>
    decision === 'keep' ? [path] : [],
  );
  if (commits.length === 0 || files.length === 0) return null;
  const symbols = (query_frame?.mapped_symbols ?? [])
    .filter(({ source }) => source === 'FACT')
    .map(({ name, evidence }) => `${name} (${evidence.places.slice(0, 3).join(', ')})`);
  const sections = [
    `# ${query.split('\n')[0]?.slice(0, 200) ?? ''}`,
    `Request (${created_at.slice(0, 10)}):\n\n${query.slice(0, 2_000)}`,
    ...(symbols.length > 0 ? [`## Symbols\n\n${list(symbols)}`] : []),
    `## Files\n\n${list([...new Set(files)].sort().slice(0, 200))}`,
    ...(session.task_summaries.length > 0
      ? [
          `## Done\n\n${list(session.task_summaries.map(({ summary }) => summary.replace(/\s+/g, ' ').slice(0, 300)))}`,
        ]
      : []),
  ];
  return `${sections.join('\n\n')}\n`.toWellFormed();
}
