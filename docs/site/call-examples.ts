/** One call three ways, as somebody would type it: curl, and the clients for TypeScript and Python; and what comes back. */
import { pythonName } from './clients.ts';

type Json = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export interface ExampleCall {
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
export function callExamples(call: ExampleCall, client: string): string {
  const blocks = [fence('sh', curl(call))];
  if (call.isInClients) blocks.push(fence('ts', typeScript(call, client)), fence('py', python(call, client)));
  return ['<details><summary>Example requests</summary>', ...blocks, '</details>'].join('\n\n');
}

/** @returns Markdown: a fold with an answer that fits the schema; undefined where it has no members */
export function answerExample(schema: Json, schemas: Readonly<Record<string, Json>>): string | undefined {
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
  if (format === 'date-time') return '2026-11-20T08:00:00.000Z';
  if (format === 'uri') return 'https://example.com/';
  const prefix = typeof pattern === 'string' ? /^\^(\w+_)/.exec(pattern)?.[1] : undefined;
  return prefix === undefined ? 'text' : `${prefix}01997d1f-6f0a-7cc1-b0a4-3a1f6d2b9c55`;
}
