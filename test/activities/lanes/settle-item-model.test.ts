import assert from 'node:assert/strict';
import { ModelAwayError, settleItem } from '../../../activities/lanes/settle-item.ts';
import type { ItemResult } from '../../../domain/lanes/settler/run.ts';
import { answersStatus, hangs, openModelServer, says } from '../../support/model-server.ts';
import { disagreement } from './disagreements.ts';
import { named, never, settleSite, settlerKey } from './settle-site.ts';

describe('the settler', function () {
  const here = settleSite();
  const { send, deps, open, waiting, said, booked } = here;

  describe('when the model is not well', () => {
    let item: string;
    beforeEach(async () => {
      item = named(false);
      await send(here.workspace, disagreement(1, {}, {}, item));
    });
    const one = async (env: NodeJS.ProcessEnv = {}, signal = never): Promise<ItemResult> => {
      const [planned] = await waiting();
      assert.ok(planned);
      return settleItem(deps(env), await open(), planned, signal);
    };

    it('takes no nonsense for an answer, pays for it, and tries again in a later run', async () => {
      for (const [n, text] of ['I think the agent is right!', '', '[]'].entries()) {
        here.model.reply = says(text);
        assert.deepEqual(await one(), { fate: 'unusable' });
        assert.deepEqual([(await said(item))?.tries, await booked()], [n + 1, (n + 1) * 480]);
      }
    });

    it('keeps the upper bound of an answer that is not of the form of such servers, or does not report its tokens', async () => {
      here.model.reply = answersStatus(200, {}, '<html>Welcome</html>');
      assert.deepEqual(await one(), { fate: 'unusable' });
      const bound = await booked();
      assert.ok(bound > 5_000, String(bound));
      for (const usage of [
        null,
        { prompt_tokens: -5, completion_tokens: 20 },
        { prompt_tokens: 0.5, completion_tokens: 1 },
      ]) {
        const before = await booked();
        here.model.reply = says('{"verdict": "nothing", "reason": ""}', usage);
        if ((await waiting()).length === 0) break;
        assert.deepEqual(await one(), { fate: 'unusable' });
        assert.equal((await booked()) - before, bound);
      }
    });

    it('is asked again by the engine after 429, when it says, for nothing', async () => {
      here.model.reply = answersStatus(429, { 'retry-after': '7' });
      await assert.rejects(one(), (error) => error instanceof ModelAwayError && error.retryAfterMs === 7000);
      assert.equal(await booked(), 0);
    });

    it('is asked again after 500, and the upper bound stays booked', async () => {
      here.model.reply = answersStatus(500);
      await assert.rejects(one(), /the model answered 500/);
      assert.ok((await booked()) > 5_000);
      assert.equal(await said(item), undefined);
    });

    it('counts as away when it is slow, and the upper bound stays booked', async () => {
      here.model.reply = hangs;
      await assert.rejects(one({ SETTLER_TIMEOUT_MS: '150' }), /could not be reached: timeout/);
      assert.ok((await booked()) > 5_000);
    });

    it('costs nothing where nothing listens', async () => {
      const gone = await openModelServer();
      await gone.close();
      await assert.rejects(one({ SETTLER_BASE_URL: gone.baseUrl }), /could not be reached: refused/);
      assert.equal(await booked(), 0);
    });

    for (const status of [401, 403, 404, 302])
      it(`ends the run when the model answers ${status}, and follows nowhere`, async () => {
        const before = here.model.asked.length;
        here.model.reply = answersStatus(status, { location: `${here.model.baseUrl}/elsewhere` });
        assert.deepEqual(await one(), { end: 'model_refused' });
        assert.deepEqual([await booked(), here.model.asked.length], [0, before + 1]);
      });

    it('leaves the item for later when the model refuses this one', async () => {
      here.model.reply = answersStatus(400);
      assert.deepEqual(await one(), { fate: 'unusable' });
      assert.deepEqual([(await said(item))?.reason, await booked()], ['the model answered 400', 0]);
    });

    it('sends nothing to this machine or a private network unless the deployment allows it', async () => {
      const before = here.model.asked.length;
      for (const url of [here.model.baseUrl, 'https://10.0.0.1/v1', 'https://169.254.169.254/v1'])
        assert.deepEqual(await one({ SETTLER_BASE_URL: url, SETTLER_ALLOW_PRIVATE: 'false' }), {
          end: 'model_refused',
        });
      assert.deepEqual(await one({ SETTLER_BASE_URL: 'http://169.254.169.254/v1' }), { end: 'model_refused' });
      assert.deepEqual([here.model.asked.length, await booked()], [before, 0]);
    });

    it('reveals its credential to nobody, whatever goes wrong', async () => {
      const written: string[] = [];
      for (const status of [200, 302, 400, 401, 429, 500]) {
        here.model.reply = answersStatus(
          status,
          {},
          JSON.stringify({ error: { message: `bad settlerKey ${settlerKey}` } }),
        );
        if ((await waiting()).length === 0) break;
        written.push(
          await one().then(
            (result) => JSON.stringify(result),
            (error: unknown) => JSON.stringify(error, Object.getOwnPropertyNames(error)),
          ),
        );
      }
      assert.ok(written.length >= 5);
      assert.doesNotMatch(written.join('\n'), new RegExp(settlerKey));
      assert.doesNotMatch(JSON.stringify(await said(item)), new RegExp(settlerKey));
    });
  });
});
