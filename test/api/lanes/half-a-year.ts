/** For a `describe`: a service with half a year of the example queue behind it, all of its weeks closed. */
import assert from 'node:assert/strict';
import { exampleWeekStart } from '../../../domain/lanes/example-history.ts';
import type { Answer } from '../../support/api-call.ts';
import { openTestLanes, type TestLanes } from '../../support/lanes-api.ts';
import { sendHistory } from './history.ts';

export const weeks = 19;

export function halfAYear() {
  let api: TestLanes;
  before(async () => {
    api = await openTestLanes();
    await sendHistory(api, weeks);
    const closed = await api.call('POST', '/v1/weeks/close', { json: { through: exampleWeekStart(weeks + 1) } });
    assert.equal(closed.status, 200, closed.text);
  });
  after(() => api.close());
  return {
    get api() {
      return api;
    },
    /** What is answered with 200. */
    get: async (path: string, headers: Record<string, string> = {}): Promise<Answer> => {
      const answer = await api.call('GET', path, { headers });
      assert.equal(answer.status, 200, answer.text);
      return answer;
    },
  };
}
