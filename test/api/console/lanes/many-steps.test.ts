import assert from 'node:assert/strict';
import { type Browserless, openConsole, type TestConsole } from '../../../support/console.ts';
import type { TestLanes } from '../../../support/lanes-api.ts';
import { queueName, sendManySteps, stepName } from './many-steps.ts';

/** Of every page; how fast they are with 2,000 steps: `npm run bench -- console`. */
const mostBytes = 200_000;
/** 240 steps: some pages of each list. */
const many = { queues: 40, stepsPerQueue: 6 };

describe('the console with hundreds of steps', function () {
  let site: TestConsole<TestLanes>;
  let viewer: Browserless;
  let home: string;
  before(async () => {
    site = await openConsole('lanes');
    await sendManySteps(site.api, { ...many, weeks: 2, itemsPerWeek: 1 });
    viewer = await site.signInAs('viewer');
    home = `/console/lanes/${site.api.workspace.id}`;
  });
  after(() => site.close());

  it('answers every page within its size', async () => {
    const { id } = site.api.workspace;
    const step = `${home}/${queueName(3)}/${stepName(4)}`;
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
      const { status, text } = await viewer.get(path);
      assert.equal(status, 200, path);
      const bytes = Buffer.byteLength(text);
      assert.ok(bytes <= mostBytes, `${path} has ${bytes} bytes`);
    }
  });

  /** What the pattern finds on each page, from the first to the last one. */
  async function onEachPage(first: string, pattern: RegExp): Promise<string[][]> {
    const pages: string[][] = [];
    for (let path: string | undefined = first; path !== undefined;) {
      const { status, text } = await viewer.get(path);
      assert.equal(status, 200, path);
      pages.push([...text.matchAll(pattern)].map(([, found = '']) => found));
      path = /href="([^"]+)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    }
    return pages;
  }

  it('leads from page to page, each step once', async () => {
    const pages = await onEachPage(`${home}?lane=shadow`, /href="\/console\/lanes\/[^"?]+\/(queue-\d\d\/step-\d\d)"/g);
    assert.ok(pages.length > 2, `${pages.length} pages`);
    const count = many.queues * many.stepsPerQueue;
    const expected = Array.from(
      { length: count },
      (_, n) => `${queueName(Math.floor(n / many.stepsPerQueue))}/${stepName(n % many.stepsPerQueue)}`,
    );
    assert.deepEqual(pages.flat(), expected);
  });

  it('leads from page to page in another order as well, with the totals and the file of what the filters find', async () => {
    const link = /href="\/console\/lanes\/[^"?]+\/(queue-\d\d\/step-\d\d)"/g;
    const filters = 'step=TEP-03&order=moved';
    const pages = await onEachPage(`${home}?order=moved`, link);
    const count = many.queues * many.stepsPerQueue;
    assert.deepEqual([pages.flat().length, new Set(pages.flat()).size], [count, count]);
    const { text } = await viewer.get(`${home}?${filters}`);
    assert.equal(text.match(link)?.length, many.queues);
    assert.match(text, new RegExp(`${many.queues} steps`));
    const file = await viewer.get(`${home}/board.csv?${filters}`);
    const [head, ...rows] = file.text.trim().split('\r\n');
    assert.equal(head, 'queue,step,lane,since,blocked_by');
    assert.equal(rows.length, many.queues);
    assert.match(rows[0] ?? '', /^queue-\d\d,step-03,shadow,2026-/);
  });

  it('leads through the ledger, sixty rows a page, each closed week of each step once', async () => {
    const rows = /<th [^>]*scope="row">\s*<a [^>]*>([^<]+)<\/a>\s*<\/th>\s*<td class="nowrap"[^>]*>([^<]+)<\/td>/g;
    const pages = await onEachPage(`${home}/ledger`, rows);
    const weeks = 2;
    const count = many.queues * many.stepsPerQueue * weeks;
    assert.deepEqual(
      pages.map(({ length }) => length),
      Array.from({ length: count / 60 }, () => 60),
    );
    const steps = pages.flat();
    for (const week of [steps.slice(0, count / weeks), steps.slice(count / weeks)])
      assert.deepEqual(week, week.toSorted(), 'by step within a week');
    assert.equal(new Set(steps).size, count / weeks);
  });
});
