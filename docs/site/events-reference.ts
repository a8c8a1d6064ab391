/** The page of all events: those that agents and people send, and those that webhooks deliver, from their schemas. */
import { openApiDocument } from '../../api/dispatch/openapi-document.ts';
import { lanesOpenApi } from '../../api/lanes/openapi-document.ts';
import { taskEventMoments } from '../../domain/dispatch/task-record.ts';
import { eventKinds, eventSchema, soleActor, stepRoles } from '../../domain/lanes/event-schema.ts';
import { hookEventMoments } from '../../domain/lanes/hook-event.ts';
import { type Json, memberRows, memberTable, schemaText, table } from './api-reference.ts';

const kinds = eventSchema['oneOf'] as readonly Json[];
/** What every event has; each kind below lists only what is its own. */
const common = new Set(['id', 'kind', 'at', 'queue', 'step', 'item', 'actor']);
/** What a webhook of lanes has as its `data`. */
const intros = {
  'lane.changed': 'LaneChange',
  'drift.alert': 'Alert',
  'signoff.requested': 'SignoffRequest',
  'agent.unauthorised': 'UnauthorisedAct',
  'audits.waiting': 'AuditReminder',
};

export function eventsReference(): string {
  const text = [
    '# Events',
    'This page is made from the schemas that the software runs on (`npm run docs` writes it). `*` marks members that must ' +
      'be there. How to verify, repeats and order: [webhooks](../webhooks.md). What events of work mean: ' +
      '[lanes](../lanes.md). The JSON Schema of work events is served at `/v1/schema`.',
    ...workEvents(),
    ...taskWebhooks(),
    ...laneWebhooks(),
  ].join('\n\n');
  return `${text.replaceAll('](#taskrecord)', '](dispatch-api.md#taskrecord)')}\n`;
}

function workEvents(): string[] {
  return [
    '## Work events',
    'What people and agents did, sent to [POST /v1/events](lanes-api.md#post-v1events) by the system that runs the queue. An event ' +
      'of a kind that is not here, or with a member that is not, is listed in `rejected`; the others in the request are accepted.',
    '### Every event',
    'has these; `step` and `item` only where the kind is about one.',
    memberTable(memberRows(pick(anyKind(), (name) => common.has(name)))),
    ...eventKinds.flatMap(kindText),
  ];
}

function kindText(kind: string): string[] {
  const schema = kindNamed(kind);
  const members = schema['properties'] as Json;
  const about = ['step', 'item'].filter((name) => name in members).map((name) => `\`${name}\``);
  const scope = about.length === 0 ? 'Has no `step` and no `item`.' : `Has ${about.join(' and ')}.`;
  const by = soleActor[kind] === undefined ? '' : ` Its actor is an ${soleActor[kind]}.`;
  const own = pick(schema, (name) => !common.has(name));
  return [
    `### \`${kind}\``,
    `${String(schema['description'])} ${scope}${by}`,
    memberTable(
      memberRows(own)
        .filter(([path = '']) => !path.includes('.rules.'))
        .map(withLinkToRules),
    ),
    ...(kind === 'step.done' ? [roleTable()] : []),
  ];
}

function roleTable(): string {
  return table(
    ['`role`', 'Its actor is'],
    stepRoles.map((role) => [`\`${role}\``, soleActor[role] === undefined ? 'either' : `an ${soleActor[role]}`]),
  );
}

/** The rules of a step have a page's length of their own. */
const withLinkToRules = ([path = '', is = '', meaning = '']: string[]): string[] =>
  path.includes('[].rules')
    ? [path, '[Rules](lanes-api.md#rules)', 'What is left out has its default.']
    : [path, is, meaning];

function taskWebhooks(): string[] {
  const document = openApiDocument({ baseUrl: 'https://dispatch.example', headerName: 'Svc' });
  return [
    '## Webhooks of tasks',
    'Sent to the `callback_url` of a task or of its sender.',
    table(
      ['`event`', 'When'],
      Object.entries(taskEventMoments).map(([event, when]) => [`\`${event}\``, when]),
    ),
    headers(document, 'taskEvent'),
    schemaText('TaskEvent', schemaNamed(document, 'TaskEvent')),
  ];
}

function laneWebhooks(): string[] {
  const document = lanesOpenApi('https://lanes.example', 'Svc');
  const named: Readonly<Record<string, string>> = intros;
  return [
    '## Lane webhooks',
    'Sent to the webhooks of a workspace that asked for them.',
    table(
      ['`type`', 'When', '`data`'],
      Object.entries(hookEventMoments).map(([type, when]) => {
        const name = named[type];
        return [`\`${type}\``, when, name === undefined ? 'empty' : `[${name}](#${name.toLowerCase()})`];
      }),
    ),
    headers(document, 'event'),
    schemaText('WebhookEvent', schemaNamed(document, 'WebhookEvent')),
    ...Object.values(intros).map((name) => schemaText(name, schemaNamed(document, name))),
  ];
}

function headers(document: Json, webhook: string): string {
  const { post } = (document['webhooks'] as Readonly<Record<string, { post: Json }>>)[webhook] ?? {};
  const rows = ((post?.['parameters'] ?? []) as readonly Json[]).map(({ name, description }) => [
    `\`${String(name)}\``,
    String(description),
  ]);
  return table(['Header', 'Is'], rows);
}

function kindNamed(kind: string): Json {
  const schema = kinds.find(({ properties }) => ((properties as Json)['kind'] as Json)['const'] === kind);
  if (schema === undefined) throw new TypeError(`there is no schema of ${kind}`);
  const properties = schema['properties'] as Json;
  // The roles of step.done have a schema each, which differ in the role and in who acts.
  return kind === 'step.done'
    ? { ...schema, properties: { ...properties, role: { enum: stepRoles, description: roleWords } } }
    : schema;
}

/** A kind about an item that an operator and an agent may send, described once for all. */
function anyKind(): Json {
  const schema = kindNamed('outcome.recorded');
  return { ...schema, properties: { ...(schema['properties'] as Json), kind: { enum: eventKinds } } };
}

const roleWords =
  'shadow: what the agent would have done. proposal: waits for a person. confirm: the answer to it. act: done.';

const schemaNamed = (document: Json, name: string): Json =>
  (document['components'] as { schemas: Readonly<Record<string, Json>> }).schemas[name] ?? {};

function pick(schema: Json, wanted: (name: string) => boolean): Json {
  const members = Object.entries(schema['properties'] as Json).filter(([name]) => wanted(name));
  return { ...schema, properties: Object.fromEntries(members) };
}
