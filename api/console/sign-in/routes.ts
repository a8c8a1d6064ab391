/** The ways in and out. */
import type { ConsoleDeps, ConsoleRoute } from '../route.ts';
import { getIssuer, getIssuerCallback } from './issuer.ts';
import { getSignedOut, postSignOut, signedOutPath } from './sign-out.ts';
import { getSignIn, postCode, postSignIn } from './password.ts';
import { getWelcome, postWelcome } from './welcome.ts';

export const signInRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
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
