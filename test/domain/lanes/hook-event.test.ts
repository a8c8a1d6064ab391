import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { hookBody, hookDeliveryId, hookEvents, type RecordNews } from '../../../domain/lanes/hook-event.ts';
import type { Alert, LaneChange, SignoffRequest } from '../../../domain/lanes/moves.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const at = '2026-01-19T00:00:00.000Z';
const place = { queue: 'invoices', step: 'pay', at };
const change: LaneChange = {
  ...place,
  from: 'shadow',
  to: 'assist',
  week: 202603,
  rule: 'shadow_to_assist',
  numbers: {},
  reason: 'Größe 😀',
};
const alert: Alert = {
  ...place,
  signal: 'outcome_drift',
  value: 7,
  threshold: 6,
  detail: 'd',
  lane: 'assist',
  week: 202603,
};
const request = (purpose: SignoffRequest['purpose']): SignoffRequest => ({
  ...place,
  request_id: 'sr_1',
  purpose,
  numbers: {},
  event: {
    id: 'sr_1/approve',
    kind: 'signoff.given',
    at,
    queue: 'invoices',
    step: 'pay',
    request_id: 'sr_1',
    verdict: 'approve',
  },
});
const news: RecordNews = {
  seq: 7,
  laneChanges: [change, change],
  alerts: [alert],
  signoffRequests: [request('acknowledge'), request('promote')],
  unauthorised: [],
  auditReminders: [],
};

describe('what webhooks of lanes report', () => {
  it('is every change, every alert and the sign-offs of promotions, with the members of the answers', () => {
    const sent = hookEvents('ws_1', [news], sha256);
    assert.deepEqual(
      sent.map(({ type, data }) => [type, data]),
      [
        ['lane.changed', change],
        ['lane.changed', change],
        ['drift.alert', alert],
        ['signoff.requested', request('promote')],
      ],
    );
    assert.deepEqual(hookEvents('ws_1', [{ ...news, laneChanges: [], alerts: [], signoffRequests: [] }], sha256), []);
  });

  it('is a reminder of audits that wait', () => {
    const reminder = { ...place, week: 202603, waiting: 4, overdue: 1, next_due: null, people: [] };
    const quiet = { laneChanges: [], alerts: [], signoffRequests: [], unauthorised: [] };
    const [sent] = hookEvents('ws_1', [{ ...quiet, seq: 8, auditReminders: [reminder] }], sha256);
    assert.deepEqual([sent?.type, sent?.step, sent?.at, sent?.data], ['audits.waiting', 'pay', at, reminder]);
  });

  it('is the first of many acts without leave one by one, and of the last how many others there were', () => {
    const act = { ...place, item: 'i', event_id: 'e', actor: 'matcher', lane: 'shadow' } as const;
    const acts = [...Array.from({ length: 23 }, () => act), { ...act, step: 'match' }];
    const sent = hookEvents(
      'ws_1',
      [{ seq: 7, laneChanges: [], alerts: [], signoffRequests: [], unauthorised: acts, auditReminders: [] }],
      sha256,
    );
    assert.deepEqual(
      sent.map(({ type, step, data }) => [type, step, (data as { more: number }).more]),
      [
        ...Array.from({ length: 19 }, () => ['agent.unauthorised', 'pay', 0]),
        ['agent.unauthorised', 'pay', 3],
        ['agent.unauthorised', 'match', 0],
      ],
    );
  });

  it('has ids that follow from workspace, record, kind and place, and sort by time', () => {
    const ids = (workspace: string, seq: number): string[] =>
      hookEvents(workspace, [{ ...news, seq }], sha256).map(({ id }) => id);
    assert.deepEqual(ids('ws_1', 7), ids('ws_1', 7));
    assert.equal(new Set([...ids('ws_1', 7), ...ids('ws_1', 8), ...ids('ws_2', 7)]).size, 12);
    for (const id of ids('ws_1', 7))
      assert.match(id, /^evt_[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    const later = { ...news, laneChanges: [{ ...change, at: '2026-01-19T00:00:00.001Z' }] };
    const [earlier = '', after = ''] = [news, later].map((one) => hookEvents('ws_1', [one], sha256)[0]?.id);
    assert.ok(earlier < after);
  });

  it('makes one delivery a webhook of each event', () => {
    const [first, second] = hookEvents('ws_1', [news], sha256);
    assert.ok(first && second);
    const now = new Date('2026-11-23T03:00:00.000Z');
    const id = hookDeliveryId(first, 'wh_1', now, sha256);
    assert.match(id, /^dl_[0-9a-f-]{36}$/);
    assert.equal(id, hookDeliveryId(first, 'wh_1', now, sha256));
    assert.notEqual(id, hookDeliveryId(first, 'wh_2', now, sha256));
    assert.notEqual(id, hookDeliveryId(second, 'wh_1', now, sha256));
    // Ids sort by when they were queued, not by the time that the event reports.
    assert.ok(id < hookDeliveryId({ id: 'evt_0' }, 'wh_0', new Date(now.getTime() + 1), sha256));
  });

  it('is JSON with the members of document 2, in its order', () => {
    const [event] = hookEvents('ws_1', [news], sha256);
    assert.ok(event);
    const body = hookBody(event, 'ws_1', new Date('2026-01-19T00:00:07.120Z'));
    assert.equal(
      body,
      `{"id":"${event.id}","type":"lane.changed","created_at":"2026-01-19T00:00:07.120Z","workspace":"ws_1",` +
        `"queue":"invoices","step":"pay","at":"${at}","data":${JSON.stringify(change)}}`,
    );
  });
});
