/** What a row of the lanes API's route table is: who may use it (D5, D70), and what its handler gets. */
import type { Middleware } from 'koa';
import { scopesOfEvents } from '../../domain/key-scopes.ts';
import type { retiredScope, WorkspaceScope } from '../../domain/key-scopes.ts';
import type { ApiRoute } from '../http/api-route.ts';
import type { LanesDeps } from './deps.ts';

/** One of these scopes; the first one names what is refused. */
type OneOf = readonly [WorkspaceScope, ...(WorkspaceScope | typeof retiredScope)[]];

/**
 * The scopes behind each kind of access. `route` counts against the rate of the key; `unlimited route` does not, and is checked by
 * its handler, which answers before Koa does.
 */
export const scopesOfAccess = {
  events: scopesOfEvents.any,
  exports: scopesOfEvents.export,
  weeks: scopesOfEvents.admin,
  pins: ['admin'],
  route: ['route', ...scopesOfEvents.work],
  'unlimited route': ['route', ...scopesOfEvents.work],
  read: ['read'],
  verdict: ['verdict'],
  manage: ['manage'],
} as const satisfies Readonly<Record<string, OneOf>>;

/** `key`: any key. `tool`: any key, and the tool decides. `open`: everybody. */
export type Access = keyof typeof scopesOfAccess | 'key' | 'tool' | 'open';

/** What the handlers get: the parts of the service, and the places of large bodies. */
export interface LanesRouteDeps extends LanesDeps {
  readonly largeEvents: Middleware;
  readonly largeExports: Middleware;
}

export type LanesRoute = ApiRoute<Access, LanesRouteDeps>;
