/** The parts that the OpenAPI description is put together from: references, contents, operations, error answers. */
import type { JsonSchema } from '../../domain/dispatch/task-schemas.ts';
import { statusOfCode } from '../http/errors.ts';
import type { ErrorCode } from '../http/errors.ts';

export interface DescribedService {
  readonly baseUrl: string;
  /** The word in the names of our headers. */
  readonly headerName: string;
}

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
export const json = (schema: JsonSchema, examples?: Readonly<Record<string, unknown>>): JsonSchema => ({
  'application/json': {
    schema,
    ...(examples === undefined ? {} : { examples: mapValues(examples, (value) => ({ value })) }),
  },
});
export const answer = (description: string, content?: JsonSchema, headers?: JsonSchema): JsonSchema => ({
  description,
  ...(content === undefined ? {} : { content }),
  ...(headers === undefined ? {} : { headers }),
});

export function operation(operationId: string, tag: string, summary: string, rest: JsonSchema): JsonSchema {
  return { operationId, tags: [tag], summary, ...rest };
}

export const keyErrors = ['unauthorized', 'rate_limited'] as const satisfies readonly ErrorCode[];

/** Error answers by status; `internal` and `unavailable` can come from anywhere. */
export function errors(...codes: readonly ErrorCode[]): JsonSchema {
  const all = [...new Set<ErrorCode>([...codes, 'internal', 'unavailable'])];
  const byStatus = [...new Set(all.map((code) => statusOfCode[code]))];
  return Object.fromEntries(
    byStatus.map((status) => [status, errorAnswer(all.filter((code) => statusOfCode[code] === status))]),
  );
}

function errorAnswer(codes: readonly ErrorCode[]): JsonSchema {
  const schema = codes.includes('all_rejected') ? { anyOf: [ref('Error'), ref('RejectedBatch')] } : ref('Error');
  return answer(`Code ${codes.join(' or ')}.`, json(schema, errorExamples(codes)));
}

const exampleSentences: Partial<Record<ErrorCode, string>> = {
  bad_json: 'the body must be JSON; it ends too early',
  bad_csv: 'the file must be UTF-8; in Excel, save it as "CSV UTF-8"',
  unauthorized: 'a valid API key is needed: Authorization: Bearer <key>',
  not_allowed: 'this key may not submit tasks',
  not_found: 'there is no such task',
  too_large: 'the body must be at most 1,000,000 bytes',
  unsupported_media_type: 'Content-Type must be application/json',
  invalid_task: 'params.pro must be exactly 10 digits',
  invalid_batch: 'tasks must not be empty',
  invalid_query: 'limit must be a whole number from 1 to 200',
  no_capability: 'no portal here can do answer_claim yet',
  rate_limited: 'this key may send 6,000 requests a minute',
  internal: 'something went wrong here; the request id finds it in the log',
  unavailable: 'the service cannot take this right now; try again shortly',
};

function errorExamples(codes: readonly ErrorCode[]): Record<string, unknown> {
  const known = codes.filter((code) => exampleSentences[code] !== undefined);
  return Object.fromEntries(known.map((code) => [code, { error: exampleSentences[code], code }]));
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
