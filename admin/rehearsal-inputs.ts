/** What the recipes of a rehearsed task are given: its params, stand-ins for what only a real task has, and --input. */
import { isWriting, phaseInputs } from '../domain/dispatch/playbook/needed-facts.ts';
import type { Phase } from '../domain/dispatch/playbook/needed-facts.ts';
import type { TaskType } from '../domain/dispatch/task.ts';
import { AdminRefusal } from './deployment.ts';

type Texts = Readonly<Record<string, string>>;

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
 * @param given with --input
 * @throws AdminRefusal naming what is missing
 */
export function rehearsalInputs(
  taskType: TaskType,
  phase: Phase,
  { params, seen, given }: { readonly params: object; readonly seen: Texts; readonly given: Texts },
): Texts {
  const texts = flat(params);
  const { claim_id: claim, dispute_id: dispute, invoice_number: invoice } = texts;
  const derived: Record<string, string | undefined> = {
    search: claim ?? dispute ?? invoice,
    claim_number: seen['claim_number'] ?? claim,
    dispute_number: dispute ?? firstNumber(seen['disputes']),
    amount: plain(seen['net_change'] ?? seen['short'] ?? seen['claimed']),
  };
  const known = { ...standIns, ...defined(derived), ...texts, ...given };
  if (!isWriting(taskType)) return known;
  const wanted = phaseInputs[taskType][phase] ?? [];
  const missing = wanted.filter(({ name, always }) => always && known[name] === undefined);
  if (missing.length > 0)
    throw new AdminRefusal(
      `${phase} needs ${missing.map(({ name, meaning }) => `--input ${name}=… (${meaning})`).join(', ')}`,
    );
  return known;
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
