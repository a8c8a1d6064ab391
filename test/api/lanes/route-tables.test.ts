import assert from 'node:assert/strict';
import { openRouteTables, type RouteTables } from '../../../api/lanes/route-tables.ts';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';
import { until } from '../../support/wait.ts';

describe('route entries in the memory of an API process', () => {
  let api: TestLanes;
  let tables: RouteTables | undefined;
  before(async () => {
    api = await openTestLanes();
  });
  afterEach(() => tables?.stop());
  after(() => api.close());

  const define = async (queue: string): Promise<void> => {
    const at = '2026-01-05T08:00:00Z';
    const actor = { kind: 'operator', id: 'dana' };
    const event = { id: queue, kind: 'queue.defined', at, queue, actor, steps: [{ step: 's' }] };
    assert.equal((await api.call('POST', '/v1/events', { json: [event] })).json.accepted, 1);
  };
  const knows = (queue: string) => () => tables?.current(api.workspace.no)?.entries.has(`${queue}|s`) === true;

  it('follow the notifications of the database, without a look', async () => {
    const { deps, ingest } = await api.second();
    const { pool, log } = deps;
    tables = openRouteTables({
      q: pool,
      onRouteChange: (changed) => ingest.onRouteChange(changed),
      log,
      lookEveryMs: 3_600_000,
      // However long it takes: nothing in memory grows old.
      now: () => 0,
    });
    await tables.load(api.workspace.no);
    assert.equal(knows('notified')(), false);
    await define('notified');
    await until(knows('notified'), { everyMs: 5, what: 'the notification to be followed' });
  });

  it('are looked at by the second where notifications are lost', async () => {
    const { pool, log } = api.deps;
    tables = openRouteTables({ q: pool, onRouteChange: () => () => {}, log, lookEveryMs: 20, now: () => 0 });
    await tables.load(api.workspace.no);
    await define('looked-at');
    await until(knows('looked-at'), { everyMs: 5, what: 'the versions to be looked at' });
  });
});
