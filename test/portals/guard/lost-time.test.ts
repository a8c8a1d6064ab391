import assert from 'node:assert/strict';
import type { LagWatch } from '../../../portals/own-lag.ts';
import { testBrowsers } from '../../support/browser.ts';
import { guardCases } from './cases/all.ts';
import { alwaysSlow } from '../always-slow.ts';
import { attemptCase, type CaseRun } from './guard-case.ts';
import { type HostilePortal, openHostilePortal } from './hostile-portal.ts';

/** Says that our own processes did not run while anything was waited for. */
const lost: LagWatch = { start: () => ({ lostMs: () => 0, fault: () => 'our own processes were stopped' }) };

describe('a wait that ends while our own processes do not run', () => {
  let portal: HostilePortal;
  before(async () => {
    portal = await openHostilePortal();
  });
  after(() => portal.close());

  async function attempt(title: string, watch = lost): Promise<CaseRun> {
    const guardCase = guardCases.find(({ group, name }) => `${group}: ${name}` === title) ?? assert.fail(title);
    return attemptCase(guardCase, portal, testBrowsers(), undefined, watch);
  }

  // Each ends as a changed portal or as a stop where the processes did run: the table has it so.
  const waits: readonly (readonly [what: string, title: string])[] = [
    ['a heading', 'readiness: a heading never comes'],
    ['a field that is shown', 'drawn fields: a field that is never drawn'],
    ['an option of a drawn list', 'drawn fields: a list that draws another option under that name'],
    ['one of two elements', 'drawn fields: a list that draws the same option twice'],
    ['the number of a record', 'records: a number that is in a collapsed panel'],
    ['the right number of a record', 'records: another record'],
    ['a list that stays the same', 'rows: a list that never stays the same'],
    ['a message', 'messages on a page that stays: no message'],
    ['an old message to go', 'messages on a page that stays: a message that was there before the write'],
  ];
  for (const [what, title] of waits)
    it(`for ${what} says nothing of the portal`, async () => {
      const run = await attempt(title);
      assert.ok(run.isOwnFault, `${run.ended}: ${run.why}`);
    });

  it('says what the page is like once it had its whole time, on a machine that is always slow', async () => {
    for (const [what, title] of waits.slice(0, 4)) {
      const run = await attempt(title, alwaysSlow);
      assert.ok(!run.isOwnFault && run.ended !== 'finished', `${what}: ${run.ended}: ${run.why}`);
    }
  });

  it('stops at what is never clicked all the same', async () => {
    const run = await attempt('readiness: the act is disabled for a while');
    assert.equal(run.ended, 'stopped', run.why);
  });
});
