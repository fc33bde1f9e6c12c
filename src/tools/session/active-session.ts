/** The session that this server works on. */
export interface ActiveSession {
  id: string | null;
}
