import assert from 'node:assert/strict';
import { readEvent } from '../../../domain/lanes/event.ts';

const head = { id: 'e1', queue: 'invoices', actor: { kind: 'operator', id: 'dana' } } as const;
const at = Date.UTC(2026, 10, 20, 8);

describe('the reading of events', () => {
  it('takes times with any offset', () => {
    for (const text of [
      '2026-11-20T08:00:00.000Z',
      '2026-11-20T09:00:00+01:00',
      '2026-11-20t08:00z',
      '2026-11-20T13:30:00.0009+0530',
    ])
      assert.equal(readEvent({ ...head, kind: 'outcome.recorded', at: text, step: 's', item: 'i', good: true }).at, at);
  });

  it('gives what was left out its default', () => {
    const done = readEvent({
      ...head,
      kind: 'step.done',
      at: '2026-11-20T08:00:00Z',
      step: 's',
      item: 'i',
      role: 'act',
    });
    assert.deepEqual(done, {
      ...head,
      kind: 'step.done',
      at,
      step: 's',
      item: 'i',
      role: 'act',
      decision: null,
      outputs: {},
      features: {},
      startedAt: null,
    });
    const made = readEvent({
      ...head,
      kind: 'settlement.made',
      at: '2026-11-20T08:00:00Z',
      step: 's',
      item: 'i',
      verdict: 'agent_right',
    });
    assert.deepEqual(made.kind === 'settlement.made' && [made.by, made.severity], ['person', null]);
  });

  it('reads the steps of a definition with the field’s weight material by default', () => {
    const event = readEvent({
      ...head,
      kind: 'queue.defined',
      at: '2026-11-20T08:00:00Z',
      steps: [{ step: 'match', fields: [{ name: 'amount', compare: 'number', tolerance: 0.01 }] }],
    });
    assert.deepEqual(event.kind === 'queue.defined' && event.steps, [
      {
        step: 'match',
        title: 'match',
        moneyMoving: false,
        fields: [{ name: 'amount', compare: 'number', tolerance: 0.01, severity: 'material' }],
        watch: [],
        rules: {},
      },
    ]);
  });
});
