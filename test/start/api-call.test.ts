/** A request of the trial to an API that is busy, or away. */
import assert from 'node:assert/strict';
import { callApi } from '../../start/api-call.ts';
import { answerWith, openReceiver } from '../support/receiver.ts';

describe('a request of the trial', () => {
  it('is sent again until an API that is busy takes it', async () => {
    const api = await openReceiver((request, response, count) =>
      answerWith(count < 3 ? 503 : 200, {}, `answer ${count}`)(request, response, count),
    );
    try {
      const { signal } = new AbortController();
      const answer = await callApi('POST', api.url, { key: 'k', body: { events: [] }, signal });
      assert.deepEqual([answer.status, answer.text], [200, 'answer 3']);
      assert.deepEqual(
        api.received.map(({ body }) => body),
        Array.from({ length: 3 }, () => '{"events":[]}'),
      );
    } finally {
      await api.close();
    }
  });

  it('gives back an answer that will not change', async () => {
    const api = await openReceiver(answerWith(422, {}, 'no'));
    try {
      const { signal } = new AbortController();
      assert.equal((await callApi('POST', api.url, { key: 'k', signal })).status, 422);
      assert.equal(api.received.length, 1);
    } finally {
      await api.close();
    }
  });
});
