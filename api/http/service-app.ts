/** What both services are around their own routes: ids, headers, log, errors and console of every request, and the routes of health. */
import type { Router } from '@koa/router';
import Koa from 'koa';
import type { Middleware } from 'koa';
import type { Histogram, Registry } from 'prom-client';
import type { Log } from '../../process/logging.ts';
import type { Pool } from '../../store/database.ts';
import { isMigrated } from '../../store/migrate.ts';
import { answerErrors } from './answer-errors.ts';
import type { ApiRoute } from './api-route.ts';
import { getHealth, getMetrics, getReadiness } from './health.ts';
import { knownPaths } from './known-paths.ts';
import { answer, json } from './openapi-parts.ts';
import { requestId } from './request-id.ts';
import { requestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';

export interface ServiceParts {
  readonly log: Log;
  readonly pool: Pool;
  readonly metrics: { readonly registry: Registry; readonly requestSeconds: Histogram<'method' | 'route' | 'status'> };
  readonly engineReachable: () => Promise<boolean>;
}

const open = { method: 'GET', needs: 'open', tag: 'service', errors: [] } as const;

/** The same on both services (D8). */
export const healthRoutes: readonly ApiRoute<'open', ServiceParts>[] = [
  {
    ...open,
    path: '/healthz',
    operation: 'getHealth',
    summary: 'Whether the process runs',
    answers: { 200: answer('It runs.', json({ type: 'object' })) },
    handle: getHealth,
  },
  {
    ...open,
    path: '/readyz',
    operation: 'getReadiness',
    summary: 'Whether database, migrations and engine are ready',
    answers: { 200: answer('Ready.', json({ type: 'object' })) },
    handle: ({ pool, engineReachable }) =>
      getReadiness([
        { name: 'database', holds: async () => (await pool.query('select 1')).rowCount === 1 },
        { name: 'migrations', holds: () => isMigrated(pool) },
        { name: 'engine', holds: engineReachable },
      ]),
  },
  {
    ...open,
    path: '/metrics',
    operation: 'getMetrics',
    summary: 'Prometheus metrics',
    answers: { 200: answer('The metrics.', { 'text/plain': {} }) },
    handle: ({ metrics }) => getMetrics(metrics.registry),
  },
];

/** @param door of the console: it takes what is its own before the routes do */
export function serviceApp({ log, metrics }: ServiceParts, router: Router, door: Middleware): Koa {
  const app = new Koa();
  app.use(requestId());
  app.use(securityHeaders());
  app.use(requestLog(log, metrics.requestSeconds));
  app.use(answerErrors(log));
  app.use(door);
  app.use(router.routes());
  app.use(knownPaths(router));
  // Only what breaks after the answer began comes here, such as a caller that hangs up.
  app.on('error', (error: Error) => log.debug({ err: error }, 'answer broke off'));
  return app;
}
