/**
 * The JSON Schemas of task inputs, one per task type, as data (document 1 §2, D14). The API compiles them, the
 * OpenAPI description prints them, and the sentences of a refusal are made from the same words:
 *
 * - `x-must` ends the sentence "<member> must …" for a pattern that does not match;
 * - `x-says` is the rest of a sentence, in parts, for a member that is not allowed here at all;
 * - `x-either` is the whole sentence, in parts, when none of several members is given;
 * - `x-for` names for whom a required member is required.
 */
import type { JsonSchema, ObjectOf, ValueOf } from '../json-schema.ts';
import codes from './codes.json' with { type: 'json' };
import { type PortalAction, type TaskType, portalActions, priorities, taskTypes } from './task.ts';

export const limits = {
  text: 4000,
  reference: 255,
  identifier: 64,
  url: 2048,
  accessorials: 20,
  billedWeight: 999_999,
} as const;

/** The 18 classes of the NMFC, as text because two of them are decimals. */
export const nmfcClasses = [
  '50',
  '55',
  '60',
  '65',
  '70',
  '77.5',
  '85',
  '92.5',
  '100',
  '110',
  '125',
  '150',
  '175',
  '200',
  '250',
  '300',
  '400',
  '500',
] as const;

/** Which members of `changes` a correction may set, by its reason code. */
export const changesOfReason = {
  WC: ['billed_weight'],
  CC: ['billed_class'],
  AC: ['add_accessorials'],
  DA: ['remove_accessorials'],
  CN: ['consignee_name', 'consignee_address'],
  RR: ['billed_weight', 'billed_class'],
} as const satisfies Record<string, readonly string[]>;

export const correctionReasons = Object.keys(changesOfReason) as (keyof typeof changesOfReason)[];
export const disputeReasons = ['ACC', 'SHT', 'DMG', 'CLS', 'WGT', 'RATE', 'DUP', 'OTH'] as const;

/** What a portal action is done to (D27); an empty list needs nothing. */
export const targetOfAction: Record<PortalAction, readonly (keyof TaskParams)[]> = {
  void_bill: ['pro'],
  cancel_shipment: ['pro'],
  write_off_balance: ['pro'],
  mass_rerate: [],
  accept_all_charges: ['invoice_number'],
  withdraw_dispute: ['dispute_id'],
  pay_chargeback: ['chargeback_id'],
  close_account: [],
};

/** Which list of reason codes a task type takes; the others keep any known code and ignore it. */
const reasonsOfType: Partial<Record<TaskType, readonly string[]>> = {
  tms_correction: correctionReasons,
  file_dispute: disputeReasons,
  pod_to_dispute: disputeReasons,
};

const controls = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\p{Cs}';
/** As `text` below, empty or not. */
export const personTextPattern = `^[^${controls}]*$`;

/** Text of a person: newline and tab are its only control characters, and no half of a surrogate pair. */
const text = {
  type: 'string',
  minLength: 1,
  maxLength: limits.text,
  // One class: a choice for each character takes the stack on a long text.
  pattern: personTextPattern,
  'x-must': 'not contain control characters other than newline and tab, or halves of surrogate pairs',
} as const;
const line = {
  ...text,
  maxLength: limits.reference,
  pattern: '^[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]*$',
  'x-must': 'have printable characters only',
} as const;
const tenDigits = (about: string, example: string) =>
  ({
    type: 'string',
    pattern: '^[0-9]{10}$',
    'x-must': 'be exactly 10 digits',
    description: about,
    examples: [example],
  }) as const;
const identifier = (about: string, example: string) =>
  ({
    type: 'string',
    maxLength: limits.identifier,
    pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$',
    'x-must': 'be letters and digits in groups joined by single dashes',
    description: about,
    examples: [example],
  }) as const;
/** Each code with what it stands for: whoever reads the description may never have seen freight. */
const spelledOut = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([code, is]) => `${code} ${is}`)
    .join(', ');
const ofCorrection = `Of a correction, what is wrong on the freight bill: ${spelledOut(codes.corrections)}.`;
const ofDispute = `Of a dispute, why the shipper paid less: ${spelledOut(codes.disputes)}; left out, it is read from the invoice.`;
const commonAccessorials = spelledOut(
  Object.fromEntries(Object.entries(codes.accessorials).map(([code, { is }]) => [code, is])),
);

const accessorials = {
  type: 'array',
  minItems: 1,
  maxItems: limits.accessorials,
  uniqueItems: true,
  items: line,
  examples: [['LFT']],
} as const;

const changeMembers = {
  billed_weight: {
    type: 'integer',
    minimum: 1,
    maximum: limits.billedWeight,
    description: 'Weight to bill, in pounds.',
    examples: [1420],
  },
  billed_class: {
    type: 'string',
    enum: nmfcClasses,
    description: 'Freight class to bill: one of the 18 NMFC classes, which determine the rate.',
    examples: ['92.5'],
  },
  remove_accessorials: {
    ...accessorials,
    description: `Accessorials (extra services of the carrier) to take off the bill, by their codes: ${commonAccessorials}, or another code of the portal.`,
  },
  add_accessorials: {
    ...accessorials,
    description: `Accessorials (extra services of the carrier) to add to the bill, by their codes: ${commonAccessorials}, or another code of the portal. The charge comes from the tariff of the portal.`,
  },
  consignee_name: { ...line, description: 'Name of the consignee (who receives the freight), corrected.' },
  consignee_address: { ...text, description: 'Address of the consignee, corrected.' },
} as const satisfies Record<string, JsonSchema>;

/** Such as `void_bill (of pro)`. */
const actionTarget = (action: PortalAction): string =>
  targetOfAction[action].length === 0 ? action : `${action} (of ${targetOfAction[action].join(' and ')})`;

const paramMembers = {
  pro: tenDigits('PRO: the number that the carrier gave the shipment and its freight bill.', '4471180293'),
  invoice_number: tenDigits('Number of an invoice of the carrier on the audit portal of the shipper.', '8800412375'),
  dispute_id: identifier('Dispute on the audit portal.', 'DSP-2026-000117'),
  claim_id: identifier('Claim on the audit portal.', 'CLM-2026-000042'),
  chargeback_id: identifier('Chargeback on the audit portal.', 'CB-000019'),
  reason_code: {
    type: 'string',
    enum: [...correctionReasons, ...disputeReasons],
    description: `${ofCorrection} ${ofDispute}`,
  },
  amount: {
    type: 'string',
    pattern: '^[0-9]{1,9}\\.[0-9]{2}$',
    'x-must': 'be a decimal amount with two decimals, such as 125.00',
    description: 'Amount of a dispute in US dollars; left out, what was short-paid.',
    examples: ['125.00'],
  },
  note: { ...text, description: 'Approval note, keyed with a TMS correction.' },
  comment: { ...text, description: 'Free text; goes into the free-text field of the portal where its form has one.' },
  action: {
    type: 'string',
    enum: portalActions,
    description: `What a person is to do: ${portalActions.map(actionTarget).join(', ')}. The robot never does it.`,
  },
  changes: {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: changeMembers,
    description: 'Correction fields; only those of the reason code.',
  },
} as const satisfies Record<string, JsonSchema>;
export type TaskParams = ObjectOf<typeof paramMembers>;
export type Changes = NonNullable<TaskParams['changes']>;
export const paramNames = Object.keys(paramMembers) as (keyof TaskParams)[];

const inputMembers = {
  instruction: { ...text, description: 'The request in plain English; kept with the task and shown to approvers.' },
  client_ref: { ...line, description: 'Reference of the caller; echoed in results.', examples: ['WO-5521'] },
  idempotency_key: {
    ...line,
    description: 'Sending the same key again returns the first task. Without one, a key is derived from the content.',
  },
  callback_url: {
    type: 'string',
    minLength: 1,
    maxLength: limits.url,
    format: 'uri',
    description: 'Where signed results are sent (https). Without one, the registered address of the sender.',
    examples: ['https://example.com/results'],
  },
  // No `default`: generators of clients would make the member required.
  priority: { type: 'string', enum: priorities, description: 'normal when it is left out.' },
  requested_by: {
    type: 'object',
    additionalProperties: false,
    properties: { name: line, system: line, email: line },
    description: 'Who asked; echoed. The person with this e-mail address cannot approve the task.',
  },
} as const satisfies Record<string, JsonSchema>;
export type RequestedBy = ValueOf<(typeof inputMembers)['requested_by']>;

/** A task input that passed the schema of its type. */
export type TaskInput = { readonly task_type: TaskType; readonly params: TaskParams } & ObjectOf<typeof inputMembers>;
export const inputNames = ['task_type', 'params', ...Object.keys(inputMembers)];

const need = (members: readonly string[], who: string): JsonSchema => ({ required: members, 'x-for': who });
const needOneOf = (a: string, b: string, type: TaskType): JsonSchema => ({
  anyOf: [{ required: [a] }, { required: [b] }],
  'x-either': [{ member: `params.${a}` }, ' or ', { member: `params.${b}` }, ' is required', { forWhom: type }],
});

/** What each type needs beyond well-formed members (document 1 §2.4). */
const needsOfType: Record<TaskType, readonly JsonSchema[]> = {
  pull_pod: [need(['pro'], 'pull_pod')],
  pod_to_dispute: [need(['pro'], 'pod_to_dispute'), needOneOf('invoice_number', 'dispute_id', 'pod_to_dispute')],
  file_dispute: [need(['invoice_number'], 'file_dispute')],
  answer_claim: [needOneOf('claim_id', 'invoice_number', 'answer_claim')],
  tms_correction: [
    need(['pro', 'reason_code', 'changes', 'note'], 'tms_correction'),
    ...correctionReasons.map(onlyChangesOf),
  ],
  portal_action: [
    need(['action'], 'portal_action'),
    ...portalActions.filter((action) => targetOfAction[action].length > 0).map(targetNeeded),
  ],
};

function onlyChangesOf(reason: keyof typeof changesOfReason): JsonSchema {
  const own: readonly string[] = changesOfReason[reason];
  const others = Object.keys(changeMembers).filter((name) => !own.includes(name));
  const taken = own.flatMap((member, n) => (n === 0 ? [{ member }] : [' and ', { member }]));
  const says = ['does not belong to ', { member: 'reason_code' }, ` ${reason}, which takes `, ...taken];
  const refused = { not: {}, 'x-says': says };
  return {
    if: { required: ['reason_code'], properties: { reason_code: { const: reason } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { properties: { changes: { properties: Object.fromEntries(others.map((name) => [name, refused])) } } },
  };
}

function targetNeeded(action: PortalAction): JsonSchema {
  return {
    if: { required: ['action'], properties: { action: { const: action } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: need(targetOfAction[action], `portal_action ${action}`),
  };
}

/** Every param is known to every type; `action` and `changes` would change what is done, so they stay with theirs. */
function paramsOf(type: TaskType): JsonSchema {
  const members: Record<string, JsonSchema> = { ...paramMembers };
  const reasons = reasonsOfType[type];
  if (reasons)
    members['reason_code'] = {
      ...paramMembers.reason_code,
      enum: reasons,
      description: type === 'tms_correction' ? ofCorrection : ofDispute,
    };
  if (type !== 'portal_action') members['action'] = { not: {}, 'x-says': ['belongs to portal_action only'] };
  if (type !== 'tms_correction') members['changes'] = { not: {}, 'x-says': ['belongs to tms_correction only'] };
  return { type: 'object', additionalProperties: false, properties: members, allOf: needsOfType[type] };
}

function inputOf(type: JsonSchema, params: JsonSchema): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['task_type', 'params'],
    properties: { task_type: type, params, ...inputMembers },
  };
}

export const taskInputSchemas = Object.fromEntries(
  taskTypes.map((type) => [type, inputOf({ type: 'string', const: type }, paramsOf(type))]),
) as unknown as Record<TaskType, JsonSchema>;

/** For an input whose type is missing or unknown: what can be said of the rest all the same. */
export const untypedInputSchema: JsonSchema = inputOf(
  { type: 'string', enum: taskTypes },
  { type: 'object', additionalProperties: false, properties: paramMembers },
);
