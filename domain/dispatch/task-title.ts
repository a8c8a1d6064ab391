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

/** What a task is about, by the number that its type goes by: `PRO 0412708839`. */
export function subjectOf({ taskType, params }: { readonly taskType: TaskType; readonly params: TaskParams }): string {
  const { pro, invoice_number: invoice, dispute_id: dispute, claim_id: claim, chargeback_id: chargeback } = params;
  const names: (string | undefined | false)[] = [
    taskType === 'portal_action' && params.action?.replaceAll('_', ' '),
    claim && `claim ${claim}`,
    dispute && `dispute ${dispute}`,
    (taskType === 'file_dispute' || taskType === 'answer_claim') && invoice && `invoice ${invoice}`,
    pro && `PRO ${pro}`,
    invoice && `invoice ${invoice}`,
    chargeback && `chargeback ${chargeback}`,
  ];
  const found = names.filter((name) => typeof name === 'string' && name !== '') as string[];
  const chosen = taskType === 'portal_action' ? found.slice(0, 2).join(', ') : (found[0] ?? '');
  return capitalised(chosen);
}

export function taskTitle(task: { readonly taskType: TaskType; readonly params: TaskParams }): string {
  const subject = subjectOf(task);
  return subject === '' ? typeText[task.taskType] : `${typeText[task.taskType]}: ${subject}`;
}
