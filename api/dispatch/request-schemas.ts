/** The bodies of requests to the dispatch API, but for tasks: each is declared here, for the compiler and for the description. */
import { discussionLimit, noteLimit } from '../../domain/dispatch/approval-input.ts';
import { personTextPattern } from '../../domain/dispatch/task-schemas.ts';
import { type ObjectSchema, receiverUrlSchema } from '../../domain/json-schema.ts';

export const endpointInput = {
  type: 'object',
  additionalProperties: false,
  required: ['callback_url'],
  properties: {
    callback_url: {
      type: ['string', 'null'],
      maxLength: 2048,
      ...receiverUrlSchema,
      description:
        'An https URL of a public host, without a user name; null ends it. Write other letters than ASCII in its host name as `xn--…`, and emoji percent-encoded. A trial also takes http URLs to this machine.',
    },
  },
} as const satisfies ObjectSchema;

export const decisionInput = {
  type: 'object',
  additionalProperties: false,
  required: ['decision'],
  properties: {
    decision: { enum: ['approve', 'refuse'] },
    note: {
      type: ['string', 'null'],
      maxLength: noteLimit,
      pattern: personTextPattern,
      description: 'Kept with the decision, shown to everybody.',
    },
  },
} as const satisfies ObjectSchema;

const discussed = { type: 'string', minLength: 1, pattern: personTextPattern, maxLength: discussionLimit } as const;

export const questionInput = {
  type: 'object',
  additionalProperties: false,
  required: ['question'],
  properties: { question: discussed },
} as const satisfies ObjectSchema;

export const answerInput = {
  type: 'object',
  additionalProperties: false,
  required: ['answer'],
  properties: { answer: discussed },
} as const satisfies ObjectSchema;
