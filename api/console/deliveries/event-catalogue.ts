/** GET /console/deliveries/events: what is sent, when, and the schema of each body. */
import type { Context } from 'koa';
import { taskEventMoments, taskEvents } from '../../../domain/dispatch/task-record.ts';
import { type HookEventType, hookEventTypes } from '../../../domain/lanes/hook-event.ts';
import { recordSchemas } from '../../dispatch/record-schemas.ts';
import { taskEventSchema } from '../../dispatch/openapi-document.ts';
import { type Html, html } from '../../http/html.ts';
import { answerSchemas } from '../../lanes/answer-schemas.ts';
import { webhookSchemas } from '../../lanes/webhook-schemas.ts';
import { sendPage } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { deliveriesPath } from '../paths.ts';
import { eventText } from './webhook-views.ts';

type Schema = Readonly<Record<string, unknown>>;

let made: Html | undefined;

export function sendEventCatalogue(deps: ConsoleDeps, ctx: Context): void {
  made ??= catalogue();
  sendPage(deps, ctx, {
    title: 'Events',
    section: 'deliveries',
    crumbs: [{ text: 'Deliveries', href: deliveriesPath }],
    body: made,
  });
}

function catalogue(): Html {
  const lanes: Readonly<Record<string, Schema>> = { ...answerSchemas, ...webhookSchemas };
  return html`<div class="page-head">
      <h1>Events</h1>
      <p>What is sent to callback URLs and webhooks, when, and the JSON Schema of each body.</p>
    </div>
    <section aria-labelledby="tasks">
      <h2 id="tasks" class="section-title">Of tasks, to the callback URL</h2>
      ${taskEvents.map((event) =>
        entry(event, taskEventMoments[event], expanded(narrowed(taskEventSchema, 'event', event), recordSchemas)),
      )}
    </section>
    <section aria-labelledby="lanes">
      <h2 id="lanes" class="section-title">Of lanes, to webhooks</h2>
      ${hookEventTypes.map((type) =>
        entry(
          type,
          `When ${eventText[type]}`,
          expanded(narrowed(lanes['WebhookEvent'] ?? {}, 'type', type, type), lanes),
        ),
      )}
    </section>`;
}

function entry(event: string, moment: string, schema: unknown): Html {
  return html`<article class="card" aria-labelledby="${event}">
    <h3 id="${event}"><code>${event}</code></h3>
    <p>${moment}.</p>
    <details>
      <summary>Schema</summary>
      <pre class="body-text" tabindex="0">${JSON.stringify(schema, null, 2)}</pre>
    </details>
    <p><a href="${deliveriesPath}?event=${encodeURIComponent(event)}">Deliveries</a></p>
  </article>`;
}

const dataOf: Readonly<Record<HookEventType, string | null>> = {
  'lane.changed': 'LaneChange',
  'drift.alert': 'Alert',
  'signoff.requested': 'SignoffRequest',
  'agent.unauthorised': 'UnauthorisedAct',
  'audits.waiting': null,
};

/** The schema of one event: its name is a constant, and of lanes its data is that of its kind. */
function narrowed(schema: Schema, name: 'event' | 'type', event: string, hook?: HookEventType): Schema {
  const properties = schema['properties'] as Schema;
  const data = hook === undefined ? null : dataOf[hook];
  return {
    ...schema,
    properties: {
      ...properties,
      [name]: { const: event },
      ...(data === null ? {} : { data: { $ref: `#/components/schemas/${data}` } }),
    },
  };
}

/** With the schemas that it refers to in place. */
function expanded(
  schema: unknown,
  components: Readonly<Record<string, Schema>>,
  within: readonly string[] = [],
): unknown {
  if (Array.isArray(schema)) return schema.map((one) => expanded(one, components, within));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { readonly $ref?: string };
  const name = $ref?.split('/').at(-1);
  if (name !== undefined && components[name] !== undefined && !within.includes(name))
    return expanded({ ...components[name], ...schema, $ref: undefined }, components, [...within, name]);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, expanded(value, components, within)]));
}
