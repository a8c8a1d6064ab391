import assert from 'node:assert/strict';
import { testBrowsers } from '../support/browser.ts';
import { shownOutcomeCases } from './guard/cases/shown-outcomes.ts';
import { breaches, runCase } from './guard/guard-case.ts';
import { type HostilePortal, openHostilePortal } from './guard/hostile-portal.ts';

describe('a write whose page stays and shows a message', function () {
  let portal: HostilePortal;
  before(async () => {
    portal = await openHostilePortal();
  });
  after(() => portal.close());

  // Of each kind one; all of them: `npm run bench -- guard-table`.
  const tried = new Set([
    'a toast',
    'a page that stays though the step names it as the next one',
    'a text in the place of the form',
    'a toast beside a route that changes',
    'a promise before the answer, which is a failure',
    'a message that was there before the write',
    'a refusal that stays on the page',
    'a dialog that closes',
    'a promise of a page that gives way to one that says nothing',
    'a dialog that closes before the answer',
    'a denial in the words of success',
    'a promise before the answer, in which the portal says that it failed',
  ]);
  for (const one of shownOutcomeCases.filter(({ name }) => tried.has(name)))
    it(`${one.ends === 'finished' ? 'is confirmed by' : 'is not confirmed by'} ${one.name}`, async () => {
      const run = await runCase(one, portal, testBrowsers());
      assert.deepEqual(breaches(one, run), [], run.why);
      if (one.ends === 'any') assert.equal(run.why, 'the portal refused');
    });
});
