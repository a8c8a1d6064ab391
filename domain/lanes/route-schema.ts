/** The JSON Schemas of route requests (2.3), as data. */
import { eventSchemas, instant } from './event-schema.ts';
import type { JsonSchema } from '../json-schema.ts';

/** Items of one call. */
export const routeBatchLimit = 2000;

const work = eventSchemas['step.done']['properties'] as Readonly<Record<string, JsonSchema>>;
const question = {
  queue: work['queue'],
  step: work['step'],
  item: work['item'],
  features: {
    ...work['features'],
    description: 'What is known of the item; watched features decide whether it is novel.',
  },
};
const at = instant('Answers as of this time; a later one than the data clock moves the clock there.', [
  'string',
  'null',
]);

const one = (members: object): JsonSchema => ({
  type: 'object',
  required: ['queue', 'step', 'item'],
  additionalProperties: false,
  properties: members,
});

export const routeRequestSchema: JsonSchema = one({ ...question, at });

export const routeBatchSchema: JsonSchema = {
  type: 'object',
  required: ['items'],
  additionalProperties: false,
  properties: {
    items: { type: 'array', minItems: 1, maxItems: routeBatchLimit, items: one(question) },
    at,
  },
};
