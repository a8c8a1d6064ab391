/** tms_correction: whether a freight bill may be corrected as asked, and who has to approve what that changes. */

import { type ApprovalLimits, peopleNeeded } from '../approval.ts';
import { type Cents, change, dollarChange, dollars } from '../money.ts';
import { changesOfReason, type Changes } from '../task-schemas.ts';
import { anyOf } from '../pod.ts';
import type { OnFile } from '../writing/write-once.ts';
import { decideBy, needsPerson, stop, unsupported } from './decision-table.ts';
import type { Decided, DecisionTable, Stop } from './decision-table.ts';
import { onFileRows, onFileWord } from './decision-table.ts';
import states from './ended-states.json' with { type: 'json' };

export type CorrectionReason = keyof typeof changesOfReason;

/** A freight bill as the TMS shows it. */
export interface BillFacts {
  readonly pro: string;
  /** Pending, Dispatched, In transit, Delivered, Expired, Canceled. */
  readonly shipmentStatus: string;
  /** Open, Paid, Void, Written off. */
  readonly billStatus: string;
  readonly weightLb: number;
  readonly freightClass: string;
  readonly accessorials: readonly string[];
  readonly consigneeName: string;
  readonly consigneeAddress: string;
}

export interface CorrectionFacts {
  readonly asked: { readonly pro: string; readonly reason: CorrectionReason; readonly changes: Changes };
  /** Null when the TMS has no such PRO. */
  readonly bill: BillFacts | null;
  readonly onFile: OnFile;
}

/** The facts allow it: preview the re-rate in the portal. */
interface PreviewIt {
  readonly kind: 'preview';
}

interface CorrectionCase extends CorrectionFacts {
  /** Members of `changes` that do not belong to the reason code. */
  readonly strangers: readonly string[];
  /** What the bill already says, in words; empty when every change changes something. */
  readonly without: readonly string[];
}

const isDelivered = ({ bill }: CorrectionCase): boolean => /^delivered\b/i.test(bill?.shipmentStatus.trim() ?? '');
/** The state begins with the word for its end, and does not say that this was only asked for. */
const endOf = (what: 'shipment' | 'bill'): RegExp =>
  new RegExp(`^(?:${anyOf(states[what])})(?!\\p{L}|.*(?<!\\p{L})(?:${anyOf(states.onlyAskedFor)})(?!\\p{L}))`, 'iu');
const ends = { shipment: endOf('shipment'), bill: endOf('bill') };
const isDead = ({ bill }: CorrectionCase): boolean =>
  ends.shipment.test(bill?.shipmentStatus.trim() ?? '') || ends.bill.test(bill?.billStatus.trim() ?? '');

export const correctionTable: DecisionTable<CorrectionCase, PreviewIt | Stop> = {
  title: 'tms_correction: may the bill be corrected?',
  about:
    "Judged before anything is keyed. What the correction costs is never computed here: the portal's preview says it.",
  rows: [
    {
      name: 'no_such_bill',
      facts: 'the TMS has no such PRO',
      decision: 'rejected / not_found',
      sentence: 'The TMS has no shipment {pro}.',
      when: ({ bill }) => bill === null,
      decide: () => stop('not_found'),
    },
    ...onFileRows('a', 'correction'),
    {
      name: 'changes_do_not_fit_reason',
      facts: 'the changes are not those of the reason code, or there are none',
      decision: 'rejected / facts_do_not_support',
      sentence: 'Reason {reason} changes {own}, not {strangers}.',
      when: ({ strangers }) => strangers.length > 0,
      decide: unsupported,
    },
    {
      name: 'bill_is_dead',
      facts: 'the shipment is canceled or expired, or the bill is void or written off',
      decision: 'rejected / facts_do_not_support',
      sentence: 'Shipment {pro} is "{shipment_status}" and its bill "{bill_status}": there is nothing to correct.',
      when: isDead,
      decide: unsupported,
    },
    {
      name: 'consignee_after_delivery',
      facts: 'CN, and the shipment was delivered',
      decision: 'rejected / facts_do_not_support',
      sentence: 'Shipment {pro} was delivered: the consignee can only be changed before delivery.',
      when: (it) => it.asked.reason === 'CN' && isDelivered(it),
      decide: unsupported,
    },
    {
      name: 'nothing_to_change',
      facts:
        'the bill already says what is asked for (weight, class, name, address), already has an accessorial to add, or has none to remove',
      decision: 'rejected / facts_do_not_support',
      sentence: 'The bill of {pro} {without}.',
      when: ({ without }) => without.length > 0,
      decide: unsupported,
    },
  ],
  otherwise: {
    name: 'may_be_corrected',
    facts: 'anything else',
    decision: 'preview the re-rate in the portal',
    sentence: 'The bill of {pro} can be corrected under reason {reason}; the portal previews the re-rate.',
    decide: () => ({ kind: 'preview' }),
  },
  words: ({ asked, bill, strangers, without, onFile }) => ({
    pro: asked.pro,
    reason: asked.reason,
    own: changesOfReason[asked.reason].join(' and '),
    strangers: strangers.join(', '),
    shipment_status: bill?.shipmentStatus ?? 'unknown',
    bill_status: bill?.billStatus ?? 'unknown',
    without: without.join(' and '),
    on_file: onFileWord(onFile),
  }),
};

export function decideCorrection(facts: CorrectionFacts): Decided<PreviewIt | Stop> {
  const { asked, bill } = facts;
  const own: readonly string[] = changesOfReason[asked.reason];
  const given = Object.entries(asked.changes)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  const strangers = given.length === 0 ? ['nothing'] : given.filter((name) => !own.includes(name));
  return decideBy(correctionTable, {
    ...facts,
    strangers,
    without: bill === null ? [] : withoutEffect(asked.changes, bill),
  });
}

/** The changes that would change nothing. A list counts by its members: a doubled charge is never keyed on the side. */
function withoutEffect(changes: Changes, bill: BillFacts): string[] {
  const has = new Set(bill.accessorials.map((code) => code.toUpperCase()));
  const added = (changes.add_accessorials ?? []).filter((code) => has.has(code.toUpperCase()));
  const missing = (changes.remove_accessorials ?? []).filter((code) => !has.has(code.toUpperCase()));
  const said: string[] = [
    ...(added.length > 0 ? [`already has ${added.join(', ')}`] : []),
    ...(missing.length > 0 ? [`does not have ${missing.join(', ')}`] : []),
  ];
  const single: readonly (readonly [boolean, string])[] = [
    [changes.billed_weight === bill.weightLb, `already shows ${bill.weightLb} lb`],
    [changes.billed_class === bill.freightClass, `already shows class ${bill.freightClass}`],
    [changes.consignee_name === bill.consigneeName, 'already names this consignee'],
    [changes.consignee_address === bill.consigneeAddress, 'already shows this address'],
  ];
  const same = single.filter(([equal]) => equal).map(([, words]) => words);
  const asked = [changes.billed_weight, changes.billed_class, changes.consignee_name, changes.consignee_address];
  // Of single values one that stays is harmless beside one that changes, such as a new address under the same name.
  if (same.length > 0 && same.length === asked.filter((value) => value !== undefined).length) said.push(...same);
  return said;
}

/** The portal's own preview of the re-rate; null for a figure that could not be read. */
export interface RatePreview {
  readonly before: Cents | null;
  readonly after: Cents | null;
  readonly netChange: Cents | null;
}

interface CorrectionAmountFacts {
  readonly pro: string;
  readonly reason: CorrectionReason;
  readonly preview: RatePreview;
  readonly limits: ApprovalLimits;
}

/** Key it; `people` is how many have to approve first. */
interface KeyIt {
  readonly kind: 'key';
  readonly netChange: Cents;
  readonly people: 0 | 1 | 2;
}

/** Which way a reason can move the bill; the others may go either way. */
const directionOfReason: Readonly<Partial<Record<CorrectionReason, 1 | -1>>> = { AC: 1, DA: -1 };

const isWhole = ({ before, after, netChange }: RatePreview): boolean =>
  before !== null && after !== null && netChange !== null && change(before, after) === netChange;

function people({ preview, limits }: CorrectionAmountFacts): 0 | 1 | 2 {
  return preview.netChange === null ? 0 : peopleNeeded(preview.netChange, limits);
}

const keyIt = (it: CorrectionAmountFacts): KeyIt | Stop =>
  it.preview.netChange === null ? needsPerson() : { kind: 'key', netChange: it.preview.netChange, people: people(it) };

export const correctionAmountTable: DecisionTable<CorrectionAmountFacts, KeyIt | Stop> = {
  title: 'tms_correction: who approves the net change?',
  about:
    'Net change = corrected total − original total, as the portal previews it. Its absolute value counts, and a limit ' +
    'itself still passes. When the previewed figure moves between approval and keying, it is asked for again.',
  rows: [
    {
      name: 'preview_does_not_add_up',
      facts: 'a figure of the preview is missing, or net change is not after less before',
      decision: 'escalated / needs_person',
      sentence: 'The preview for {pro} does not add up: from {before} to {after}, net change {net}.',
      when: ({ preview }) => !isWhole(preview),
      decide: needsPerson,
    },
    {
      name: 'wrong_direction',
      facts: 'an added accessorial lowers the bill, or a removed one raises it',
      decision: 'escalated / needs_person',
      sentence: 'Reason {reason} should not change the bill of {pro} by {net}.',
      when: ({ reason, preview }) => (directionOfReason[reason] ?? 0) * (preview.netChange ?? 0) < 0,
      decide: needsPerson,
    },
    {
      name: 'two_people',
      facts: 'absolute net change over the second limit',
      decision: 'two people approve, then key it',
      sentence:
        'The net change of {net} (from {before} to {after}) is over {second_limit}: two people have to approve.',
      when: (it) => people(it) === 2,
      decide: keyIt,
    },
    {
      name: 'one_person',
      facts: 'absolute net change over the limit',
      decision: 'a person approves, then key it',
      sentence: 'The net change of {net} (from {before} to {after}) is over {limit}: a person has to approve.',
      when: (it) => people(it) === 1,
      decide: keyIt,
    },
  ],
  otherwise: {
    name: 'under_limit',
    facts: 'anything else: at or under the limit',
    decision: 'key it',
    sentence: 'The net change of {net} (from {before} to {after}) is within {limit} and needs no approval.',
    decide: keyIt,
  },
  words: ({ pro, reason, preview, limits }) => {
    const shown = (amount: Cents | null, format: (amount: Cents) => string): string =>
      amount === null ? 'unreadable' : format(amount);
    return {
      pro,
      reason,
      before: shown(preview.before, dollars),
      after: shown(preview.after, dollars),
      net: shown(preview.netChange, dollarChange),
      limit: dollars(limits.over),
      second_limit: limits.twoPeopleOver === null ? 'no second limit' : dollars(limits.twoPeopleOver),
    };
  },
};

export function decideCorrectionAmount(facts: CorrectionAmountFacts): Decided<KeyIt | Stop> {
  return decideBy(correctionAmountTable, facts);
}
