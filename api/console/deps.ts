/** What the pages of the console need, on each of the two services. */
import type { DispatchDeps } from '../dispatch/deps.ts';
import type { LanesDeps } from '../lanes/deps.ts';
import type { ConsoleDeps } from './route.ts';

export type LanesConsoleDeps = ConsoleDeps & LanesDeps;

/** What the pages of the console on the dispatch service need. */
export type DispatchConsoleDeps = ConsoleDeps & DispatchDeps;
