import { cli } from './cli.ts';
import { git } from './git.ts';
import { search } from './search.ts';
import { server } from './server.ts';
import { session } from './session.ts';
import { store } from './store.ts';
import { verify } from './verify.ts';

/** Everything that is said, in English. Placeholders are written %{name}. */
export const en = { ...session, ...git, ...store, ...search, ...server, ...verify, ...cli };
