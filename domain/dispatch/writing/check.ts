/**
 * Every kind of write, before and after: what it needs next (to look, to pull the receipt, a preview, to write, or to end), and
 * the checker, which compares what a fresh session reads with what was ordered.
 */
import { readBill, wantedOnBill } from '../facts/bill.ts';
import { readResponses } from '../facts/claim.ts';
import { readAttachments } from '../facts/dispute-documents.ts';
import { readDisputes } from '../facts/invoice.ts';
import type { PhaseFacts, Reading } from '../facts/reading.ts';
import type { WritingTaskType } from '../playbook/needed-facts.ts';
import { type CheckedWrite, type Look, type PortalRecord, type WriteCheck, checkWrite } from './write-once.ts';
import { judgeClaim } from './claim.ts';
import { judgeCorrection } from './correction.ts';
import { judgeDispute, judgePodToDispute } from './dispute.ts';
import type { WriteOrder } from './order.ts';
import type { Judged, Judging } from './write-context.ts';

const judges: Readonly<Record<WritingTaskType, (judging: Judging) => Judged>> = {
  tms_correction: judgeCorrection,
  file_dispute: judgeDispute,
  pod_to_dispute: judgePodToDispute,
  answer_claim: judgeClaim,
};

/** The same known facts always give the same judgement. */
export function judgeWrite(judging: Judging): Judged {
  return judges[judging.known.capability](judging);
}

/** @param facts of the phase `probe` */
export function checkOrder(order: WriteOrder, facts: PhaseFacts): CheckedWrite {
  const checked = checkWrite(order.before, readers[order.capability](facts, order.probeInputs), {
    mark: order.mark,
    fields: order.expected.fields,
  });
  if (checked.probe.kind !== 'confirmed') return checked;
  const further = furtherChecks(order, facts);
  const failed = further.filter(({ verdict }) => verdict === 'fail');
  const checks = [...checked.checks, ...further];
  if (failed.length === 0) return { ...checked, checks };
  const why = failed.map(({ check, expected, found }) => `${check}: ${expected} expected, ${found} found`).join('; ');
  return { checks, probe: { kind: 'refuted', number: checked.probe.number, why } };
}

/** The list that the order's `before` was read from, as it is now. */
const readers: Readonly<Record<WritingTaskType, (facts: PhaseFacts, about: WriteOrder['probeInputs']) => Look>> = {
  tms_correction: (facts, about) => {
    const read = readBill(facts);
    if (read.kind === 'unreadable') return read;
    const { bill, corrections } = read.value;
    return bill.pro === about['pro']
      ? { kind: 'read', records: corrections }
      : { kind: 'unreadable', why: `the page shows PRO ${bill.pro}` };
  },
  file_dispute: (facts, about) => lookOf(readDisputes(facts, about['invoice_number'] ?? '')),
  pod_to_dispute: (facts, about) => lookOf(readAttachments(facts, about['dispute_number'] ?? '')),
  answer_claim: (facts, about) => lookOf(readResponses(facts, about['claim_number'] ?? '')),
};

function lookOf(read: Reading<readonly PortalRecord[]>): Look {
  return read.kind === 'read' ? { kind: 'read', records: read.value } : read;
}

/** What the record's own page and what it changed have to say, where the portal shows it. */
function furtherChecks({ capability, expected }: WriteOrder, facts: PhaseFacts): WriteCheck[] {
  const checks: WriteCheck[] = [];
  if (expected.bill !== null) {
    const read = readBill(facts, expected.bill.changes);
    if (read.kind === 'read') checks.push(...wantedOnBill(expected.bill, read.value.bill));
  }
  const explanation = facts['explanation'];
  if (expected.explanation !== null && explanation !== undefined)
    checks.push(equal('explanation', expected.explanation, explanation));
  const { file } = expected;
  if (file !== null && facts['sha256'] !== undefined)
    checks.push(equal('document SHA-256', file.sha256, facts['sha256'].toLowerCase()));
  if (file !== null && capability === 'file_dispute' && facts['attachments'] !== undefined) {
    // The marked records of this phase are disputes.
    const read = readAttachments({ attachments: facts['attachments'] }, '');
    const sizes = read.kind === 'read' ? read.value.map(({ fields }) => fields['bytes'] ?? '') : [];
    checks.push(equal('document attached, bytes', String(file.bytes), sizes.join(', ')));
  }
  return checks;
}

function equal(name: string, expected: string, found: string): WriteCheck {
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const verdict = plain(expected) === plain(found) ? 'pass' : 'fail';
  return { check: name, expected: plain(expected).slice(0, 500), found: plain(found).slice(0, 500), verdict };
}
