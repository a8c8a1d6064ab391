/** What people are shown who decide on a write: each value before and after, and which limit asks for them. */
import { type ApprovalLimits, noLimits } from '../approval.ts';
import type { BillFacts, CorrectionFacts, RatePreview } from '../rules/tms-correction.ts';
import type { ClaimAnswer } from '../rules/answer-claim.ts';
import type { InvoiceFacts } from '../rules/dispute-case.ts';
import { type Cents, dollars, formatAmount } from '../money.ts';

interface ShownValue {
  readonly what: string;
  /** As the portal showed it; null where there was nothing. */
  readonly before: string | null;
  readonly after: string;
}

/** JSON; part of stored histories and of approvals: members may be added, never changed. */
export interface ShownChange {
  /** The record that is written to, in words. */
  readonly record: string;
  readonly values: readonly ShownValue[];
  readonly limit: ShownLimit;
}

interface ShownLimit {
  /** What is weighed against the limit, such as `net change`. */
  readonly weighed: string;
  /** As the API shows money; null where the playbook names none. */
  readonly over: string | null;
  readonly two_people_over: string | null;
}

export function shownLimit(weighed: string, { over, twoPeopleOver }: ApprovalLimits): ShownLimit {
  return {
    weighed,
    over: over === noLimits.over ? null : formatAmount(over),
    two_people_over: twoPeopleOver === null ? null : formatAmount(twoPeopleOver),
  };
}

/** A correction: the values that change, and the total by the portal's own preview. */
export function correctionValues(
  { changes }: CorrectionFacts['asked'],
  bill: BillFacts,
  preview: RatePreview,
): ShownValue[] {
  const { add_accessorials: added = [], remove_accessorials: removed = [] } = changes;
  const gone = new Set(removed.map((code) => code.toUpperCase()));
  const left = bill.accessorials.filter((code) => !gone.has(code.toUpperCase()));
  const values: (ShownValue | false)[] = [
    changes.billed_weight !== undefined && {
      what: 'Billed weight',
      before: `${grouped(String(bill.weightLb))} lb`,
      after: `${grouped(String(changes.billed_weight))} lb`,
    },
    changes.billed_class !== undefined && {
      what: 'Billed class',
      before: bill.freightClass,
      after: changes.billed_class,
    },
    added.length + removed.length > 0 && {
      what: 'Accessorials',
      before: listed(bill.accessorials),
      after: listed([...left, ...added]) ?? 'none',
    },
    changes.consignee_name !== undefined && {
      what: 'Consignee',
      before: bill.consigneeName,
      after: changes.consignee_name,
    },
    changes.consignee_address !== undefined && {
      what: 'Consignee address',
      before: bill.consigneeAddress,
      after: changes.consignee_address,
    },
    preview.after !== null && {
      what: 'Bill total',
      before: preview.before === null ? null : dollars(preview.before),
      after: dollars(preview.after),
    },
  ];
  return values.filter((value) => value !== false);
}

/** @param claim its state in the portal's words */
export function claimValues(
  claim: { readonly state: string; readonly claimed: Cents | null },
  answer: ClaimAnswer,
): ShownValue[] {
  return [
    { what: 'Answer', before: claim.state, after: answerTexts[answer.kind] },
    answer.kind === 'reject'
      ? { what: 'Reason', before: null, after: answer.code.replaceAll('_', ' ').toLowerCase() }
      : {
          what: 'Amount',
          before: claim.claimed === null ? null : dollars(claim.claimed),
          after: dollars(answer.amount),
        },
  ];
}

const answerTexts: Readonly<Record<ClaimAnswer['kind'], string>> = {
  accept: 'Accept',
  partly: 'Partly accept',
  reject: 'Reject',
};

export function disputeValues(
  invoice: InvoiceFacts,
  dispute: { readonly reason: string; readonly amount: Cents },
): ShownValue[] {
  return [
    { what: 'Invoice', before: invoice.state, after: 'Disputed' },
    {
      what: 'Reason',
      before: invoice.adjustmentReason === '' ? null : invoice.adjustmentReason,
      after: dispute.reason,
    },
    {
      what: 'Amount',
      before: `${dollars(invoice.short)} short`,
      after: `${dollars(dispute.amount)} disputed`,
    },
  ];
}

function listed(codes: readonly string[]): string | null {
  return codes.length === 0 ? null : codes.join(', ');
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');
}
