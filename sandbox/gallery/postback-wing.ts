/**
 * An old application: every act is a form that is sent again with a view state (`__doPostBack`), the search button is a
 * picture, and the document comes as the answer to a POST in a window of its own.
 */
import type Router from '@koa/router';
import { escape, existing, field, sheet, wing } from './gallery-page.ts';
import type { Deliveries, Delivery } from './deliveries.ts';

export function postbackWing(router: Router, deliveries: Deliveries): void {
  const page = (person: string, asked: string, found: readonly Delivery[] | null, opened?: Delivery): string => {
    const rows = found?.map(
      ({ pro, consignee, delivered }) =>
        `<tr><td>${pro}</td><td>${escape(consignee)}</td><td>${delivered}</td><td><a href="javascript:__doPostBack('grid','open$${pro}')">Open</a></td></tr>`,
    );
    const grid =
      rows === undefined
        ? ''
        : `<table><caption>Results</caption><tr><th>PRO</th><th>Consignee</th><th>Delivered</th><th>Action</th></tr>${rows.join('')}</table>`;
    const detail =
      opened === undefined
        ? ''
        : `<fieldset><legend>Delivery</legend><table><tr><td>PRO</td><td>${opened.pro}</td></tr><tr><td>Consignee</td><td>${escape(opened.consignee)}</td></tr></table>
<input type="submit" name="print" value="Print receipt" formtarget="_blank" formaction="/postback/Document.aspx"></fieldset>`;
    return sheet(
      'Postback wing',
      wing(
        person,
        `<h1>Shipment inquiry</h1><form method="post" action="/postback/Search.aspx" id="aspnet">
<input type="hidden" name="__EVENTTARGET"><input type="hidden" name="__EVENTARGUMENT">
<input type="hidden" name="__VIEWSTATE" value="${Buffer.from(JSON.stringify({ asked, pro: opened?.pro ?? null })).toString('base64')}">
<table><tr><td>PRO:</td><td><input name="ctl00$pro" value="${escape(asked)}" maxlength="10"></td>
<td><input type="image" name="ctl00$find" alt="Find" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='60' height='22'%3E%3Crect width='60' height='22' fill='%23ddd'/%3E%3C/svg%3E"></td></tr></table>
${grid}${detail}</form>
<script>function __doPostBack(target, argument) { const form = document.getElementById('aspnet'); form.__EVENTTARGET.value = target; form.__EVENTARGUMENT.value = argument; form.submit(); }</script>`,
      ),
    );
  };
  router.get('/postback/Search.aspx', (ctx) => {
    ctx.body = page(String(ctx.state['person']), '', null);
  });
  router.post('/postback/Search.aspx', (ctx) => {
    const asked = field(ctx, 'ctl00$pro').trim();
    const found = deliveries.all.filter(({ pro }) => asked !== '' && pro.startsWith(asked));
    const opened = /^open\$(\d+)$/.exec(field(ctx, '__EVENTARGUMENT'))?.[1];
    ctx.body = page(
      String(ctx.state['person']),
      asked,
      found,
      opened === undefined ? undefined : deliveries.find(opened),
    );
  });
  router.post('/postback/Document.aspx', async (ctx) => {
    const { pro } = JSON.parse(Buffer.from(field(ctx, '__VIEWSTATE'), 'base64').toString()) as { pro: string | null };
    const proof = existing(await deliveries.proof(pro ?? ''));
    ctx.set('content-disposition', `attachment; filename="${Date.now()}.pdf"`);
    ctx.type = 'application/pdf';
    ctx.body = proof;
  });
}
