/** What the pages of the console on the lanes service need. */
import type { LanesDeps } from '../lanes/deps.ts';
import type { ConsoleDeps } from './route.ts';

export type LanesConsoleDeps = ConsoleDeps & LanesDeps;
