import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { scriptExpression } from '../../portals/page-reading.ts';
import { testBrowsers } from '../support/browser.ts';
import { until } from '../support/wait.ts';

describe('what was read of a page', () => {
  const script = scriptExpression(new URL('../../portals/page/restless.js', import.meta.url));
  const onPage = (work: (run: (expression: string) => Promise<unknown>) => Promise<void>): Promise<void> =>
    testBrowsers().use(new AbortController().signal, async (context) => {
      const page = await context.newPage();
      await page.evaluate(
        `document.body.innerHTML = '<p>Weight 1,200 at 10:00</p>'; texts = (${script})(); p = document.querySelector('p')`,
      );
      await work((expression) => page.evaluate(expression));
    });

  it('is held against what is shown later, however long that stands', () =>
    onPage(async (run) => {
      assert.equal(await run('texts.watch(p)'), false);
      assert.equal(await run(`texts.restless(['1,200'])`), null);
      await run(`p.textContent = 'Weight 9,200 at 10:00'`);
      assert.deepEqual(await run(`texts.restless(['1,200'])`), { shows: 'Weight 9,200 at 10:00' });
      const beside = { shows: 'Weight 9,200 at 10:00', isBeside: true };
      await until(async () => isDeepStrictEqual(await run('texts.restless([])'), beside));
      assert.deepEqual(await run(`texts.restless(['1,200'])`), { shows: 'Weight 9,200 at 10:00' });
      await run(`p.textContent = 'Weight 11,200 at 10:00'`);
      assert.deepEqual(await run(`texts.restless(['1,200'])`), { shows: 'Weight 11,200 at 10:00' });
    }));

  it('may have something else beside it that changes, once that stands', () =>
    onPage(async (run) => {
      await run('texts.watch(p)');
      await run(`p.textContent = 'Weight 1,200 at 10:01'`);
      const beside = { shows: 'Weight 1,200 at 10:01', isBeside: true };
      await until(async () => isDeepStrictEqual(await run(`texts.restless(['1,200'])`), beside));
      assert.equal(await run('texts.watch(p)'), false);
      assert.equal(await run(`texts.restless(['1,200'])`), null);
    }));
});
