/** Sends the made-up half year of the trial through an API under test, a week after another. */
import assert from 'node:assert/strict';
import {
  exampleDefinition,
  exampleItems,
  exampleQueue,
  exampleWeekStart,
  exampleWork,
} from '../../../domain/lanes/example-history.ts';
import type { TestLanes } from '../../support/lanes-api.ts';

/** @returns the answer to the last request, and every lane change and alert on the way */
export async function sendHistory(api: Pick<TestLanes, 'call'>, weeks: number, key?: string) {
  const as = key === undefined ? {} : { key };
  const answers = [await api.call('POST', '/v1/events', { ...as, json: [exampleDefinition()] })];
  for (let week = 1; week <= weeks; week += 1) {
    const items = exampleItems(week);
    const routes = await api.call('POST', '/v1/route', {
      ...as,
      json: {
        at: exampleWeekStart(week),
        items: items.map(({ step, item, features }) => ({ queue: exampleQueue, step, item, features })),
      },
    });
    assert.equal(routes.status, 200, routes.text);
    const events = items.flatMap((item, n) => {
      const { decision, audit } = routes.json.answers[n];
      return exampleWork(item, decision, audit);
    });
    const sent = await api.call('POST', '/v1/events', { ...as, json: { events } });
    assert.equal(sent.status, 200, sent.text);
    assert.deepEqual([sent.json.rejected, sent.json.accepted], [[], events.length]);
    answers.push(sent);
  }
  return answers;
}
