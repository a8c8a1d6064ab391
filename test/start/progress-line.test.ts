import assert from 'node:assert/strict';
import { type StepEvent, progressLine } from '../../domain/dispatch/evidence/evidence-events.ts';

const step = (action: string, target: string, verdict: 'allowed' | 'stopped' = 'allowed'): StepEvent => ({
  kind: 'step',
  portal: 'sandbox_tms',
  action,
  target,
  url: null,
  page_text: null,
  screenshot: null,
  guard: { verdict, rule: 'step.reads', reason: 'the step only looks at the page' },
});

describe('a step in the trial of npm start', () => {
  it('is printed once, in the words of the playbook', () => {
    assert.equal(progressLine(step('click', 'click button “Search”')), 'step    Click button “Search”');
    assert.equal(
      progressLine(step('read_fields', 'read BOL in table “Details”')),
      'step    Read BOL in table “Details”',
    );
    assert.equal(progressLine(step('void_bill', 'bill 7', 'stopped')), 'step    Not done: void bill: bill 7');
    assert.equal(progressLine(step('when', 'look for a notice')), null);
  });
});
