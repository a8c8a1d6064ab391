/** Schemas of webhooks in the OpenAPI description, and what they send. */
import { attemptErrors } from '../../domain/delivery/attempt.ts';
import { endpointStates } from '../../domain/delivery/health.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { actorKinds, eventSchema } from '../../domain/lanes/event-schema.ts';
import { hookEventTypes } from '../../domain/lanes/hook-event.ts';
import { ref, nullable, string, time, whole, sentWebhook } from '../http/openapi-parts.ts';
import { hookEvents } from './request-schemas.ts';

/** `pending` asks for what waits for its next attempt, the first one included. */
export const webhookLogStatuses = ['delivered', 'retrying', 'failed', 'pending'] as const;

const integerOrNull: JsonSchema = { type: ['integer', 'null'] };

const hook = { id: { type: 'string', pattern: '^wh_' }, url: { type: 'string' }, events: hookEvents };
export const secret: JsonSchema = { type: 'string', pattern: '^whsec_', description: 'Shown this once.' };
export const webhookSchemas: Readonly<Record<string, JsonSchema>> = {
  Webhook: whole({ ...hook, created_at: time, health: ref('EndpointHealth') }),
  EndpointHealth: whole({
    state: { enum: endpointStates, description: '`idle`: nothing was sent to it yet.' },
    failing_since: { ...nullable(time), description: 'The first failure it has not recovered from.' },
    recovered_at: nullable(time),
    exhausted: { type: 'integer', minimum: 0, description: 'Deliveries that ran out of attempts since then.' },
    exhausted_since: nullable(time),
    last_success_at: nullable(time),
    last_failure_at: nullable(time),
    consecutive_failures: { type: 'integer', minimum: 0 },
    last_error: { ...nullable(string), description: 'An error of an attempt, or `http_` and the status of an answer.' },
    holding_since: {
      ...nullable(time),
      description:
        'When the oldest delivery was created that waits for a slot, because the endpoint takes less than is sent to it.',
    },
  }),
  CreatedWebhook: whole({ ...hook, secret, created_at: time }),
  DeliveryAttempt: whole({
    id: { type: 'string', pattern: '^dl_' },
    webhook_id: string,
    event_id: string,
    type: { enum: [...hookEventTypes, 'ping'] },
    url: string,
    attempt: { type: 'integer', minimum: 1 },
    status: { enum: webhookLogStatuses },
    response_status: integerOrNull,
    error: { enum: [...Object.keys(attemptErrors), null] },
    duration_ms: integerOrNull,
    at: { ...time, description: 'When the attempt began; of one that is to come, when its delivery was queued.' },
    next_attempt_at: nullable(time),
  }),
  WebhookEvent: whole({
    id: { type: 'string', pattern: '^evt_', description: 'Of the event: the same for every webhook and attempt.' },
    type: { enum: [...hookEventTypes, 'ping'] },
    created_at: { ...time, description: 'When it was written down, by the clock on the wall.' },
    workspace: string,
    queue: nullable(string),
    step: nullable(string),
    at: { ...time, description: 'When it took effect, by the time of the events.' },
    data: {
      anyOf: [
        ref('LaneChange'),
        ref('Alert'),
        ref('SignoffRequest'),
        ref('UnauthorisedAct'),
        { type: 'object', maxProperties: 0 },
      ],
    },
  }),
};

/** What a webhook sends, as OpenAPI 3.1 describes it. */
export function sentWebhooks(headerName: string): JsonSchema {
  const headers = {
    [`${headerName}-Signature`]: 't=<unix seconds>,v1=<hex>; two v1= during a rotation of the secret.',
    [`${headerName}-Event`]: 'Type of the event.',
    [`${headerName}-Delivery`]: 'Id of the delivery, dl_…; webhook-id is the same.',
    [`${headerName}-Webhook-Id`]: 'Id of the webhook, wh_….',
  };
  const described = ['webhookEvent', 'webhooks', 'An event of the workspace'] as const;
  return { event: sentWebhook(described, headers, ref('WebhookEvent')) };
}

// The schema of events in named parts, as the OpenAPI description has it: generators of clients name types by them.

type Members = Readonly<Record<string, JsonSchema>>;

/** `Event` is one of the others; `Actor`, `Operator` and `Agent` are who did it. */
export function eventComponents(): Members {
  const kinds = eventSchema['oneOf'] as readonly JsonSchema[];
  const named = kinds.map((schema) => [nameOf(schema), schema] as const);
  const { $schema: _, ...head } = eventSchema;
  return {
    Event: { ...head, oneOf: named.map(([name]) => ref(name)) },
    ...Object.fromEntries(named.map(([name, schema]) => [name, withActorNamed(schema)])),
    ...Object.fromEntries(kinds.map((schema) => [actorName(actorOf(schema)), actorOf(schema)])),
  };
}

/** `audit.result` → `AuditResult`; work by its role: `StepDoneShadow`. */
function nameOf(schema: JsonSchema): string {
  const { kind, role } = schema['properties'] as Members;
  const words = [...String(kind?.['const']).split('.'), ...(role === undefined ? [] : [String(role['const'])])];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function actorOf(schema: JsonSchema): JsonSchema {
  const { actor } = schema['properties'] as Members;
  if (!actor) throw new Error('every event has an actor');
  return actor;
}

function actorName(actor: JsonSchema): string {
  const { kind } = actor['properties'] as Members;
  const kinds = kind?.['enum'] as readonly string[];
  return kinds.length === actorKinds.length ? 'Actor' : kinds[0] === 'agent' ? 'Agent' : 'Operator';
}

function withActorNamed(schema: JsonSchema): JsonSchema {
  const properties = schema['properties'] as Members;
  return { ...schema, properties: { ...properties, actor: ref(actorName(actorOf(schema))) } };
}
