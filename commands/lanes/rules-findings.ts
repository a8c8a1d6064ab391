/** Checks the rules of a step by themselves, as a definition would have them checked. */
import { contradictions, mergeRules, rulesSchema } from '../../domain/lanes/rules.ts';
import type { PartialRules } from '../../domain/lanes/rules.ts';
import { sentencesOf } from '../input/sentences.ts';
import { compileSchema } from './compile-schema.ts';

const fits = compileSchema(rulesSchema);

/** @returns the rules, or every finding as a sentence */
export function readRules(text: string): { readonly rules: PartialRules } | { readonly findings: readonly string[] } {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return { findings: ['rules must be JSON'] };
  }
  if (!fits(given)) return { findings: sentencesOf(fits.errors ?? [], 'rules', 'rules') };
  const findings = contradictions(mergeRules(given as PartialRules)).map((finding) => `rules.${finding}`);
  return findings.length > 0 ? { findings } : { rules: given as PartialRules };
}
