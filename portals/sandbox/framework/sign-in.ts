/** Sign-in and sign-out, the same for every portal. */

import { equalConstantTime } from '../../../process/secrets.ts';
import { page, redirect } from './application.ts';
import type { Account, Page, Route, Visit } from './application.ts';
import { html } from './html.ts';

/** Where a page asked for without a session leads. */
export const toSignIn = redirect('/login');

/** @param home where sign-in leads */
export function signInRoutes(account: Account, home: string): Route[] {
  return [
    { method: 'GET', path: '/login', open: true, answer: (visit) => Promise.resolve(signInPage(visit)) },
    {
      method: 'POST',
      path: '/login',
      open: true,
      answer: (visit) => {
        const username = visit.form.get('username') ?? '';
        const accepted = isAccount(account, visit.form);
        return Promise.resolve(accepted ? redirect(home, { open: username }) : signInPage(visit, { username }));
      },
    },
    { method: 'POST', path: '/logout', open: true, answer: () => Promise.resolve(redirect(toSignIn.to, 'end')) },
  ];
}

function signInPage({ label }: Pick<Visit, 'label'>, refused?: { username: string }): Page {
  const body = html`${refused !== undefined && html`<p role="alert" class="alert">The user name or password is not correct.</p>`}
    <form class="sign-in" method="post" action="/login">
      <label for="username">${label('User name')}</label>
      <input id="username" name="username" type="text" autocomplete="username" value="${refused?.username}" required />
      <label for="password">${label('Password')}</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required />
      <button type="submit">${label('Sign in')}</button>
    </form>`;
  return page(label('Sign in'), body);
}

/** Compares both fields always, so that the time tells nothing about which one was wrong. */
function isAccount(account: Account, form: URLSearchParams): boolean {
  const username = equalConstantTime(form.get('username') ?? '', account.username);
  const password = equalConstantTime(form.get('password') ?? '', account.password);
  return username && password;
}
