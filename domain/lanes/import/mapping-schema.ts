/** The schemas of mappings: what all adapters have, and the parts that their own members are made of. */
import type { JsonSchema, ObjectOf, ObjectSchema, SchemaOf, ValueOf } from '../../json-schema.ts';

/** The schema of an adapter's mapping, and the type of the mappings that it lets through. */
export type MappingSchema<M> = ObjectSchema & SchemaOf<M>;

export const column = (description: string) =>
  ({ type: 'string', minLength: 1, maxLength: 1000, description }) as const satisfies JsonSchema;

const id = (description: string) =>
  ({
    ...column(description),
    maxLength: 128,
    pattern: '^[\\p{L}\\p{N}\\p{M}._:/#@-]*$',
    'x-must': 'have only letters, digits and . _ : / # @ -',
  }) as const satisfies JsonSchema;

export const nameList = (description: string) =>
  ({ type: 'array', maxItems: 1000, items: column('A name.'), description }) as const satisfies JsonSchema;

export const fieldMap = (description: string) =>
  ({
    type: ['object', 'array'],
    maxProperties: 200,
    maxItems: 200,
    propertyNames: {
      minLength: 1,
      maxLength: 128,
      pattern: '^(?!__proto__$)',
      'x-must': 'be a name of 1 to 128 characters',
    },
    additionalProperties: column('The column.'),
    items: { ...column('A column that keeps its name.'), maxLength: 128 },
    'x-must': 'be an object of names to columns, or a list of columns',
    description,
  }) as const satisfies JsonSchema;

/** Name → column, or columns that keep their name. */
export type FieldMap = ValueOf<ReturnType<typeof fieldMap>>;

const common = {
  queue: id('Id of the queue that the work belongs to.'),
  steps: {
    type: 'object',
    maxProperties: 1000,
    propertyNames: { maxLength: 1000 },
    additionalProperties: id('Id of the step.'),
    description: 'Text of the export → id of the step; a text may end with *.',
  },
  agents: nameList('Names of agents; a name may end with *. Everybody else is a person.'),
  features: fieldMap('Name of the feature → column.'),
  timezone: {
    type: 'string',
    format: 'timezone',
    'x-must': 'be a name of the IANA time zone database, such as Europe/Berlin',
    description: 'Zone of times without an offset.',
  },
  date_order: {
    enum: ['ymd', 'dmy', 'mdy'],
    description: 'Order of numeric dates, where it is not certain by itself.',
  },
  decimal: {
    enum: ['comma', 'point'],
    description:
      'What parts the decimals of numbers in outputs and features: comma reads 1.234,50 as 1234.50, point 1,234.50.',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** What every mapping may say; the rest is the adapter's own. */
export type CommonMapping = ObjectOf<typeof common, 'queue'>;

/** The schema of a mapping: what all have, and what is the adapter's own. */
export function mappingSchema<
  const P extends Readonly<Record<string, JsonSchema>>,
  const R extends keyof P & string = never,
>(own: P, required: readonly R[]): MappingSchema<CommonMapping & ObjectOf<P, R>> {
  return {
    type: 'object',
    required: ['queue', ...required],
    additionalProperties: false,
    properties: { ...common, ...own },
  };
}
