import type { Session } from './session.ts';

const markup = /\.(html?|css|scss|sass|less|vue|svelte|astro|jsx|tsx)$/i;
const backend =
  /\.(ts|js|mjs|cjs|py|go|rs|java|kt|c|cc|cpp|h|hpp|cs|rb|php|swift|scala|ex|exs|dart|sql|sh|lua)$/i;

/** Whether a file is source code, by its ending. */
export const isSource = (file: string): boolean => backend.test(file) || markup.test(file);

/** Which texts of `.code-intel/verifiers/` fit what the session explored: by file endings, `generic` where none speaks. */
export function fittingVerifiers({ exploration }: Session): string[] {
  const files = exploration?.explored_files ?? [];
  const fitting = [
    ...(files.some((file) => backend.test(file)) ? ['backend'] : []),
    ...(files.some((file) => markup.test(file)) ? ['html_css'] : []),
  ];
  return fitting.length > 0 ? fitting : ['generic'];
}
