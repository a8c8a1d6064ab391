import assert from 'node:assert/strict';
import { testBrowsers } from '../../support/browser.ts';
import { guardCases } from './cases/all.ts';
import { breaches, type CaseRun, type GuardCase, runCase } from './guard-case.ts';
import { type HostilePortal, openHostilePortal } from './hostile-portal.ts';

// All of it: `npm run bench -- guard-table`. Here the first case of each kind of page that each rule stops, or lets work;
// those that say themselves where they are run are the names, in every disguise.
const ofKind = new Map<string, GuardCase>();
for (const one of guardCases) {
  const { group, name, ends, rule, benchOnly } = one;
  const kind = benchOnly === undefined ? `${group}: ${ends} by ${rule?.source ?? 'no rule'}` : `${group}: ${name}`;
  if (benchOnly !== true && !ofKind.has(kind)) ofKind.set(kind, one);
}
const tried = [...ofKind.values()];

describe('the table of the guard', function () {
  let portals: HostilePortal[] = [];
  before(async () => {
    portals = await Promise.all([openHostilePortal(), openHostilePortal()]);
  });
  after(async () => {
    await Promise.allSettled(runs.values());
    await Promise.all(portals.map((portal) => portal.close()));
  });

  /** Each on the portal that the case before does not use, and the next one already under way: one core each. */
  const runs = new Map<number, Promise<CaseRun>>();
  function runOf(index: number): Promise<CaseRun> {
    for (const at of [index, index + 1]) {
      const [guardCase, portal] = [tried[at], portals[at % 2]];
      if (guardCase === undefined || portal === undefined || runs.has(at)) continue;
      const run = runCase(guardCase, portal, testBrowsers());
      // It fails where it is awaited.
      run.catch(() => {});
      runs.set(at, run);
    }
    return runs.get(index) ?? assert.fail('there is no such case');
  }

  it('has hundreds of cases, each of its own name', () => {
    assert.ok(guardCases.length >= 340, `${guardCases.length}`);
    assert.equal(new Set(guardCases.map(({ group, name }) => `${group}: ${name}`)).size, guardCases.length);
  });

  for (const [index, guardCase] of tried.entries())
    it(`holds against ${guardCase.group}: ${guardCase.name}`, async () => {
      assert.deepEqual(breaches(guardCase, await runOf(index)), []);
    });
});
