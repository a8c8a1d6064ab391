/** What the pages of the console on the dispatch service need. */
import type { DispatchDeps } from '../dispatch/deps.ts';
import type { ConsoleDeps } from './route.ts';

export type DispatchConsoleDeps = ConsoleDeps & DispatchDeps;
