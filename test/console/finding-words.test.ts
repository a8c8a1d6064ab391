import assert from 'node:assert/strict';
import { findingInWords } from '../../api/console/tasks/finding-words.ts';
import { formOf } from '../../api/console/tasks/form-fields.ts';
import { findingsByField } from '../../api/console/tasks/read-task-form.ts';

describe('findings of the new-task form', () => {
  const form = formOf('tms_correction');

  it('name its labels in place of the members of the API, and leave what was typed', () => {
    for (const [finding, words] of [
      ['params.pro must be exactly 10 digits', 'PRO must be exactly 10 digits'],
      ['sender must be chosen', 'Sender must be chosen'],
      ['client_ref must have at most 255 characters', 'Client ref must have at most 255 characters'],
      ['params.changes is required', 'Changes is required'],
      [
        'params.changes.add_accessorials[1] is "params.pro reason_code"',
        'Add accessorials, entry 2, is "params.pro reason_code"',
      ],
      [
        'params.changes.consignee_name does not belong to reason_code WC, which takes billed_weight',
        'Consignee name does not belong to reason code WC, which takes billed weight',
      ],
      ['priority must be one of normal, high', 'Priority must be one of normal, high'],
      ['task_type is unknown', 'task_type is unknown'],
    ] as const)
      assert.equal(findingInWords(form, finding), words);
  });

  it('stand at the field that they name', () => {
    const { byField, others } = findingsByField(form, [
      { path: 'params.changes', sentence: 'params.changes must have a member' },
      { path: 'params.pro', sentence: 'params.pro is required' },
      { path: 'requested_by', sentence: 'requested_by must be somebody' },
    ]);
    assert.deepEqual(byField.get('params.pro'), ['PRO is required']);
    assert.deepEqual(byField.get('params.changes.billed_weight'), ['Changes must have a member']);
    assert.deepEqual(others, ['requested_by must be somebody']);
  });
});
