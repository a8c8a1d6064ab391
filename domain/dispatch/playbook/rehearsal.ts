/** A task that is rehearsed with a playbook: what its recipes are given, and what a task would make of the facts they read. */
import { readBill } from '../facts/bill.ts';
import { readClaim, readResponses } from '../facts/claim.ts';
import { readAttachments, readDisputesForPod } from '../facts/dispute-documents.ts';
import { readDisputes, readInvoice } from '../facts/invoice.ts';
import { type PhaseFacts, type Reading, isNothing, reading } from '../facts/reading.ts';
import type { TaskType } from '../task.ts';
import {
  type Phase,
  type PhaseInput,
  type WritingTaskType,
  isWriting,
  neededFacts,
  phaseInputs,
} from './needed-facts.ts';

type Texts = Readonly<Record<string, string>>;

type RehearsalInputs =
  | { readonly kind: 'given'; readonly inputs: Texts }
  /** What only a person can say. */
  | { readonly kind: 'missing'; readonly missing: readonly PhaseInput[] };

/** What only a real task has. A real mark is made of a task's id; this one has its form. */
const standIns: Texts = {
  mark: 'LK-00000000',
  explanation: 'Rehearsal of a playbook; nothing is sent.',
  note: '',
  pod_file: 'pod.pdf',
};

/**
 * @param params of the task input
 * @param seen facts that earlier recipes of this rehearsal brought home
 * @param given by hand
 */
export function rehearsalInputs(
  taskType: TaskType,
  phase: Phase,
  { params, seen, given }: { readonly params: object; readonly seen: Texts; readonly given: Texts },
): RehearsalInputs {
  const texts = flat(params);
  const { claim_id: claim, dispute_id: dispute, invoice_number: invoice } = texts;
  const derived: Record<string, string | undefined> = {
    search: claim ?? dispute ?? invoice,
    claim_number: seen['claim_number'] ?? claim,
    dispute_number: dispute ?? firstNumber(seen['disputes']),
    amount: plain(seen['net_change'] ?? seen['short'] ?? seen['claimed']),
  };
  const known = { ...standIns, ...defined(derived), ...texts, ...given };
  if (!isWriting(taskType)) return { kind: 'given', inputs: known };
  const wanted = phaseInputs[taskType][phase] ?? [];
  const missing = wanted.filter(({ name, always }) => always && known[name] === undefined);
  return missing.length > 0 ? { kind: 'missing', missing } : { kind: 'given', inputs: known };
}

/** Params as templates see them: texts, and lists joined; those of `changes` beside the others. */
function flat(params: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]: [string, unknown]) => {
      if (typeof value === 'string' || typeof value === 'number') return [[name, String(value)]];
      if (Array.isArray(value)) return [[name, value.join(', ')]];
      return typeof value === 'object' && value !== null ? Object.entries(flat(value)) : [];
    }),
  );
}

function firstNumber(list: string | undefined): string | undefined {
  const [first] = JSON.parse(list ?? '[]') as { number?: string }[];
  return first?.number;
}

/** `+$1,097.27` as forms take it. */
function plain(amount: string | undefined): string | undefined {
  return amount?.replace(/[+$,\s]/g, '');
}

function defined(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

interface FactLine {
  readonly name: string;
  readonly required: boolean;
  /** As the portal shows it; null where nothing was read, or nothing is shown. */
  readonly value: string | null;
}

export interface PhaseReading {
  readonly facts: readonly FactLine[];
  /** Why a task could not continue with them; null where it could. */
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
