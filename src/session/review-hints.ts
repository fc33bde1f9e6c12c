/** What a reviewer should see in a change. */
export function reviewHints(_change: { path: string; patch: string; status: string; eol_only: boolean; large: boolean }): unknown[] {
  return [];
}
