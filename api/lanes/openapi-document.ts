/** The OpenAPI 3.1 description of the lanes API, made from the schemas and limits that the API itself runs on. */
import { type JsonSchema, exactIdSchema, withPortablePatterns, withSingleTypes } from '../../domain/json-schema.ts';
import { shown, workPlace } from '../../domain/lanes/event-schema.ts';
import { routeBatchSchema, routeRequestSchema } from '../../domain/lanes/route.ts';
import { describedPaths } from '../http/api-route.ts';
import { ref, withDefaultsInWords } from '../http/openapi-parts.ts';
import { answerSchemas } from './answer-schemas.ts';
import { importSchemas } from './import.ts';
import { eventsLimit, holdQuery } from './read-events-body.ts';
import { describedAccess, lanesRoutes } from './routes.ts';
import { settlerSchemas } from './settler.ts';
import { sentWebhooks, webhookSchemas } from './webhook-schemas.ts';

/** The version of the interface, not of the software (document 2 §9). */
const interfaceVersion = '1';

/** A batch with one wrong id is refused whole, so that the schema allows no id that is wrong. */
function exactIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(exactIds);
  if (typeof value !== 'object' || value === null) return value;
  const exact = 'pattern' in value && value.pattern === workPlace.queue.pattern ? exactIdSchema() : {};
  return { ...Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, exactIds(inside)])), ...exact };
}

const requestSchemas: Readonly<Record<string, JsonSchema>> = {
  RouteRequest: exactIds(shown(routeRequestSchema)) as JsonSchema,
  RouteBatch: exactIds(shown(routeBatchSchema)) as JsonSchema,
  EventsRequest: {
    type: 'object',
    required: ['events'],
    additionalProperties: false,
    properties: {
      events: ref('EventList'),
      close: { enum: ['hold'], description: holdQuery.close.about },
    },
  },
  EventList: { type: 'array', maxItems: eventsLimit, items: ref('Event') },
};

/** @param headerName the word of HEADER_NAME */
export function lanesOpenApi(baseUrl: string, headerName: string): JsonSchema {
  const document = withPortablePatterns(
    withSingleTypes(
      {
        openapi: '3.1.0',
        jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
        info: {
          title: 'Lanekeeper lanes',
          version: interfaceVersion,
          summary: 'Ingests work events, earns agents their lane step by step, and answers who may act.',
          description:
            'Send events of people and agents, ask who may act on an item, and read lanes, ledger and evidence.',
          license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        },
        servers: [{ url: baseUrl }],
        security: [{ key: [] }],
        tags: [
          { name: 'events', description: 'Report what people and agents did, and close weeks.' },
          { name: 'route', description: 'Ask who may act on an item.' },
          { name: 'lanes', description: 'The lane of each step, why, and what holds it there.' },
          { name: 'settler', description: 'The model that settles disagreements, if it is turned on.' },
          { name: 'webhooks', description: 'Receive lane changes and alerts, and see what was sent.' },
          { name: 'service', description: 'Descriptions, health and metrics of the service.' },
        ],
        paths: describedPaths(lanesRoutes, { baseUrl, headerName }, describedAccess),
        webhooks: sentWebhooks(headerName),
        components: {
          securitySchemes: {
            key: { type: 'http', scheme: 'bearer', description: 'A key of a workspace, lk_lanes_…' },
          },
          schemas: { ...answerSchemas, ...requestSchemas, ...importSchemas, ...webhookSchemas, ...settlerSchemas },
        },
      },
      'listed',
    ),
  );
  return withDefaultsInWords(document);
}
