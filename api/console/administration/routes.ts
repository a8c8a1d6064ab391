/** The pages and acts of administration: those of both services, those of dispatch, those of lanes. */
import type { Context } from 'koa';
import { type Html, html } from '../../http/html.ts';
import { linkTo, sendPage } from '../page.ts';
import type { DispatchConsoleDeps, LanesConsoleDeps } from '../route.ts';
import { type ConsoleDeps, type ConsoleRoute, type Needs, actionRoute, pageRoute } from '../route.ts';
import { getAudit, getAuditExport } from './audit-log.ts';
import { postKeyRevocation, postKeyRotation } from './keys.ts';
import {
  getNotificationFile,
  getNotifications,
  postNotificationAgain,
  postNotificationRule,
  postNotificationRuleRemoval,
  postNotificationTest,
} from './notifications.ts';
import {
  administrationPath,
  auditPath,
  notificationsPath,
  portalsPath,
  sendersPath,
  workspacesPath,
} from '../paths.ts';
import { getPlaybook, postCanary, postChangeEnd, postDraft, postProposal, postRollback } from './playbook.ts';
import {
  getVersion,
  postCheck,
  postRehearsal,
  postRelease,
  postRetirement,
  postVersionProposal,
} from './playbook-version.ts';
import { getPortals, postAccount, postAccountRemoval } from './portals.ts';
import {
  getSender,
  getSenders,
  postAddress,
  postAddressRemoval,
  postCallback,
  postLimits,
  postPortals,
  postSecretRotation,
  postSender,
  postSenderKey,
} from './senders.ts';
import {
  getWorkspace,
  getWorkspaces,
  postSettings,
  postSettler,
  postSettlerRun,
  postWorkspace,
  postWorkspaceKey,
} from './workspaces.ts';

type Handle<Deps> = ConsoleRoute<Deps>['handle'];
const page = <Deps>(path: string, handle: Handle<Deps>): ConsoleRoute<Deps> =>
  pageRoute(administrationPath + path, 'administrate', handle);
const act = <Deps>(path: string, handle: Handle<Deps>, needs: Needs = 'administrate'): ConsoleRoute<Deps> =>
  actionRoute(administrationPath + path, needs, handle);

export const administrationRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  page('', getAdministration),
  page('/senders', getSenders),
  act('/senders', postSender),
  page('/senders/:id', getSender),
  act('/senders/:id/callback', postCallback, 'changeEndpoint'),
  act('/senders/:id/limits', postLimits),
  act('/senders/:id/addresses', postAddress),
  act('/senders/:id/addresses/remove', postAddressRemoval),
  act('/senders/:id/portals', postPortals),
  act('/senders/:id/keys', postSenderKey),
  act('/senders/:id/secrets', postSecretRotation, 'changeEndpoint'),
  act('/keys/:id/rotate', postKeyRotation),
  act('/keys/:id/revoke', postKeyRevocation),
  page('/audit', getAudit),
  page('/audit.csv', getAuditExport('csv')),
  page('/audit.jsonl', getAuditExport('jsonl')),
];

export const portalRoutes: readonly ConsoleRoute<DispatchConsoleDeps>[] = [
  page('/portals', getPortals),
  page('/portals/:id', getPlaybook),
  act('/portals/:id/versions', postDraft),
  act('/portals/:id/proposal', postProposal),
  act('/portals/:id/rollback', postRollback),
  act('/portals/:id/change', postChangeEnd),
  act('/portals/:id/canary', postCanary),
  page('/portals/:id/versions/:version', getVersion),
  act('/portals/:id/versions/:version/check', postCheck),
  act('/portals/:id/versions/:version/rehearsal', postRehearsal),
  act('/portals/:id/versions/:version/proposal', postVersionProposal),
  act('/portals/:id/versions/:version/release', postRelease),
  act('/portals/:id/versions/:version/retirement', postRetirement),
  act('/portals/:id/account', postAccount),
  act('/portals/:id/account/remove', postAccountRemoval),
  page('/notifications', getNotifications),
  page('/notifications.csv', getNotificationFile),
  act('/notifications', postNotificationRule),
  act('/notifications/:id/test', postNotificationTest),
  act('/notifications/:id/remove', postNotificationRuleRemoval),
  act('/notifications/log/:id/again', postNotificationAgain),
];

export const workspaceRoutes: readonly ConsoleRoute<LanesConsoleDeps>[] = [
  page('/workspaces', getWorkspaces),
  act('/workspaces', postWorkspace),
  page('/workspaces/:id', getWorkspace),
  act('/workspaces/:id/settings', postSettings),
  act('/workspaces/:id/keys', postWorkspaceKey),
  act('/workspaces/:id/settler', postSettler),
  act('/workspaces/:id/settler/run', postSettlerRun, 'runSettler'),
];

/** The page that leads to everything that admins do. */
function getAdministration(deps: ConsoleDeps): (ctx: Context) => Promise<void> {
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
          <p>Everything here is also available on the command line: <code>npx lanekeeper help</code>.</p>
        </div>
        <div class="grid grid-wide">
          ${part('Senders', sendersPath, 'Accounts that submit work: keys, signing secrets, limits, mail addresses, portals.')}
          ${part('Workspaces', linkTo(deps, ctx, 'lanes', workspacesPath), 'Accounts that own lanes: keys, clock, weeks, the settler.')}
          ${part('Portals', linkTo(deps, ctx, 'dispatch', portalsPath), 'Playbooks and their portal logins, encrypted and never shown.')}
          ${part('Webhooks', '/console/deliveries/webhooks', 'Where lane changes, alerts and sign-off requests are sent.')}
          ${part('Notifications', linkTo(deps, ctx, 'dispatch', notificationsPath), 'Who is notified of work by mail, Slack and Teams, and what was sent.')}
          ${part('People', '/console/people', 'Who can sign in here, and with which role.')}
          ${part('Audit log', auditPath, 'Who did what and when, with filters and downloads.')}
        </div>`,
    });
  };
}
