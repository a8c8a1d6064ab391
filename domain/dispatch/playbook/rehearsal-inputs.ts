/** What the recipes of a rehearsed task are given: its params, stand-ins for what only a real task has, and what is added by hand. */
import { type Phase, type PhaseInput, isWriting, phaseInputs } from './needed-facts.ts';
import type { TaskType } from '../task.ts';

type Texts = Readonly<Record<string, string>>;

type RehearsalInputs =
  | { readonly kind: 'given'; readonly inputs: Texts }
  /** What only a person can say. */
  | { readonly kind: 'missing'; readonly missing: readonly PhaseInput[] };

/** A real mark is made of a task's id; this one has its form. */
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
