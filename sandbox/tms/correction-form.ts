/** Reads the correction form and checks it against the bill: the re-rate that results, or the text of a refusal. */
import { createHash } from 'node:crypto';
import type { Correction } from './seed.ts';
import { rerate, type BillChanges, type RatedBill, type Rerating } from './rerate.ts';
import type { Party, Shipment } from './shipment.ts';
import { totalCents, type ChargeLine } from './tariff.ts';

/** The fields that each code may change. */
const fieldsOfCode = {
  WC: ['billed_weight'],
  CC: ['billed_class'],
  AC: ['add_accessorials'],
  DA: ['remove_accessorials'],
  CN: ['consignee_name', 'consignee_address'],
  RR: ['billed_weight', 'billed_class'],
} as const;
export type CorrectionCode = keyof typeof fieldsOfCode;
export const correctionCodes = Object.keys(fieldsOfCode) as CorrectionCode[];
type ChangeField = (typeof fieldsOfCode)[CorrectionCode][number];

export const fieldLabels: Readonly<Record<ChangeField, string>> = {
  billed_weight: 'Billed weight (lb)',
  billed_class: 'Billed class',
  add_accessorials: 'Add accessorials',
  remove_accessorials: 'Remove accessorials',
  consignee_name: 'Consignee name',
  consignee_address: 'Consignee address',
};
const changeFields = Object.keys(fieldLabels) as ChangeField[];

/** The form as it was filled in. */
export interface CorrectionEntry {
  readonly code: string;
  readonly changes: Readonly<Record<ChangeField, string>>;
  readonly reason: string;
  readonly note: string;
  readonly reference: string;
  /** What the preview handed out; empty before one. */
  readonly preview: string;
}

export interface AcceptedCorrection {
  readonly kind: 'accepted';
  readonly rerating: Rerating;
  readonly consignee: Party;
  /** What changes, for the record: the fields that were filled in. */
  readonly changed: Readonly<Partial<Record<ChangeField, string>>>;
  /** Fits this bill and these changes only. */
  readonly preview: string;
}
export interface RefusedCorrection {
  readonly kind: 'refused';
  readonly words: string;
}

const longestReference = 40;
const longestText = 4000;
/** Letters that may differ before a name is another name. */
const spellingDistance = 2;
/** Charges that rating gives; every other line is an accessorial. */
const ratedLines = new Set(['LHL', 'DSC', 'MIN', 'FSC']);

export function readCorrectionEntry(form: URLSearchParams): CorrectionEntry {
  const field = (name: string): string => (form.get(name) ?? '').trim();
  const changes = Object.fromEntries(changeFields.map((name) => [name, field(name)])) as Record<ChangeField, string>;
  return {
    code: field('reason_code'),
    changes,
    reason: field('reason_text'),
    note: field('note'),
    reference: field('reference'),
    preview: field('preview'),
  };
}

export function judgeCorrection(
  shipment: Shipment,
  charges: readonly ChargeLine[],
  entry: CorrectionEntry,
): AcceptedCorrection | RefusedCorrection {
  const words = whyNot(shipment, entry);
  if (words !== null) return { kind: 'refused', words };
  const bill = billOf(shipment, charges);
  const { changes } = entry;
  const rerating = rerate(bill, billChanges(changes));
  if (rerating.kind === 'refused') return rerating;
  const consignee = correctedConsignee(shipment, changes);
  const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== ''));
  const same =
    JSON.stringify(rerating.bill) === JSON.stringify(bill) &&
    consignee.name === shipment.consignee.name &&
    addressOf(consignee) === addressOf(shipment.consignee);
  if (same) return { kind: 'refused', words: 'The bill already shows what this correction would change.' };
  const state = [shipment.pro, shipment.status, shipment.billStatus, bill, totalCents(charges), shipment.consignee];
  const preview = createHash('sha256')
    .update(JSON.stringify([state, entry.code, changed]))
    .digest('hex')
    .slice(0, 32);
  return { kind: 'accepted', rerating, consignee, changed, preview };
}

function whyNot({ status, billStatus, consignee }: Shipment, entry: CorrectionEntry): string | null {
  const { code, changes, reason, note, reference } = entry;
  if (!isCode(code)) return 'Choose a reason code.';
  const own: readonly string[] = fieldsOfCode[code];
  const given = changeFields.filter((field) => changes[field] !== '');
  const stranger = given.find((field) => !own.includes(field));
  if (stranger !== undefined) return `Code ${code} does not change the field "${fieldLabels[stranger]}".`;
  if (given.length === 0)
    return `Code ${code} needs ${fieldsOfCode[code].map((name) => fieldLabels[name]).join(' or ')}.`;
  if (billStatus === 'Void' || billStatus === 'Written off')
    return `The bill is ${billStatus.toLowerCase()} and cannot be corrected.`;
  if (status === 'Canceled' || status === 'Expired') return `The shipment is ${status.toLowerCase()}.`;
  if (changes.billed_weight !== '' && !/^[1-9]\d{0,5}$/.test(changes.billed_weight.replaceAll(',', '')))
    return 'Weight must be a whole number of pounds.';
  if (code === 'CN' && status === 'Delivered' && !isSpelling(consignee, changes))
    return 'After delivery only the spelling of the consignee can be corrected.';
  if (reference.length > longestReference) return `Your reference has at most ${longestReference} characters.`;
  if ([reason, note, ...Object.values(changes)].some((text) => text.length > longestText))
    return `A text has at most ${longestText} characters.`;
  return null;
}

function isCode(code: string): code is CorrectionCode {
  return correctionCodes.some((known) => known === code);
}

function isSpelling(
  consignee: Party,
  { consignee_name: name, consignee_address: address }: CorrectionEntry['changes'],
): boolean {
  return (
    (name === '' || distance(plain(name), plain(consignee.name)) <= spellingDistance) &&
    (address === '' || distance(plain(address), plain(addressOf(consignee))) <= spellingDistance)
  );
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Letters to change, add or leave out to get from one word to the other (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(a).entries()) {
    const next = [index + 1];
    for (const [column, other] of Array.from(b).entries())
      next.push(
        Math.min((row[column] ?? 0) + (letter === other ? 0 : 1), (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** `1400 Depot St, Knoxville, TN 37917`. */
export function addressOf({ street, city }: Party): string {
  return `${street}, ${city}`;
}

/** A new address is split at its first comma. */
function correctedConsignee(
  { consignee }: Shipment,
  { consignee_name: name, consignee_address: address }: CorrectionEntry['changes'],
): Party {
  const [street = '', ...city] = address.split(',');
  return {
    name: name || consignee.name,
    ...(address === ''
      ? { street: consignee.street, city: consignee.city }
      : { street: street.trim(), city: city.join(',').trim() }),
  };
}

function billOf({ weightLb, freightClass }: Shipment, charges: readonly ChargeLine[]): RatedBill {
  const extras = charges.filter(({ code }) => !ratedLines.has(code));
  return {
    weightLb,
    freightClass,
    accessorials: extras.map(({ code, description, cents }) => ({ code, name: description, cents })),
  };
}

function billChanges(changes: CorrectionEntry['changes']): BillChanges {
  const codes = (text: string): string[] =>
    text
      .toUpperCase()
      .split(/[\s,;|]+/)
      .filter((code) => code !== '');
  const { billed_weight: weight, billed_class: freightClass } = changes;
  return {
    ...(weight === '' ? {} : { weightLb: Number(weight.replaceAll(',', '')) }),
    ...(freightClass === '' ? {} : { freightClass }),
    add: codes(changes.add_accessorials),
    remove: codes(changes.remove_accessorials),
  };
}
/** A correction with all it says. */
export interface EnteredCorrection extends Correction {
  readonly pro: string;
  readonly note: string;
  readonly changes: Readonly<Record<string, string>>;
  readonly beforeCents: number;
  readonly afterCents: number;
}
