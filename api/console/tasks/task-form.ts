/** The form of a task type: its fields, out of the JSON Schema that the API checks its input with, and the input it sent. */
import { reasonCodeText, reasonCodes } from '../../../domain/dispatch/code-text.ts';
import {
  type TaskParams,
  changesOfReason,
  targetOfAction,
  taskInputSchemas,
} from '../../../domain/dispatch/task-schemas.ts';
import { type TaskType, portalActions } from '../../../domain/dispatch/task.ts';
import { type Finding, type SentencePart, capitalised, labelOfMember, memberWords } from '../../../domain/sentence.ts';
import type { JsonSchema } from '../../../domain/json-schema.ts';
import { paramWord } from '../../dispatch/result-page-view.ts';
import type { SignedIn } from '../route.ts';

type Control = 'text' | 'number' | 'list' | 'textarea' | 'select';

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
  /** The field that has to have one of some values for this one to count; null: it always counts. */
  readonly shownFor: { readonly field: string; readonly values: readonly string[] } | null;
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
        : [
            {
              ...fieldOf(`params.${name}`, name, memberOf(params, name), required.has(name)),
              shownFor: type === 'portal_action' ? actionsOn(name) : null,
            },
          ],
    ),
    more: moreNames.map((name) => fieldOf(name, name, memberOf(schema, name), false)),
    rules: [
      ...needs.flatMap((need) =>
        Array.isArray(need['x-either']) ? [need['x-either'] as readonly SentencePart[]] : [],
      ),
      ...(type === 'portal_action' ? portalActions.flatMap(targetRule) : []),
      ...(type === 'tms_correction' ? severalChanges() : []),
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
    const values = reasons.map(([reason]) => reason);
    const help = [field.help, `For reason ${values.join(' or ')}.`];
    return {
      ...field,
      help: help.filter((part) => part !== null).join(' '),
      shownFor: { field: 'params.reason_code', values },
    };
  });
}

/** Of a reason that takes several changes, any will do. */
function severalChanges(): (readonly SentencePart[])[] {
  return Object.entries(changesOfReason)
    .filter(([, own]) => own.length > 1)
    .map(([reason, own]) => [`Reason ${reason} needs ${own.map(memberWords).join(' or ')}, or both`]);
}

/** The actions that are done to what a param names; null for a param that is no target. */
function actionsOn(name: keyof TaskParams): FormField['shownFor'] {
  const values = portalActions.filter((action) => targetOfAction[action].includes(name));
  return values.length === 0 ? null : { field: 'params.action', values };
}

function targetRule(action: (typeof portalActions)[number]): (readonly SentencePart[])[] {
  const target = targetOfAction[action];
  const words = capitalised(action.replaceAll('_', ' '));
  return target.length === 0 ? [] : [[`${words} needs ${target.map(memberWords).join(' and ')}`]];
}

function fieldOf(path: string, name: string, schema: JsonSchema, required: boolean): FormField {
  const values = (schema['enum'] ?? []) as readonly string[];
  const [example] = (schema['examples'] ?? []) as readonly unknown[];
  return {
    name: path,
    label: paramWord(name),
    // The choices of these say it themselves.
    help: typeof schema['description'] === 'string' && !spelledOut.has(name) ? schema['description'] : null,
    example: example === undefined ? null : [example].flat().map(String).join(', '),
    required,
    control: controlOf(schema),
    options: values.map((value) => ({ value, text: valueLabels[value] ?? value.replaceAll('_', ' ') })),
    maxLength: typeof schema['maxLength'] === 'number' ? schema['maxLength'] : null,
    shownFor: null,
  };
}

const spelledOut: ReadonlySet<string> = new Set(['reason_code', 'action']);

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

// A task input out of what its form sent; whether it is one, the validation of all channels says.

/** What was in each field, to show it again. */
export type FormValues = ReadonlyMap<string, string>;

export function valuesOf(form: TaskForm, sent: URLSearchParams): FormValues {
  return new Map(
    [...form.fields, ...form.more].map(({ name }) => [name, (sent.get(name) ?? '').replace(/\r\n?/g, '\n').trim()]),
  );
}

/** The person who fills in the form is who asks, and so cannot approve it: the address is not theirs to choose. */
export function askedByPerson({ name, email }: SignedIn): { readonly name: string; readonly email: string } {
  return { name, email };
}

export function inputOf(type: TaskType, form: TaskForm, values: FormValues, who: SignedIn): Record<string, unknown> {
  const input: Record<string, unknown> = { task_type: type, params: {}, requested_by: askedByPerson(who) };
  for (const field of [...form.fields, ...form.more]) {
    const value = values.get(field.name) ?? '';
    if (value !== '') put(input, field.name.split('.'), valueOf(field, value));
  }
  return input;
}

function valueOf({ control }: FormField, text: string): unknown {
  // What is no plain number stays text, so that the validation says what is wrong with it.
  if (control === 'number') return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (control !== 'list') return text;
  return text
    .split(/[,|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) into[name] = value;
  else put((into[name] ??= {}) as Record<string, unknown>, rest, value);
}

/** Findings in the form's labels, by the field that they name first; the others are above the form. */
export function findingsByField(
  form: TaskForm,
  findings: readonly Finding[],
  values: FormValues,
): { readonly byField: ReadonlyMap<string, readonly string[]>; readonly others: readonly string[] } {
  const names = ['sender', ...[...form.fields, ...form.more].map(({ name }) => name)];
  const byField = new Map<string, string[]>();
  const others: string[] = [];
  for (const finding of findings) {
    // Of a list its entries, too.
    const [path = ''] = finding.path.split('[', 1);
    if (path === 'params.changes') {
      const missing = missingChange(values.get('params.reason_code') ?? '');
      if (missing !== undefined) byField.set(missing.name, [missing.words]);
      continue;
    }
    const name = names.find((known) => known === path);
    const words = labelled(form, finding.parts ?? [finding.sentence]);
    if (name !== undefined) byField.set(name, [...(byField.get(name) ?? []), words]);
    else others.push(words);
  }
  return { byField, others };
}

/** A sentence about members of the input, with the labels that the form has for them. */
export function labelled({ fields, more }: TaskForm, parts: readonly SentencePart[]): string {
  const names = new Set(['sender', ...[...fields, ...more].map(({ name }) => name.split('.').at(-1) ?? name)]);
  return parts
    .map((part, at) => {
      if (typeof part === 'string') return part;
      return 'forWhom' in part ? forAction(part.forWhom) : labelOf(part.member, names, at === 0);
    })
    .join('');
}

/** The form is that of one type of task; only a portal action needs different things for each action. */
function forAction(forWhom: string): string {
  const [, action] = forWhom.split(' ');
  return action === undefined ? '' : ` for ${action.replaceAll('_', ' ')}`;
}

/** The form has no field for all changes: those of the reason are missing. Undefined without a reason, which is said already. */
function missingChange(reason: string): { readonly name: string; readonly words: string } | undefined {
  if (!Object.hasOwn(changesOfReason, reason)) return undefined;
  const own: readonly string[] = changesOfReason[reason as keyof typeof changesOfReason];
  const words = `${capitalised(own.map(memberWords).join(' or '))} is required for reason ${reason}`;
  return { name: `params.changes.${own[0]}`, words };
}

function labelOf(member: string, names: ReadonlySet<string>, isFirst: boolean): string {
  const [path = ''] = member.split('[', 1);
  if (!path.startsWith('params.') && !names.has(path.split('.').at(-1) ?? path)) return member;
  const words = labelOfMember(member);
  return isFirst ? capitalised(words) : words;
}
