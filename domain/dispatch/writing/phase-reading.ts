/** What a task would make of the facts of a phase: the same readers, for anyone who tries a playbook. */
import { readBill } from '../facts/bill.ts';
import { readClaim, readResponses } from '../facts/claim.ts';
import { readAttachments, readDisputesForPod } from '../facts/dispute-documents.ts';
import { readDisputes, readInvoice } from '../facts/invoice.ts';
import { type PhaseFacts, type Reading, isNothing, reading } from '../facts/reading.ts';
import { type Phase, type WritingTaskType, isWriting, neededFacts } from '../playbook/needed-facts.ts';
import type { TaskType } from '../task.ts';

interface FactLine {
  readonly name: string;
  readonly required: boolean;
  /** As the portal shows it; null where nothing was read, or nothing is shown. */
  readonly value: string | null;
}

export interface PhaseReading {
  readonly facts: readonly FactLine[];
  /** Why a task could not go on with them; null where it could. */
  readonly why: string | null;
}

type Reader = (facts: PhaseFacts, inputs: PhaseFacts) => Reading<unknown>;

const preview: Reader = (facts) =>
  reading(facts, (page) => ['original_total', 'corrected_total', 'net_change'].map((name) => page.money(name)));
const confirmation: Reader = (facts) => reading(facts, (page) => page.text('confirmation_number'));

const readers: Readonly<Record<WritingTaskType, Partial<Record<Phase, Reader>>>> = {
  tms_correction: { look: readBill, prepare: preview, submit: confirmation, probe: readBill },
  file_dispute: {
    look: readInvoice,
    submit: confirmation,
    probe: (facts, inputs) => readDisputes(facts, inputs['invoice_number'] ?? ''),
  },
  pod_to_dispute: {
    look: readDisputesForPod,
    submit: confirmation,
    probe: (facts, inputs) => readAttachments(facts, inputs['dispute_number'] ?? ''),
  },
  answer_claim: {
    look: readClaim,
    submit: confirmation,
    probe: (facts, inputs) => readResponses(facts, inputs['claim_number'] ?? ''),
  },
};

/** @param facts that the recipe of the phase brought home */
export function readPhase(taskType: TaskType, phase: Phase, facts: PhaseFacts, inputs: PhaseFacts): PhaseReading {
  const lines = (neededFacts[taskType]?.[phase] ?? []).map(({ name, required }): FactLine => {
    const value = Object.hasOwn(facts, name) ? facts[name] : undefined;
    return { name, required, value: value === undefined || isNothing(value) ? null : value };
  });
  const read = isWriting(taskType) ? readers[taskType][phase]?.(facts, inputs) : undefined;
  return { facts: lines, why: read?.kind === 'unreadable' ? read.why : null };
}
