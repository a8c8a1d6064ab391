/** Sign-in and sign-out. */
import type { Context } from 'koa';
import { html } from '../../http/html.ts';
import { csrfField } from '../csrf.ts';
import { redirect, sendPage } from '../page.ts';
import type { ConsoleDeps, ConsoleRoute } from '../route.ts';
import { signOut } from '../session.ts';

export const signInRoutes: readonly ConsoleRoute<ConsoleDeps>[] = [
  { method: 'get', path: '/console/sign-in', needs: 'nobody', handle: getSignIn },
  { method: 'post', path: '/console/sign-out', needs: 'viewer', handle: postSignOut },
];

function getSignIn(deps: ConsoleDeps) {
  return async (ctx: Context): Promise<void> => {
    sendPage(deps, ctx, {
      title: 'Sign in',
      section: null,
      body: html`<div class="page-head"><h1>Sign in</h1></div>
        <form class="card" method="post" action="/console/sign-in">
          ${csrfField(ctx)}
          <label for="email">E-mail</label>
          <input id="email" name="email" type="email" autocomplete="username" required />
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required />
          <p class="actions"><button class="button button-primary">Sign in</button></p>
        </form>`,
    });
  };
}

function postSignOut(): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    await signOut(ctx);
    redirect(ctx, '/console/sign-in');
  };
}
