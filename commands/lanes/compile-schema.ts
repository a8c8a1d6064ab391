/** Compiles the schemas of the lanes API: the one place that knows their own keywords and formats. */
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../../domain/json-schema.ts';
import { readInstant } from '../../domain/lanes/instant.ts';
import { type PartialRules, contradictions, mergeRules, rulesSchema } from '../../domain/lanes/rules.ts';
import { sentencesOf } from '../input/sentences.ts';

/** @param allErrors false: stops at the first error, for values so large that every error of theirs would take too long */
function compiler(allErrors: boolean): Ajv2020 {
  // Tests hold the schemas to the meta-schema, which takes as long to check as they take to compile.
  const ajv = new Ajv2020({
    allErrors,
    verbose: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    validateSchema: false,
  });
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

// Checks the rules of a step by themselves, as a definition would have them checked.

let compiledRules: ValidateFunction | undefined;

/** @returns the rules, or every finding as a sentence */
export function readRules(text: string): { readonly rules: PartialRules } | { readonly findings: readonly string[] } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { findings: ['rules must be JSON'] };
  }
  const fits = (compiledRules ??= compileSchema(rulesSchema));
  if (!fits(given)) return { findings: sentencesOf(fits.errors ?? [], 'rules', 'rules') };
  const findings = contradictions(mergeRules(given as PartialRules)).map((finding) => `rules.${finding}`);
  return findings.length > 0 ? { findings } : { rules: given as PartialRules };
}
