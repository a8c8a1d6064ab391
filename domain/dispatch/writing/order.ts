/** A write that was decided on: what is keyed, how it is recognised, and by what it is checked afterwards. */
import { type ApprovalLimits, type People, matterDigest, noLimits } from '../approval.ts';
import type { Sha256 } from '../../canonical-json.ts';
import type { PhaseFacts } from '../facts/reading.ts';
import { type Cents, cents, dollars, least, parseAmount } from '../money.ts';
import type { ApprovalLimit } from '../playbook/language.ts';
import { type WritingTaskType, weighedField } from '../playbook/needed-facts.ts';
import type { CorrectionFacts } from '../rules/tms-correction.ts';
import type { PortalRecord } from './write-once.ts';
import type { ShownChange } from './shown-change.ts';
import type { ShownMatter, ShownPage } from './shown-page.ts';

/** What a task may write; a task that writes twice has a mark for each. */
type WriteAction = 'correct_bill' | 'file_dispute' | 'attach_pod' | 'answer_claim';

/** JSON; part of stored histories and of intent rows: members may be added, never changed. */
export interface WriteOrder {
  readonly capability: WritingTaskType;
  readonly action: WriteAction;
  /** The record in words, such as `dispute`. */
  readonly noun: string;
  readonly mark: string;
  /** What may be written to by one task at a time: the bill, invoice, dispute or claim. */
  readonly scope: string;
  /** The fact that the record states; a later task of the sender that wants the same finds it by this. */
  readonly fact: string;
  /** For the phase `submit`. */
  readonly inputs: Readonly<Record<string, string>>;
  /** For the phase `probe`. */
  readonly probeInputs: Readonly<Record<string, string>>;
  /** What is weighed against the limits; null where no money is moved. */
  readonly amount: Cents | null;
  readonly people: People;
  /** Why it is done, and why it needs approval where it does. */
  readonly rule: string;
  readonly sentence: string;
  /** What the task reports once the write is verified; left out by earlier versions. */
  readonly done?: Done;
  /** When the look began on which this rests. */
  readonly lookedAt: string;
  /** What was on file then. */
  readonly before: readonly PortalRecord[];
  readonly expected: Expected;
  /** The proof of delivery that the decision rests on, in the evidence pack. */
  readonly podFile: string | null;
  /** In whose words it is keyed. */
  readonly playbookDigest: string;
  /** Over the change, the facts and the playbook; an approval is bound to it. */
  readonly digest: string;
  /** What people see who decide on it; null where nobody is asked, left out by earlier versions. */
  readonly shown?: ShownChange | null;
  /** The page they see; null where none was recorded, left out where nobody is asked and by earlier versions. */
  readonly page?: ShownPage | null;
  /** By which approval it is keyed. */
  readonly approval?: {
    readonly id: string;
    readonly shown_sha256: string | null;
    /** Who approved, by name; by `person:` and an address, or left out, in orders of earlier versions. */
    readonly by?: readonly string[];
  };
}

/** A write as it is described to people afterwards. */
interface Done {
  /** In the past tense, after "The correction COR-1 for PRO … was": `entered`, `filed`. */
  readonly verb: string;
  /** What it came down to and why, without the full stop. */
  readonly detail: string;
}

interface Expected {
  /** What the new record has to say. */
  readonly fields: Readonly<Record<string, string>>;
  /** What is in the record's free text, where the portal shows it. */
  readonly explanation: string | null;
  /** The file that goes with it. */
  readonly file: { readonly name: string; readonly bytes: number; readonly sha256: string } | null;
  /** What a corrected bill has to say. */
  readonly bill: CorrectionFacts['asked'] | null;
}

/** What approvers are shown of an order. */
export function shownMatter({ digest, inputs, shown = null, page = null }: WriteOrder): ShownMatter {
  return { matter_sha256: digest, change: inputs, values: shown, page };
}

type Parts = Omit<WriteOrder, 'digest' | 'mark' | 'playbookDigest' | 'probeInputs'>;

/**
 * What a task writes next.
 * @param facts that the portal showed and the decision rests on
 */
export function writeOf(
  parts: Parts,
  mark: string,
  about: Readonly<Record<string, string>>,
  facts: PhaseFacts,
  { sha256, playbookDigest }: { readonly sha256: Sha256; readonly playbookDigest: string },
): { readonly kind: 'write'; readonly order: WriteOrder } {
  const { capability, action, scope, inputs, amount } = parts;
  const order: WriteOrder = {
    ...parts,
    mark,
    inputs: { ...inputs, ...about, mark },
    probeInputs: { ...about, mark },
    playbookDigest,
    digest: matterDigest({ change: { capability, action, scope, inputs, amount, playbookDigest }, facts }, sha256),
  };
  return { kind: 'write', order };
}

// From which amounts people have to approve: the playbook's limits, under the ceiling that always holds.

/** A net change over $250.00 always waits for a person (document 1 §8); a playbook may only ask for more. */
const netChangeCeiling = cents(25_000);

export function approvalLimits(limits: readonly ApprovalLimit[], taskType: WritingTaskType): ApprovalLimits {
  const own = limits.find((limit) => limit.task_type === taskType && limit.field === weighedField[taskType]);
  const over = parseAmount(own?.over ?? '') ?? noLimits.over;
  return {
    over: taskType === 'tms_correction' ? least(over, netChangeCeiling) : over,
    twoPeopleOver: parseAmount(own?.two_people_over ?? '') ?? null,
  };
}

// Adds to a decision's sentence why people have to approve it.

/** @param what that was weighed, such as `claimed amount` */
export function needsLimit(
  sentence: string,
  what: string,
  amount: Cents,
  people: People,
  limits: ApprovalLimits,
): string {
  if (people === 0) return sentence;
  const limit = people === 2 && limits.twoPeopleOver !== null ? limits.twoPeopleOver : limits.over;
  const who = people === 2 ? 'two people have' : 'a person has';
  return `${sentence} The ${what} of ${dollars(amount)} is over ${dollars(limit)}: ${who} to approve.`;
}
