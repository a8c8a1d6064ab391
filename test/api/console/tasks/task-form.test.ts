import assert from 'node:assert/strict';
import { findingsByField, formOf, labelled } from '../../../../api/console/tasks/task-form.ts';
import { checkTaskInput } from '../../../../commands/dispatch/check-task-input.ts';
import { type Finding, findingOf, sentencesIn } from '../../../../domain/sentence.ts';

describe('findings of the new-task form', () => {
  const form = formOf('tms_correction');
  const findingsOf = (input: object): readonly Finding[] => {
    const checked = checkTaskInput({ task_type: 'tms_correction', ...input }, { allowLoopback: false });
    return 'findings' in checked ? checked.findings : [];
  };
  const inLabels = (findings: readonly Finding[]): string[] =>
    findings.map(({ sentence, parts }) => labelled(form, parts ?? [sentence]));

  it('name its labels in place of the members of the API', () => {
    const findings = findingsOf({
      params: { pro: '1', reason_code: 'WC', changes: { consignee_name: 'B' } },
      client_ref: 'r'.repeat(256),
      priority: 'soon',
      callback_url: 'http://example.com',
    });
    assert.deepEqual(sentencesIn(findings), [
      'params.pro must be exactly 10 digits',
      'params.note is required for tms_correction',
      'params.changes.consignee_name does not belong to reason_code WC, which takes billed_weight',
      'client_ref must have at most 255 characters',
      'callback_url must be an https URL',
      'priority must be one of low, normal, high',
    ]);
    assert.deepEqual(inLabels(findings), [
      'PRO must be exactly 10 digits',
      'Note is required',
      'Consignee name does not belong to reason code WC, which takes billed weight',
      'Client reference must have at most 255 characters',
      'Callback URL must be an https URL',
      'Priority must be one of low, normal, high',
    ]);
  });

  it('leave what was typed as it is, and number the entries of a list', () => {
    const typed = findingOf('params.changes.add_accessorials[1]', [
      { member: 'params.changes.add_accessorials[1]' },
      ' is "params.pro reason_code"',
    ]);
    assert.deepEqual(inLabels([typed]), ['Add accessorials, entry 2, is "params.pro reason_code"']);
  });

  it('keep the rules over several fields', () => {
    const { rules } = formOf('answer_claim');
    assert.deepEqual(
      rules.map((rule) => labelled(formOf('answer_claim'), rule)),
      ['Claim ID or invoice number is required'],
    );
  });

  it('are shown at the field that they name', () => {
    const { byField, others } = findingsByField(
      form,
      [
        findingOf('params.changes', [{ member: 'params.changes' }, ' is required', { forWhom: 'tms_correction' }]),
        findingOf('params.pro', [{ member: 'params.pro' }, ' is required', { forWhom: 'tms_correction' }]),
        { path: 'requested_by', sentence: 'requested_by must be somebody' },
      ],
      new Map([['params.reason_code', 'RR']]),
    );
    assert.deepEqual(byField.get('params.pro'), ['PRO is required']);
    assert.deepEqual(byField.get('params.changes.billed_weight'), [
      'Billed weight or billed class is required for reason RR',
    ]);
    assert.deepEqual(others, ['requested_by must be somebody']);
  });
});
