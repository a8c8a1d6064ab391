/** The parts that OpenAPI descriptions are put together from: references, contents, operations, error answers. */
import type { JsonSchema } from '../../domain/dispatch/task-schemas.ts';
import { statusOfCode } from './errors.ts';
import type { ErrorCode } from './errors.ts';

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
  return { operationId, tags: [tag], summary, description: `${summary}.`, ...rest };
}

export const keyErrors = ['unauthorized', 'rate_limited'] as const satisfies readonly ErrorCode[];

/** A sentence for each code, as the examples of a service have it. */
export type ExampleSentences = Partial<Record<ErrorCode, string>>;

/** Error answers by status; `internal` and `unavailable` can come from anywhere. */
export function describeErrors(sentences: ExampleSentences): (...codes: readonly ErrorCode[]) => JsonSchema {
  return (...codes) => {
    const all = [...new Set<ErrorCode>([...codes, 'internal', 'unavailable'])];
    const byStatus = [...new Set(all.map((code) => statusOfCode[code]))];
    return Object.fromEntries(
      byStatus.map((status) => [
        status,
        errorAnswer(
          all.filter((code) => statusOfCode[code] === status),
          sentences,
        ),
      ]),
    );
  };
}

function errorAnswer(codes: readonly ErrorCode[], sentences: ExampleSentences): JsonSchema {
  const schema = codes.includes('all_rejected') ? { anyOf: [ref('Error'), ref('RejectedBatch')] } : ref('Error');
  return answer(`Code ${codes.join(' or ')}.`, json(schema, errorExamples(codes, sentences)));
}

function errorExamples(codes: readonly ErrorCode[], sentences: ExampleSentences): Record<string, unknown> {
  const known = codes.filter((code) => sentences[code] !== undefined);
  return Object.fromEntries(known.map((code) => [code, { error: sentences[code], code }]));
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
