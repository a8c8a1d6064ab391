/** Every route of the lanes API, its guard by key, and the whole service. */
import type { Context, Middleware } from 'koa';
import { eventSchema } from '../../domain/lanes/event-schema.ts';
import { visibleJson, withPortablePatterns } from '../../domain/json-schema.ts';
import { readStatus } from '../../store/lanes/workspaces.ts';
import { type DescribedAccess, loadedLate, addRoutes } from '../http/api-route.ts';
import { answerTagged } from '../http/entity-tag.ts';
import { answer, callMcp, describeErrors, describesItself, json, keyErrors, ref } from '../http/openapi-parts.ts';
import { healthRoutes, lazyConsole, serviceApp } from '../http/service-app.ts';
import type { Access, LanesDeps, LanesRoute } from './deps.ts';
import { dayOf } from './route-counter.ts';
import { workspaceOf, needsWorkspace } from './workspace-caller.ts';
import { closeRoutes, eventRoutes } from './events.ts';
import { question, routeRoutes, fastEvents, fastRoute, type RawHandler } from './fast-path.ts';
import { importRoutes } from './import.ts';
import { laneRoutes } from './lanes.ts';
import { ledgerRoutes } from './ledger.ts';
import { localEvaluationRoutes } from './local-evaluation.ts';
import { pendingAuditRoutes } from './pending-audits.ts';
import { pinRoutes } from './pins.ts';
import { settleQueueRoutes, settlerRoutes } from './settler.ts';
import { webhookDeliveryRoutes } from './webhook-deliveries.ts';
import { webhookRoutes } from './webhooks.ts';
import { Router } from '@koa/router';
import { type TakeToken, openRateLimit } from '../http/rate-limit.ts';
import { largeBodiesInTurn } from './read-events-body.ts';
import { scopesOfAccess } from '../../domain/key-scopes.ts';

const serviceRoutes: readonly LanesRoute[] = [
  {
    method: 'GET',
    path: '/v1/status',
    needs: 'read',
    operation: 'getStatus',
    tag: 'service',
    summary: 'State of the workspace',
    answers: { 200: answer('The status.', json(ref('Status'))) },
    errors: [],
    handle: getStatus,
  },
  {
    method: 'GET',
    path: '/v1/schema',
    needs: 'key',
    operation: 'getSchema',
    tag: 'service',
    summary: 'The JSON Schema of an event',
    query: null,
    answers: { 200: answer('JSON Schema 2020-12.', { 'application/schema+json': { schema: { type: 'object' } } }) },
    errors: [],
    handle: getEventSchema,
  },
  { ...describesItself, path: '/v1/openapi.json', handle: getOpenApi },
  // GET and DELETE belong to sessions, which a stateless endpoint has none of: 405.
  {
    method: 'POST',
    path: '/mcp',
    needs: 'tool',
    ...callMcp({
      tools: ['which_steps_run_alone', 'step_evidence', 'list_pins', 'route_item'],
      examples: {
        which: { name: 'which_steps_run_alone', arguments: {} },
        evidence: { name: 'step_evidence', arguments: { queue: question.queue, step: question.step } },
        route: { name: 'route_item', arguments: question },
      },
    }),
    handle: (deps) => loadedLate(async () => (await import('./mcp-tools.ts')).lanesMcp(deps)),
  },
];

export const lanesRoutes: readonly LanesRoute[] = [
  ...eventRoutes,
  ...importRoutes,
  ...closeRoutes,
  ...routeRoutes,
  ...laneRoutes,
  ...ledgerRoutes,
  ...settleQueueRoutes,
  ...pendingAuditRoutes,
  ...localEvaluationRoutes,
  ...pinRoutes,
  ...settlerRoutes,
  ...serviceRoutes,
  ...webhookRoutes,
  ...webhookDeliveryRoutes,
  ...healthRoutes,
];

/** How the OpenAPI document describes who may use a route. */
export const describedAccess: DescribedAccess<Access> = {
  unexpected: 'invalid_request',
  securityOf: (needs) => (needs === 'open' ? [] : undefined),
  errorsOf: (needs) => {
    if (needs === 'open') return [];
    if (needs === 'unlimited route') return ['unauthorized', 'not_allowed'];
    return needs === 'key' ? keyErrors : [...keyErrors, 'not_allowed'];
  },
  describeErrors: describeErrors({
    bad_json: 'the body must be JSON; it ends too early',
    bad_csv: 'the file must be UTF-8; in Excel, save it as "CSV UTF-8"',
    invalid_request: 'events must have at most 20,000 members',
    unauthorized: 'a valid API key is needed: Authorization: Bearer <key>',
    not_allowed: 'this key may not send events',
    not_found: 'there is no such step match in queue invoices',
    already_assigned: 'the audit is assigned to ana@example.com; release it first',
    settler_off: 'the settler is off: settler_on is 0',
    too_many_webhooks: 'a workspace has at most 100 webhooks; delete one first',
    webhook_deleted: 'the webhook of this delivery was deleted; nothing more is sent to it',
    too_large: 'the body must be at most 50,000,000 bytes',
    unsupported_media_type: 'Content-Type must be application/json',
    rate_limited: 'this key may send 300,000 requests a minute',
    internal: 'internal error; find it in the log by the request id',
    unavailable: 'the events are ingested later; sending them again is harmless',
  }),
};

/** GET /v1/schema: the JSON Schema of events, as data that validators of callers can use. */
function getEventSchema(): (ctx: Context) => Promise<void> {
  const text = visibleJson(JSON.stringify(withPortablePatterns(eventSchema)));
  return async (ctx) => answerTagged(ctx, text, 'application/schema+json');
}

// GET /v1/openapi.json: the description of this API, for callers with a key.

/** The description is put together when it is first asked for: most processes never are. */
function getOpenApi({ baseUrl, settings }: Pick<LanesDeps, 'baseUrl' | 'settings'>): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { lanesOpenApi } = await import('./openapi-document.ts');
    answerTagged(ctx, visibleJson(JSON.stringify(lanesOpenApi(baseUrl(), settings.HEADER_NAME))));
  };
}

/** GET /v1/status (D50): the state of the workspace. */
function getStatus({ pool, routeCounter, now }: LanesDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { no, timeZone } = workspaceOf(ctx);
    const status = await readStatus(pool, no, dayOf(now(), timeZone));
    ctx.body = {
      events: { total: status.events, today: status.eventsToday },
      routes_today: status.routesToday + routeCounter.waiting(no),
      last_webhook: status.lastWebhook,
      settlements_waiting: status.waitingSettlement,
      data_clock: status.dataClock?.toISOString() ?? null,
      week_number: status.weekNumber,
      closed_week: status.closedWeek,
      clock: status.clock,
      held: {
        events: status.heldEvents,
        since: status.heldSince === null ? null : new Date(status.heldSince).toISOString(),
      },
      audit_seed: status.auditSeed,
    };
  };
}

export function lanesRouter(deps: LanesDeps, takeToken: TakeToken): Router {
  const { callers } = deps;
  // While the database is away, callers that it knew get the answer to leave the item to a person, as from POST /v1/route.
  const recalled = { ...callers, find: (header: string) => callers.findOrRecall(header) };
  const guardOf = (needs: Access): readonly Middleware[] => {
    if (needs === 'open' || needs === 'unlimited route') return [];
    if (needs === 'key') return [needsWorkspace(callers, takeToken)];
    if (needs === 'tool') return [needsWorkspace(recalled, takeToken)];
    return [needsWorkspace(callers, takeToken, ...scopesOfAccess[needs])];
  };
  const router = new Router({ sensitive: true });
  // An export takes more memory than events of its size, and longer.
  const places = { largeEvents: largeBodiesInTurn(3), largeExports: largeBodiesInTurn(2) };
  addRoutes(router, lanesRoutes, { ...deps, ...places }, { guardOf, unexpected: describedAccess.unexpected });
  return router;
}

/** The whole service as the handler of a server. */
export function lanesHandler(deps: LanesDeps): RawHandler {
  const { LANES_RATE_PER_MINUTE: perMinute, LANES_RATE_BURST: burst } = deps.settings;
  const takeToken = openRateLimit({ perMinute, burst }, Date.now);
  const consoleRoutes = lazyConsole(async () => (await import('../console/lanes-console.ts')).lanesConsole(deps));
  const app = serviceApp(deps, lanesRouter(deps, takeToken), consoleRoutes);
  return fastRoute(deps, fastEvents(deps, takeToken, app.callback()));
}
