/** The page that leads to everything that admins do. */
import type { Context } from 'koa';
import { html } from '../../http/html.ts';
import type { Html } from '../../http/html.ts';
import { linkTo, sendPage } from '../page.ts';
import type { ConsoleDeps } from '../route.ts';
import { auditPath, notificationsPath, portalsPath, sendersPath, workspacesPath } from './paths.ts';

export function getAdministration(deps: ConsoleDeps): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const part = (title: string, href: string, about: string): Html =>
      html`<section class="card">
        <h2><a href="${href}">${title}</a></h2>
        <p class="quiet">${about}</p>
      </section>`;
    sendPage(deps, ctx, {
      title: 'Administration',
      section: 'administration',
      body: html`<div class="page-head">
          <h1>Administration</h1>
          <p>Everything here is also available on the command line: <code>npm run admin -- help</code>.</p>
        </div>
        <div class="grid grid-wide">
          ${part('Senders', sendersPath, 'Accounts that submit work: keys, signing secrets, limits, mail addresses, portals.')}
          ${part('Workspaces', linkTo(deps, ctx, 'lanes', workspacesPath), 'Accounts that own lanes: keys, clock, weeks, the settler.')}
          ${part('Portals', linkTo(deps, ctx, 'dispatch', portalsPath), 'Playbooks and their portal logins, encrypted and never shown.')}
          ${part('Webhooks', '/console/deliveries/webhooks', 'Where lane changes, alerts and sign-off requests are sent.')}
          ${part('Notifications', linkTo(deps, ctx, 'dispatch', notificationsPath), 'Who is told about work by mail, Slack and Teams, and what was sent.')}
          ${part('People', '/console/people', 'Who can sign in here, and with which role.')}
          ${part('Audit log', auditPath, 'Who did what and when, with filters and downloads.')}
        </div>`,
    });
  };
}
