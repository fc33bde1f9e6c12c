import { serve } from '../../src/bin/serve.ts';
import { fakeContext, fakeTools } from './fake-tools.ts';

/** A whole server process with the small tools of the tests. */
await serve({ tools: fakeTools, createContext: fakeContext });
