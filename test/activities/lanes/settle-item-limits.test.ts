import assert from 'node:assert/strict';
import { type SettleDeps, settleItem } from '../../../activities/lanes/settle-item.ts';
import { capMicros } from '../../../domain/lanes/settler/policy.ts';
import { readWorkspace } from '../../../store/lanes/workspaces.ts';
import { findsLargerAmountRight, hangs, says } from '../../support/model-server.ts';
import { until } from '../../support/wait.ts';
import { disagreement } from './disagreements.ts';
import { named, never, settleSite } from './settle-site.ts';

describe('the limits of the settler', function () {
  const here = settleSite();
  const { newWorkspace, send, deps, open, waiting, inQueue, settleAll, booked, state } = here;

  describe('with a dollar a day', () => {
    /** An upper bound of some 20 cents an item, of which an answer costs 18. */
    const dear = { SETTLER_INPUT_PRICE: '0', SETTLER_OUTPUT_PRICE: '200.00' };
    const dearAnswer = { prompt_tokens: 0, completion_tokens: 900, total_tokens: 900 };
    const larger = JSON.stringify({ verdict: 'first_right', reason: 'So it is.' });

    it('is never passed by twenty runs side by side', async () => {
      await send(here.workspace, Array.from({ length: 40 }, (_, n) => disagreement(n * 2, {}, {}, `bill-${n}`)).flat());
      const items = await waiting();
      assert.equal(items.length, 40);
      here.model.reply = says(larger, dearAnswer);
      const before = here.model.asked.length;
      const using = deps(dear);
      let most = 0;
      const ends = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const run = await open();
          for (const item of items.slice(n * 2, n * 2 + 2)) {
            const result = await settleItem(using, run, item, never);
            most = Math.max(most, await booked());
            if ('end' in result) return result.end;
          }
          return 'done';
        }),
      );
      const calls = here.model.asked.length - before;
      // Five upper bounds of 0.20 fit at once; what is given back makes room for no sixth call of 0.18.
      assert.equal(calls, 5);
      assert.equal(await booked(), 5 * 180_000);
      assert.ok(most <= capMicros, String(most));
      assert.ok(ends.filter((end) => end === 'cap').length >= 15, ends.join());
      assert.equal((await state()).spent_today_usd, '0.90');
    });

    it('makes no call that does not fit, and starts over at 00:00 UTC', async () => {
      const item = named(false);
      await send(here.workspace, disagreement(1, {}, {}, item));
      here.model.reply = hangs;
      const slow = { ...dear, SETTLER_OUTPUT_PRICE: '600.00', SETTLER_TIMEOUT_MS: '100' };
      const evening = new Date('2026-03-01T23:59:59.999Z');
      const [planned] = await waiting();
      assert.ok(planned);
      await assert.rejects(settleItem(deps(slow, evening), await open(), planned, never), /timeout/);
      const before = here.model.asked.length;
      assert.deepEqual(await settleItem(deps(slow, evening), await open(), planned, never), { end: 'cap' });
      assert.equal(here.model.asked.length, before);
      here.model.reply = findsLargerAmountRight;
      const midnight = new Date('2026-03-02T00:00:00.000Z');
      assert.deepEqual(await settleItem(deps(slow, midnight), await open(), planned, never), { fate: 'settled' });
    });

    it('is a workspace’s own', async () => {
      const other = await newWorkspace();
      for (const to of [here.workspace, other]) await send(to, disagreement(1, {}, {}, named(false)));
      here.model.reply = says(larger, dearAnswer);
      for (const to of [here.workspace, other]) {
        const [planned] = await waiting(to);
        assert.ok(planned);
        assert.deepEqual(await settleItem(deps(dear), await open(to), planned, never), { fate: 'settled' });
      }
      assert.deepEqual([await booked(here.workspace), await booked(other)], [180_000, 180_000]);
    });

    it('books what a call really cost where the model does not keep to its limit', async () => {
      await send(here.workspace, disagreement(1, {}, {}, named(false)));
      here.model.reply = says(larger, { ...dearAnswer, completion_tokens: 2000 });
      assert.deepEqual(await settleAll(deps(dear)), [{ fate: 'settled' }]);
      assert.equal(await booked(), 400_000);
    });
  });

  describe('when it is stopped', () => {
    beforeEach(async () => {
      await send(here.workspace, disagreement(1, {}, {}, named(false)));
    });
    const switchTo = (change: { settlerOn?: boolean; settlerKill?: boolean }) =>
      here.site.ingest.submit(here.workspace, { kind: 'settings', change, actor: 'test' });
    const underWay = async (signal = never) => {
      here.model.reply = hangs;
      const before = here.model.asked.length;
      const [planned] = await waiting();
      assert.ok(planned);
      const settling = settleItem(deps(), await open(), planned, signal);
      settling.catch(() => undefined);
      await until(() => here.model.asked.length > before, { what: 'the model to be asked' });
      return { settling };
    };

    it('is off by default', async () => {
      const off = await here.site.addWorkspace();
      const { settlerOn, settlerKill } = (await readWorkspace(here.site.database.pool, off.id)) ?? {};
      assert.deepEqual([settlerOn, settlerKill], [false, false]);
    });

    it('ends in the middle of the call when settler_kill is set, and no verdict comes of it', async () => {
      const { settling } = await underWay();
      await switchTo({ settlerKill: true });
      assert.deepEqual(await settling, { end: 'killed' });
      assert.equal((await inQueue()).length, 1);
      const before = here.model.asked.length;
      assert.deepEqual(await settleAll(), [{ end: 'killed' }]);
      assert.equal(here.model.asked.length, before);
    });

    it('ends in the middle of the call when settler_on is taken away', async () => {
      const { settling } = await underWay();
      await switchTo({ settlerOn: false });
      assert.deepEqual(await settling, { end: 'off' });
    });

    it('ends in the middle of the call when the run is cancelled, and the upper bound stays booked', async () => {
      const cancel = new AbortController();
      const { settling } = await underWay(cancel.signal);
      cancel.abort(new Error('cancelled by a person'));
      await assert.rejects(settling, /cancelled by a person/);
      assert.ok((await booked()) > 5_000);
    });

    it('does not send a verdict that came as it was stopped, and the next run sends it without asking again', async () => {
      const [planned] = await waiting();
      assert.ok(planned);
      // Stopped between the answer and its settlement.
      const using = deps();
      const { ask } = using.settler;
      const stopping: SettleDeps = {
        ...using,
        settler: {
          ...using.settler,
          ask: async (question, signal) => {
            const call = await ask?.(question, signal);
            await switchTo({ settlerKill: true });
            return call ?? { kind: 'stopped' };
          },
        },
      };
      assert.deepEqual(await settleItem(stopping, await open(), planned, never), { end: 'killed' });
      assert.equal((await inQueue()).length, 1);
      await switchTo({ settlerKill: false });
      const before = here.model.asked.length;
      assert.deepEqual(await settleAll(), [{ fate: 'settled' }]);
      assert.equal(here.model.asked.length, before);
      assert.deepEqual(await inQueue(), []);
    });
  });
});
