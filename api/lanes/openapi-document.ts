/** The OpenAPI 3.1 description of the lanes API, made from the schemas and limits that the API itself runs on. */
import type { JsonSchema } from '../../domain/lanes/event-schema.ts';
import { exampleDefinition, exampleItems, exampleWork } from '../../domain/lanes/example-history.ts';
import { flatColumns } from '../../domain/lanes/flat-csv.ts';
import { evidenceTables } from '../../domain/lanes/table-csv.ts';
import { withPortablePatterns } from '../../domain/portable-pattern.ts';
import { answer, describeErrors, json, keyErrors, operation, ref } from '../http/openapi-parts.ts';
import { mcpOperation } from '../http/openapi-mcp.ts';
import { answerSchemas } from './answer-schemas.ts';
import { adapterNames } from './import-export.ts';
import { importRequestSchema } from './import-request-schema.ts';
import { ledgerLimit } from './ledger.ts';
import { eventsLimit } from './read-events-body.ts';
import { sentWebhooks, webhookExamples, webhookPaths, webhookSchemas } from './openapi-webhooks.ts';
import { settlerPaths, settlerSchemas } from './openapi-settler.ts';
import { pendingAuditLimit } from './pending-audits.ts';
import { settleLimit } from './settle-queue.ts';
import { webhookLogLimit } from './webhook-deliveries.ts';

/** The version of the interface, not of the software (document 2 §9). */
const interfaceVersion = '1';

const errors = describeErrors({
  bad_json: 'the body must be JSON; it ends too early',
  bad_csv: 'the file must be UTF-8; in Excel, save it as "CSV UTF-8"',
  invalid_request: 'events must have at most 20,000 members',
  unauthorized: 'a valid API key is needed: Authorization: Bearer <key>',
  not_allowed: 'this key may not send events',
  not_found: 'there is no such step match in queue invoices',
  already_assigned: 'the audit is assigned to ana@example.com; release it first',
  settler_off: 'the settler is off: settler_on is 0',
  too_large: 'the body must be at most 50,000,000 bytes',
  unsupported_media_type: 'Content-Type must be application/json',
  rate_limited: 'this key may send 300,000 requests a minute',
  internal: 'internal error; find it in the log by the request id',
  unavailable: 'the events are ingested later; sending them again is harmless',
});
const bodyErrors = ['bad_json', 'invalid_request', 'too_large', 'unsupported_media_type'] as const;

const [item] = exampleItems(1);
const exampleEvents = [exampleDefinition(), ...(item ? exampleWork(item, 'human_only', false) : [])];
const question = { queue: 'invoices', step: 'match', item: 'INV-000123', features: { format: 'pdf', lines: 3 } };
const csvRows = [
  'id,kind,at,queue,step,item,actor_kind,actor,role,output.amount,feature.format',
  'evt-1,step.done,2026-11-20T08:00:00Z,invoices,match,INV-000123,operator,dana,act,120.50,pdf',
];

/** Bodies that the API takes, by operation; a test sends them. */
export const requestExamples = {
  ...webhookExamples,
  postEvents: { events: exampleEvents },
  postRoute: question,
  postRouteBatch: { items: [question, { ...question, item: 'INV-000124' }], at: '2026-11-20T08:00:00Z' },
  assignAudit: { queue: 'invoices', step: 'match', item: 'INV-000123', person: 'ana@example.com' },
  closeWeeks: { through: '2026-01-12T00:00:00Z' },
  postImport: {
    mapping: {
      queue: 'invoices',
      item: 'Invoice',
      step: 'Step',
      actor: 'Who',
      finished_at: 'Finished',
      outputs: { amount: 'Amount' },
      agents: ['ap-agent*'],
      timezone: 'Europe/Berlin',
    },
    data: 'Invoice;Step;Who;Finished;Amount\r\nINV-000123;match;dana;2026-11-20 09:00;120.50\r\n',
    dry_run: true,
  },
  postEventsCsv: `${csvRows.join('\r\n')}\r\n`,
};

const holdWords =
  'Holds the events of this request, and keeps the weeks of the workspace open, until a call closes them or the hold ' +
  'expires (24 hours, a setting). Needs scope admin.';

const requestSchemas: Readonly<Record<string, JsonSchema>> = {
  EventsRequest: {
    type: 'object',
    required: ['events'],
    additionalProperties: false,
    properties: {
      events: ref('EventList'),
      close: { enum: ['hold'], description: holdWords },
    },
  },
  EventList: { type: 'array', maxItems: eventsLimit, items: ref('Event') },
};

/** @param headerName the word of HEADER_NAME */
export function lanesOpenApi(baseUrl: string, headerName: string): JsonSchema {
  return withPortablePatterns({
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Lanekeeper lanes',
      version: interfaceVersion,
      summary: 'Takes in work events, earns agents their lane step by step, and answers who may act.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    tags: [
      { name: 'events' },
      { name: 'route' },
      { name: 'lanes' },
      { name: 'settler' },
      { name: 'webhooks' },
      { name: 'service' },
    ],
    paths: paths(baseUrl),
    webhooks: sentWebhooks(headerName),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key of a workspace, lk_lanes_…' },
      },
      schemas: { ...answerSchemas, ...requestSchemas, ...webhookSchemas, ...settlerSchemas },
    },
  });
}

function paths(baseUrl: string): JsonSchema {
  return {
    '/v1/events': {
      post: operation('postEvents', 'events', `Send up to ${eventsLimit.toLocaleString('en-US')} events`, {
        description:
          'Good events are stored, bad ones are listed in rejected, as are those that the key may not send: step.done of an agent needs the scope work, of an operator people or verdict. An id that is stored already is ignored, so a failed request can be sent again as it is.',
        parameters: [hold],
        requestBody: {
          required: true,
          content: json(
            {
              anyOf: [ref('EventsRequest'), ref('EventList')],
            },
            { firstEvents: requestExamples.postEvents },
          ),
        },
        responses: { 200: answer('What came of them.', json(ref('IngestAnswer'))), ...ingestErrors() },
      }),
    },
    '/v1/events/csv': {
      post: operation('postEventsCsv', 'events', 'Send events as a flat CSV file', {
        description: `Columns ${flatColumns.join(', ')}, and any output.<name> and feature.<name>.`,
        parameters: [hold],
        requestBody: {
          required: true,
          content: {
            'text/csv': {
              schema: { type: 'string', minLength: 1 },
              examples: { row: { value: requestExamples.postEventsCsv } },
            },
          },
        },
        responses: {
          200: answer('What came of them, with errors by line.', json(ref('CsvAnswer'))),
          ...errors(...keyErrors, 'not_allowed', 'bad_csv', 'invalid_request', 'too_large', 'unsupported_media_type'),
        },
      }),
    },
    '/v1/import/{adapter}': {
      post: operation('postImport', 'events', 'Take in an export of another system, or show what would be taken', {
        description:
          'Rows that cannot be mapped are listed with their line and the others go in. Event ids come from the rows, so the same export can be sent again. A queue that is not known is defined from the mapping. Rows of agents need the scope work, of people people or verdict, a definition admin; a key that lacks one stores nothing.',
        parameters: [
          {
            name: 'adapter',
            in: 'path',
            required: true,
            description: 'The kind of export.',
            schema: { enum: adapterNames },
            example: 'generic-csv',
          },
          hold,
        ],
        requestBody: {
          required: true,
          content: json(importRequestSchema, { aSheet: requestExamples.postImport }),
        },
        responses: {
          200: answer(
            'What came of it, or with dry_run what would.',
            json({ anyOf: [ref('ImportAnswer'), ref('ImportDryRun')] }),
          ),
          ...errors(...keyErrors, 'not_allowed', 'not_found', ...bodyErrors),
        },
      }),
    },
    '/v1/weeks/close': {
      post: operation('closeWeeks', 'events', 'Close every week that ends at or before a time', {
        requestBody: {
          required: true,
          content: json(
            {
              type: 'object',
              required: ['through'],
              additionalProperties: false,
              properties: { through: { type: 'string', format: 'date-time' } },
            },
            { january: requestExamples.closeWeeks },
          ),
        },
        responses: { 200: answer('The weeks that were closed.', json(ref('CloseAnswer'))), ...ingestErrors() },
      }),
    },
    '/v1/route': {
      post: operation('postRoute', 'route', 'Ask who may act on an item, or on up to 2,000', {
        parameters: [
          query('explain', 'Adds the hash, every gate and the revision of the rules.', { enum: ['true', 'false'] }),
        ],
        requestBody: {
          required: true,
          content: json(
            { anyOf: [ref('RouteRequest'), ref('RouteBatch')] },
            { one: requestExamples.postRoute, batch: requestExamples.postRouteBatch },
          ),
        },
        responses: {
          200: answer('The decision.', json({ anyOf: [ref('RouteAnswer'), ref('RouteAnswers')] })),
          ...errors('unauthorized', 'not_allowed', 'not_found', ...bodyErrors),
        },
      }),
    },
    '/v1/lanes': {
      get: operation('listLanes', 'lanes', 'The lane of every step', {
        parameters: [query('queue', 'Only steps of this queue.', { type: 'string' })],
        responses: { 200: answer('The steps.', json(ref('Lanes'))), ...readErrors('not_found') },
      }),
    },
    '/v1/steps/{queue}/{step}': {
      get: operation('getLane', 'lanes', 'The lane of one step', {
        parameters: stepParameters,
        responses: { 200: answer('The step.', json(ref('LaneView'))), ...readErrors('not_found') },
      }),
    },
    '/v1/steps/{queue}/{step}/evidence': {
      get: operation('getEvidence', 'lanes', 'The evidence pack of a step; as text/csv one of its tables', {
        parameters: [
          ...stepParameters,
          query('table', 'Which table, with Accept: text/csv.', {
            enum: Object.keys(evidenceTables),
            default: 'weeks',
          }),
        ],
        responses: {
          200: answer('The pack.', { ...json(ref('EvidencePack')), 'text/csv': { schema: { type: 'string' } } }),
          ...readErrors('not_found'),
        },
      }),
    },
    '/v1/ledger': {
      get: operation('listLedger', 'lanes', 'One row a step and closed week', {
        parameters: [
          query('queue', 'Only steps of this queue.', { type: 'string' }),
          query('step', 'Only this step.', { type: 'string' }),
          ...pageParameters(ledgerLimit),
        ],
        responses: {
          200: answer('A page.', { ...json(ref('Ledger')), 'text/csv': { schema: { type: 'string' } } }),
          ...readErrors('not_found'),
        },
      }),
    },
    '/v1/settle-queue': {
      get: operation('listSettleQueue', 'lanes', 'Disagreements that wait, most severe first, then oldest', {
        parameters: pageParameters(settleLimit),
        responses: { 200: answer('A page.', json(ref('SettleQueue'))), ...readErrors() },
      }),
    },
    '/v1/pending-audits': {
      get: operation('listPendingAudits', 'lanes', 'Acts of agents that wait for their audit, the oldest first', {
        parameters: [
          query('queue', 'Only steps of this queue.', { type: 'string' }),
          query('step', 'Only this step.', { type: 'string' }),
          query('person', 'Only those that this person has.', { type: 'string' }),
          ...pageParameters(pendingAuditLimit),
        ],
        responses: {
          200: answer('A page.', { ...json(ref('PendingAudits')), 'text/csv': { schema: { type: 'string' } } }),
          ...readErrors('not_found'),
        },
      }),
    },
    '/v1/pending-audits/assign': {
      post: operation('assignPendingAudit', 'lanes', 'Give an audit that waits to a person, or release it', {
        requestBody: { required: true, content: json(ref('AuditAssignment'), { take: requestExamples.assignAudit }) },
        responses: {
          200: answer('Who has it now.', json(ref('AuditAssignment'))),
          ...errors(...keyErrors, 'not_allowed', 'not_found', 'already_assigned', ...bodyErrors),
        },
      }),
    },
    ...routeTablePaths(),
    ...pinPaths(),
    ...settlerPaths(errors),
    '/v1/status': {
      get: operation('getStatus', 'service', 'How the workspace stands', {
        responses: { 200: answer('The status.', json(ref('Status'))), ...readErrors() },
      }),
    },
    ...webhookPaths(errors, pageParameters(webhookLogLimit)),
    '/v1/schema': {
      get: operation('getSchema', 'service', 'The JSON Schema of an event', {
        responses: {
          200: answer('JSON Schema 2020-12.', { 'application/schema+json': { schema: { type: 'object' } } }),
          ...errors(...keyErrors),
        },
      }),
    },
    '/v1/openapi.json': {
      get: operation('getDescription', 'service', 'This description', {
        responses: { 200: answer('OpenAPI 3.1.', json({ type: 'object' })), ...errors(...keyErrors) },
      }),
    },
    '/mcp': {
      post: mcpOperation({
        tools: ['which_steps_run_alone', 'step_evidence', 'list_pins', 'route_item'],
        baseUrl,
        examples: {
          which: { name: 'which_steps_run_alone', arguments: {} },
          evidence: { name: 'step_evidence', arguments: { queue: question.queue, step: question.step } },
          route: { name: 'route_item', arguments: question },
        },
        errors,
      }),
    },
    '/healthz': open('getHealth', 'Whether the process runs', 'application/json'),
    '/readyz': open('getReadiness', 'Whether database, migrations and engine are ready', 'application/json'),
    '/metrics': open('getMetrics', 'Prometheus metrics', 'text/plain'),
  };
}

function routeTablePaths(): Readonly<Record<string, JsonSchema>> {
  return {
    '/v1/routes': {
      get: operation('getRouteTable', 'lanes', 'The route table, to answer route questions in the caller’s process', {
        responses: {
          200: answer('The table; with an ETag.', json(ref('RouteTable'))),
          304: answer('The caller has it.'),
          ...readErrors(),
          ...errors('unavailable'),
        },
      }),
    },
    '/v1/routes/stream': {
      get: operation(
        'streamRouteTable',
        'lanes',
        'The route table as server-sent events: at once, and after each change',
        {
          responses: {
            200: answer(
              'Events `table` (a RouteTable) and, every second, `current` (`{version}`). It ends after a minute; open it again.',
              { 'text/event-stream': {} },
            ),
            ...readErrors(),
          },
        },
      ),
    },
    '/v1/routes/answers': {
      post: operation('reportRouteAnswers', 'lanes', 'Report how many questions were answered by the table', {
        requestBody: {
          required: true,
          content: json(ref('RouteAnswerCounts'), { aMinute: { act_alone: 940, propose: 60 } }),
        },
        responses: { 204: answer('They are counted.'), ...ingestErrors() },
      }),
    },
  };
}

function pinPaths(): Readonly<Record<string, JsonSchema>> {
  return {
    '/v1/pins': {
      get: operation('listPins', 'lanes', 'The pins of the workspace, oldest first', {
        responses: { 200: answer('All of them.', json(ref('Pins'))), ...readErrors() },
      }),
      post: operation('setPin', 'lanes', 'Keep a step, a queue or the workspace at a lane or below it, at once', {
        requestBody: {
          required: true,
          content: json(ref('PinRequest'), { killSwitch: { lane: 'shadow', reason: 'stop everything' } }),
        },
        responses: { 201: answer('The pin, and what it moved.', json(ref('SetPin'))), ...ingestErrors() },
      }),
    },
    '/v1/pins/{id}': {
      delete: operation('removePin', 'lanes', 'Remove a pin; nothing is promoted by it', {
        parameters: [
          { name: 'id', in: 'path', required: true, description: 'Id of the pin.', schema: { type: 'string' } },
        ],
        responses: { 204: answer('It holds nothing any more.'), ...readErrors('not_found') },
      }),
    },
  };
}

const ingestErrors = (): JsonSchema => errors(...keyErrors, 'not_allowed', ...bodyErrors);
const readErrors = (...more: readonly 'not_found'[]): JsonSchema =>
  errors(...keyErrors, 'not_allowed', 'invalid_request', ...more);

function open(operationId: string, summary: string, mediaType: string): JsonSchema {
  return {
    get: operation(operationId, 'service', summary, {
      security: [],
      responses: { 200: answer('As it stands now.', { [mediaType]: {} }), ...errors() },
    }),
  };
}

const query = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: 'query',
  description,
  schema,
});
const hold = query('close', holdWords, { enum: ['hold'] });
const inPath = (name: string, description: string, example: string): JsonSchema => ({
  name,
  in: 'path',
  required: true,
  description: `${description}, percent-encoded.`,
  schema: { type: 'string' },
  example,
});
const stepParameters = [inPath('queue', 'Id of the queue', 'invoices'), inPath('step', 'Id of the step', 'match')];
const pageParameters = ({ default: usual, max }: { readonly default: number; readonly max: number }): JsonSchema[] => [
  query('limit', 'Size of a page.', { type: 'integer', minimum: 1, maximum: max, default: usual }),
  query('cursor', 'The next_cursor of an earlier answer.', { type: 'string', minLength: 1 }),
];
