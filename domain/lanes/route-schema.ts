/** The JSON Schemas of route requests (2.3), as data. */
import type { ObjectSchema, ValueOf } from '../json-schema.ts';
import { features, instant, workPlace } from './event-schema.ts';

/** Items of one call. */
export const routeBatchLimit = 2000;

export const routeMembers = {
  ...workPlace,
  features: { ...features, description: 'What is known of the item; watched features decide whether it is novel.' },
} as const;
const at = instant('Answers as of this time; a later one than the data clock moves the clock there.', [
  'string',
  'null',
]);

const one = <const Members extends object>(members: Members) =>
  ({
    type: 'object',
    required: ['queue', 'step', 'item'],
    additionalProperties: false,
    properties: members,
  }) as const;

const questionSchema = one(routeMembers);
export type RouteQuestion = ValueOf<typeof questionSchema>;

export const routeRequestSchema = one({ ...routeMembers, at });
export type RouteRequest = ValueOf<typeof routeRequestSchema>;

export const routeBatchSchema = {
  type: 'object',
  required: ['items'],
  additionalProperties: false,
  properties: {
    items: { type: 'array', minItems: 1, maxItems: routeBatchLimit, items: questionSchema },
    at,
  },
} as const satisfies ObjectSchema;
export type RouteBatch = ValueOf<typeof routeBatchSchema>;
