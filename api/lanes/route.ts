/** What a row of the lanes API's route table is: who may use it (D5, D70), and what its handler gets. */
import type { Middleware } from 'koa';
import type { LanesAccess } from '../../domain/key-scopes.ts';
import type { ApiRoute } from '../http/api-route.ts';
import type { LanesDeps } from './deps.ts';

/** `key`: any key. `tool`: any key, and the tool decides. `open`: everybody. */
export type Access = LanesAccess | 'key' | 'tool' | 'open';

/** What the handlers get: the parts of the service, and the places of large bodies. */
export interface LanesRouteDeps extends LanesDeps {
  readonly largeEvents: Middleware;
  readonly largeExports: Middleware;
}

export type LanesRoute = ApiRoute<Access, LanesRouteDeps>;
