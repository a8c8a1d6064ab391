/** An OpenAPI description as a page for people: every call with its parameters, bodies, answers; every schema as a table. */
import { receiverUrlSchema } from '../../domain/json-schema.ts';
import { anyInstantPattern, instantPattern } from '../../domain/lanes/instant.ts';
import { leftOut, pythonName } from './clients.ts';

export type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Json>> };
  readonly responses: Readonly<Record<string, Json>>;
  readonly security?: readonly unknown[];
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);

/**
 * @param about the text above the calls, as Markdown
 * @param client the name of the variable that holds a client, in the examples
 */
export function apiReference(title: string, about: string, document: Json, client: string): string {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const { schemas } = document['components'] as { schemas: Readonly<Record<string, Json>> };
  const calls = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => callText(method.toUpperCase(), path, operation, { schemas, client })),
  );
  const tables = Object.entries(schemas).map(([name, schema]) => schemaText(name, schema));
  return [`# ${title}`, about, '## Calls', ...calls, '## Schemas', ...tables].join('\n\n') + '\n';
}

interface Within {
  readonly schemas: Readonly<Record<string, Json>>;
  readonly client: string;
}

function callText(method: string, path: string, operation: Operation, { schemas, client }: Within): string {
  const parts = [`### ${method} ${path}`, sentence(operation.summary)];
  if (operation.description !== undefined && operation.description !== sentence(operation.summary))
    parts.push(operation.description);
  if (operation.security?.length === 0) parts.push('Needs no key.');
  const parameters = operation.parameters ?? [];
  if (parameters.length > 0)
    parts.push(
      table(
        ['Parameter', 'In', 'Takes', 'Meaning'],
        parameters.map((parameter) => [
          `\`${text(parameter['name'])}\`${parameter['required'] === true ? ' *' : ''}`,
          text(parameter['in']),
          typeOf((parameter['schema'] ?? {}) as Json),
          text(parameter['description']),
        ]),
      ),
    );
  for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
    parts.push(`Body, \`${type}\`: ${typeOf((schema ?? {}) as Json)}`);
  const [bodyType, bodyOf] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const given = bodyOf && firstExample(bodyOf['example'], bodyOf['examples']);
  parts.push(
    callExamples(
      {
        method,
        path,
        operationId: operation.operationId,
        parameters,
        body: bodyType === undefined || given === undefined ? null : { mediaType: bodyType, value: given },
        needsKey: operation.security === undefined,
        isInClients: !leftOut.has(operation.operationId),
      },
      client,
    ),
  );
  const good = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const answered = ((good?.['content'] ?? {}) as Readonly<Record<string, Json>>)['application/json']?.['schema'];
  const answerText = answered === undefined ? undefined : answerExample(answered as Json, schemas);
  if (answerText !== undefined) parts.push(answerText);
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => [
    status,
    text(description),
    Object.entries((content ?? {}) as Readonly<Record<string, Json>>)
      .map(([type, { schema }]) => (schema === undefined ? `\`${type}\`` : typeOf(schema as Json)))
      .join(', '),
  ]);
  parts.push(table(['Status', 'When', 'Body'], answers));
  return parts.join('\n\n');
}

const firstExample = (example: unknown, examples: unknown): unknown =>
  example ?? Object.values((examples ?? {}) as Readonly<Record<string, Json>>)[0]?.['value'];

export function schemaText(name: string, schema: Json): string {
  const parts = [`### ${name}`];
  if (schema['description'] !== undefined) parts.push(sentence(text(schema['description'])));
  const rows = memberRows(schema);
  const shapes = ((schema['oneOf'] ?? schema['anyOf'] ?? []) as readonly Json[]).filter(
    (shape) => 'properties' in shape,
  );
  if (rows.length > 0) parts.push(memberTable(rows));
  for (const shape of shapes) {
    parts.push(`**${shapeName(shape)}**: ${sentence(text(shape['description']))}`, memberTable(memberRows(shape)));
  }
  if (rows.length + shapes.length === 0) parts.push(`Is ${typeOf(schema)}.`);
  return parts.join('\n\n');
}

/** Of rows that `memberRows` gives. */
export const memberTable = (rows: readonly (readonly string[])[]): string => table(['Member', 'Is', 'Meaning'], rows);

/** Each of several shapes is named by the members whose value it fixes: `kind step.done, role shadow, proposal`. */
function shapeName(shape: Json): string {
  const properties = Object.entries(shape['properties'] as Readonly<Record<string, Json>>);
  const fixed = properties.filter(([name, member]) => 'const' in member || (name === 'role' && 'enum' in member));
  return fixed.map(([name, member]) => `${name} ${typeOf(member)}`).join(', ');
}

/** Members of an object, those of objects within it below them, named by their path. */
export function memberRows(schema: Json, before = ''): string[][] {
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  return Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>).flatMap(([name, member]) => {
    const path = `${before}${name}`;
    const items = (member['items'] ?? {}) as Json;
    return [
      [`\`${path}\`${required.has(name) ? ' *' : ''}`, typeOf(member), text(member['description'])],
      ...memberRows(member, `${path}.`),
      ...memberRows(items, `${path}[].`),
    ];
  });
}

/** What a schema takes, in a few words; named schemas are linked. */
function typeOf(schema: Json): string {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').pop() : undefined;
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`;
  const choices = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'];
  if (Array.isArray(choices))
    return [...new Set((choices as Json[]).map(typeOf))].join(schema['allOf'] ? ' and ' : ' or ');
  if ('const' in schema) return code(schema['const']);
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[]).map(code).join(', ');
  const types = [schema['type'] ?? 'any value'].flat().map(String);
  const items = (schema['items'] ?? {}) as Json;
  const words = types.map((type) => (type === 'array' && 'items' in schema ? `list of ${typeOf(items)}` : type));
  return [words.join(' or '), ...limitsOf(schema)].join(', ');
}

function limitsOf(schema: Json): string[] {
  const limits: string[] = [];
  const limit = (name: string, words: (value: string) => string): void => {
    if (schema[name] !== undefined) limits.push(words(JSON.stringify(schema[name])));
  };
  limit('minimum', (value) => `at least ${value}`);
  limit('maximum', (value) => `at most ${value}`);
  limit('maxLength', (value) => `up to ${value} characters`);
  limit('maxItems', (value) => `up to ${value} of them`);
  limit('default', () => `${code(schema['default'])} when left out`);
  if (typeof schema['format'] === 'string') limits.push(schema['format']);
  const [example] = (schema['examples'] ?? []) as readonly unknown[];
  if (example !== undefined) limits.push(`such as ${code(example)}`);
  return limits;
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);
const cell = (words: string): string => words.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

// One call three ways, as somebody would type it: curl, and the clients for TypeScript and Python; and what comes back.

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

interface ExampleCall {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  /** Parameters with an example in the path; those of the query are left out. */
  readonly parameters: readonly Json[];
  readonly body: { readonly mediaType: string; readonly value: unknown } | null;
  readonly needsKey: boolean;
  /** Whether the clients have the call. */
  readonly isInClients: boolean;
}

/** @returns Markdown: a fold with a block for each way */
function callExamples(call: ExampleCall, client: string): string {
  const blocks = [fence('sh', curl(call))];
  if (call.isInClients) blocks.push(fence('ts', typeScript(call, client)), fence('py', python(call, client)));
  return ['<details><summary>Example requests</summary>', ...blocks, '</details>'].join('\n\n');
}

/** @returns Markdown: a fold with an answer that fits the schema; undefined where it has no members */
function answerExample(schema: Json, schemas: Readonly<Record<string, Json>>): string | undefined {
  const value = sample(schema, schemas, 0);
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return undefined;
  return `<details><summary>Example response</summary>\n\n${fence('json', JSON.stringify(value, null, 2))}\n\n</details>`;
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

function inPath({ parameters }: ExampleCall): readonly (readonly [string, string])[] {
  return parameters
    .filter((parameter) => parameter['in'] === 'path')
    .map((parameter) => [textOf(parameter['name']), textOf(parameter['example'] ?? 'id')]);
}

function curl(call: ExampleCall): string {
  let path = call.path;
  for (const [name, value] of inPath(call)) path = path.replace(`{${name}}`, encodeURIComponent(value));
  const parts = [`curl -s ${call.method === 'GET' ? '' : `-X ${call.method} `}"$API${path}"`];
  if (call.needsKey) parts.push('-H "Authorization: Bearer $KEY"');
  for (const header of call.parameters.filter((parameter) => parameter['in'] === 'header'))
    parts.push(`-H '${textOf(header['name'])}: ${textOf(header['example'])}'`);
  if (call.body !== null) {
    const text = typeof call.body.value === 'string' ? call.body.value.trimEnd() : JSON.stringify(call.body.value);
    parts.push(`-H 'Content-Type: ${call.body.mediaType}'`, `--data-binary '${text.replaceAll("'", `'\\''`)}'`);
  }
  return parts.join(' \\\n  ');
}

function typeScript(call: ExampleCall, client: string): string {
  const members = inPath(call).map(([name, value]) => `${name}: '${value}'`);
  if (call.body !== null) members.push(`body: ${literal(call.body.value, { none: 'null', yes: 'true', no: 'false' })}`);
  return `await ${client}.${call.operationId}(${members.length === 0 ? '' : `{ ${members.join(', ')} }`});`;
}

function python(call: ExampleCall, client: string): string {
  const given = inPath(call).map(([, value]) => JSON.stringify(value));
  if (call.body !== null) given.push(literal(call.body.value, { none: 'None', yes: 'True', no: 'False' }));
  return `${client}.${pythonName(call.operationId)}(${given.join(', ')})`;
}

interface Words {
  readonly none: string;
  readonly yes: string;
  readonly no: string;
}

/** JSON is a literal of both languages but for these three. */
function literal(value: unknown, words: Words): string {
  if (value === null) return words.none;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, words)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value as Json).map(([name, one]) => `${JSON.stringify(name)}: ${literal(one, words)}`);
  return `{${members.join(', ')}}`;
}

/** Deeper than this a response is cut: what is below has a table of its own. */
const deepest = 3;

function sample(schema: Json, schemas: Readonly<Record<string, Json>>, depth: number): unknown {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  if (name !== undefined) return sample(schemas[name] ?? {}, schemas, depth);
  const [given] = (schema['examples'] ?? []) as readonly unknown[];
  if (given !== undefined) return given;
  if ('const' in schema) return schema['const'];
  if (allowsNull(schema)) return null;
  if (Array.isArray(schema['enum'])) return (schema['enum'] as readonly unknown[])[0];
  const [first] = (schema['oneOf'] ?? schema['anyOf'] ?? schema['allOf'] ?? []) as readonly Json[];
  if (first !== undefined && !('properties' in schema)) return sample(first, schemas, depth);
  const type = Array.isArray(schema['type']) ? (schema['type'] as string[])[0] : schema['type'];
  if (type === 'array') return depth >= deepest ? [] : [sample((schema['items'] ?? {}) as Json, schemas, depth + 1)];
  if (type === 'object' || 'properties' in schema) {
    if (depth >= deepest) return {};
    const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>);
    return Object.fromEntries(properties.map(([key, value]) => [key, sample(value, schemas, depth + 1)]));
  }
  if (type === 'string') return sampleText(schema);
  return { integer: schema['minimum'] ?? 0, number: 0, boolean: false, null: null }[String(type)] ?? null;
}

/** Most members that may be null are, in what a first call returns. */
function allowsNull(schema: Json): boolean {
  const either = (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly Json[];
  const values = (schema['enum'] ?? []) as readonly unknown[];
  return (
    [schema['type']].flat().includes('null') || values.includes(null) || either.some(({ type }) => type === 'null')
  );
}

function sampleText({ format, pattern }: Json): string {
  const isTime = pattern === instantPattern || pattern === anyInstantPattern;
  if (format === 'date-time' || isTime) return '2026-11-20T08:00:00.000Z';
  if (format === 'uri' || pattern === receiverUrlSchema.pattern) return 'https://example.com/';
  const prefix = typeof pattern === 'string' ? /^\^(\w+_)/.exec(pattern)?.[1] : undefined;
  return prefix === undefined ? 'text' : `${prefix}01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55`;
}
