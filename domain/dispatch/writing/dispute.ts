/**
 * Judges disputes from what is known. One to be filed: look, the receipt with the proof, then file it. A pod_to_dispute:
 * look, the receipt, then attach it, or judge on as a dispute to file.
 */
import { peopleNeeded } from '../approval.ts';
import {
  type InvoiceOnPortal,
  disputeFields,
  disputeOnFile,
  readInvoice,
  servicesPaidShort,
} from '../facts/invoice.ts';
import {
  type ShipmentProof,
  noShipmentProof,
  readShipment,
  type DisputesOnPortal,
  readDisputesForPod,
  receiptOnFile,
} from '../facts/dispute-documents.ts';
import { dollars, formatAmount, parseAmount, readMoney } from '../money.ts';
import type { DisputeReason } from '../rules/adjustment-reasons.ts';
import type { ReceiptFacts } from '../rules/delivery-receipt.ts';
import { type DisputeFacts, type DisputeProof, disputeCase } from '../rules/dispute-case.ts';
import { decideFileDispute, fileDisputeTable } from '../rules/file-dispute.ts';
import type { OnFile } from './write-once.ts';
import { disputeReasons } from '../task-schemas.ts';
import {
  type Judged,
  type Judging,
  type PulledReceipt,
  cannotBeRead,
  decidedBeforeReceipt,
  marksFor,
  otherRecord,
  stopped,
  unseenReceipt,
} from './write-context.ts';
import { needsLimit, writeOf } from './order.ts';
import { disputeValues, shownLimit } from './shown-change.ts';
import { type PodToDisputeFacts, decidePodToDispute, podToDisputeTable } from '../rules/pod-to-dispute.ts';

const action = 'file_dispute';

function factOfDispute(invoiceNumber: string): string {
  return `dispute ${invoiceNumber}`;
}

export function judgeDispute(judging: Judging): Judged {
  const { params, known, limits, holidays, takesReceipt = true } = judging;
  const invoiceNumber = known.invoiceNumber ?? params.invoice_number ?? '';
  const mark = judging.mark(action);
  const { look } = known;
  if (look === undefined) return { kind: 'look', inputs: { invoice_number: invoiceNumber, mark } };
  const asked = {
    invoiceNumber,
    reason: disputeReasons.find((reason) => reason === params.reason_code) ?? null,
    amount: parseAmount(params.amount ?? '') ?? null,
    comment: params.comment ?? null,
  };
  if (look.kind === 'absent') {
    const decided = decideFileDispute(factsOf(asked, null, { kind: 'nothing' }, unseenReceipt, noProof, holidays));
    return decided.kind === 'stop' ? stopped(decided) : cannotBeRead(`invoice ${invoiceNumber}`, 'it is not shown');
  }
  const read = readInvoice(look.facts);
  if (read.kind === 'unreadable') return cannotBeRead(`invoice ${invoiceNumber}`, read.why);
  const page = read.value;
  if (page.invoice.number !== invoiceNumber)
    return otherRecord(`invoice ${invoiceNumber}`, `invoice ${page.invoice.number}`);
  const onFile = disputeOnFile(page.disputes, marksFor(judging, action, [factOfDispute(invoiceNumber)]));

  const early = factsOf(asked, page, onFile, unseenReceipt, noProof, holidays);
  const first = decideFileDispute(early);
  if (first.kind === 'stop' && decidedBeforeReceipt(fileDisputeTable, first.rule)) return stopped(first);
  if (known.receipt === undefined) return { kind: 'pull_receipt', pro: page.invoice.pro, into: 'receipt' };
  const { reason } = disputeCase(early);
  if (reason === 'DUP' && page.duplicateOf !== null && known.otherReceipt === undefined)
    return { kind: 'pull_receipt', pro: page.duplicateOf, into: 'otherReceipt' };

  const shipment = readShipment(known.receipt.shipment);
  if (shipment.kind === 'unreadable') return cannotBeRead(`the shipment ${page.invoice.pro}`, shipment.why);
  const proof = { ...shipment.value, otherBill: otherBillOf(page, known.otherReceipt) };
  const facts = factsOf(asked, page, onFile, known.receipt.receipt, proof, holidays);
  const decided = decideFileDispute(facts);
  if (decided.kind === 'stop') return stopped(decided);
  const { file } = known.receipt;
  if (file === null) return cannotBeRead('the delivery receipt', 'its file is missing');
  const people = peopleNeeded(decided.amount, limits);
  const explanation = params.comment ?? explanationOf(decided.reason, page, takesReceipt ? file.name : undefined);
  return writeOf(
    {
      capability: 'file_dispute',
      action,
      noun: 'dispute',
      scope: `invoice ${invoiceNumber}`,
      fact: factOfDispute(invoiceNumber),
      inputs: {
        reason_code: decided.reason,
        amount: formatAmount(decided.amount),
        explanation,
        pod_file: file.name,
      },
      amount: decided.amount,
      people,
      rule: decided.rule,
      sentence: needsLimit(decided.sentence, 'disputed amount', decided.amount, people, limits),
      done: {
        verb: 'filed',
        detail: `${dollars(decided.amount)} disputed of ${dollars(page.invoice.short)} short, reason ${decided.reason}, ${takesReceipt ? 'with the delivery receipt' : 'without the delivery receipt, which the form does not take'}`,
      },
      lookedAt: look.at,
      before: page.disputes,
      podFile: file.name,
      expected: {
        fields: disputeFields(invoiceNumber, decided.reason, decided.amount),
        explanation,
        file,
        bill: null,
      },
      shown: {
        record: `invoice ${invoiceNumber}`,
        values: disputeValues(page.invoice, decided),
        limit: shownLimit('disputed amount', limits),
      },
    },
    mark,
    { invoice_number: invoiceNumber },
    { ...look.facts, ...prefixed(known.receipt) },
    judging,
  );
}

/** What the receipt said, for the digest. */
export function prefixed({ receipt, file }: PulledReceipt): Record<string, string> {
  return { receipt: JSON.stringify(receipt), receipt_sha256: file?.sha256 ?? '' };
}

type ProofParts = ShipmentProof & Pick<DisputeProof, 'otherBill'>;
const noProof: ProofParts = { ...noShipmentProof, otherBill: null };

function factsOf(
  asked: DisputeFacts['asked'],
  page: InvoiceOnPortal | null,
  onFile: OnFile,
  receipt: ReceiptFacts,
  proof: ProofParts,
  holidays: DisputeFacts['holidays'],
): DisputeFacts {
  return {
    asked,
    invoice: page?.invoice ?? null,
    onFile,
    filed: filedOf(page, onFile),
    receipt,
    proof: {
      ...proof,
      bol: proof.bol ?? page?.bol ?? null,
      disputedServices: servicesPaidShort(page?.shortCodes ?? [], [
        ...receipt.services,
        ...(proof.billOfLading?.services ?? []),
      ]),
      damageNotice: page?.damageReported ?? null,
      pro: page?.invoice.pro ?? '',
    },
    holidays,
  };
}

function filedOf(page: InvoiceOnPortal | null, onFile: OnFile): DisputeFacts['filed'] {
  const record = page?.disputes.find(({ number }) => 'number' in onFile && number === onFile.number);
  const amount = readMoney(record?.fields['amount'] ?? '');
  const reason = record?.fields['reason_code'];
  return amount === undefined || reason === undefined || reason === '' ? null : { reason, amount };
}

/** Known only when the other shipment's receipt and bill of lading were read. */
function otherBillOf(page: InvoiceOnPortal, other: PulledReceipt | undefined): DisputeProof['otherBill'] {
  if (page.duplicateOf === null || other === undefined) return null;
  const shipment = readShipment(other.shipment);
  if (shipment.kind === 'unreadable' || shipment.value.bol === null) return null;
  return { pro: page.duplicateOf, bol: shipment.value.bol, receiptSigned: other.receipt.state === 'usable' };
}

function explanationOf(reason: DisputeReason, { invoice }: InvoiceOnPortal, file: string | undefined): string {
  return (
    `Invoice ${invoice.number}, PRO ${invoice.pro}, was paid short by ${dollars(invoice.short)}` +
    `${invoice.adjustmentReason === '' ? '' : ` ("${invoice.adjustmentReason}")`}. ` +
    `Disputed under reason ${reason}; the signed proof of delivery is ${file === undefined ? 'on file' : `attached (${file})`}.`
  );
}

const attachAction = 'attach_pod';

export function judgePodToDispute(judging: Judging): Judged {
  const { params, known } = judging;
  const asked = {
    pro: params.pro ?? '',
    invoiceNumber: params.invoice_number ?? null,
    disputeId: params.dispute_id ?? null,
  };
  const search = asked.disputeId ?? asked.invoiceNumber ?? '';
  const mark = judging.mark(attachAction);
  const { look, receipt } = known;
  if (look === undefined)
    return {
      kind: 'look',
      inputs: { search, dispute_id: asked.disputeId ?? '', invoice_number: asked.invoiceNumber ?? '', mark },
    };
  const factsOf = (page: DisputesOnPortal | null, state: PodToDisputeFacts['receipt']): PodToDisputeFacts => {
    const open = page?.open ?? null;
    const facts = open === null ? [] : [factOfAttachment(open.number), factOfDispute(open.invoiceNumber)];
    return {
      asked,
      invoicePro: page?.invoicePro ?? null,
      disputes: page?.disputes ?? [],
      receipt: state,
      filedByEarlierTask: open !== null && judging.filed.has(open.number),
      onFile: page === null ? { kind: 'nothing' } : receiptOnFile(page, marksFor(judging, attachAction, facts)),
    };
  };
  if (look.kind === 'absent') {
    const decided = decidePodToDispute(factsOf(null, unseenReceipt));
    return decided.kind === 'stop' ? stopped(decided) : cannotBeRead(search, 'it is not shown');
  }
  const read = readDisputesForPod(look.facts);
  if (read.kind === 'unreadable') return cannotBeRead(search, read.why);
  const page = read.value;
  const early = decidePodToDispute(factsOf(page, unseenReceipt));
  if (early.kind === 'stop' && decidedBeforeReceipt(podToDisputeTable, early.rule)) return stopped(early);
  if (receipt === undefined) return { kind: 'pull_receipt', pro: asked.pro, into: 'receipt' };
  const decided = decidePodToDispute(factsOf(page, receipt.receipt));
  if (decided.kind === 'stop') return stopped(decided);
  if (decided.kind === 'consider_filing') return { kind: 'turn_to_filing', invoiceNumber: page.invoiceNumber };
  const { file } = receipt;
  if (file === null) return cannotBeRead('the delivery receipt', 'its file is missing');
  return writeOf(
    {
      capability: 'pod_to_dispute',
      action: attachAction,
      noun: 'attachment',
      scope: `dispute ${decided.dispute}`,
      fact: factOfAttachment(decided.dispute),
      inputs: { pod_file: file.name },
      amount: null,
      people: 0,
      rule: decided.rule,
      sentence: decided.sentence,
      done: {
        verb: 'added',
        detail: `The delivery receipt of PRO ${asked.pro} is attached to dispute ${decided.dispute}`,
      },
      lookedAt: look.at,
      before: page.attachments ?? [],
      podFile: file.name,
      expected: {
        fields: { dispute_number: decided.dispute, bytes: String(file.bytes) },
        explanation: null,
        file,
        bill: null,
      },
    },
    mark,
    { dispute_number: decided.dispute },
    { ...look.facts, ...prefixed(receipt) },
    judging,
  );
}

function factOfAttachment(dispute: string): string {
  return `attachment ${dispute}`;
}
