/** The parts that OpenAPI descriptions are put together from: references, contents, operations, error answers. */
import { type JsonSchema, withPortablePatterns, withSingleTypes } from '../../domain/json-schema.ts';
import type { DescribedService, RouteDescription } from './api-route.ts';
import { type ErrorCode, statusOfCode } from './errors.ts';

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

// The values that answers are made of.
export const string: JsonSchema = { type: 'string' };
export const text: JsonSchema = { type: ['string', 'null'] };
export const time: JsonSchema = { type: 'string', format: 'date-time' };
export const timeOrNull: JsonSchema = { type: ['string', 'null'], format: 'date-time' };
export const count: JsonSchema = { type: 'integer', minimum: 0 };
export const flag: JsonSchema = { type: 'boolean' };
export const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });

/** A member of a path. */
export const inPath = (
  name: string,
  description: string,
  example: string,
  schema: JsonSchema = string,
): JsonSchema => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
  example,
});

/** An object of which every member is always there. */
export function whole(properties: Readonly<Record<string, JsonSchema>>, description?: string): JsonSchema {
  return { type: 'object', required: Object.keys(properties), properties, ...(description ? { description } : {}) };
}
export const json = (schema: JsonSchema, examples?: Readonly<Record<string, unknown>>): JsonSchema => ({
  'application/json': {
    schema,
    ...(examples === undefined ? {} : { examples: mapValues(examples, (value) => ({ value })) }),
  },
});
/** A body or an answer that is a CSV file. */
export const csv: JsonSchema = { 'text/csv': { schema: { type: 'string' } } };
export const answer = (description: string, content?: JsonSchema, headers?: JsonSchema): JsonSchema => ({
  description,
  ...(content === undefined ? {} : { content }),
  ...(headers === undefined ? {} : { headers }),
});

export function operation(operationId: string, tag: string, summary: string, rest: JsonSchema): JsonSchema {
  return { operationId, tags: [tag], summary, description: `${summary}.`, ...rest };
}

/**
 * A webhook that is sent, as OpenAPI 3.1 describes it.
 * @param headers what each of its headers has, by their names; those of Standard Webhooks come behind them
 */
export function sentWebhook(
  described: readonly [operationId: string, tag: string, summary: string],
  headers: Readonly<Record<string, string>>,
  body: JsonSchema,
): JsonSchema {
  const standard = {
    'webhook-id': 'Id of the delivery, as Standard Webhooks has it.',
    'webhook-timestamp': 'Unix seconds of this attempt.',
    'webhook-signature': 'v1,<base64> of Standard Webhooks; two during a rotation of the secret.',
  };
  return {
    post: operation(...described, {
      security: [],
      parameters: Object.entries({ ...headers, ...standard }).map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: string,
      })),
      requestBody: { required: true, content: json(body) },
      responses: { '2XX': answer('Acknowledged. Anything else is tried again.') },
    }),
  };
}

export const keyErrors = ['unauthorized', 'rate_limited'] as const satisfies readonly ErrorCode[];
/** Of a route with a JSON body. */
export const bodyErrors = ['bad_json', 'too_large', 'unsupported_media_type'] as const satisfies readonly ErrorCode[];

/** A sentence for each code, as the examples of a service have it. */
type ExampleSentences = Partial<Record<ErrorCode, string>>;

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

/** How the route that returns the OpenAPI document is described in it. */
export const describesItself = {
  method: 'GET',
  needs: 'key',
  operation: 'getDescription',
  tag: 'service',
  summary: 'This description',
  query: null,
  answers: { 200: answer('OpenAPI 3.1.', json({ type: 'object' })) },
  errors: [],
} as const;

/** The OpenAPI description of an MCP endpoint: JSON-RPC in, JSON-RPC out. */
interface DescribedMcp {
  readonly tools: readonly string[];
  /** Parameters of tools/call, by the name of the example. */
  readonly examples: Readonly<Record<string, { readonly name: string; readonly arguments: unknown }>>;
}

type DescribedCall = RouteDescription & {
  readonly inDeployment: (service: DescribedService) => Partial<RouteDescription>;
};

export function callMcp({ tools, examples }: DescribedMcp): DescribedCall {
  const id = { type: ['string', 'number', 'null'] };
  const text = { type: 'string' };
  // A request's id is never null; an answer's is, where the request's could not be read.
  const asked = {
    type: ['string', 'integer'],
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
  };
  const message = { jsonrpc: { const: '2.0' }, id: asked, method: text, params: { type: 'object' } };
  const result = {
    jsonrpc: { const: '2.0' },
    id,
    result: { type: 'object' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: text },
    },
  };
  const calls = Object.entries(examples).map(([name, params]) => [
    name,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  ]);
  return {
    operation: 'callMcp',
    tag: 'service',
    summary: 'MCP endpoint (Streamable HTTP, stateless, JSON answers)',
    query: null,
    body: json(
      { type: 'object', additionalProperties: false, required: ['jsonrpc', 'method'], properties: message },
      { list: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, ...Object.fromEntries(calls) },
    ),
    answers: {
      200: answer('The answer.', json({ type: 'object', required: ['jsonrpc'], properties: result })),
      202: answer('The notification was accepted.'),
      400: answer(
        'No JSON, no JSON-RPC, or a protocol that is not spoken here.',
        json({ type: 'object', properties: result }),
      ),
    },
    errors: ['not_allowed', 'too_large', 'unsupported_media_type'],
    inDeployment: ({ baseUrl }) => ({
      description: `Tools: ${tools.join(', ')}, for clients of the protocols up to 2025-11-25 and of 2026-07-28. Host and Origin must be names that ${baseUrl} goes by. Refusals of a tool are answers with isError.`,
    }),
  };
}

/**
 * The default of each member of a body as a sentence of its description. Generators take the keyword for more than it says: a
 * member with one has to be sent (openapi-typescript), or is sent with the default of today (openapi-python-client).
 */
export function withDefaultsInWords<T>(value: T): T {
  return inWords(value) as T;
}

function inWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inWords);
  if (typeof value !== 'object' || value === null) return value;
  return mapEntries(value, (name, inside) =>
    name === 'properties' && typeof inside === 'object' && inside !== null
      ? mapEntries(inside, (_, member) => inWords(withoutDefault(member)))
      : inWords(inside),
  );
}

function withoutDefault(member: unknown): unknown {
  if (typeof member !== 'object' || member === null || !('default' in member)) return member;
  const { default: usual, ...rest } = member;
  const about = 'description' in rest && typeof rest.description === 'string' ? rest.description : '';
  const ended = about === '' || /[.!?]$/.test(about) ? about : `${about}.`;
  return { ...rest, description: `${ended} Left out: ${JSON.stringify(usual)}.`.trim() };
}

const mapEntries = (record: object, map: (name: string, value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(record).map(([name, value]: [string, unknown]) => [name, map(name, value)]));

// A schema of our tables as one that refers to no other, for callers that see no others (MCP).

const refPrefix = '#/components/schemas/';

/**
 * References into `definitions` are replaced by what they name, and our own keywords (x-…) are left out, because
 * strict validators of clients refuse keywords that they do not know. Patterns are in their portable form, types one by one.
 * @throws Error for a reference to nothing; schemas that contain themselves are not ours to have
 */
export function selfContained(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return withPortablePatterns(withSingleTypes(inlined(schema, definitions)));
}

function inlined(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { $ref: name } = schema;
  if (typeof name === 'string') {
    const definition = definitions[name.slice(refPrefix.length)];
    if (!name.startsWith(refPrefix) || !definition) throw new Error(`schema ${name} is not defined`);
    return inlined(definition, definitions);
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !keyword.startsWith('x-'))
      .map(([keyword, value]) => [keyword, resolved(value, definitions)]),
  );
}

function resolved(value: unknown, definitions: Readonly<Record<string, JsonSchema>>): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, definitions));
  return typeof value === 'object' && value !== null ? inlined(value as JsonSchema, definitions) : value;
}
