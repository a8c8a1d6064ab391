/** The console of one service as a single handler: its routes, and pages for paths that are none. */
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { ApiError } from '../http/errors.ts';
import { postEndOthers, postEndSession, postName, postPassword, postSettings } from './account/account-actions.ts';
import { getAccount } from './account/account-page.ts';
import { postCodes, postConfirmCodes, postRemoveCodes } from './account/codes.ts';
import { postNotifications } from './account/notifications-card.ts';
import { postPush, postPushRemoval, postPushTest } from './account/push-card.ts';
import { administrationRoutes } from './administration/routes.ts';
import { getDelivery, postRecover, postRetry } from './deliveries/delivery-page.ts';
import { getDeliveryExport, getDeliveryList } from './deliveries/list.ts';
import {
  getNewWebhook,
  getWebhook,
  getWebhookList,
  postWebhook,
  postWebhookDeletion,
  postWebhookEdit,
  postWebhookRotation,
  postWebhookTest,
} from './deliveries/webhooks.ts';
import { homeRoutes } from './home/routes.ts';
import { linkTo, redirect, serviceOf } from './page.ts';
import { mountPayloadCodec } from './payload-codec.ts';
import { getPeople, postPeople } from './people/list.ts';
import { getPerson, postDisabled, postEndSessions, postReset, postRole } from './people/person-page.ts';
import { openState } from './request-state.ts';
import { asPage, mountConsole } from './route-guard.ts';
import type { ConsoleDeps, ConsoleRoute } from './route.ts';
import { savedViewRoutes } from './saved-views.ts';
import { searchRoutes } from './search/routes.ts';
import { openSession } from './session.ts';
import { getIssuer, getIssuerCallback } from './sign-in/issuer.ts';
import { getSignIn, postCode, postSignIn } from './sign-in/password.ts';
import { getSignedOut, postSignOut, signedOutPath } from './sign-in/sign-out.ts';
import { getWelcome, postWelcome } from './sign-in/welcome.ts';
import { staticRoutes } from './static.ts';

export function consoleApp<Deps extends ConsoleDeps>(routes: readonly ConsoleRoute<Deps>[], deps: Deps): Middleware {
  const router = new Router();
  mountPayloadCodec(router, deps);
  mountConsole(router, routes, deps);
  const answer = router.routes();
  return async (ctx) => {
    await answer(ctx as never, async () => {
      await answerUnknown(deps, ctx, router);
    });
  };
}

async function answerUnknown(deps: ConsoleDeps, ctx: Context, router: Router): Promise<void> {
  openState(ctx, deps);
  await asPage(deps, ctx, null, async () => {
    await openSession(ctx);
    const service = serviceOf(ctx.path);
    if (service !== null && service !== deps.service && ctx.method === 'GET')
      return redirect(ctx, linkTo(deps, ctx, service, ctx.path + ctx.search));
    const methods = [...new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))].toSorted();
    if (methods.length === 0) throw new ApiError('not_found', 'there is no such page');
    ctx.set('Allow', methods.join(', '));
    throw new ApiError('method_not_allowed', `${ctx.method} is not allowed here; allowed: ${methods.join(', ')}`);
  });
}

// The ways in and out.

const signInRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  { method: 'get', path: '/console/sign-in', needs: 'nobody', handle: getSignIn },
  { method: 'post', path: '/console/sign-in', needs: 'nobody', handle: postSignIn },
  { method: 'post', path: '/console/sign-in/code', needs: 'nobody', handle: postCode },
  { method: 'get', path: '/console/sign-in/issuer', needs: 'nobody', handle: getIssuer },
  { method: 'get', path: '/console/sign-in/issuer/callback', needs: 'nobody', handle: getIssuerCallback },
  { method: 'get', path: '/console/welcome', needs: 'nobody', handle: getWelcome },
  { method: 'post', path: '/console/welcome', needs: 'nobody', handle: postWelcome },
  { method: 'get', path: signedOutPath, needs: 'nobody', handle: getSignedOut },
  { method: 'post', path: '/console/sign-out', needs: 'viewer', beforeEnrolment: true, handle: postSignOut },
];

// One's own account.

const accountRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  { method: 'get', path: '/console/account', needs: 'viewer', beforeEnrolment: true, handle: getAccount },
  { method: 'post', path: '/console/account/name', needs: 'viewer', handle: postName },
  { method: 'post', path: '/console/account/settings', needs: 'viewer', handle: postSettings },
  { method: 'post', path: '/console/account/notifications', needs: 'viewer', handle: postNotifications },
  { method: 'post', path: '/console/account/push', needs: 'viewer', handle: postPush },
  { method: 'post', path: '/console/account/push/:id/test', needs: 'viewer', handle: postPushTest },
  { method: 'post', path: '/console/account/push/:id/remove', needs: 'viewer', handle: postPushRemoval },
  { method: 'post', path: '/console/account/password', needs: 'viewer', handle: postPassword },
  { method: 'post', path: '/console/account/codes', needs: 'viewer', beforeEnrolment: true, handle: postCodes },
  {
    method: 'post',
    path: '/console/account/codes/confirm',
    needs: 'viewer',
    beforeEnrolment: true,
    handle: postConfirmCodes,
  },
  { method: 'post', path: '/console/account/codes/remove', needs: 'viewer', handle: postRemoveCodes },
  { method: 'post', path: '/console/account/sessions/end-others', needs: 'viewer', handle: postEndOthers },
  { method: 'post', path: '/console/account/sessions/:id/end', needs: 'viewer', handle: postEndSession },
];

// People and their roles.

const peopleRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  { method: 'get', path: '/console/people', needs: 'managePeople', handle: getPeople },
  { method: 'post', path: '/console/people', needs: 'managePeople', handle: postPeople },
  { method: 'get', path: '/console/people/:id', needs: 'managePeople', handle: getPerson },
  { method: 'post', path: '/console/people/:id/role', needs: 'managePeople', handle: postRole },
  { method: 'post', path: '/console/people/:id/disable', needs: 'managePeople', handle: postDisabled(true) },
  { method: 'post', path: '/console/people/:id/enable', needs: 'managePeople', handle: postDisabled(false) },
  { method: 'post', path: '/console/people/:id/reset', needs: 'managePeople', handle: postReset },
  { method: 'post', path: '/console/people/:id/sessions/end', needs: 'managePeople', handle: postEndSessions },
  { method: 'post', path: '/console/people/:id/sessions/:session/end', needs: 'managePeople', handle: postEndSessions },
];

// The pages and acts of deliveries and webhooks, on both services.

const deliveryRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  { method: 'get', path: '/console/deliveries', needs: 'viewer', handle: getDeliveryList },
  { method: 'get', path: '/console/deliveries/export.csv', needs: 'viewer', handle: getDeliveryExport },
  { method: 'post', path: '/console/deliveries/recover', needs: 'recoverDeliveries', handle: postRecover },
  { method: 'get', path: '/console/deliveries/webhooks', needs: 'viewer', handle: getWebhookList },
  { method: 'post', path: '/console/deliveries/webhooks', needs: 'manageWebhooks', handle: postWebhook },
  { method: 'get', path: '/console/deliveries/webhooks/new', needs: 'manageWebhooks', handle: getNewWebhook },
  { method: 'get', path: '/console/deliveries/webhooks/:id', needs: 'viewer', handle: getWebhook },
  { method: 'post', path: '/console/deliveries/webhooks/:id/edit', needs: 'manageWebhooks', handle: postWebhookEdit },
  { method: 'post', path: '/console/deliveries/webhooks/:id/test', needs: 'manageWebhooks', handle: postWebhookTest },
  {
    method: 'post',
    path: '/console/deliveries/webhooks/:id/rotate',
    needs: 'manageWebhooks',
    handle: postWebhookRotation,
  },
  {
    method: 'post',
    path: '/console/deliveries/webhooks/:id/delete',
    needs: 'manageWebhooks',
    handle: postWebhookDeletion,
  },
  {
    method: 'get',
    path: '/console/deliveries/events',
    needs: 'viewer',
    // The schemas of both services are loaded when somebody looks.
    handle: (deps) => async (ctx) => (await import('./deliveries/event-catalogue.ts')).sendEventCatalogue(deps, ctx),
  },
  { method: 'get', path: '/console/deliveries/:id', needs: 'viewer', handle: getDelivery },
  { method: 'post', path: '/console/deliveries/:id/retry', needs: 'retryDelivery', handle: postRetry },
];

/** The pages and acts that both services serve: they need nothing but the database. */
export const sharedRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  ...staticRoutes,
  ...signInRoutes,
  ...accountRoutes,
  ...savedViewRoutes,
  ...peopleRoutes,
  ...homeRoutes,
  ...searchRoutes,
  ...deliveryRoutes,
  ...administrationRoutes,
];
