import { cli } from './cli.ts';
import { flags } from './flags.ts';
import { git } from './git.ts';
import { navigation } from './navigation.ts';
import { search } from './search.ts';
import { server } from './server.ts';
import { session } from './session.ts';
import { store } from './store.ts';
import { verify } from './verify.ts';

/** Everything that is said, in Japanese: the same keys and placeholders as the English catalogue. */
export const ja = {
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
