/** The generated parts of the clients in sdk/: a method for each call and a type for each schema of the OpenAPI documents. */
import { openApiDocument } from '../../api/dispatch/openapi-document.ts';
import { lanesOpenApi } from '../../api/lanes/openapi-document.ts';
import type { JsonSchema } from '../../domain/json-schema.ts';

interface Parameter {
  readonly name: string;
  readonly schema: JsonSchema;
}

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly repeatable: boolean;
  readonly inPath: readonly Parameter[];
  readonly inQuery: readonly Parameter[];
  readonly body: JsonSchema | null;
  /** As JSON; null where nothing or something else comes back. */
  readonly answers: readonly JsonSchema[] | null;
  readonly isFile: boolean;
  readonly hasCsv: boolean;
}

/** What a client has no use for: pages for people, probes, and protocols that have clients of their own. */
export const leftOut = new Set([
  'receiveWebhook',
  'callMcp',
  'streamRouteTable',
  'getResultPage',
  'getResultStyle',
  'getHealth',
  'getReadiness',
  'getMetrics',
]);
const made = 'Made by `npm run docs` from the OpenAPI description; changes here are lost.';

/** @returns the text of each generated file by its path, from the top of the checkout */
export function clientFiles(): Readonly<Record<string, string>> {
  const dispatch = openApiDocument({ baseUrl: 'https://dispatch.example', headerName: 'Svc' });
  const lanes = lanesOpenApi('https://lanes.example', 'Svc');
  return Object.fromEntries(
    (
      [
        ['dispatch', 'DispatchClient', dispatch],
        ['lanes', 'LanesClient', lanes],
      ] as const
    ).flatMap(([name, client, document]) => {
      const operations = operationsOf(document);
      const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, JsonSchema>> };
      return [
        [`sdk/typescript-client/${name}.js`, javaScript(client, operations)],
        [`sdk/typescript-client/${name}.d.ts`, typeScript(client, operations, schemas)],
        [`sdk/python-client/lanekeeper_client/${name}.py`, python(client, operations, schemas)],
      ];
    }),
  );
}

function operationsOf(document: JsonSchema): readonly Operation[] {
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Described>>>>;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { operationId }]) => !leftOut.has(operationId))
      .map(([method, described]) => operationOf(method, path, described)),
  );
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-repeatable'?: boolean;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> }>
  >;
}

function operationOf(method: string, path: string, described: Described): Operation {
  const { operationId: id, summary, parameters = [], requestBody, responses } = described;
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const contents = good.flatMap(([, { content }]) => Object.entries(content ?? {}));
  const json = contents.filter(([type]) => type.includes('json')).map(([, { schema }]) => schema ?? {});
  const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary,
    repeatable: method === 'get' || described['x-repeatable'] === true,
    inPath: parameters.filter(({ in: where }) => where === 'path'),
    inQuery: parameters.filter(({ in: where }) => where === 'query'),
    body: bodies.length === 0 ? null : bodies.length === 1 ? (bodies[0] ?? null) : { anyOf: bodies },
    answers: json.length === 0 ? null : json,
    isFile: contents.some(([type]) => type === '*/*'),
    hasCsv: contents.some(([type]) => type === 'text/csv'),
  };
}

/** The member of a page that holds its rows; undefined where the call has no pages. */
function rowsIn(operation: Operation, schemas: Readonly<Record<string, JsonSchema>>): string | undefined {
  if (!operation.inQuery.some(({ name }) => name === 'cursor')) return undefined;
  const [answer] = operation.answers ?? [];
  const page = answer && (schemas[refName(answer) ?? ''] ?? answer);
  const properties = Object.entries((page?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  return properties.find(([, { type }]) => type === 'array')?.[0];
}

const refName = (schema: JsonSchema): string | undefined =>
  typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;

function javaScript(client: string, operations: readonly Operation[]): string {
  const row = ({ id, method, path, repeatable, inQuery }: Operation): string =>
    `  ${id}: ['${method}', '${path}', ${repeatable}, [${inQuery.map(({ name }) => `'${name}'`).join(', ')}]],`;
  const methods = operations.map(({ id }) => `  ${id}(args) {\n    return this.call(operations.${id}, args);\n  }`);
  return [
    `/** ${made} */`,
    "import { ApiClient, rowsOf } from './http.js';",
    '',
    '/** Method, path, whether it may be sent again when nobody knows if it arrived, and the names of its query. */',
    'const operations = {',
    ...operations.map(row),
    '};',
    '',
    `export class ${client} extends ApiClient {`,
    methods.join('\n\n'),
    '',
    '  /** Every row of a list, page by page. */',
    '  rows(list, member, args) {',
    '    return rowsOf((given) => this[list](given), member, args);',
    '  }',
    '}',
    '',
  ].join('\n');
}

function typeScript(
  client: string,
  operations: readonly Operation[],
  schemas: Readonly<Record<string, JsonSchema>>,
): string {
  const types = Object.entries(schemas).map(([name, schema]) => `export type ${name} = ${tsType(schema)};`);
  const methods = operations.map((operation) => {
    const members = [
      ...operation.inPath.map(({ name, schema }) => `readonly ${name}: ${tsType(schema)}`),
      ...operation.inQuery.map(({ name, schema }) => `readonly ${name}?: ${tsType(schema)}`),
      ...(operation.body === null ? [] : [`readonly body: ${tsType(operation.body)}`]),
      ...(operation.hasCsv ? ["readonly as?: 'json' | 'csv'"] : []),
    ];
    const optional = operation.inPath.length === 0 && operation.body === null ? '?' : '';
    return `  /** ${operation.summary}. */\n  ${operation.id}(args${optional}: CallOptions & { ${members.join('; ')} }): Promise<${tsAnswer(operation)}>;`;
  });
  const lists = operations.flatMap((operation) => {
    const member = rowsIn(operation, schemas);
    if (member === undefined) return [];
    const page = tsType(operation.answers?.[0] ?? {});
    return `  rows(list: '${operation.id}', member: '${member}', args?: Parameters<${client}['${operation.id}']>[0]): AsyncGenerator<(${page})['${member}'][number]>;`;
  });
  return [
    `/** ${made} */`,
    "import { ApiClient } from './http.js';",
    "import type { CallOptions } from './http.js';",
    '',
    types.join('\n'),
    '',
    `export class ${client} extends ApiClient {`,
    methods.join('\n'),
    '  /** Every row of a list, page by page. */',
    lists.join('\n'),
    '}',
    '',
  ].join('\n');
}

function tsAnswer({ answers, isFile, hasCsv }: Operation): string {
  if (isFile) return 'unknown';
  if (answers === null) return 'void';
  const types = [...new Set(answers.map(tsType)), ...(hasCsv ? ['string'] : [])];
  return types.join(' | ');
}

function tsType(schema: JsonSchema): string {
  const name = refName(schema);
  if (name !== undefined) return name;
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  const either = alternatives(schema);
  if (either !== undefined) return either.map(tsType).join(' | ');
  const { type } = schema;
  if (Array.isArray(type)) return [...new Set(type.map((one: string) => tsType({ ...schema, type: one })))].join(' | ');
  if (type === 'array') return `readonly (${tsType((schema['items'] ?? {}) as JsonSchema)})[]`;
  if (type === 'object' || 'properties' in schema) return tsObject(schema);
  return (
    { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }[String(type)] ??
    'unknown'
  );
}

/** Alternatives of type; those that only ask for members say nothing that a type could. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] | undefined {
  const either = (schema['oneOf'] ?? schema['anyOf']) as readonly JsonSchema[] | undefined;
  const whole = either?.every(
    (one) => 'type' in one || '$ref' in one || 'enum' in one || 'const' in one || 'anyOf' in one,
  );
  return whole === true && !('properties' in schema) ? either : undefined;
}

function tsObject(schema: JsonSchema): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const further = schema['additionalProperties'];
  if (properties.length === 0)
    return `Readonly<Record<string, ${typeof further === 'object' && further !== null ? tsType(further as JsonSchema) : 'unknown'}>>`;
  const members = properties.map(([key, value]) => {
    const shown = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);
    return `readonly ${shown}${required.has(key) ? '' : '?'}: ${tsType(value)}`;
  });
  return `{ ${members.join('; ')} }`;
}

function python(
  client: string,
  operations: readonly Operation[],
  schemas: Readonly<Record<string, JsonSchema>>,
): string {
  const objects: string[] = [];
  const aliases: string[] = [];
  for (const [name, schema] of Object.entries(schemas))
    if ('properties' in schema && alternatives(schema) === undefined) objects.push(pyObject(name, schema));
    else aliases.push(`${name} = ${pyType(schema)}`);
  return [
    `"""${made}"""`,
    '',
    'from typing import Any, Dict, Iterator, List, Literal, Optional, TypedDict, Union',
    '',
    'from .http import ApiClient, rows_of',
    '',
    ...objects,
    '',
    ...aliases,
    '',
    '',
    `class ${client}(ApiClient):`,
    operations.map((operation) => pyMethod(operation, schemas)).join('\n\n'),
    '',
  ].join('\n');
}

function pyObject(name: string, schema: JsonSchema): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
  const members = properties.map(([key, value]) => `    ${JSON.stringify(key)}: ${pyType(value)},`);
  return [
    `${name} = TypedDict(`,
    `    "${name}", {`,
    ...members.map((line) => `    ${line}`),
    '    }, total=False',
    ')',
  ].join('\n');
}

/** `queueTasks` → `queue_tasks` */
export const pythonName = (id: string): string => id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function pyMethod(operation: Operation, schemas: Readonly<Record<string, JsonSchema>>): string {
  const { id, method, path, repeatable, inPath, inQuery, body, answers, isFile, hasCsv } = operation;
  const names = inPath.map(({ name }) => (name === 'id' ? 'id_' : name));
  const optional = [
    ...inQuery.map(({ name, schema }) => `${name}: Optional[${pyType(schema)}] = None`),
    ...(hasCsv ? ['as_csv: bool = False'] : []),
  ];
  const given = [
    'self',
    ...inPath.map(({ schema }, n) => `${names[n]}: ${pyType(schema)}`),
    ...(body === null ? [] : [`body: ${pyType(body)}`]),
    ...(optional.length === 0 ? [] : ['*', ...optional]),
  ];
  const types = [...new Set((answers ?? []).map(pyType)), ...(hasCsv ? ['str'] : [])];
  const returned = isFile
    ? 'Any'
    : answers === null
      ? 'None'
      : types.length === 1
        ? (types[0] ?? 'Any')
        : `Union[${types.join(', ')}]`;
  const members = `{${inPath.map(({ name }, n) => `"${name}": ${names[n]}`).join(', ')}}`;
  const more = [
    ...(inQuery.length === 0 ? [] : [`query={${inQuery.map(({ name }) => `"${name}": ${name}`).join(', ')}}`]),
    ...(body === null ? [] : ['body=body']),
    ...(hasCsv ? ['as_csv=as_csv'] : []),
  ];
  const call = [`"${method}"`, `"${path}"`, repeatable ? 'True' : 'False', members, ...more].join(', ');
  const lines = [
    `    def ${pythonName(id)}(${given.join(', ')}) -> ${returned}:`,
    `        """${operation.summary}."""`,
    `        ${returned === 'None' ? '' : 'return '}self._call(${call})`,
  ];
  const rows = rowsIn(operation, schemas);
  if (rows !== undefined)
    lines.push(
      '',
      `    def all_${pythonName(id).replace(/^list_/, '')}(self, **query: Any) -> Iterator[Dict[str, Any]]:`,
      `        """Every row of \`${pythonName(id)}\`, page by page."""`,
      `        return rows_of(self.${pythonName(id)}, "${rows}", **query)`,
    );
  return lines.join('\n');
}

function pyType(schema: JsonSchema): string {
  const name = refName(schema);
  if (name !== undefined) return `"${name}"`;
  const values = 'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined);
  if (values !== undefined) return `Literal[${values.map(pyLiteral).join(', ')}]`;
  const either = alternatives(schema);
  if (either !== undefined) return pyUnion(either.map(pyType));
  const { type } = schema;
  if (Array.isArray(type)) return pyUnion(type.map((one: string) => pyType({ ...schema, type: one })));
  if (type === 'array') return `List[${pyType((schema['items'] ?? {}) as JsonSchema)}]`;
  if (type === 'object' || 'properties' in schema) return 'Dict[str, Any]';
  return { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[String(type)] ?? 'Any';
}

function pyUnion(types: readonly string[]): string {
  const unique = [...new Set(types)];
  return unique.length === 1 ? (unique[0] ?? 'Any') : `Union[${unique.join(', ')}]`;
}

function pyLiteral(value: unknown): string {
  if (value === null) return 'None';
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}
