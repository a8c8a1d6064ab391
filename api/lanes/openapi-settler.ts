/** The settler in the OpenAPI description. */
import type { JsonSchema } from '../../domain/lanes/event-schema.ts';
import { runLimit } from '../../domain/lanes/settler/policy.ts';
import { itemFates, runEndings } from '../../domain/lanes/settler/run.ts';
import { answer, json, keyErrors, operation, ref } from '../http/openapi-parts.ts';
import type { describeErrors } from '../http/openapi-parts.ts';

const string: JsonSchema = { type: 'string' };
const text: JsonSchema = { type: ['string', 'null'] };
const flag: JsonSchema = { type: 'boolean' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const dollars: JsonSchema = { type: 'string', pattern: '^[0-9]+\\.[0-9]{2}$', examples: ['0.13'] };
const time: JsonSchema = { type: 'string', format: 'date-time' };
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
const limit: JsonSchema = { type: 'integer', minimum: 1, maximum: runLimit.max };

/** An object of which every member is always there. */
const whole = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

export const settlerSchemas: Readonly<Record<string, JsonSchema>> = {
  Settler: whole({
    enabled: { ...flag, description: 'Whether a run can be asked for now.' },
    reason: { ...text, description: 'Why not, as a sentence.' },
    model: text,
    spent_today_usd: { ...dollars, description: 'Booked on this UTC day, rounded up.' },
    cap_usd: dollars,
    killed: flag,
    last_run: orNull(ref('SettlerRun')),
  }),
  SettlerRun: whole({
    id: string,
    requested_by: string,
    model: string,
    limit,
    found: { ...count, description: 'Items that waited for it at its start.' },
    started_at: time,
    finished_at: orNull(time),
    ending: { enum: [...runEndings, null], description: 'Null while it runs.' },
    ending_reason: text,
    ...Object.fromEntries(itemFates.map((fate) => [fate, count])),
    spent_usd: dollars,
    agreement: {
      ...whole({ asked: count, answered: count, agreed: count, rate: { type: ['number', 'null'] } }),
      description: 'Verdicts of all runs that were kept back, and what people decided without seeing them.',
    },
  }),
};

type Errors = ReturnType<typeof describeErrors>;

export function settlerPaths(errors: Errors): JsonSchema {
  return {
    '/v1/settler': {
      get: operation('getSettler', 'settler', 'How the settler stands', {
        responses: {
          200: answer('Its switches, its money and its newest run.', json(ref('Settler'))),
          ...errors(...keyErrors, 'not_allowed', 'invalid_request'),
        },
      }),
    },
    '/v1/settler/run': {
      post: operation('runSettler', 'settler', 'Run the settler once', {
        description:
          'The run continues after the response, as the workflow settle:<workspace>; GET /v1/settler shows its progress. One runs at a time.',
        requestBody: {
          required: true,
          content: json(
            {
              type: 'object',
              additionalProperties: false,
              properties: { limit: { ...limit, default: runLimit.default, description: 'Items at most.' } },
            },
            { twenty: { limit: 20 } },
          ),
        },
        responses: {
          202: answer('It was started.', json(whole({ run_id: string, status: { const: 'started' }, limit }))),
          200: answer('One runs already.', json(whole({ run_id: text, status: { const: 'running' }, limit }))),
          ...errors(
            ...keyErrors,
            'not_allowed',
            'settler_off',
            'bad_json',
            'invalid_request',
            'too_large',
            'unsupported_media_type',
          ),
        },
      }),
    },
  };
}
