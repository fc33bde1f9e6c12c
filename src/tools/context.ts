import type { Navigation } from '../code/navigation.ts';
import type { FileList, TextSearch } from '../code/ports.ts';
import type {
  Agreements,
  Checkpoints,
  Materials,
  ProjectConfig,
  ProjectContext,
  Repository,
  SymbolLookup,
  Trust,
  Verifier,
} from '../session/ports.ts';
import type { ProjectFiles } from '../shared/project-files.ts';
import type { Language, Say } from '../text/text.ts';
import type { ActiveSession } from './session/active-session.ts';

/** What a tool may reach. Built once, in `bin/`; parts that are slow to load are loaded at their first use. */
export interface ToolContext {
  readonly language: Language;
  readonly say: Say;
  readonly files: ProjectFiles;
  readonly textSearch: TextSearch;
  readonly fileList: FileList;
  /** Symbols of the project; its thread starts at the first question. */
  readonly navigation: Navigation;
  readonly git: Repository;
  readonly checkpoints: Checkpoints;
  readonly verifier: Verifier;
  readonly trust: Trust;
  readonly materials: Materials;
  readonly projectContext: ProjectContext;
  readonly symbols: SymbolLookup;
  readonly agreements: Agreements;
  config(): Promise<ProjectConfig>;
  /** The session that this server works on, and what is under way. */
  readonly active: ActiveSession;
  /** How long one call waits for what may take longer (claude-code.md, Facts): 90 seconds. */
  readonly patienceMs: number;
  now(): Date;
  newSessionId(): string;
  /** This process serves an agent of a headless run (`CODE_INTEL_WORKER=1`): the session tools refuse. */
  readonly worker: boolean;
}
