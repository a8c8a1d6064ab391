/** Compiles the schemas of the lanes API: the one place that knows their own keywords and formats. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import type { JsonSchema } from '../../domain/lanes/event-schema.ts';
import { readInstant } from '../../domain/lanes/instant.ts';

/** @param allErrors false: stops at the first error, for values so large that every error of theirs would take too long */
function compiler(allErrors: boolean): Ajv2020 {
  const ajv = new Ajv2020({ allErrors, verbose: true, strict: true, strictRequired: false, strictTypes: false });
  ajv.addVocabulary(['x-must', 'x-for', 'x-names']);
  ajv.addFormat('instant', { type: 'string', validate: (text: string) => readInstant(text) !== undefined });
  return ajv;
}

const ofAllErrors = compiler(true);
let ofFirstError: Ajv2020 | undefined;

export function compileSchema(schema: JsonSchema): ValidateFunction {
  return ofAllErrors.compile(schema);
}

/** As `compileSchema`; the function finds no more than one error. */
export function compileForFirstError(schema: JsonSchema): ValidateFunction {
  return (ofFirstError ??= compiler(false)).compile(schema);
}
