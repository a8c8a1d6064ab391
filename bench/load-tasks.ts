/** The mixed tasks of the load: every record of the sandbox that can be worked on, each wanted twice where it is written to. */
import type { Priority } from '../domain/dispatch/task.ts';
import type { TaskInput } from '../domain/dispatch/task-schemas.ts';
import { shortCents } from '../sandbox/audit/records.ts';
import { seedAudit } from '../sandbox/audit/seed.ts';
import { allScenarios } from '../sandbox/scenarios.ts';
import { seedShipments } from '../sandbox/tms/seed.ts';

/** A record of a portal that tasks may write to. */
export interface WrittenRecord {
  readonly portal: 'tms' | 'audit';
  readonly name: 'pro' | 'invoice_number' | 'claim_id';
  readonly id: string;
}

export interface LoadTask {
  readonly input: TaskInput;
  /** null: the task only reads, or is never done. */
  readonly record: WrittenRecord | null;
}

/** Pulls take turns; tasks of other types are of normal priority. */
const priorities: readonly Priority[] = ['high', 'normal', 'low'];
const neverDone = ['void_bill', 'cancel_shipment', 'write_off_balance', 'mass_rerate'] as const;
/** Within the approval limit, so that no person has to be waited for. */
const corrections = ['tms_correction_under_limit', 'tms_correction_at_limit', 'tms_correction_credit'] as const;
/** Of a hundred tasks, how many pull a document; the others write, or are refused to. */
const pullsInHundred = 60;

/** @param run makes the keys of this run its own */
export function loadTasks(count: number, run: string): LoadTask[] {
  const others = mixed(otherTasks());
  const pros = seedShipments().map(({ shipment }) => shipment.pro);
  return Array.from({ length: count }, (_, index) => {
    const turn = Math.floor(index / 100) * (100 - pullsInHundred);
    const place = index % 100;
    // Pulls and others alternate evenly within each hundred.
    const before = Math.floor((place * (100 - pullsInHundred)) / 100);
    const isOther = Math.floor(((place + 1) * (100 - pullsInHundred)) / 100) > before;
    const other = isOther ? others[turn + before] : undefined;
    const task = other ?? { input: pull(pros[index % pros.length] ?? '', priorities[index % 3]), record: null };
    return { ...task, input: { ...task.input, idempotency_key: `${run}-${index}` } };
  });
}

export function pull(pro: string, priority: Priority = 'normal'): TaskInput {
  return { task_type: 'pull_pod', params: { pro }, priority };
}

function otherTasks(): LoadTask[] {
  const { invoices, disputes, claims } = seedAudit();
  const disputed = new Set(disputes.map(({ invoiceNumber }) => invoiceNumber));
  const scenarios = allScenarios();
  const ofInvoice = (id: string, input: TaskInput): LoadTask => ({
    input,
    record: { portal: 'audit', name: 'invoice_number', id },
  });
  return [
    ...invoices
      .filter((invoice) => shortCents(invoice) > 0 && !disputed.has(invoice.number))
      .map(({ number }) => ofInvoice(number, { task_type: 'file_dispute', params: { invoice_number: number } })),
    ...invoices
      .filter(({ number }) => disputed.has(number))
      .map(({ number, pro }) =>
        ofInvoice(number, { task_type: 'pod_to_dispute', params: { pro, invoice_number: number } }),
      ),
    ...claims.map(({ claim: { number } }): LoadTask => ({
      input: { task_type: 'answer_claim', params: { claim_id: number } },
      record: { portal: 'audit', name: 'claim_id', id: number },
    })),
    ...corrections.flatMap((name): LoadTask[] => {
      const input = scenarios[name] as TaskInput | undefined;
      const id = input?.params.pro;
      return input === undefined || id === undefined ? [] : [{ input, record: { portal: 'tms', name: 'pro', id } }];
    }),
    ...neverDone.map((action): LoadTask => ({
      input: {
        task_type: 'portal_action',
        params: { action, pro: allScenarios()['pull_pod']?.params['pro'] as string },
      },
      record: null,
    })),
  ];
}

/** Types by turns, and each record a second time right after its first: the two meet at the portal. */
function mixed(tasks: readonly LoadTask[]): LoadTask[] {
  const byType = new Map<string, LoadTask[]>();
  for (const task of tasks) byType.set(task.input.task_type, [...(byType.get(task.input.task_type) ?? []), task]);
  const lists = [...byType.values()];
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? []))
    .flat()
    .flatMap((task) => (task.record === null ? [task] : [task, task]));
}
