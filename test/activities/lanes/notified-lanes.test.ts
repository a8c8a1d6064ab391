/** What people hear of lanes, queued in the transaction that changes them. */
import assert from 'node:assert/strict';
import type { WireEvent } from '../../../domain/lanes/event.ts';
import { addNotificationRule } from '../../../store/notification-rules.ts';
import { listNotifications } from '../../../store/notification-log.ts';
import { type LaneSite, openLaneSite } from './lane-site.ts';
import { firstMonday, week, workEvents } from './work.ts';

describe('notifications of lanes', () => {
  let site: LaneSite;
  before(async () => {
    site = await openLaneSite();
    await addNotificationRule(
      site.database.pool,
      {
        label: 'Lanes',
        events: ['lane_changed'],
        to: { channel: 'slack', url: 'https://hooks.example/T0/B0/x' },
        senderId: null,
        dailyHour: null,
      },
      { deploymentSecret: 'a deployment secret of thirty-two characters', actor: 'test' },
    );
  });
  after(() => site.leave());

  const thisMonday = firstMonday + Math.floor((Date.now() - firstMonday) / week) * week;
  const shifted = (events: readonly WireEvent[], by: number): WireEvent[] =>
    events.map((event) => ({ ...event, at: new Date(Date.parse(event.at) + by).toISOString() }));
  const queued = async (): Promise<{ subject: string; titles: string[] }[]> =>
    (await listNotifications(site.database.pool, { limit: 10 })).notifications.map(({ subjectId, items }) => ({
      subject: subjectId,
      titles: items.map(({ title }) => title),
    }));

  it('are not sent of a history that is imported', async () => {
    const old = await site.addWorkspace();
    await site.ingest.submit(old, { kind: 'events', events: workEvents({ weeks: 1, itemsPerWeek: 30 }), hold: false });
    const { lane_changes: moves } = await site.ingest.submit(old, { kind: 'close', through: firstMonday + week });
    assert.equal(moves.length, 1);
    assert.deepEqual(await queued(), []);
  });

  it('report a step that a close of this week promotes, once, with a workflow to send it', async () => {
    await site.send(shifted(workEvents({ weeks: 1, itemsPerWeek: 30 }), thisMonday - week - firstMonday));
    await site.close(thisMonday);
    await site.close(thisMonday);
    assert.deepEqual(await queued(), [
      { subject: site.workspace.id, titles: ['Lane changed: approve, Shadow to Assist'] },
    ]);
    const starts = await site.database.pool.query(
      `select count(*)::int as n from workflow_starts where workflow_type = 'notification'`,
    );
    assert.equal(starts.rows[0].n, 1);
  });
});
