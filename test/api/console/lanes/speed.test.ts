import assert from 'node:assert/strict';
import { openConsole } from '../../../support/console.ts';
import type { Browserless, TestConsole } from '../../../support/console.ts';
import type { TestLanes } from '../../../support/lanes-api.ts';
import { queueName, sendManySteps, stepName } from './many-steps.ts';

/** The quickest of five looks tells what a page costs: whatever else runs on the machine only adds to it. */
const mostMs = 300;
const mostBytes = 200_000;

describe('the console with 2,000 steps', function () {
  this.timeout(240_000);
  let site: TestConsole<TestLanes>;
  let viewer: Browserless;
  let home: string;
  before(async () => {
    site = await openConsole('lanes');
    await sendManySteps(site.api, { queues: 40, stepsPerQueue: 50, weeks: 2, itemsPerWeek: 1 });
    viewer = await site.signInAs('viewer');
    home = `/console/lanes/${site.api.workspace.id}`;
  });
  after(() => site.close());

  it('answers every page within its time and size', async () => {
    const { id } = site.api.workspace;
    const step = `${home}/${queueName(3)}/${stepName(7)}`;
    const paths = [
      home,
      `${home}?lane=shadow&blocked=closed_weeks`,
      `${home}?queue=${queueName(39)}`,
      step,
      `${home}/ledger`,
      `${home}/signoffs`,
      `/console/settle/${id}`,
      `/console/settle/${id}/list`,
    ];
    for (const path of paths) {
      const times: number[] = [];
      for (let look = 0; look < 5; look++) {
        const began = performance.now();
        const { status, text } = await viewer.get(path);
        times.push(performance.now() - began);
        assert.equal(status, 200, path);
        assert.ok(Buffer.byteLength(text) <= mostBytes, `${path} has ${Buffer.byteLength(text)} bytes`);
      }
      const quickest = Math.min(...times);
      assert.ok(quickest <= mostMs, `${path} took ${quickest.toFixed(0)} ms`);
    }
  });

  it('leads from page to page, each step once', async () => {
    const seen: string[] = [];
    let path = `${home}?lane=shadow`;
    for (let pages = 0; pages < 4; pages++) {
      const { text } = await viewer.get(path);
      for (const [, step = ''] of text.matchAll(/href="\/console\/lanes\/[^"?]+\/(queue-\d\d\/step-\d\d)"/g))
        seen.push(step);
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    }
    const expected = Array.from({ length: 200 }, (_, n) => `${queueName(Math.floor(n / 50))}/${stepName(n % 50)}`);
    assert.deepEqual(seen, expected);
  });
});
