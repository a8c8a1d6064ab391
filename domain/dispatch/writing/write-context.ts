/** The facts that a writing task is decided on, and the next step that the decision asks for. */
import type { ApprovalLimits } from '../approval.ts';
import type { Sha256 } from '../../canonical-json.ts';
import type { PhaseFacts } from '../facts/reading.ts';
import type { WritingTaskType } from '../playbook/needed-facts.ts';
import type { Day } from '../rules/calendar.ts';
import type { Decided, DecisionTable, Stop } from '../rules/decision-table.ts';
import type { ReceiptFacts } from '../rules/delivery-receipt.ts';
import type { OutcomeReason } from '../task.ts';
import type { TaskParams } from '../task-schemas.ts';
import type { Marks } from './write-once.ts';
import type { WriteOrder } from './order.ts';
import type { ShownPage } from './shown-page.ts';

/** The result of a look at the portal. */
export type Seen =
  /** `at`: the database's clock when the look began; a write since then by another task makes it stale. */
  | { readonly kind: 'facts'; readonly facts: PhaseFacts; readonly at: string }
  /** The portal says that there is no such record. */
  | { readonly kind: 'absent'; readonly words: string };

/** A proof of delivery that was pulled for this task, or its absence, with what the TMS shows of the shipment. */
export interface PulledReceipt {
  readonly receipt: ReceiptFacts;
  /** Its name in the evidence pack, size and digest; null when there is no file. */
  readonly file: { readonly name: string; readonly bytes: number; readonly sha256: string } | null;
  readonly shipment: PhaseFacts;
}

/** Grows from one judgement to the next; part of stored histories: members may be added, never changed. */
export interface Known {
  /** Which capability of the playbook is at work; `pod_to_dispute` may turn to filing. */
  readonly capability: WritingTaskType;
  /** The invoice to dispute, when it was found by its dispute. */
  readonly invoiceNumber?: string;
  readonly look?: Seen;
  readonly receipt?: PulledReceipt;
  /** Of the bill that a duplicate is said to repeat. */
  readonly otherReceipt?: PulledReceipt;
  readonly preview?: PhaseFacts;
  /** The page that people are shown: of the preview, or of the look where nothing is previewed. */
  readonly page?: ShownPage;
}

export type Judged =
  | { readonly kind: 'look'; readonly inputs: Readonly<Record<string, string>> }
  | { readonly kind: 'pull_receipt'; readonly pro: string; readonly into: 'receipt' | 'otherReceipt' }
  | { readonly kind: 'preview'; readonly inputs: Readonly<Record<string, string>> }
  /** Judge on as a dispute to be filed. */
  | { readonly kind: 'turn_to_filing'; readonly invoiceNumber: string }
  | { readonly kind: 'write'; readonly order: WriteOrder }
  | Stopped;

/** The task ends here; the rule and the sentence are in the evidence. */
interface Stopped {
  readonly kind: 'end';
  readonly reason: OutcomeReason;
  readonly number: string | null;
  readonly rule: string;
  readonly sentence: string;
}

export function stopped({ reason, number, rule, sentence }: Decided<Stop>): Stopped {
  return { kind: 'end', reason, number, rule, sentence };
}

export function cannotBeRead(what: string, why: string): Stopped {
  return {
    kind: 'end',
    reason: 'needs_person',
    number: null,
    rule: 'facts_cannot_be_read',
    sentence: `What the portal shows of ${what} cannot be read: ${why}. Nothing was written.`,
  };
}

/** The page is about another record than the one that was asked for. */
export function otherRecord(what: string, found: string): Stopped {
  return {
    kind: 'end',
    reason: 'needs_person',
    number: null,
    rule: 'page_of_another_record',
    sentence: `The portal was asked for ${what} and shows ${found}. Nothing was written.`,
  };
}

export interface Judging {
  readonly params: TaskParams;
  readonly known: Known;
  readonly limits: ApprovalLimits;
  readonly sha256: Sha256;
  /** Of the playbook that is at work: an approval does not outlive an edit of it. */
  readonly playbookDigest: string;
  /** What the playbook names as no business days. */
  readonly holidays: readonly Day[];
  /** Whether a dispute is filed with its receipt; the form of some portals takes none. Absent: it is. */
  readonly takesReceipt?: boolean;
  /** This task's mark for an action. */
  readonly mark: (action: string) => string;
  /** Marks of earlier tasks of the sender that were seen on the pages, with the fact that each was made for. */
  readonly earlier: ReadonlyMap<string, string>;
  /** Numbers on the pages that earlier tasks of the sender got for disputes they filed. */
  readonly filed: ReadonlySet<string>;
}

/** The marks that count for a write: our own, and those that the sender's earlier tasks made for the same facts. */
export function marksFor(judging: Judging, action: string, facts: readonly string[]): Marks {
  const earlier = [...judging.earlier].filter(([, fact]) => facts.includes(fact)).map(([mark]) => mark);
  return { own: judging.mark(action), earlier: new Set(earlier) };
}

// Spares a portal the pull of a receipt where the rows above the receipt's decide already.

/** Stands for a receipt that nobody has looked at yet, so that the rows about receipts do not strike. */
export const unseenReceipt: ReceiptFacts = {
  state: 'usable',
  delivered: null,
  pieces: null,
  services: [],
  exceptions: '',
};

const firstReceiptRows: ReadonlySet<string> = new Set(['no_receipt', 'receipt_unusable']);

/** Whether the row that decided is above every row that looks at the receipt. */
export function decidedBeforeReceipt<Case, Decision>(table: DecisionTable<Case, Decision>, rule: string): boolean {
  const receipt = table.rows.findIndex(({ name }) => firstReceiptRows.has(name));
  const row = table.rows.findIndex(({ name }) => name === rule);
  return row >= 0 && row < receipt;
}
