/** Routes about lanes: who may act, the lane of every step and why, pins, audits, and the settler. */
import { permissions } from '../../commands/permissions.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { answer, checkedBodyErrors, json, ref } from '../http/openapi-parts.ts';
import { evidenceQuery, getEvidence, getLanes, getStep, lanesQuery } from './lanes.ts';
import { getLedger, ledgerQuery } from './ledger.ts';
import { getPendingAudits, pendingAuditQuery, postAuditAssignment } from './pending-audits.ts';
import { deletePin, getPins, pinFilter, postPin } from './pins.ts';
import { postRoute, routePath, routeQuery } from './fast-path.ts';
import { getRouteTable, postRouteAnswers, streamRouteTable } from './local-evaluation.ts';
import type { LanesRoute } from './deps.ts';
import { getSettleQueue, settleQueueQuery } from './settler.ts';
import { getSettler, postSettlerRun, settlerRunAnswer } from './settler.ts';
import { settlerRunRequest } from './request-schemas.ts';

export const question = { queue: 'invoices', step: 'match', item: 'INV-000123', features: { format: 'pdf', lines: 3 } };
export const laneExamples = {
  postRoute: question,
  postRouteBatch: { items: [question, { ...question, item: 'INV-000124' }], at: '2026-11-20T08:00:00Z' },
  assignAudit: { queue: 'invoices', step: 'match', item: 'INV-000123', person: 'ana@example.com' },
};

const inPath = (name: string, description: string, example: string): JsonSchema => ({
  name,
  in: 'path',
  required: true,
  description: `${description}, percent-encoded.`,
  schema: { type: 'string' },
  example,
});
const stepInPath = [inPath('queue', 'Id of the queue', 'invoices'), inPath('step', 'Id of the step', 'match')];
const csv = { 'text/csv': { schema: { type: 'string' } } };

export const laneRoutes: readonly LanesRoute[] = [
  // Answered before Koa (fast-path.ts); here for what that leaves, such as a slash at the end.
  {
    method: 'POST',
    path: routePath,
    needs: 'unlimited route',
    operation: 'postRoute',
    repeatable: true,
    tag: 'route',
    summary: 'Ask who may act on an item, or on up to 2,000',
    query: routeQuery,
    body: json(
      { anyOf: [ref('RouteRequest'), ref('RouteBatch')] },
      { one: laneExamples.postRoute, batch: laneExamples.postRouteBatch },
    ),
    answers: { 200: answer('The decision.', json({ anyOf: [ref('RouteAnswer'), ref('RouteAnswers')] })) },
    errors: ['not_found', ...checkedBodyErrors],
    handle: (deps) => {
      const route = postRoute(deps);
      return async (ctx) => {
        ctx.respond = false;
        await route(ctx.req, ctx.res);
      };
    },
  },
  {
    method: 'GET',
    path: '/v1/lanes',
    needs: 'read',
    operation: 'listLanes',
    tag: 'lanes',
    summary: 'The lane of every step',
    query: lanesQuery,
    answers: { 200: answer('The steps.', json(ref('Lanes'))) },
    errors: ['invalid_request', 'not_found'],
    handle: getLanes,
  },
  {
    method: 'GET',
    path: '/v1/steps/{queue}/{step}',
    needs: 'read',
    operation: 'getLane',
    tag: 'lanes',
    summary: 'The lane of one step',
    parameters: stepInPath,
    query: {},
    answers: { 200: answer('The step.', json(ref('LaneView'))) },
    errors: ['invalid_request', 'not_found'],
    handle: getStep,
  },
  {
    method: 'GET',
    path: '/v1/steps/{queue}/{step}/evidence',
    needs: 'read',
    operation: 'getEvidence',
    tag: 'lanes',
    summary: 'The evidence pack of a step; as text/csv one of its tables',
    parameters: stepInPath,
    query: evidenceQuery,
    answers: { 200: answer('The pack.', { ...json(ref('EvidencePack')), ...csv }) },
    errors: ['invalid_request', 'not_found'],
    handle: getEvidence,
  },
  {
    method: 'GET',
    path: '/v1/ledger',
    needs: 'read',
    operation: 'listLedger',
    tag: 'lanes',
    summary: 'One row a step and closed week',
    query: ledgerQuery,
    answers: { 200: answer('A page.', { ...json(ref('Ledger')), ...csv }) },
    errors: ['invalid_request', 'not_found'],
    handle: getLedger,
  },
  {
    method: 'GET',
    path: '/v1/settle-queue',
    needs: 'read',
    operation: 'listSettleQueue',
    tag: 'lanes',
    summary: 'Disagreements that wait, most severe first, then oldest; also as text/csv',
    query: settleQueueQuery,
    answers: { 200: answer('A page.', { ...json(ref('SettleQueue')), ...csv }) },
    errors: ['invalid_request'],
    handle: getSettleQueue,
  },
  {
    method: 'GET',
    path: '/v1/pending-audits',
    needs: 'read',
    operation: 'listPendingAudits',
    tag: 'lanes',
    summary: 'Acts of agents that wait for their audit, the oldest first',
    query: pendingAuditQuery,
    answers: { 200: answer('A page.', { ...json(ref('PendingAudits')), ...csv }) },
    errors: ['invalid_request', 'not_found'],
    handle: getPendingAudits,
  },
  {
    method: 'POST',
    path: '/v1/pending-audits/assign',
    needs: permissions.assignAudit.key,
    operation: 'assignPendingAudit',
    repeatable: true,
    tag: 'lanes',
    summary: 'Give an audit that waits to a person, or release it',
    query: {},
    body: json(ref('AuditAssignment'), { take: laneExamples.assignAudit }),
    answers: { 200: answer('Who has it now.', json(ref('AuditAssignment'))) },
    errors: ['not_found', 'already_assigned', ...checkedBodyErrors],
    handle: postAuditAssignment,
  },
  {
    method: 'GET',
    path: '/v1/routes',
    needs: 'route',
    operation: 'getRouteTable',
    tag: 'lanes',
    summary: 'The route table, to answer route questions in the caller’s process',
    query: {},
    answers: {
      200: answer('The table; with an ETag.', json(ref('RouteTable'))),
      304: answer('The caller has it.'),
    },
    errors: ['invalid_request', 'unavailable'],
    handle: getRouteTable,
  },
  {
    method: 'GET',
    path: '/v1/routes/stream',
    needs: 'route',
    operation: 'streamRouteTable',
    tag: 'lanes',
    summary: 'The route table as server-sent events: at once, and after each change',
    query: {},
    answers: {
      200: answer(
        'Events `table` (a RouteTable) and, every second, `current` (`{version}`). It ends after a minute; open it again.',
        { 'text/event-stream': {} },
      ),
    },
    errors: ['invalid_request'],
    handle: streamRouteTable,
  },
  {
    method: 'POST',
    path: '/v1/routes/answers',
    needs: 'route',
    operation: 'reportRouteAnswers',
    tag: 'lanes',
    summary: 'Report how many questions were answered by the table',
    query: {},
    body: json(ref('RouteAnswerCounts'), { aMinute: { act_alone: 940, propose: 60 } }),
    answers: { 204: answer('They are counted.') },
    errors: checkedBodyErrors,
    handle: postRouteAnswers,
  },
  {
    method: 'GET',
    path: '/v1/pins',
    needs: 'read',
    operation: 'listPins',
    tag: 'lanes',
    summary: 'The pins of the workspace, oldest first',
    query: pinFilter,
    answers: {
      200: answer('Those that match, ended ones included unless `state` leaves them out.', json(ref('Pins'))),
    },
    errors: ['invalid_request'],
    handle: getPins,
  },
  {
    method: 'POST',
    path: '/v1/pins',
    needs: permissions.changePins.key,
    operation: 'setPin',
    tag: 'lanes',
    summary: 'Keep a step, a queue or the workspace at a lane or below it, at once',
    query: {},
    body: json(ref('PinRequest'), { killSwitch: { lane: 'shadow', reason: 'stop everything' } }),
    answers: { 201: answer('The pin, and what it moved.', json(ref('SetPin'))) },
    errors: checkedBodyErrors,
    handle: postPin,
  },
  {
    method: 'DELETE',
    path: '/v1/pins/{id}',
    needs: permissions.changePins.key,
    operation: 'removePin',
    tag: 'lanes',
    summary: 'Remove a pin; nothing is promoted by it',
    parameters: [{ name: 'id', in: 'path', required: true, description: 'Id of the pin.', schema: { type: 'string' } }],
    query: {},
    answers: { 204: answer('It holds nothing any more.') },
    errors: ['invalid_request', 'not_found'],
    handle: deletePin,
  },
  {
    method: 'GET',
    path: '/v1/settler',
    needs: 'read',
    operation: 'getSettler',
    tag: 'settler',
    summary: 'State of the settler',
    query: {},
    answers: { 200: answer('Its switches, its money and its newest run.', json(ref('Settler'))) },
    errors: ['invalid_request'],
    handle: getSettler,
  },
  {
    method: 'POST',
    path: '/v1/settler/run',
    needs: permissions.runSettler.key,
    operation: 'runSettler',
    tag: 'settler',
    summary: 'Run the settler once',
    description:
      'The run continues after the response, as the workflow settle:<workspace>; GET /v1/settler shows its progress. One runs at a time.',
    query: {},
    body: json(settlerRunRequest, { twenty: { limit: 20 } }),
    answers: {
      202: answer('It was started.', json(settlerRunAnswer('started'))),
      200: answer('One runs already.', json(settlerRunAnswer('running'))),
    },
    errors: ['settler_off', ...checkedBodyErrors],
    handle: postSettlerRun,
  },
];
