import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { agreements } from '../platform/agreements.ts';
import { checkpointStore } from '../platform/checkpoint-store.ts';
import { readConfig } from '../platform/config.ts';
import { fileList } from '../platform/file-list.ts';
import { createMaterials } from '../platform/materials.ts';
import { navigationThread } from '../platform/navigation-thread.ts';
import { clientIdentity, ownIdentity } from '../platform/process-identity.ts';
import { projectContext } from '../platform/project-context.ts';
import { projectFiles } from '../platform/project-files.ts';
import { textSearch } from '../platform/ripgrep.ts';
import { createTrust } from '../platform/trust.ts';
import { createVerifier } from '../platform/verifier.ts';
import type { Repository } from '../session/ports.ts';
import { speaker } from '../text/text.ts';
import type { ToolContext } from '../tools/context.ts';
import { tools } from '../tools/index.ts';
import { noSession } from '../tools/session/active-session.ts';
import { symbolLookup } from '../tools/session/symbol-lookup.ts';
import { navigationProgram, packageInfo } from './package-root.ts';

export { tools };

/** The client's process id is the parent's: taken before anything can change it. */
const parent = process.ppid;

/** What may differ between the product and a test of it. */
export interface Composition {
  readonly env: NodeJS.ProcessEnv;
  now(): Date;
  readonly patienceMs: number;
}

const product: Composition = { env: process.env, now: () => new Date(), patienceMs: 90_000 };

/** `[a-z0-9-]`, 8 to 40 characters, time and random (session-flow.md, start_session): sorts by time. */
function newSessionId(now: Date): string {
  const time = now.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return `${time}-${randomBytes(4).toString('hex')}`;
}

/**
 * Everything that the tools reach, for one project. `ended` is aborted when the server goes: what still runs dies with it.
 * git is loaded at its first use: it is what takes longest to load.
 */
export async function createContext(
  root: string,
  ended: AbortSignal,
  { env, now, patienceMs }: Composition = product,
): Promise<ToolContext> {
  const config = await readConfig(root);
  const say = speaker(config.language);
  const git = deferred<Repository>(async () => {
    const { gitRepository } = await import('../platform/git/repository.ts');
    return gitRepository({ root, now, lifetime: ended });
  });
  const verifier = createVerifier({ root, say, env });
  ended.addEventListener('abort', () => void verifier.cancel(), { once: true });
  const search = textSearch(root);
  const files = await projectFiles(root);
  const navigation = navigationThread({
    program: navigationProgram(),
    root: files.root,
    typescript: config.lsp.typescript,
    ended,
  });
  return {
    language: config.language,
    say,
    files,
    textSearch: search,
    fileList: fileList(root),
    navigation,
    git,
    checkpoints: checkpointStore({
      root,
      owner: { server: await ownIdentity(), client: await clientIdentity(env, parent), host: hostname() },
      now,
      say,
      isTracked: (path) => git.tracks(path),
    }),
    verifier,
    trust: createTrust({
      root,
      env,
      notice: (problem) => void process.stderr.write(`[code-intel] ${say(problem)}\n`),
    }),
    materials: createMaterials({ root, shipped: packageInfo().shipped, language: config.language }),
    projectContext: projectContext(root),
    symbols: symbolLookup(search, navigation),
    agreements: agreements(root),
    config: () => readConfig(root),
    active: noSession(),
    patienceMs,
    now,
    newSessionId: () => newSessionId(now()),
    worker: env.CODE_INTEL_WORKER === '1',
  };
}

/** A port whose implementation is loaded when it is first called. Only for ports whose every method answers with a promise. */
function deferred<Port extends object>(load: () => Promise<Port>): Port {
  let loaded: Promise<Port> | null = null;
  return new Proxy({} as Port, {
    get:
      (_, name) =>
      async (...args: unknown[]) => {
        loaded ??= load();
        const port = (await loaded) as Record<PropertyKey, (...args: unknown[]) => unknown>;
        return port[name]?.(...args);
      },
  });
}
