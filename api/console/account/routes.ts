/** One's own account. */
import type { ConsoleDeps, ConsoleRoute } from '../route.ts';
import { postEndOthers, postEndSession, postName, postPassword, postSettings } from './account-actions.ts';
import { postNotifications } from './notifications-card.ts';
import { getAccount } from './account-page.ts';
import { postPush, postPushRemoval, postPushTest } from './push-card.ts';
import { postCodes, postConfirmCodes, postRemoveCodes } from './codes.ts';

export const accountRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
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
