import assert from 'node:assert/strict';
import type { HookEvent } from '../../../domain/lanes/hook-event.ts';
import { laneItems } from '../../../domain/notifications/items.ts';
import { nextDigest } from '../../../domain/notifications/rule.ts';

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

describe('the time of a daily digest', () => {
  const next = (now: string, hour: number, zone?: string): string =>
    nextDigest(new Date(now), hour, zone).toISOString().slice(0, 16);
  it('is an hour of the person, also where clocks change, and a minute ahead', () => {
    assert.equal(next('2026-11-20T05:00:00Z', 6), '2026-11-20T06:00');
    assert.equal(next('2026-11-20T05:59:30Z', 6), '2026-11-21T06:00');
    assert.equal(next('2026-11-20T05:00:00Z', 6, 'Europe/Berlin'), '2026-11-21T05:00');
    assert.equal(next('2026-07-20T03:00:00Z', 6, 'Europe/Berlin'), '2026-07-20T04:00');
    assert.equal(next('2026-11-20T23:30:00Z', 8, 'Asia/Kolkata'), '2026-11-21T02:30');
    assert.equal(next('2026-11-20T09:00:00Z', 0, 'Pacific/Kiritimati'), '2026-11-20T10:00');
    assert.equal(next('2026-11-20T09:00:00Z', 23, 'Pacific/Pago_Pago'), '2026-11-20T10:00');
    // 2:00 is left out on 8 March 2026, and 1:00 comes twice on 1 November.
    assert.equal(next('2026-03-08T06:30:00Z', 2, 'America/New_York'), '2026-03-08T07:00');
    assert.equal(next('2026-11-01T04:30:00Z', 1, 'America/New_York'), '2026-11-01T05:00');
    assert.equal(next('2026-11-01T05:30:00Z', 1, 'America/New_York'), '2026-11-02T06:00');
  });
});
