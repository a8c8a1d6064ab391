/**
 * Frames: a search in one, its results in another, the delivery in a window of its own, the document in a viewer, and to
 * download behind a signed address of an archive.
 */
import type Router from '@koa/router';
import { escape, existing, sheet, wing } from './gallery-page.ts';
import type { Deliveries } from './deliveries.ts';
import { signedAddress } from './identity-provider.ts';

export function frameWing(router: Router, deliveries: Deliveries, identityUrl: () => string): void {
  router.get('/frames', (ctx) => {
    ctx.body = sheet(
      'Frame wing',
      wing(
        String(ctx.state['person']),
        `<h1>Shipment desk</h1><iframe title="Search" src="/frames/search" width="900" height="90"></iframe>
<iframe title="Results" name="results" src="/frames/results" width="900" height="260"></iframe>`,
      ),
    );
  });
  router.get('/frames/search', (ctx) => {
    ctx.body = sheet(
      'Search',
      `<form action="/frames/results" target="results"><label>PRO number <input name="q" maxlength="10"></label> <button>Find</button></form>`,
    );
  });
  router.get('/frames/results', (ctx) => {
    const asked = String(ctx.query['q'] ?? '');
    const found = deliveries.all.filter(({ pro }) => asked !== '' && pro.startsWith(asked));
    const rows = found.map(
      ({ pro, consignee }) =>
        `<tr><td>${pro}</td><td>${escape(consignee)}</td><td><a href="/frames/deliveries/${pro}" target="_blank">Open</a></td></tr>`,
    );
    ctx.body = sheet(
      'Results',
      `<table><caption>Results</caption><tr><th>PRO</th><th>Consignee</th><th>Action</th></tr>${rows.join('')}</table>`,
    );
  });
  router.get('/frames/deliveries/:pro', (ctx) => {
    const found = existing(deliveries.find(ctx.params['pro'] ?? ''));
    ctx.body = sheet(
      `Delivery ${found.pro}`,
      wing(
        String(ctx.state['person']),
        `<h1>Delivery ${found.pro}</h1><dl><dt>Consignee</dt><dd>${escape(found.consignee)}</dd><dt>Delivered</dt><dd>${found.delivered}</dd></dl>
<p><a href="/frames/deliveries/${found.pro}/viewer">View receipt</a></p>`,
      ),
    );
  });
  router.get('/frames/deliveries/:pro/viewer', (ctx) => {
    const pro = ctx.params['pro'] ?? '';
    ctx.body = sheet(
      `Receipt ${pro}`,
      wing(
        String(ctx.state['person']),
        `<h1>Receipt of ${escape(pro)}</h1><p><a href="/frames/deliveries/${escape(pro)}/archive">Download</a></p>
<embed type="application/pdf" src="/frames/deliveries/${escape(pro)}/proof.pdf" width="800" height="400">`,
      ),
    );
  });
  router.get('/frames/deliveries/:pro/proof.pdf', async (ctx) => {
    ctx.type = 'application/pdf';
    ctx.body = existing(await deliveries.proof(ctx.params['pro'] ?? ''));
  });
  // The archive is at another origin, under an address that is good for a minute.
  router.get('/frames/deliveries/:pro/archive', (ctx) => {
    ctx.redirect(signedAddress(identityUrl(), ctx.params['pro'] ?? '', Date.now()));
  });
}
