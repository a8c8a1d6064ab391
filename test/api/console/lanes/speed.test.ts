import assert from 'node:assert/strict';
import { openConsole } from '../../../support/console.ts';
import type { Browserless, TestConsole } from '../../../support/console.ts';
import type { TestLanes } from '../../../support/lanes-api.ts';
import { queueName, sendManySteps, stepName } from './many-steps.ts';

const mostMs = 300;
const mostBytes = 200_000;
const looks = 5;
/** A page of next to nothing takes a tenth of this on a machine at rest: what it takes beyond, the machine takes. */
const mostMsOfNothing = 30;

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

  const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(looks / 2)]!;
  const timed = async (path: string): Promise<{ readonly ms: number; readonly bytes: number }> => {
    const began = performance.now();
    const { status, text } = await viewer.get(path);
    assert.equal(status, 200, path);
    return { ms: performance.now() - began, bytes: Buffer.byteLength(text) };
  };

  it('answers every page within its time at the median, and its size', async () => {
    const { id } = site.api.workspace;
    const step = `${home}/${queueName(3)}/${stepName(7)}`;
    const paths = [
      '/console',
      '/console/deliveries',
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
      const timesOfNothing: number[] = [];
      for (let look = 0; look < looks; look++) {
        timesOfNothing.push((await timed('/console/account')).ms);
        const { ms, bytes } = await timed(path);
        times.push(ms);
        assert.ok(bytes <= mostBytes, `${path} has ${bytes} bytes`);
      }
      const slowness = Math.max(1, median(timesOfNothing) / mostMsOfNothing);
      const told = `${path} took ${Math.round(median(times))} ms on a machine ${slowness.toFixed(1)} times as slow as usual`;
      assert.ok(median(times) <= mostMs * slowness, told);
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
