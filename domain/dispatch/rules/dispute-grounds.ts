/** For each dispute reason: which facts carry it, which lose it, and which leave it to a person. */

import { businessDaysBetween } from './calendar.ts';
import { type Row, type Stop, needsPerson, unsupported } from './decision-table.ts';
import type { DisputeReason } from './adjustment-reasons.ts';
import { type DisputeCase, commentAtLeast, unprovenServices } from './dispute-case.ts';
import { notes } from './delivery-receipt.ts';

/** Business days within which a consignee has to report what the receipt does not show (NMFC item 300135). */
const noticeBusinessDays = 5;

type Ground = Omit<Row<DisputeCase, Stop>, 'when'> & {
  readonly reason: DisputeReason;
  readonly fails: (it: DisputeCase) => boolean;
};

const against = 'rejected / facts_do_not_support';
const person = 'escalated / needs_person';

const grounds: readonly Ground[] = [
  {
    reason: 'ACC',
    name: 'acc_service_unknown',
    facts: 'ACC, and the short-paid accessorial is not named',
    decision: person,
    sentence:
      'The lines of invoice {invoice} do not tell which accessorial was paid short, so nothing can be proven for it.',
    fails: ({ proof }) => proof.disputedServices.length === 0,
    decide: needsPerson,
  },
  {
    reason: 'ACC',
    name: 'acc_service_not_shown',
    facts: 'ACC, and neither the receipt nor the bill of lading shows the service',
    decision: against,
    sentence: 'Neither the delivery receipt nor the bill of lading shows the service {unproven}.',
    fails: (it) => unprovenServices(it).length > 0,
    decide: unsupported,
  },
  {
    reason: 'SHT',
    name: 'sht_shortage_noted',
    facts: 'SHT, and the receipt notes a shortage or a refusal',
    decision: against,
    sentence: 'The delivery receipt notes "{exceptions}", so the deduction for shortage stands.',
    fails: ({ notation }) => notes(notation, 'short') || notes(notation, 'refused'),
    decide: unsupported,
  },
  {
    reason: 'SHT',
    name: 'sht_count_unknown',
    facts: 'SHT, and the pieces on the receipt or the bill of lading are not stated',
    decision: person,
    sentence: 'Pieces received ({pieces}) and pieces shipped ({bill_pieces}) cannot be compared.',
    fails: ({ receipt, proof }) => receipt.pieces === null || (proof.billOfLading?.pieces ?? null) === null,
    decide: needsPerson,
  },
  {
    reason: 'SHT',
    name: 'sht_count_differs',
    facts: 'SHT, and the receipt shows fewer pieces than the bill of lading',
    decision: against,
    sentence: 'The delivery receipt shows {pieces} pieces, the bill of lading {bill_pieces}.',
    fails: ({ receipt, proof }) => (receipt.pieces ?? 0) < (proof.billOfLading?.pieces ?? 0),
    decide: unsupported,
  },
  {
    reason: 'DMG',
    name: 'dmg_damage_noted',
    facts: 'DMG, and the receipt notes damage or a refusal',
    decision: against,
    sentence: 'The delivery receipt notes "{exceptions}", so the deduction for damage stands.',
    fails: ({ notation }) => notes(notation, 'damage') || notes(notation, 'refused'),
    decide: unsupported,
  },
  {
    reason: 'DMG',
    name: 'dmg_notice_in_time',
    facts: `DMG, a clear receipt, and damage was reported within ${noticeBusinessDays} business days, or the day of delivery is not known`,
    decision: person,
    sentence: 'The receipt is clear, but damage was reported on {notice}: an inspection has to decide.',
    fails: reportedInTime,
    decide: needsPerson,
  },
  {
    reason: 'CLS',
    name: 'cls_no_inspection',
    facts: 'CLS, and no weighing and inspection certificate shows a class',
    decision: against,
    sentence: 'No weighing and inspection certificate with a class is on file for class {billed_class}.',
    fails: ({ proof }) => (proof.inspection?.freightClass ?? null) === null,
    decide: unsupported,
  },
  {
    reason: 'CLS',
    name: 'cls_inspection_differs',
    facts: 'CLS, and the inspection found another class than was billed',
    decision: against,
    sentence: 'Inspection {inspection} found class {inspected_class}, billed was class {billed_class}.',
    fails: ({ proof }) => proof.inspection?.freightClass !== proof.billedClass,
    decide: unsupported,
  },
  {
    reason: 'WGT',
    name: 'wgt_no_certified_weight',
    facts: 'WGT, and no certified scale or reweigh ticket is on file',
    decision: against,
    sentence: 'No certified scale ticket is on file; the weight of the bill of lading alone proves nothing.',
    fails: ({ proof }) => proof.inspection?.certified !== true || proof.inspection.weightLb === null,
    decide: unsupported,
  },
  {
    reason: 'WGT',
    name: 'wgt_scale_lower',
    facts: 'WGT, and the certified weight is below the billed one',
    decision: against,
    sentence: 'Ticket {inspection} shows {scale_weight} lb, billed were {billed_weight} lb.',
    fails: ({ proof }) => (proof.inspection?.weightLb ?? 0) < (proof.billedWeightLb ?? Number.POSITIVE_INFINITY),
    decide: unsupported,
  },
  {
    reason: 'RATE',
    name: 'rate_no_agreement',
    facts: 'RATE, and no pricing agreement is on file',
    decision: against,
    sentence: 'No pricing agreement or tariff is on file for the shipment of {ship_date}.',
    fails: ({ proof }) => proof.agreement === null,
    decide: unsupported,
  },
  {
    reason: 'RATE',
    name: 'rate_agreement_not_in_force',
    facts: 'RATE, and the agreement was not in force on the ship date',
    decision: against,
    sentence: 'Pricing agreement {agreement} was not in force on {ship_date}.',
    fails: (it) => !agreementInForce(it),
    decide: unsupported,
  },
  {
    reason: 'DUP',
    name: 'dup_other_bill_unknown',
    facts: 'DUP, and the bill it is said to repeat is not known',
    decision: person,
    sentence: 'Which bill invoice {invoice} is said to repeat is not shown.',
    fails: ({ proof }) => proof.otherBill === null || proof.bol === null,
    decide: needsPerson,
  },
  {
    reason: 'DUP',
    name: 'dup_same_shipment',
    facts: 'DUP, and both bills have the same PRO or bill of lading',
    decision: against,
    sentence: 'Both bills are for the same shipment (PRO {other_pro}, bill of lading {other_bol}).',
    fails: ({ proof }) => proof.otherBill?.pro === proof.pro || proof.otherBill?.bol === proof.bol,
    decide: unsupported,
  },
  {
    reason: 'DUP',
    name: 'dup_other_not_delivered',
    facts: 'DUP, and the other shipment has no signed receipt',
    decision: against,
    sentence: 'The other shipment, PRO {other_pro}, has no signed delivery receipt.',
    fails: ({ proof }) => proof.otherBill?.receiptSigned !== true,
    decide: unsupported,
  },
  {
    reason: 'OTH',
    name: 'oth_comment_too_short',
    facts: `OTH, and the comment has fewer than ${commentAtLeast} characters`,
    decision: against,
    sentence: `Reason OTH needs a comment of at least ${commentAtLeast} characters that says what is disputed.`,
    fails: ({ comment }) => comment.length < commentAtLeast,
    decide: unsupported,
  },
];

/** The rows of all reasons, each for its own. */
export const groundRows: readonly Row<DisputeCase, Stop>[] = grounds.map(
  ({ reason, fails, name, facts, decision, sentence, decide }) => {
    const when = (it: DisputeCase): boolean => it.reason === reason && fails(it);
    return { name, facts, decision, sentence, when, decide };
  },
);

function reportedInTime({ proof, receipt, holidays }: DisputeCase): boolean {
  if (proof.damageNotice === null) return false;
  return (
    receipt.delivered === null ||
    businessDaysBetween(receipt.delivered, proof.damageNotice, holidays) <= noticeBusinessDays
  );
}

function agreementInForce({ proof: { agreement, shipDate } }: DisputeCase): boolean {
  if (agreement === null || shipDate === null) return false;
  return agreement.from <= shipDate && (agreement.until === null || shipDate <= agreement.until);
}
