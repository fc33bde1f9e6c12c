import { cli } from './cli.ts';
import { flags } from './flags.ts';
import { git } from './git.ts';
import { navigation } from './navigation.ts';
import { search } from './search.ts';
import { server } from './server.ts';
import { session } from './session.ts';
import { store } from './store.ts';
import { verify } from './verify.ts';

/** Everything that is said, in English. Placeholders are written %{name}. */
export const en = {
  ...session,
  ...flags,
  ...git,
  ...store,
  ...search,
  ...navigation,
  ...server,
  ...verify,
  ...cli,
};
