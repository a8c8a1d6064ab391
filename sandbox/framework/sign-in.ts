/** Signing in and out, the same on every portal: password, and a one-time code where the account has a secret. */

import type pg from 'pg';
import { equalConstantTime } from '../../process/secrets.ts';
import { page, redirect } from './application.ts';
import type { Account, Answer, Application, Page, Route, Visit } from './application.ts';
import { html } from './html.ts';
import { acceptCode } from './one-time-code.ts';

/** Where a page asked for without a session leads. */
export const toSignIn = redirect('/login');

/** Wrong codes after which the password is asked for again. */
const patience = 5;

export interface SignInParts {
  readonly application: Pick<Application, 'portal' | 'home' | 'refusesSignIn'>;
  readonly account: Account;
  readonly pool: pg.Pool;
}

export function signInRoutes({ application, account, pool }: SignInParts): Route[] {
  const { portal, home } = application;
  const { totp_secret: secret } = account;
  /** Wrong codes of a pending session, by its label. */
  const misses = new Map<string, number>();

  async function checkPassword(visit: Visit): Promise<Answer> {
    const username = visit.form.get('username') ?? '';
    if (!isAccount(account, visit.form))
      return signInPage(visit, { username, words: 'The user name or password is not correct.' });
    const words = (await application.refusesSignIn?.(username)) ?? null;
    if (words !== null) return signInPage(visit, { username, words });
    return secret === undefined
      ? redirect(home, { open: username })
      : redirect('/login/code', { open: username, awaitsCode: true });
  }

  async function checkCode(visit: Visit, codeSecret: string): Promise<Answer> {
    const { pending } = visit;
    if (pending === null) return toSignIn;
    const { username, label } = pending;
    const given = (visit.form.get('code') ?? '').replaceAll(' ', '');
    const verdict = await acceptCode(pool, { portal, username, secret: codeSecret }, given, visit.now);
    if (verdict === 'accepted') {
      misses.delete(label);
      return redirect(home, { open: username });
    }
    if (verdict === 'used') return codePage(visit, 'This code was used before. Wait for the next one.');
    const missed = (misses.get(label) ?? 0) + 1;
    misses.set(label, missed);
    if (missed < patience) return codePage(visit, 'The authentication code is not correct.');
    misses.delete(label);
    return redirect(toSignIn.to, 'end');
  }

  const codeRoutes = (codeSecret: string): Route[] => [
    {
      method: 'GET',
      path: '/login/code',
      open: true,
      answer: (visit) => Promise.resolve(visit.pending === null ? toSignIn : codePage(visit)),
    },
    { method: 'POST', path: '/login/code', open: true, answer: (visit) => checkCode(visit, codeSecret) },
  ];
  return [
    { method: 'GET', path: '/login', open: true, answer: (visit) => Promise.resolve(signInPage(visit)) },
    { method: 'POST', path: '/login', open: true, answer: checkPassword },
    ...(secret === undefined ? [] : codeRoutes(secret)),
    { method: 'POST', path: '/logout', open: true, answer: () => Promise.resolve(redirect(toSignIn.to, 'end')) },
  ];
}

type Words = Pick<Visit, 'label'>;

function signInPage({ label }: Words, refused?: { username: string; words: string }): Page {
  const body = html`${refused !== undefined && html`<p role="alert" class="alert">${refused.words}</p>`}
    <form class="sign-in" method="post" action="/login">
      <label for="username">${label('User name')}</label>
      <input id="username" name="username" type="text" autocomplete="username" value="${refused?.username}" required />
      <label for="password">${label('Password')}</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required />
      <button type="submit">${label('Sign in')}</button>
    </form>`;
  return page(label('Sign in'), body);
}

function codePage({ label }: Words, refused?: string): Page {
  const body = html`${refused !== undefined && html`<p role="alert" class="alert">${refused}</p>`}
    <form class="sign-in" method="post" action="/login/code">
      <label for="code">${label('Authentication code')}</label>
      <input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" required />
      <button type="submit">${label('Verify')}</button>
    </form>`;
  return page(label('Authentication code'), body);
}

/** Compares both fields always, so that the time reveals nothing about which one was wrong. */
function isAccount(account: Account, form: URLSearchParams): boolean {
  const username = equalConstantTime(form.get('username') ?? '', account.username);
  const password = equalConstantTime(form.get('password') ?? '', account.password);
  return username && password;
}
