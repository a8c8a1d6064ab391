/** The body of an import as the OpenAPI description shows it: one mapping schema for each adapter. */
import type { JsonSchema } from '../../domain/lanes/event-schema.ts';
import { importAdapters } from '../../domain/lanes/import/adapters.ts';

export const importRequestSchema: JsonSchema = {
  type: 'object',
  required: ['mapping', 'data'],
  additionalProperties: false,
  properties: {
    mapping: {
      anyOf: importAdapters.map(({ name, about, mappingSchema }) => ({
        title: name,
        description: about,
        ...plain(mappingSchema),
      })),
    },
    data: { type: 'string', description: 'The export as text.' },
    dry_run: { type: 'boolean', default: false, description: 'Show what would be taken and store nothing.' },
    close: {
      enum: ['hold'],
      description:
        'Holds these events, and keeps weeks open, until a call closes them or the hold expires. Needs scope admin.',
    },
  },
};

/** Without the keywords that only our own sentences need. */
function plain(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !keyword.startsWith('x-') && !(keyword === 'format' && value === 'timezone'))
      .map(([keyword, value]) => [
        keyword,
        typeof value === 'object' && value !== null && !Array.isArray(value) ? plain(value as JsonSchema) : value,
      ]),
  );
}
