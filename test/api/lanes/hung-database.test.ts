import assert from 'node:assert/strict';
import { answerRoute } from '../../../api/lanes/answer-route.ts';
import { openRouteTables } from '../../../api/lanes/route-tables.ts';
import { openWorkspaceCallers } from '../../../api/lanes/workspace-caller.ts';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';

describe('a database that does not answer and does not say so', function () {
  let api: TestLanes;
  before(async () => {
    api = await openTestLanes();
  });
  after(() => api.close());

  it('keeps nobody who asks for a route: the item is left to a person', async () => {
    let hangs = false;
    let now = 0;
    // The one thing that no test can do to a real server without hurting the others: it stands still.
    const hanging = new Proxy(api.database.pool, {
      get: (target, name) =>
        hangs && name === 'query' ? () => new Promise(() => {}) : Reflect.get(target, name, target),
    });
    const callers = openWorkspaceCallers(hanging, () => now);
    const routes = openRouteTables({ q: hanging, onRouteChange: () => () => {}, log: api.deps.log, now: () => now });
    try {
      const header = `Bearer ${api.workspace.key}`;
      const caller = await callers.findOrRecall(header);
      hangs = true;
      now = 5_000;
      assert.equal((await callers.findOrRecall(header)).unsure, true);
      const question = { queue: 'q', step: 's', item: 'i' };
      const answer = (await answerRoute(
        { ...api.deps, pool: hanging, routes },
        { caller, explain: false },
        question,
      )) as {
        decision: string;
        reason: string;
      };
      assert.equal(answer.decision, 'human_only');
      assert.match(answer.reason, /cannot be read right now/);
    } finally {
      routes.stop();
    }
  });
});
