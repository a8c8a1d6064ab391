import assert from 'node:assert/strict';
import { claimEventIds, markEvents, readKnownIds, releaseEventIds } from '../../../store/lanes/event-log.ts';
import { openSessionConnection, type SessionConnection } from '../../../store/lanes/session-connection.ts';
import { freshDatabase, type FreshDatabase } from '../../support/database.ts';

describe('ids of events', () => {
  let database: FreshDatabase;
  let session: SessionConnection;
  const workspaceNo = 7;
  const ids = Array.from({ length: 3000 }, (_, n) => `event-${n}`);
  before(async () => {
    database = await freshDatabase();
    session = await openSessionConnection(database.url);
    await claimEventIds(session.q, workspaceNo, [{ seq: 1, byAgent: false, ids }]);
  });
  after(async () => {
    await session.close();
    await database.drop();
  });

  it('are looked up by the index each, before the table was ever analysed', async () => {
    const conditions: string[] = [];
    const q = {
      query: async (asked: { readonly text: string; readonly values: unknown[] }) => {
        const { rows } = await session.q.query<{ 'QUERY PLAN': string }>(`explain ${asked.text}`, asked.values);
        const plan = rows.map((row) => row['QUERY PLAN']);
        assert.equal(
          plan.some((line) => /Seq Scan on lane_event_ids/.test(line)),
          false,
          plan.join('\n'),
        );
        conditions.push(...plan.filter((line) => line.includes('Index Cond')));
        return { rows: [], rowCount: 0 };
      },
    } as unknown as SessionConnection['q'];
    const some = ids.slice(0, 10);
    await readKnownIds(q, workspaceNo, some);
    await markEvents(q, workspaceNo, 'late', some);
    await releaseEventIds(q, workspaceNo, some);
    assert.notEqual(conditions.length, 0);
    for (const condition of conditions) assert.match(condition, /\bid = /);
  });
});
