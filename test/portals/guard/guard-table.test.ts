import assert from 'node:assert/strict';
import { testBrowsers } from '../../support/browser.ts';
import { guardCases } from './cases/all.ts';
import { breaches, runCase } from './guard-case.ts';
import { openHostilePortal } from './hostile-portal.ts';
import type { HostilePortal } from './hostile-portal.ts';

describe('the table of the guard', function () {
  this.timeout(60_000);
  let portal: HostilePortal;
  before(async () => {
    portal = await openHostilePortal();
  });
  after(() => portal?.close());

  it('has more than two hundred cases, each of its own name', () => {
    assert.ok(guardCases.length >= 200, `${guardCases.length}`);
    assert.equal(new Set(guardCases.map(({ group, name }) => `${group}: ${name}`)).size, guardCases.length);
  });

  // All of it: `npm run bench -- guard-table`.
  for (const guardCase of guardCases.filter(({ benchOnly }) => benchOnly !== true))
    it(`holds against ${guardCase.group}: ${guardCase.name}`, async () => {
      assert.deepEqual(breaches(guardCase, await runCase(guardCase, portal, testBrowsers())), []);
    });
});
