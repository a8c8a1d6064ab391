/** pod_to_dispute: whether the proof of delivery is attached to an open dispute, or a dispute is filed with it. */

import type { OnFile } from '../writing/write-once.ts';
import { decideBy, needsPerson, onFileRows, onFileWord, stop, unsupported } from './decision-table.ts';
import type { Decided, DecisionTable, Stop } from './decision-table.ts';
import { type ReceiptFacts, receiptRows, receiptStateText } from './delivery-receipt.ts';

/** A dispute on the audit portal. */
export interface DisputeOnPortal {
  readonly number: string;
  readonly invoiceNumber: string;
  /** PRO of the disputed invoice. */
  readonly pro: string;
  /** Submitted, Under review, Info requested, Approved, Partly approved, Denied, Withdrawn. */
  readonly state: string;
}

export interface PodToDisputeFacts {
  readonly asked: { readonly pro: string; readonly invoiceNumber: string | null; readonly disputeId: string | null };
  /** PRO of the invoice as the portal shows it; null when the portal has no such invoice or dispute. */
  readonly invoicePro: string | null;
  /** The disputes found by the asked dispute id or invoice. */
  readonly disputes: readonly DisputeOnPortal[];
  readonly receipt: ReceiptFacts;
  /** The open dispute was filed by an earlier task of the sender, whose confirmation number it is. */
  readonly filedByEarlierTask: boolean;
  /** A delivery receipt that is already attached to the dispute. */
  readonly onFile: OnFile;
}

interface AttachIt {
  readonly kind: 'attach';
  readonly dispute: string;
}
/** No dispute is open: `decideFileDispute` decides on the same receipt. */
interface ConsiderFiling {
  readonly kind: 'consider_filing';
}
type PodToDisputeDecision = AttachIt | ConsiderFiling | Stop;

/** States in which a dispute still takes documents. */
export const openDisputeStates = ['Submitted', 'Under review', 'Info requested'] as const;

interface PodCase extends PodToDisputeFacts {
  readonly open: readonly DisputeOnPortal[];
}

export const podToDisputeTable: DecisionTable<PodCase, PodToDisputeDecision> = {
  title: 'pod_to_dispute',
  about:
    'Attaches the proof of delivery to the open dispute on the invoice. Open are ' +
    `${openDisputeStates.join(', ')}. When none is open, file_dispute decides whether the receipt supports one.`,
  rows: [
    {
      name: 'no_such_record',
      facts: 'the portal has no such invoice or dispute',
      decision: 'rejected / not_found',
      sentence: 'The portal has no {asked}.',
      when: ({ invoicePro, asked, disputes }) =>
        invoicePro === null || (asked.disputeId !== null && disputes.length === 0),
      decide: () => stop('not_found'),
    },
    {
      name: 'other_pro',
      facts: 'the invoice is about another PRO',
      decision: 'rejected / facts_do_not_support',
      sentence: 'The {asked} is about PRO {invoice_pro}, not {pro}.',
      when: ({ invoicePro, asked }) => invoicePro !== asked.pro,
      decide: unsupported,
    },
    {
      name: 'dispute_of_other_invoice',
      facts: 'both were given and the dispute is on another invoice',
      decision: 'rejected / facts_do_not_support',
      sentence: 'Dispute {dispute} is not on invoice {invoice}.',
      when: ({ asked, disputes }) =>
        asked.invoiceNumber !== null && disputes.some(({ invoiceNumber }) => invoiceNumber !== asked.invoiceNumber),
      decide: unsupported,
    },
    {
      name: 'filed_by_earlier_task',
      facts: 'an earlier task of the same sender filed the open dispute, with its delivery receipt',
      decision: 'completed / already_done, with the number of the dispute',
      sentence:
        'Dispute {dispute} was filed by an earlier task of this sender, with its delivery receipt. It was found, not repeated.',
      when: ({ filedByEarlierTask, onFile }) =>
        filedByEarlierTask && (onFile.kind === 'own_earlier' || onFile.kind === 'foreign'),
      decide: ({ open: [dispute] }) => (dispute ? stop('already_done', dispute.number) : needsPerson()),
    },
    ...onFileRows('a', 'delivery receipt'),
    ...receiptRows(' of PRO {pro}', 'there is nothing to attach'),
    {
      name: 'dispute_not_open',
      facts: 'the dispute asked for is no longer open',
      decision: 'rejected / facts_do_not_support',
      sentence: 'Dispute {dispute} is "{state}" and takes no more documents.',
      when: ({ asked, open }) => asked.disputeId !== null && open.length === 0,
      decide: unsupported,
    },
    {
      name: 'several_open',
      facts: 'several disputes on the invoice are open',
      decision: 'escalated / needs_person',
      sentence: 'Several disputes are open ({dispute}); which one the receipt belongs to is not said.',
      when: ({ open }) => open.length > 1,
      decide: needsPerson,
    },
    {
      name: 'one_open',
      facts: 'one dispute is open',
      decision: 'attach the POD to it',
      sentence: 'Attach the delivery receipt of PRO {pro} to dispute {dispute}.',
      when: ({ open }) => open.length === 1,
      decide: ({ open: [dispute] }) => (dispute ? { kind: 'attach', dispute: dispute.number } : needsPerson()),
    },
  ],
  otherwise: {
    name: 'none_open',
    facts: 'no dispute is open',
    decision: 'as file_dispute decides',
    sentence: 'No dispute is open on the {asked}; whether the receipt supports one is judged as for file_dispute.',
    decide: () => ({ kind: 'consider_filing' }),
  },
  words: ({ asked, disputes, open, invoicePro, receipt, onFile }) => {
    const named = open.length > 0 ? open : disputes;
    return {
      asked: asked.disputeId === null ? `invoice ${asked.invoiceNumber ?? ''}` : `dispute ${asked.disputeId}`,
      pro: asked.pro,
      invoice: asked.invoiceNumber ?? 'not given',
      invoice_pro: invoicePro ?? 'none',
      dispute: named.map(({ number }) => number).join(', '),
      state: named[0]?.state ?? '',
      receipt: receiptStateText[receipt.state],
      on_file: onFileWord(onFile),
    };
  },
};

export function decidePodToDispute(facts: PodToDisputeFacts): Decided<PodToDisputeDecision> {
  const states = new Set<string>(openDisputeStates.map((state) => state.toLowerCase()));
  const open = facts.disputes.filter(({ state }) => states.has(state.trim().toLowerCase()));
  return decideBy(podToDisputeTable, { ...facts, open });
}
