/** file_dispute: whether a short pay is disputed, under which reason and for how much. */

import { type Cents, change } from '../money.ts';
import type { DisputeReason } from './adjustment-reasons.ts';
import { decideBy, needsPerson, numberOnFile, onFileRows, stop, unsupported } from './decision-table.ts';
import type { Decided, DecisionTable, Stop } from './decision-table.ts';
import { receiptRows } from './delivery-receipt.ts';
import { type DisputeCase, type DisputeFacts, commentAtLeast, disputeCase, disputeText } from './dispute-case.ts';
import { groundRows } from './dispute-grounds.ts';

interface FileIt {
  readonly kind: 'file';
  readonly reason: DisputeReason;
  /** Never more than the short amount. */
  readonly amount: Cents;
}

type DisputeDecision = FileIt | Stop;

/** States in which the approved amount can still move, so that there is no short pay yet. */
const auditUnderWay = /^(?:in process|pending auditor clarification|pending scanner review)\b/i;

export const fileDisputeTable: DecisionTable<DisputeCase, DisputeDecision> = {
  title: 'file_dispute',
  about:
    "Files a dispute on a short-paid invoice, with the proof of delivery. Without a reason code the auditor's wording " +
    `names it (else OTH, where a comment of ${commentAtLeast} characters or more says what is disputed); without an ` +
    'amount the whole short amount is disputed.',
  rows: [
    {
      name: 'no_such_invoice',
      facts: 'the portal has no such invoice',
      decision: 'rejected / not_found',
      sentence: 'The portal has no invoice {invoice}.',
      when: ({ found }) => !found,
      decide: () => stop('not_found'),
    },
    {
      name: 'earlier_task_disputed_otherwise',
      facts:
        'a dispute with the mark of an earlier task of the same sender is on file, with another reason or amount than asked',
      decision: 'completed / already_done, with its number',
      sentence:
        'The dispute {on_file} was made by an earlier task of this sender: {filed}. It was found; what is asked for now ' +
        '({amount} under reason {reason}) was not disputed.',
      when: ({ onFile, filed, asked }) =>
        onFile.kind === 'own_earlier' &&
        filed !== null &&
        ((asked.reason ?? filed.reason) !== filed.reason || (asked.amount ?? filed.amount) !== filed.amount),
      decide: ({ onFile }) => stop('already_done', numberOnFile(onFile)),
    },
    ...onFileRows('a', 'dispute'),
    {
      name: 'figures_do_not_add_up',
      facts: 'short is not billed less approved',
      decision: 'escalated / needs_person',
      sentence: 'The figures of invoice {invoice} do not add up: billed {billed}, approved {approved}, short {short}.',
      when: ({ invoice }) => change(invoice.approved, invoice.billed) !== invoice.short,
      decide: needsPerson,
    },
    {
      name: 'audit_under_way',
      facts: 'the audit is not finished (In process, Pending …)',
      decision: 'rejected / facts_do_not_support',
      sentence: 'Invoice {invoice} is "{state}": the approved amount can still move, so there is no short pay yet.',
      when: ({ invoice }) => auditUnderWay.test(invoice.state.trim()),
      decide: unsupported,
    },
    {
      name: 'not_short_paid',
      facts: 'nothing was paid short',
      decision: 'rejected / facts_do_not_support',
      sentence: 'Invoice {invoice} is not short paid: billed {billed}, approved {approved}.',
      when: ({ invoice }) => invoice.short <= 0,
      decide: unsupported,
    },
    {
      name: 'amount_over_short',
      facts: 'the amount asked for is more than the short amount, or nothing',
      decision: 'rejected / facts_do_not_support',
      sentence: 'The amount {amount} cannot be disputed: invoice {invoice} is short by {short}.',
      when: ({ amount, invoice }) => amount > invoice.short || amount <= 0,
      decide: unsupported,
    },
    {
      name: 'invoice_closed',
      facts: 'the invoice is closed',
      decision: 'escalated / needs_person',
      sentence: 'Invoice {invoice} is closed: a person has to ask for it to be opened again.',
      when: ({ invoice }) => /^closed\b/i.test(invoice.state.trim()),
      decide: needsPerson,
    },
    {
      name: 'reason_unknown',
      facts: "no reason was given and the auditor's wording names none, or several",
      decision: 'escalated / needs_person',
      sentence: 'The auditor\'s wording "{wording}" names no single dispute reason, and none was given.',
      when: ({ reason }) => reason === null,
      decide: needsPerson,
    },
    ...receiptRows('', 'it supports no dispute'),
    {
      name: 'notation_unclear',
      facts: 'SHT or DMG, and the exceptions on the receipt are not understood',
      decision: 'escalated / needs_person',
      sentence: 'What is written on the delivery receipt is not understood: "{exceptions}".',
      when: ({ notation, reason }) => notation.kind === 'unclear' && (reason === 'SHT' || reason === 'DMG'),
      decide: needsPerson,
    },
    ...groundRows,
    {
      name: 'supported',
      facts: 'the proof of the reason is complete',
      decision: 'file the dispute with the POD',
      sentence:
        'Dispute {amount} of invoice {invoice} (short {short}) under reason {reason}, which the delivery receipt supports.',
      when: ({ reason }) => reason !== null,
      decide: ({ reason, amount }) => (reason === null ? needsPerson() : { kind: 'file', reason, amount }),
    },
  ],
  otherwise: {
    name: 'anything_else',
    facts: 'anything else',
    decision: 'escalated / needs_person',
    sentence: 'The facts of invoice {invoice} do not decide whether it can be disputed.',
    decide: needsPerson,
  },
  words: disputeText,
};

export function decideFileDispute(facts: DisputeFacts): Decided<DisputeDecision> {
  return decideBy(fileDisputeTable, disputeCase(facts));
}
