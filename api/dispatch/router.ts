/** Every route of the dispatch API, each a sentence: method, path, who may, what happens. */
import { Router } from '@koa/router';
import type Koa from 'koa';
import type { Context } from 'koa';
import { consoleDoor } from '../console/door.ts';
import { readSession } from '../console/session.ts';
import { needsKey, openCallerReader } from '../http/bearer-key.ts';
import { loadedLate } from '../http/loaded-late.ts';
import { openRateLimit } from '../http/rate-limit.ts';
import { addHealthRoutes, serviceApp } from '../http/service-app.ts';
import { postDecision } from './approvals.ts';
import type { DispatchDeps } from './deps.ts';
import { getDeliveries, getDelivery, postRecover, postRetry } from './deliveries.ts';
import { getEndpoint, postEndpoint, postEndpointTest, postSecretRotation } from './endpoint.ts';
import { getEvidenceFile, getEvidenceKeys } from './evidence.ts';
import { ownerReader } from './evidence-access.ts';
import { postInboundWebhook } from './inbound-webhook.ts';
import { getOpenApi } from './openapi.ts';
import { getPlaybooks } from './playbooks.ts';
import { getResultPage, getResultStyle } from './result-page.ts';
import { postAgain, postCancel } from './task-acts.ts';
import { postLinkRevocation } from './task-links.ts';
import { getTask, getTasks, postTasks } from './tasks.ts';

export function dispatchRouter(deps: DispatchDeps): Router {
  const { settings, pool } = deps;
  const read = openCallerReader(pool, 'sender');
  const takeToken = openRateLimit(
    { perMinute: settings.DISPATCH_RATE_PER_MINUTE, burst: settings.DISPATCH_RATE_BURST },
    Date.now,
  );
  const mayRead = needsKey(read, takeToken, 'read');
  const maySubmit = needsKey(read, takeToken, 'submit');
  const router = new Router();

  router.post('/api/tasks', maySubmit, postTasks(deps));
  router.get('/api/tasks', mayRead, getTasks(deps));
  router.get('/api/tasks/:id', mayRead, getTask(deps));
  router.post('/api/tasks/:id/again', maySubmit, postAgain(deps));
  router.post('/api/tasks/:id/cancel', maySubmit, postCancel(deps));
  router.post('/api/tasks/:id/approvals/:approval_id', needsKey(read, takeToken, 'approve'), postDecision(deps));
  router.post('/api/tasks/:id/revoke-links', maySubmit, postLinkRevocation(deps));
  router.get('/api/deliveries', mayRead, getDeliveries(deps));
  router.get('/api/deliveries/:id', mayRead, getDelivery(deps));
  router.post('/api/deliveries/recover', maySubmit, postRecover(deps));
  router.post('/api/deliveries/:id/retry', maySubmit, postRetry(deps));
  const mayAdminister = needsKey(read, takeToken, 'admin');
  router.get('/api/endpoint', mayRead, getEndpoint(deps));
  router.post('/api/endpoint', mayAdminister, postEndpoint(deps));
  router.post('/api/endpoint/test', mayAdminister, postEndpointTest(deps));
  router.post('/api/endpoint/rotate-secret', mayAdminister, postSecretRotation(deps));
  // GET and DELETE belong to sessions, which a stateless endpoint has none of: 405.
  router.post(
    '/mcp',
    needsKey(read, takeToken, null),
    loadedLate(async () => (await import('./mcp.ts')).dispatchMcp(deps)),
  );
  router.post('/hooks/inbound/:sender_id', postInboundWebhook(deps, takeToken));
  router.get('/api/playbooks', getPlaybooks(deps, read, takeToken));
  router.get('/api/openapi.json', needsKey(read, takeToken, null), getOpenApi(deps));

  // The owner's key, a capability link or a session; anything else gets 404 (D19).
  const isSignedIn = async (ctx: Context): Promise<boolean> => (await readSession(deps, ctx)) !== undefined;
  const evidence = { ...deps, ownerOf: ownerReader(read, takeToken), isSignedIn };
  router.get('/tasks/:id', getResultPage(evidence));
  router.get('/static/result-page.css', getResultStyle());
  router.get('/evidence/:id/:file', getEvidenceFile(evidence));
  router.get('/.well-known/evidence-keys.json', getEvidenceKeys(deps));

  addHealthRoutes(router, deps);
  return router;
}

export function dispatchApp(deps: DispatchDeps): Koa {
  const door = consoleDoor(async () => (await import('../console/dispatch-console.ts')).dispatchConsole(deps));
  const mail = loadedLate(async () => (await import('./mail/confirmation-page.ts')).mailPages(deps));
  return serviceApp(deps, dispatchRouter(deps), (ctx, next) =>
    ctx.path.startsWith('/mail/') ? mail(ctx, next) : door(ctx, next),
  );
}
