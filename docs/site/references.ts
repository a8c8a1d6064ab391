/** The pages of docs/reference, that of events included: made from the schemas and tables that the software runs on, and held equal by a test. */
import { type Access, toolAccess } from '../../api/dispatch/deps.ts';
import { openApiDocument } from '../../api/dispatch/openapi-document.ts';
import { dispatchRoutes } from '../../api/dispatch/routes.ts';
import { type ErrorCode, statusOfCode } from '../../api/http/errors.ts';
import type { Access as LanesAccess } from '../../api/lanes/deps.ts';
import { lanesOpenApi } from '../../api/lanes/openapi-document.ts';
import { lanesRoutes } from '../../api/lanes/routes.ts';
import { taskEventMoments } from '../../domain/dispatch/task-record.ts';
import {
  keyScopes,
  retiredScope,
  scopeTable,
  scopesOfAccess,
  workspaceScopeTable,
  workspaceScopes,
} from '../../domain/key-scopes.ts';
import { eventKinds, eventSchema, soleActor, stepRoles } from '../../domain/lanes/event-schema.ts';
import { hookEventMoments } from '../../domain/lanes/hook-event.ts';
import { type Json, apiReference, memberRows, memberTable, schemaText, table } from './api-reference.ts';
import errorRemedies from './error-remedies.json' with { type: 'json' };

const made =
  'This page is made from the description that the API serves (`npm run docs` writes it). `*` marks members that must be there.';

const scopesIntro =
  'An API key has one or more scopes. First those of senders (dispatch), then those of workspaces (lanes). This page is made from ' +
  'the route tables of the APIs (`npm run docs` writes it); `lanekeeper key scopes` prints it.';

/** @returns the text of each page by its file, from the top of the checkout */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    'docs/reference/dispatch-api.md': apiReference(
      'The dispatch API',
      `${made} It is served at \`/api/openapi.json\`. What the calls are for is described in [channels](../channels.md) and ` +
        '[tasks](../tasks.md); error codes are in [codes](codes.md).',
      openApiDocument({ baseUrl: 'https://dispatch.example', headerName: 'Svc' }),
      'dispatch',
    ),
    'docs/reference/lanes-api.md': apiReference(
      'The lanes API',
      `${made} It is served at \`/v1/openapi.json\`, the schema of events alone at \`/v1/schema\`. What the calls are for is ` +
        'described in [lanes](../lanes.md); error codes are in [codes](codes.md).',
      lanesOpenApi('https://lanes.example', 'Svc'),
      'lanes',
    ),
    'docs/reference/events.md': eventsReference(),
    'docs/reference/scopes.md': `# Scopes\n\n${scopesIntro}\n\n${scopesReference()}`,
    'docs/reference/codes.md': codes(),
  };
}

function codes(): string {
  const rows = Object.entries(statusOfCode).map(([code, status]) => {
    const { cause, remedy } = errorRemedies[code as ErrorCode];
    return [`\`${code}\``, String(status), cause, remedy];
  });
  return [
    '# Error codes',
    'Every error is `{"error": "<a plain sentence>", "code": "<one of these>"}`, with `details` where there are several ' +
      'findings. The sentence names the field and what was expected; programs look at the code. This page is made from ' +
      'the table that the APIs run on (`npm run docs` writes it).',
    table(['Code', 'Status', 'Cause', 'Remedy'], rows),
    'What a task can end with is in [tasks](../tasks.md), what an attempt to deliver a webhook can end with in ' +
      '[webhooks](../webhooks.md#retries), exit codes of the command line in [operations](../operations.md).',
    '',
  ].join('\n\n');
}

// What each scope may do and which one each request needs, made from the route tables: a page, and what `admin key scopes` prints.

const described: Readonly<Partial<Record<Access, string>>> = {
  key: 'any key',
  tool: 'any key; the tool decides',
  'read or admin': '`read` or `admin`',
  'read or link': "`read`, or the task's capability link",
  signature: "a signature with the sender's inbound secret",
  open: 'nothing',
};

function describedScopes(needs: LanesAccess): string {
  if (needs === 'key' || needs === 'tool' || needs === 'open') return described[needs] ?? '';
  const scopes = scopesOfAccess[needs].filter((scope) => scope !== retiredScope);
  return scopes.map((scope) => `\`${scope}\``).join(' or ');
}

const scopeRows = (head: string, rows: readonly (readonly [string, string])[]): string =>
  [`| ${head} |`, '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');

/** Markdown tables: the scopes of senders' keys, what each request and tool of dispatch needs, and the same of lanes. */
function scopesReference(): string {
  return [
    scopeRows(
      'Scope | What it is for',
      keyScopes.map((scope) => [`\`${scope}\``, scopeTable[scope].about]),
    ),
    scopeRows('Request | Needs', [
      ...dispatchRoutes.map(
        ({ method, path, needs }) => [`\`${method} ${path}\``, described[needs] ?? `\`${needs}\``] as const,
      ),
      ...Object.entries(toolAccess).map(
        ([tool, needs]) => [`MCP tool \`${tool}\``, described[needs as Access] ?? `\`${needs}\``] as const,
      ),
    ]),
    scopeRows(
      'Scope | What it is for',
      workspaceScopes.map((scope) => [`\`${scope}\``, workspaceScopeTable[scope].about]),
    ),
    scopeRows(
      'Request | Needs',
      lanesRoutes.map(({ method, path, needs }) => [`\`${method} ${path}\``, describedScopes(needs)] as const),
    ),
    '',
  ].join('\n\n');
}

// The page of all events: those that agents and people send, and those that webhooks deliver, from their schemas.

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

function eventsReference(): string {
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
