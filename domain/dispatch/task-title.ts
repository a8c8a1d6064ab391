/** How a task is named wherever people read of it. */
import { capitalised } from '../sentence.ts';
import type { TaskType } from './task.ts';
import type { TaskParams } from './task-schemas.ts';

export const typeText: Readonly<Record<TaskType, string>> = {
  pull_pod: 'Pull proof of delivery',
  pod_to_dispute: 'Attach proof of delivery to a dispute',
  file_dispute: 'File a dispute',
  answer_claim: 'Answer a claim',
  tms_correction: 'Correct a freight bill',
  portal_action: 'Portal action',
};

interface NamedTask {
  readonly taskType: TaskType;
  readonly params: TaskParams;
}

/** Types that go by the invoice, whatever else they name. */
const invoiceTasks: ReadonlySet<TaskType> = new Set(['file_dispute', 'answer_claim']);

/**
 * The record that a task works on, by kind and number: `PRO 0412708839`. Null where it works on none, such as the whole
 * account. store/evidence.ts has the same as SQL.
 */
export function recordOf({ taskType, params }: NamedTask): string | null {
  const { pro, invoice_number: invoice, dispute_id: dispute, claim_id: claim, chargeback_id: chargeback } = params;
  if (claim !== undefined) return `claim ${claim}`;
  if (dispute !== undefined) return `dispute ${dispute}`;
  if (invoice !== undefined && (invoiceTasks.has(taskType) || pro === undefined)) return `invoice ${invoice}`;
  if (pro !== undefined) return `PRO ${pro}`;
  return chargeback === undefined ? null : `chargeback ${chargeback}`;
}

/** What a task is about, by the number that its type goes by: `PRO 0412708839`. */
export function subjectOf({ taskType, params }: NamedTask): string {
  const action = taskType === 'portal_action' ? (params.action ?? '').replaceAll('_', ' ') : '';
  return capitalised([action, recordOf({ taskType, params }) ?? ''].filter((name) => name !== '').join(', '));
}

export function taskTitle(task: NamedTask): string {
  const subject = subjectOf(task);
  return subject === '' ? typeText[task.taskType] : `${typeText[task.taskType]}: ${subject}`;
}
