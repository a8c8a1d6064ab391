import { testBrowsers } from '../../support/browser.ts';
import { tryPages } from './generated-pages.ts';
import { type HostilePortal, openHostilePortal } from './hostile-portal.ts';

describe('pages out of a grammar', function () {
  let portal: HostilePortal;
  before(async () => {
    portal = await openHostilePortal();
  });
  after(() => portal?.close());

  // Many more, of any seed: `npm run bench -- guard-pages`.
  it('never get a request out that is on no list, nor a declared write twice', () =>
    tryPages(portal, testBrowsers(), { seed: 20_261_121, count: 15 }));
});
