/** The bodies of requests to the lanes API, but for events: each is declared here, for the compiler and for the description. */
import { hookEventTypes } from '../../domain/lanes/hook-event.ts';
import { runLimit } from '../../domain/lanes/settler/policy.ts';
import { type ObjectSchema, receiverUrlSchema } from '../../domain/json-schema.ts';
import { instantPattern } from '../../domain/lanes/instant.ts';
import { eventLimits } from '../../domain/lanes/event-schema.ts';
import { reasonLimit } from '../../commands/lanes/pins.ts';
import { printablePattern } from '../http/query.ts';

const time = { type: 'string', pattern: instantPattern } as const;
const printable = { minLength: 1, pattern: printablePattern } as const;
const name = { type: 'string', ...printable, maxLength: eventLimits.id } as const;
const nameOrNull = { ...name, type: ['string', 'null'] } as const;

export const closeWeeksRequest = {
  type: 'object',
  required: ['through'],
  additionalProperties: false,
  properties: { through: { ...time, description: 'At most 7 days ahead of the clock.' } },
} as const satisfies ObjectSchema;

export const hookEvents = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { enum: hookEventTypes },
} as const;

export const webhookRequest = {
  type: 'object',
  required: ['url', 'events'],
  additionalProperties: false,
  properties: {
    url: {
      type: 'string',
      maxLength: 2048,
      ...receiverUrlSchema,
      description:
        'An https URL of a public host, without a user name. Write other letters than ASCII in its host name as `xn--…`, and emoji percent-encoded. A trial also takes http URLs to this machine.',
    },
    events: hookEvents,
  },
} as const satisfies ObjectSchema;

export const webhookChangeRequest = {
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: webhookRequest.properties,
} as const satisfies ObjectSchema;

export const settlerRunRequest = {
  type: 'object',
  additionalProperties: false,
  properties: {
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: runLimit.max,
      default: runLimit.default,
      description: 'Items at most.',
    },
  },
} as const satisfies ObjectSchema;

/** Answers of one report. */
export const answersLimit = 100_000_000;
const answers = { type: 'integer', minimum: 0, maximum: answersLimit } as const;

export const routeAnswerCounts = {
  type: 'object',
  additionalProperties: false,
  description: 'Number of answers by decision.',
  properties: { human_only: answers, propose: answers, act_alone: answers },
} as const satisfies ObjectSchema;

export const auditAssignment = {
  type: 'object',
  required: ['queue', 'step', 'item', 'person'],
  additionalProperties: false,
  properties: {
    queue: name,
    step: name,
    item: name,
    person: { ...nameOrNull, description: 'Who is to check it; null releases it.' },
  },
} as const satisfies ObjectSchema;

export const pinRequest = {
  type: 'object',
  required: ['lane', 'reason'],
  additionalProperties: false,
  properties: {
    queue: { ...nameOrNull, description: 'Only this queue, which must be defined; every queue when left out.' },
    step: { ...nameOrNull, description: 'Only this step, which must be defined in the queue; needs its queue.' },
    lane: {
      enum: ['shadow', 'assist'],
      description: 'The highest lane; shadow for the whole workspace stops every agent.',
    },
    reason: { type: 'string', ...printable, maxLength: reasonLimit, description: 'Why; not blank.' },
    until: {
      ...time,
      type: ['string', 'null'],
      description: 'Must be ahead of the data clock; null: until it is removed.',
    },
  },
  dependentSchemas: {
    step: {
      anyOf: [
        { properties: { step: { type: 'null' } } },
        { required: ['queue'], properties: { queue: { type: 'string' } } },
      ],
    },
  },
} as const satisfies ObjectSchema;
