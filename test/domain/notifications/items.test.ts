import assert from 'node:assert/strict';
import type { HookEvent } from '../../../domain/lanes/hook-event.ts';
import { laneItems } from '../../../domain/notifications/items.ts';

const now = new Date('2026-11-24T09:00:00Z');
const changed = (step: string, at = '2026-11-23T00:00:00Z'): HookEvent => ({
  id: `evt_${step}`,
  type: 'lane.changed',
  queue: 'refunds & claims',
  step,
  at,
  data: { queue: 'refunds & claims', step, from: 'auto', to: 'assist', at, reason: 'The lower bound fell.' },
});

describe('what notifications say of lanes', () => {
  it('is the step, its move and why, with a link to the step', () => {
    assert.deepEqual(laneItems('ws_1', [changed('approve?')], now), [
      {
        event: 'lane_changed',
        at: '2026-11-23T00:00:00Z',
        title: 'Lane changed: approve?, Auto to Assist',
        facts: [
          { label: 'refunds & claims, approve?', text: 'Auto to Assist. The lower bound fell.' },
          { label: 'Workspace', text: 'ws_1' },
        ],
        service: 'lanes',
        path: '/console/lanes/ws_1/refunds%20%26%20claims/approve%3F',
        action: 'Open the lanes',
      },
    ]);
  });

  it('is one item for each kind of event, with ten steps by name and the number of the others', () => {
    const many = Array.from({ length: 12 }, (_, n) => changed(`s${n}`));
    const alert: HookEvent = { ...changed('s0'), type: 'drift.alert', data: { detail: 'PSI 0.31 is above 0.25' } };
    const [lanes, drift, ...others] = laneItems('ws_1', [...many, alert], now);
    assert.equal(lanes?.title, 'Lane changes: 12');
    assert.equal(lanes?.facts.length, 12);
    assert.deepEqual(lanes?.facts[10], { label: 'More', text: '2 in the console' });
    assert.equal(lanes?.path, '/console/lanes/ws_1');
    assert.equal(drift?.title, 'Drift alert: s0');
    assert.equal(drift?.facts[0]?.text, 'PSI 0.31 is above 0.25');
    assert.deepEqual(others, []);
  });

  it('is nothing of a sign-off that only acknowledges, of acts without a lane, and of a ping', () => {
    const asked = (purpose: string): HookEvent => ({ ...changed('pay'), type: 'signoff.requested', data: { purpose } });
    const others: HookEvent[] = [
      asked('acknowledge'),
      { ...changed('pay'), type: 'agent.unauthorised', data: {} },
      { ...changed('pay'), type: 'ping', queue: null, step: null, data: {} },
    ];
    assert.deepEqual(laneItems('ws_1', others, now), []);
    const [item] = laneItems('ws_1', [asked('promote')], now);
    assert.deepEqual([item?.title, item?.path], ['Sign-off requested: pay', '/console/lanes/ws_1/signoffs']);
  });

  it('is nothing of history that was imported, nor of a simulation of the future', () => {
    const times = ['2026-11-17T08:59:59Z', '2025-01-06T00:00:00Z', '2026-11-25T09:00:01Z'];
    assert.deepEqual(
      laneItems(
        'ws_1',
        times.map((at) => changed('approve', at)),
        now,
      ),
      [],
    );
  });
});
