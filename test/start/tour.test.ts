import assert from 'node:assert/strict';
import { taskTypes } from '../../domain/dispatch/task.ts';
import { allScenarios } from '../../sandbox/scenarios.ts';
import { asExpected, type TourResult, type TourStop, tourStops, tourTable } from '../../start/tour.ts';

const over: TourStop = { scenario: 'tms_correction_over_limit', expected: 'completed', writes: 1, approved: true };
const asIs: TourResult = {
  stop: over,
  outcome: 'completed',
  approvals: 1,
  writes: 1,
  confirmationNumber: 'COR-2026-000001',
  seconds: 4.25,
  resultUrl: 'http://127.0.0.1/t/x',
};

describe('the tour', () => {
  it('visits every task type, with scenarios that trial.json has', () => {
    const scenarios = allScenarios();
    const types = new Set(tourStops.map(({ scenario }) => scenarios[scenario]?.task_type));
    for (const type of taskTypes) assert.ok(types.has(type), type);
  });

  it('is content with a task only when outcome, approval, number and the record of the sandbox agree', () => {
    assert.equal(asExpected(asIs), true);
    const wrong: Partial<TourResult>[] = [
      { outcome: 'escalated/uncertain_write' },
      { approvals: 0 },
      { writes: 0 },
      { writes: 2 },
      { confirmationNumber: null },
    ];
    for (const change of wrong) assert.equal(asExpected({ ...asIs, ...change }), false, JSON.stringify(change));
  });

  it('prints a table that marks what did not end as expected', () => {
    const portal: TourResult = {
      stop: { scenario: 'portal_action', expected: 'escalated/guard_stopped', writes: 0 },
      outcome: '422 no_capability',
      approvals: 0,
      writes: 0,
      confirmationNumber: null,
      seconds: 0.04,
      resultUrl: null,
    };
    assert.deepEqual(tourTable([asIs, portal]), [
      '  scenario                   expected                 outcome              number           writes  seconds  result',
      '  tms_correction_over_limit  completed, approved      completed, approved  COR-2026-000001  1 of 1  4.3      http://127.0.0.1/t/x',
      '! portal_action              escalated/guard_stopped  422 no_capability    -                0 of 0  0.0      -',
    ]);
  });
});
