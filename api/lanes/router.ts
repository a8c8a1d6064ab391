/** Every route of the lanes API, each a sentence: method, path, who may, what happens. */
import { Router } from '@koa/router';
import { scopesOfEvents } from '../../domain/key-scopes.ts';
import { consoleDoor } from '../console/door.ts';
import { loadedLate } from '../http/loaded-late.ts';
import { openRateLimit } from '../http/rate-limit.ts';
import type { TakeToken } from '../http/rate-limit.ts';
import { addHealthRoutes, serviceApp } from '../http/service-app.ts';
import { postCloseWeeks } from './close-weeks.ts';
import type { LanesDeps } from './deps.ts';
import { eventsDoor, eventsPath } from './events-door.ts';
import type { RawHandler } from './lean-answer.ts';
import { largeBodiesInTurn } from './large-bodies.ts';
import { postImport } from './import.ts';
import { getEvidence, getLanes, getStep } from './lanes.ts';
import { getLedger } from './ledger.ts';
import { getOpenApi } from './openapi.ts';
import { getPendingAudits, postAuditAssignment } from './pending-audits.ts';
import { deletePin, getPins, postPin } from './pins.ts';
import { postRoute, routeDoor, routePath } from './route-door.ts';
import { getEventSchema } from './schema.ts';
import { getSettleQueue } from './settle-queue.ts';
import { getSettler, postSettlerRun } from './settler.ts';
import { getRouteTable, postRouteAnswers, streamRouteTable } from './route-table.ts';
import { getStatus } from './status.ts';
import { postEvents, postEventsCsv } from './take-events.ts';
import { getWebhookDeliveries, postDeliveryRecovery, postDeliveryRetry } from './webhook-deliveries.ts';
import { deleteWebhook, getWebhooks, postWebhook, postWebhookRotation, postWebhookTest } from './webhooks.ts';
import { needsWorkspace } from './workspace-caller.ts';

export function lanesRouter(deps: LanesDeps, takeToken: TakeToken): Router {
  const { callers } = deps;
  const maySend = needsWorkspace(callers, takeToken, ...scopesOfEvents.any);
  const mayImport = needsWorkspace(callers, takeToken, ...scopesOfEvents.export);
  const mayClose = needsWorkspace(callers, takeToken, ...scopesOfEvents.admin);
  const mayPin = needsWorkspace(callers, takeToken, 'admin');
  const mayRead = needsWorkspace(callers, takeToken, 'read');
  const mayManage = needsWorkspace(callers, takeToken, 'manage');
  const anyKey = needsWorkspace(callers, takeToken);
  const router = new Router();

  const inTurn = largeBodiesInTurn(3);
  // An export takes more memory than events of its size, and longer.
  const exportsInTurn = largeBodiesInTurn(2);
  // The door takes small ones before Koa does.
  router.post(eventsPath, maySend, inTurn, postEvents(deps));
  router.post('/v1/events/csv', maySend, inTurn, postEventsCsv(deps));
  router.post('/v1/import/:adapter', mayImport, exportsInTurn, postImport(deps));
  router.post('/v1/weeks/close', mayClose, postCloseWeeks(deps));
  const mayRoute = needsWorkspace(callers, takeToken, 'route', ...scopesOfEvents.work);
  router.get('/v1/routes', mayRoute, getRouteTable(deps));
  router.get('/v1/routes/stream', mayRoute, streamRouteTable(deps));
  router.post('/v1/routes/answers', mayRoute, postRouteAnswers(deps));
  router.get('/v1/lanes', mayRead, getLanes(deps));
  router.get('/v1/steps/:queue/:step', mayRead, getStep(deps));
  router.get('/v1/steps/:queue/:step/evidence', mayRead, getEvidence(deps));
  router.get('/v1/ledger', mayRead, getLedger(deps));
  router.get('/v1/settle-queue', mayRead, getSettleQueue(deps));
  router.get('/v1/pending-audits', mayRead, getPendingAudits(deps));
  const mayJudge = needsWorkspace(callers, takeToken, 'verdict');
  router.post('/v1/pending-audits/assign', mayJudge, postAuditAssignment(deps));
  router.get('/v1/settler', mayRead, getSettler(deps));
  router.post('/v1/settler/run', needsWorkspace(callers, takeToken, 'manage'), postSettlerRun(deps));
  router.get('/v1/pins', mayRead, getPins(deps));
  router.post('/v1/pins', mayPin, postPin(deps));
  router.delete('/v1/pins/:id', mayPin, deletePin(deps));
  router.get('/v1/status', mayRead, getStatus(deps));
  router.post('/v1/webhooks', mayManage, postWebhook(deps));
  router.get('/v1/webhooks', mayRead, getWebhooks(deps));
  router.get('/v1/webhooks/deliveries', mayRead, getWebhookDeliveries(deps));
  router.post('/v1/webhooks/deliveries/recover', mayManage, postDeliveryRecovery(deps));
  router.post('/v1/webhooks/deliveries/:id/retry', mayManage, postDeliveryRetry(deps));
  router.delete('/v1/webhooks/:id', mayManage, deleteWebhook(deps));
  router.post('/v1/webhooks/:id/test', mayManage, postWebhookTest(deps));
  router.post('/v1/webhooks/:id/rotate', mayManage, postWebhookRotation(deps));
  router.get('/v1/schema', anyKey, getEventSchema());
  router.get('/v1/openapi.json', anyKey, getOpenApi(deps));

  // The door takes it before Koa does; here it stands for what the door leaves, such as a slash at the end.
  const route = postRoute(deps);
  router.post(routePath, async (ctx) => {
    ctx.respond = false;
    await route(ctx.req, ctx.res);
  });

  // GET and DELETE belong to sessions, which a stateless endpoint has none of: 405. While the database is away, callers
  // that it knew are told to leave the item to a person, as POST /v1/route tells them.
  router.post(
    '/mcp',
    needsWorkspace({ ...callers, find: (header) => callers.findOrRecall(header) }, takeToken),
    loadedLate(async () => (await import('./mcp.ts')).lanesMcp(deps)),
  );

  addHealthRoutes(router, deps);
  return router;
}

/** The whole service as the handler of a server. */
export function lanesHandler(deps: LanesDeps): RawHandler {
  const { LANES_RATE_PER_MINUTE: perMinute, LANES_RATE_BURST: burst } = deps.settings;
  const takeToken = openRateLimit({ perMinute, burst }, Date.now);
  const door = consoleDoor(async () => (await import('../console/lanes-console.ts')).lanesConsole(deps));
  const app = serviceApp(deps, lanesRouter(deps, takeToken), door);
  return routeDoor(deps, eventsDoor(deps, takeToken, app.callback()));
}
