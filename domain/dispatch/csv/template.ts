/** A CSV file to start from, per task type: the columns that type uses and one example row (D20). */

import type { TaskType } from '../task.ts';
import type { CsvColumn } from './columns.ts';
import { writeCsv } from './write-csv.ts';

const examples: Readonly<Record<TaskType, Readonly<Partial<Record<CsvColumn, string>>>>> = {
  pull_pod: { pro: '0412708839' },
  pod_to_dispute: { pro: '0412708839', invoice_number: '8800412375', dispute_id: '' },
  file_dispute: { invoice_number: '8800412375', reason_code: 'ACC', amount: '95.00', comment: '' },
  answer_claim: { claim_id: 'CLM-2026-000042', invoice_number: '', comment: '' },
  tms_correction: {
    pro: '0412708839',
    reason_code: 'WC',
    note: 'Certified scale ticket 5521',
    'changes.billed_weight': '1420',
    'changes.billed_class': '',
    'changes.add_accessorials': '',
    'changes.remove_accessorials': '',
    'changes.consignee_name': '',
    'changes.consignee_address': '',
  },
  portal_action: { action: 'void_bill', pro: '0412708839', invoice_number: '', dispute_id: '', chargeback_id: '' },
};

/** The columns that a type uses. */
export function columnsOfType(type: TaskType): CsvColumn[] {
  return [...(Object.keys(examples[type]) as CsvColumn[]), ...common];
}

const common: readonly CsvColumn[] = ['instruction', 'client_ref', 'idempotency_key', 'callback_url', 'priority'];

export function csvTemplate(type: TaskType): string {
  const row: Record<string, string> = {
    task_type: type,
    ...examples[type],
    instruction: '',
    client_ref: 'WO-5521',
    priority: '',
  };
  return writeCsv(Object.keys(row), [Object.values(row)]);
}
