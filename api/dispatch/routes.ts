/** Every route of the dispatch API, its guard by key, and the whole service. */
import type { Context, Middleware } from 'koa';
import { visibleJson } from '../../domain/json-schema.ts';
import { type DescribedAccess, loadedLate, addRoutes } from '../http/api-route.ts';
import { answer, callMcp, describeErrors, describesItself, json, keyErrors, ref } from '../http/openapi-parts.ts';
import { healthRoutes, lazyConsole, serviceApp } from '../http/service-app.ts';
import type { Access, DispatchDeps, DispatchRoute } from './deps.ts';
import { evidenceContent, getEvidenceFile, getEvidenceKeys, ownerReader } from './evidence.ts';
import { getResultPage, getResultStyle } from './result-page.ts';
import { approvalRoutes } from './approvals.ts';
import { deliveryRoutes } from './deliveries.ts';
import { inboundWebhookRoutes } from './inbound-webhook.ts';
import { playbookRoutes } from './playbooks.ts';
import { linkRoutes, taskActionRoutes } from './task-actions.ts';
import { requestExamples, taskId, taskRoutes } from './tasks.ts';
import { Router } from '@koa/router';
import { readSession } from '../console/session.ts';
import { needsKey, openCallerReader } from '../http/bearer-key.ts';
import { openRateLimit } from '../http/rate-limit.ts';
import type Koa from 'koa';

const serviceRoutes: readonly DispatchRoute[] = [
  { ...describesItself, path: '/api/openapi.json', handle: getOpenApi },
  // GET and DELETE belong to sessions, which a stateless endpoint has none of: 405.
  {
    method: 'POST',
    path: '/mcp',
    needs: 'tool',
    ...callMcp({
      tools: ['run_portal_task', 'get_task_status', 'run_task_again', 'cancel_task', 'list_playbooks'],
      examples: {
        run: { name: 'run_portal_task', arguments: requestExamples.pull_pod },
        status: { name: 'get_task_status', arguments: { task_id: 'tsk_01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c54' } },
      },
    }),
    handle: (deps) => loadedLate(async () => (await import('./mcp-tools.ts')).dispatchMcp(deps)),
  },
];

/** How the OpenAPI document describes who may use a route. */
export const describedAccess: DescribedAccess<Access> = {
  unexpected: 'invalid_query',
  securityOf: (needs) => {
    if (needs === 'open' || needs === 'signature') return [];
    // Nothing demands a key: without one, and without a link, the answer is that of a task that is not there.
    return needs === 'read or link' ? [{}, { key: [] }, { capability: [] }] : undefined;
  },
  errorsOf: (needs) => {
    if (needs === 'open' || needs === 'read or link') return [];
    return needs === 'key' || needs === 'signature' ? keyErrors : [...keyErrors, 'not_allowed'];
  },
  describeErrors: describeErrors({
    bad_json: 'the body must be JSON; it ends too early',
    bad_csv: 'the file must be UTF-8; in Excel, save it as "CSV UTF-8"',
    unauthorized: 'a valid API key is needed: Authorization: Bearer <key>',
    not_allowed: 'this key may not submit tasks',
    no_endpoint: 'callback_url is not set; set it first',
    not_found: 'there is no such task',
    too_large: 'the body must be at most 1,000,000 bytes',
    unsupported_media_type: 'Content-Type must be application/json',
    invalid_task: 'params.pro must be exactly 10 digits',
    invalid_batch: 'tasks must not be empty',
    invalid_query: 'limit must be a whole number from 1 to 200',
    no_capability: 'no portal here can do answer_claim yet',
    rate_limited: 'this key may send 6,000 requests a minute',
    internal: 'internal error; find it in the log by the request id',
    unavailable: 'the service cannot process this right now; try again shortly',
  }),
};

// GET /api/openapi.json: the description of this API, for callers with a key.

/** The description is put together when it is first asked for: most processes never are. */
function getOpenApi(deps: Pick<DispatchDeps, 'baseUrl' | 'settings'>): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const { openApiDocument } = await import('./openapi-document.ts');
    const document = openApiDocument({ baseUrl: deps.baseUrl(), headerName: deps.settings.HEADER_NAME });
    ctx.type = 'json';
    ctx.body = visibleJson(JSON.stringify(document));
  };
}

// Routes for people and auditors: the result page of a task, its evidence, and what verifies it (D19).

const withoutKey =
  'Without a key that may read it, and without its link, the answer is 404 as for a task that does not exist.';

const pageRoutes: readonly DispatchRoute[] = [
  {
    method: 'GET',
    path: '/tasks/{id}',
    needs: 'read or link',
    operation: 'getResultPage',
    tag: 'evidence',
    summary: 'Result page of a task, for people',
    query: null,
    description: withoutKey,
    parameters: [taskId],
    answers: { 200: answer('As it is now.', { 'text/html': {} }) },
    errors: ['not_found'],
    handle: getResultPage,
  },
  {
    method: 'GET',
    path: '/evidence/{id}/{file}',
    needs: 'read or link',
    operation: 'getEvidenceFile',
    tag: 'evidence',
    summary: 'A file of the evidence pack, such as manifest.json',
    query: null,
    description: withoutKey,
    parameters: [
      taskId,
      { name: 'file', in: 'path', required: true, schema: { type: 'string' }, example: 'manifest.json' },
    ],
    answers: { 200: answer('As it is now.', evidenceContent) },
    errors: ['not_found'],
    handle: getEvidenceFile,
  },
  {
    method: 'GET',
    path: '/.well-known/evidence-keys.json',
    needs: 'open',
    operation: 'getEvidenceKeys',
    tag: 'service',
    summary: 'Public keys that verify evidence packs',
    query: null,
    answers: { 200: answer('As it is now.', json(ref('EvidenceKeys'))) },
    errors: null,
    handle: getEvidenceKeys,
  },
  {
    method: 'GET',
    path: '/static/result-page.css',
    needs: 'open',
    operation: 'getResultStyle',
    tag: 'service',
    summary: 'Style of the result page',
    query: null,
    answers: { 200: answer('As it is now.', { 'text/css': {} }) },
    errors: null,
    handle: getResultStyle,
  },
];

export const dispatchRoutes: readonly DispatchRoute[] = [
  ...taskRoutes,
  ...taskActionRoutes,
  ...approvalRoutes,
  ...linkRoutes,
  ...inboundWebhookRoutes,
  ...playbookRoutes,
  ...serviceRoutes,
  ...deliveryRoutes,
  ...pageRoutes,
  ...healthRoutes,
];

export function dispatchRouter(deps: DispatchDeps): Router {
  const { settings, pool } = deps;
  const read = openCallerReader(pool, 'sender');
  const takeToken = openRateLimit(
    { perMinute: settings.DISPATCH_RATE_PER_MINUTE, burst: settings.DISPATCH_RATE_BURST },
    Date.now,
  );
  const guardOf = (needs: Access): readonly Middleware[] => {
    // Signatures, links and sessions are checked by the handlers, which know whose they are.
    if (needs === 'open' || needs === 'signature' || needs === 'read or link') return [];
    if (needs === 'key' || needs === 'tool') return [needsKey(read, takeToken)];
    return [needs === 'read or admin' ? needsKey(read, takeToken, 'read', 'admin') : needsKey(read, takeToken, needs)];
  };
  const router = new Router({ sensitive: true });
  const routeDeps = {
    ...deps,
    read,
    takeToken,
    // The owner's key, a capability link or a session; anything else gets 404 (D19).
    ownerOf: ownerReader(read, takeToken),
    isSignedIn: async (ctx: Parameters<typeof readSession>[1]) => (await readSession(deps, ctx)) !== undefined,
  };
  addRoutes(router, dispatchRoutes, routeDeps, { guardOf, unexpected: describedAccess.unexpected });
  return router;
}

export function dispatchApp(deps: DispatchDeps): Koa {
  const consoleRoutes = lazyConsole(async () => (await import('../console/dispatch-console.ts')).dispatchConsole(deps));
  const mail = loadedLate(async () => (await import('./mail/confirmation-page.ts')).mailPages(deps));
  return serviceApp(deps, dispatchRouter(deps), (ctx, next) =>
    ctx.path.startsWith('/mail/') ? mail(ctx, next) : consoleRoutes(ctx, next),
  );
}
