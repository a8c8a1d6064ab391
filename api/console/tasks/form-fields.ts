/** The fields of the form of a task type, out of the JSON Schema that the API checks its input with. */
import { reasonCodeText, reasonCodes } from '../../../domain/dispatch/code-text.ts';
import type { SentencePart } from '../../../domain/finding.ts';
import { type TaskType, portalActions } from '../../../domain/dispatch/task.ts';
import {
  type TaskParams,
  changesOfReason,
  targetOfAction,
  taskInputSchemas,
} from '../../../domain/dispatch/task-schemas.ts';
import type { JsonSchema } from '../../../domain/json-schema.ts';
import { paramWord } from '../../dispatch/result-page-view.ts';

export type Control = 'text' | 'number' | 'list' | 'textarea' | 'select';

export interface FormField {
  /** Its path in the input, as findings name it: `params.pro`. */
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  readonly example: string | null;
  readonly required: boolean;
  readonly control: Control;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly maxLength: number | null;
}

export interface TaskForm {
  readonly fields: readonly FormField[];
  /** What every task may say beside its params. */
  readonly more: readonly FormField[];
  /** Rules over several fields, as the API states them. */
  readonly rules: readonly (readonly SentencePart[])[];
}

/** Which params a type uses; the schema knows all of them for every type and ignores the others (D14). */
const paramsOfType: Readonly<Record<TaskType, readonly (keyof TaskParams)[]>> = {
  pull_pod: ['pro'],
  pod_to_dispute: ['pro', 'invoice_number', 'dispute_id', 'reason_code', 'comment'],
  file_dispute: ['invoice_number', 'reason_code', 'amount', 'comment'],
  answer_claim: ['claim_id', 'invoice_number', 'comment'],
  tms_correction: ['pro', 'reason_code', 'changes', 'note', 'comment'],
  portal_action: ['action', 'pro', 'invoice_number', 'dispute_id', 'chargeback_id', 'comment'],
};
const moreNames = ['instruction', 'client_ref', 'priority', 'callback_url', 'idempotency_key'];

export function formOf(type: TaskType): TaskForm {
  const schema = taskInputSchemas[type];
  const params = memberOf(schema, 'params');
  const needs = (params['allOf'] ?? []) as readonly JsonSchema[];
  const required = new Set(needs.flatMap((need) => (need['required'] ?? []) as string[]));
  return {
    fields: paramsOfType[type].flatMap((name) =>
      name === 'changes'
        ? changeFields(memberOf(params, name))
        : [fieldOf(`params.${name}`, name, memberOf(params, name), required.has(name))],
    ),
    more: moreNames.map((name) => fieldOf(name, name, memberOf(schema, name), false)),
    rules: [
      ...needs.flatMap((need) =>
        Array.isArray(need['x-either']) ? [need['x-either'] as readonly SentencePart[]] : [],
      ),
      ...(type === 'portal_action' ? portalActions.flatMap(targetRule) : []),
    ],
  };
}

function memberOf(schema: JsonSchema, name: string): JsonSchema {
  return (schema['properties'] as Readonly<Record<string, JsonSchema>>)[name] ?? {};
}

/** Each change belongs to the reasons that take it. */
function changeFields(changes: JsonSchema): FormField[] {
  return Object.entries(changes['properties'] as Readonly<Record<string, JsonSchema>>).map(([name, schema]) => {
    const reasons = Object.entries(changesOfReason).filter(([, own]) => (own as readonly string[]).includes(name));
    const field = fieldOf(`params.changes.${name}`, name, schema, false);
    const help = [field.help, `For reason ${reasons.map(([reason]) => reason).join(' or ')}.`];
    return { ...field, help: help.filter((part) => part !== null).join(' ') };
  });
}

function targetRule(action: (typeof portalActions)[number]): (readonly SentencePart[])[] {
  const target = targetOfAction[action];
  return target.length === 0 ? [] : [[`${action.replaceAll('_', ' ')} needs ${target.map(paramWord).join(' and ')}`]];
}

function fieldOf(path: string, name: string, schema: JsonSchema, required: boolean): FormField {
  const values = (schema['enum'] ?? []) as readonly string[];
  const [example] = (schema['examples'] ?? []) as readonly unknown[];
  return {
    name: path,
    label: paramWord(name),
    help: typeof schema['description'] === 'string' ? schema['description'] : null,
    example: example === undefined ? null : [example].flat().map(String).join(', '),
    required,
    control: controlOf(schema),
    options: values.map((value) => ({ value, text: valueLabels[value] ?? value.replaceAll('_', ' ') })),
    maxLength: typeof schema['maxLength'] === 'number' ? schema['maxLength'] : null,
  };
}

/** Texts longer than a line get room for several. */
const longestLine = 255;

function controlOf(schema: JsonSchema): Control {
  if (Array.isArray(schema['enum'])) return 'select';
  if (schema['type'] === 'integer') return 'number';
  if (schema['type'] === 'array') return 'list';
  const longest = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : 0;
  return longest > longestLine && schema['format'] !== 'uri' ? 'textarea' : 'text';
}

/** Codes of the trade with what they stand for. */
const valueLabels: Readonly<Record<string, string>> = Object.fromEntries(
  reasonCodes.map((code) => [code, reasonCodeText(code).replace(', ', ': ')]),
);
