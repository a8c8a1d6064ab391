/** Compiles the schemas of the lanes API: the one place that knows their own keywords and formats. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import type { JsonSchema } from '../../domain/lanes/event-schema.ts';
import { readInstant } from '../../domain/lanes/instant.ts';

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictRequired: false, strictTypes: false });
ajv.addVocabulary(['x-must', 'x-for', 'x-names']);
ajv.addFormat('instant', { type: 'string', validate: (text: string) => readInstant(text) !== undefined });

export function compileSchema(schema: JsonSchema): ValidateFunction {
  return ajv.compile(schema);
}
