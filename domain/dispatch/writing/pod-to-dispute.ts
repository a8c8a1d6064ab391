/** Judges a pod_to_dispute from what is known: look, the receipt, then attach it, or judge on as a dispute to file. */
import { type DisputesOnPortal, readDisputesForPod, receiptOnFile } from '../facts/dispute-documents.ts';
import { type PodToDisputeFacts, decidePodToDispute, podToDisputeTable } from '../rules/pod-to-dispute.ts';
import { factOfDispute, prefixed } from './dispute.ts';
import {
  type Judged,
  type Judging,
  cannotBeRead,
  decidedBeforeReceipt,
  marksFor,
  stopped,
  unseenReceipt,
} from './write-context.ts';
import { orderOf } from './order.ts';

const action = 'attach_pod';

export function judgePodToDispute(judging: Judging): Judged {
  const { params, known } = judging;
  const asked = {
    pro: params.pro ?? '',
    invoiceNumber: params.invoice_number ?? null,
    disputeId: params.dispute_id ?? null,
  };
  const search = asked.disputeId ?? asked.invoiceNumber ?? '';
  const mark = judging.mark(action);
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
      onFile: page === null ? { kind: 'nothing' } : receiptOnFile(page, marksFor(judging, action, facts)),
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
  const order = orderOf(
    {
      capability: 'pod_to_dispute',
      action,
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
  return { kind: 'write', order };
}

function factOfAttachment(dispute: string): string {
  return `attachment ${dispute}`;
}
