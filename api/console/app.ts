/** The console of one service as a single handler: its routes, and pages for paths that are none. */
import { Router } from '@koa/router';
import type { Context, Middleware } from 'koa';
import { ApiError } from '../http/errors.ts';
import { postEndOthers, postEndSession, postName, postPassword, postSettings } from './account/account-actions.ts';
import { postCodes, postConfirmCodes, postRemoveCodes } from './account/account-actions.ts';
import { getAccount } from './account/account-page.ts';
import { postNotifications, postPush, postPushRemoval, postPushTest } from './account/notification-cards.ts';
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
import { homeRoutes } from './home/home.ts';
import { linkTo, redirect, serviceOf } from './page.ts';
import { mountPayloadCodec } from './payload-codec.ts';
import { getPeople, postPeople } from './people/list.ts';
import { getPerson, postDisabled, postEndSessions, postReset, postRole } from './people/person-page.ts';
import { asPage, mountConsole } from './route-guard.ts';
import { openState, type ConsoleDeps, type ConsoleRoute, actionRoute, pageRoute } from './route.ts';
import { savedViewRoutes } from './saved-views.ts';
import { searchRoutes } from './search/search.ts';
import { openSession } from './session.ts';
import { getIssuer, getIssuerCallback } from './sign-in/issuer.ts';
import { getSignIn, postCode, postSignIn } from './sign-in/password.ts';
import { getSignedOut, postSignOut, signedOutPath } from './sign-in/sign-out.ts';
import { getWelcome, postWelcome } from './sign-in/welcome.ts';
import { staticRoutes } from './static.ts';

export function consoleApp<Deps extends ConsoleDeps>(routes: readonly ConsoleRoute<Deps>[], deps: Deps): Middleware {
  const router = new Router({ sensitive: true });
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
  pageRoute('/console/sign-in', 'anyone', getSignIn),
  actionRoute('/console/sign-in', 'anyone', postSignIn),
  actionRoute('/console/sign-in/code', 'anyone', postCode),
  pageRoute('/console/sign-in/issuer', 'anyone', getIssuer),
  pageRoute('/console/sign-in/issuer/callback', 'anyone', getIssuerCallback),
  pageRoute('/console/welcome', 'anyone', getWelcome),
  actionRoute('/console/welcome', 'anyone', postWelcome),
  pageRoute(signedOutPath, 'anyone', getSignedOut),
  actionRoute('/console/sign-out', 'viewer', postSignOut, { beforeEnrolment: true }),
];

// One's own account.

const accountRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  pageRoute('/console/account', 'viewer', getAccount, { beforeEnrolment: true }),
  actionRoute('/console/account/name', 'viewer', postName),
  actionRoute('/console/account/settings', 'viewer', postSettings),
  actionRoute('/console/account/notifications', 'viewer', postNotifications),
  actionRoute('/console/account/push', 'viewer', postPush),
  actionRoute('/console/account/push/:id/test', 'viewer', postPushTest),
  actionRoute('/console/account/push/:id/remove', 'viewer', postPushRemoval),
  actionRoute('/console/account/password', 'viewer', postPassword),
  actionRoute('/console/account/codes', 'viewer', postCodes, { beforeEnrolment: true }),
  actionRoute('/console/account/codes/confirm', 'viewer', postConfirmCodes, { beforeEnrolment: true }),
  actionRoute('/console/account/codes/remove', 'viewer', postRemoveCodes),
  actionRoute('/console/account/sessions/end-others', 'viewer', postEndOthers),
  actionRoute('/console/account/sessions/:id/end', 'viewer', postEndSession),
];

// People and their roles.

const peopleRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  pageRoute('/console/people', 'managePeople', getPeople),
  actionRoute('/console/people', 'managePeople', postPeople),
  pageRoute('/console/people/:id', 'managePeople', getPerson),
  actionRoute('/console/people/:id/role', 'managePeople', postRole),
  actionRoute('/console/people/:id/disable', 'managePeople', postDisabled(true)),
  actionRoute('/console/people/:id/enable', 'managePeople', postDisabled(false)),
  actionRoute('/console/people/:id/reset', 'managePeople', postReset),
  actionRoute('/console/people/:id/sessions/end', 'managePeople', postEndSessions),
  actionRoute('/console/people/:id/sessions/:session/end', 'managePeople', postEndSessions),
];

// The pages and acts of deliveries and webhooks, on both services.

const deliveryRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  pageRoute('/console/deliveries', 'viewer', getDeliveryList),
  pageRoute('/console/deliveries/export.csv', 'viewer', getDeliveryExport),
  actionRoute('/console/deliveries/recover', 'recoverDeliveries', postRecover),
  pageRoute('/console/deliveries/webhooks', 'viewer', getWebhookList),
  actionRoute('/console/deliveries/webhooks', 'manageWebhooks', postWebhook),
  pageRoute('/console/deliveries/webhooks/new', 'manageWebhooks', getNewWebhook),
  pageRoute('/console/deliveries/webhooks/:id', 'viewer', getWebhook),
  actionRoute('/console/deliveries/webhooks/:id/edit', 'manageWebhooks', postWebhookEdit),
  actionRoute('/console/deliveries/webhooks/:id/test', 'manageWebhooks', postWebhookTest),
  actionRoute('/console/deliveries/webhooks/:id/rotate', 'manageWebhooks', postWebhookRotation),
  actionRoute('/console/deliveries/webhooks/:id/delete', 'manageWebhooks', postWebhookDeletion),
  // The schemas of both services are loaded when somebody looks.
  pageRoute(
    '/console/deliveries/events',
    'viewer',
    (deps) => async (ctx) => (await import('./deliveries/event-catalogue.ts')).sendEventCatalogue(deps, ctx),
  ),
  pageRoute('/console/deliveries/:id', 'viewer', getDelivery),
  actionRoute('/console/deliveries/:id/retry', 'retryDelivery', postRetry),
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
