/** Checks one task input, from whichever channel, against the schema of its type: all findings at once (D14). */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import { type Finding, findingOf, findingOfWhole } from '../../domain/sentence.ts';
import {
  inputNames,
  limits,
  paramNames,
  taskInputSchemas,
  untypedInputSchema,
  type TaskInput,
} from '../../domain/dispatch/task-schemas.ts';
import { type TaskType, taskTypes } from '../../domain/dispatch/task.ts';
import { checkCallbackUrl } from '../../process/outbound/address-guard.ts';
import { findingsOf } from '../input/sentences.ts';
import { sizeOf } from '../input/value-size.ts';

type CheckedInput = { readonly input: TaskInput } | { readonly findings: readonly Finding[] };

interface InputRules {
  /** Whether callback URLs may point to this machine. */
  readonly allowLoopback: boolean;
}

// Tests hold the schemas to the meta-schema, which takes as long to check as they take to compile.
const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  strictRequired: false,
  strictTypes: false,
  validateSchema: false,
});
ajv.addVocabulary(['x-must', 'x-says', 'x-either', 'x-for']);
// Judged below, where the words for it are; ajv only has to know the name.
ajv.addFormat('uri', true);

const compiled = new Map<TaskType | undefined, ValidateFunction>();

/** The validator of a type, compiled when it is first asked for: a command that submits one task needs one of them. */
function validatorOf(type: TaskType | undefined): ValidateFunction {
  const known = compiled.get(type) ?? ajv.compile(type === undefined ? untypedInputSchema : taskInputSchemas[type]);
  compiled.set(type, known);
  return known;
}

/** Compiles every validator now, so that no request waits for it. */
export function prepareTaskChecks(): void {
  for (const type of [...taskTypes, undefined]) validatorOf(type);
}

/**
 * Far above the largest task: every value beyond what a schema knows is one more finding to make. A text as long as a
 * whole body is left to the schema, which names the member.
 */
const sizeLimits = { whole: 'the task', values: 10_000, text: 100_000, name: 100_000 } as const;

/** @param value any JSON value */
export function checkTaskInput(value: unknown, rules: InputRules): CheckedInput {
  const size = sizeOf(value, sizeLimits);
  if (typeof size === 'object') return { findings: [findingOfWhole(size.finding)] };
  const type = typeOf(value);
  const validate = validatorOf(type);
  const findings = validate(value) ? [] : findingsOf(validate.errors ?? [], 'the task');
  findings.push(...callbackFindings(value, rules));
  if (findings.length === 0) return { input: value as TaskInput };
  return { findings: inReadingOrder(findings) };
}

function typeOf(value: unknown): TaskType | undefined {
  if (typeof value !== 'object' || value === null || !('task_type' in value)) return undefined;
  return taskTypes.find((type) => type === value.task_type);
}

function callbackFindings(value: unknown, rules: InputRules): Finding[] {
  if (typeof value !== 'object' || value === null || !('callback_url' in value)) return [];
  const url = value.callback_url;
  if (typeof url !== 'string' || url === '' || url.length > limits.url) return [];
  const judged = checkCallbackUrl(url, rules);
  return judged.ok ? [] : [findingOf('callback_url', [{ member: 'callback_url' }, ` must ${judged.must}`])];
}

/** Findings in the order in which document 1 lists the members, whatever the order in the body. */
function inReadingOrder(findings: readonly Finding[]): Finding[] {
  const order = [...inputNames.slice(0, 2), ...paramNames.map((name) => `params.${name}`), ...inputNames.slice(2)];
  const lastParam = paramNames.length + 1.5;
  const rank = ({ path }: Finding): number => {
    // Of a list its entries, too: `params.changes.add_accessorials[2]`.
    const [member = ''] = path.split('[', 1);
    const known = order.findLastIndex((name) => member === name || member.startsWith(`${name}.`));
    if (known === -1) return order.length;
    return order[known] === 'params' && member !== 'params' ? lastParam : known;
  };
  return findings.toSorted((a, b) => rank(a) - rank(b));
}
