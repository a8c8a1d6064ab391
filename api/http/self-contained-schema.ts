/** Turns a schema of our tables into one that stands alone, for callers that see no others (MCP). */
import { withPortablePatterns } from '../../domain/portable-pattern.ts';
import type { JsonSchema } from '../../domain/dispatch/task-schemas.ts';

const refPrefix = '#/components/schemas/';

/**
 * References into `definitions` are replaced by what they name, and our own keywords (x-…) are left out, because
 * strict validators of clients refuse keywords that they do not know. Patterns are in their portable form.
 * @throws Error for a reference to nothing; schemas that contain themselves are not ours to have
 */
export function selfContained(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return withPortablePatterns(inlined(schema, definitions));
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
