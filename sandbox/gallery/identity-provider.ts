/**
 * The identity provider of the Gallery, at an origin of its own: user name and password on two pages, a question whether to
 * stay signed in, and a browser that it remembers. It also serves documents under signed addresses, as a CDN does.
 */
import { createHmac, randomBytes } from 'node:crypto';
import Router from '@koa/router';
import Koa from 'koa';
import type { Account } from '../framework/application.ts';
import type { Deliveries } from './deliveries.ts';
import { escape, existing, field, formOf, sheet } from './gallery-page.ts';

interface SignIn {
  readonly redirectUri: string;
  readonly state: string;
  user: string;
  isProven: boolean;
}

interface IdentityProvider {
  readonly application: Koa;
  /** @returns who signed in, once for each code */
  redeem(code: string): string | undefined;
}

const signingKey = randomBytes(32);
const signatureOf = (pro: string, expires: string): string =>
  createHmac('sha256', signingKey).update(`${pro}.${expires}`).digest('hex').slice(0, 32);

/** The address of a proof of delivery, which anybody can open for a minute. */
export function signedAddress(identityUrl: string, pro: string, now: number): string {
  const expires = String(now + 60_000);
  return `${identityUrl}/signed/${pro}.pdf?expires=${expires}&signature=${signatureOf(pro, expires)}`;
}

export function identityProvider({
  account,
  deliveries,
  portalUrl,
}: {
  readonly account: Account;
  readonly deliveries: Deliveries;
  readonly portalUrl: () => string;
}): IdentityProvider {
  const signIns = new Map<string, SignIn>();
  const codes = new Map<string, string>();
  const remembered = new Map<string, string>();
  const router = new Router();

  const form = (id: string, title: string, fields: string, action: string): string =>
    sheet(
      title,
      `<h1>${title}</h1><form method="post" action="/${action}"><input type="hidden" name="flow" value="${id}">${fields}</form>`,
    );
  const back = (signIn: SignIn): string => {
    const code = randomBytes(16).toString('hex');
    codes.set(code, signIn.user);
    return `${signIn.redirectUri}?${new URLSearchParams({ code, state: signIn.state }).toString()}`;
  };

  router.get('/authorize', (ctx) => {
    const { redirect_uri: redirectUri = '', state = '' } = ctx.query as Record<string, string | undefined>;
    if (redirectUri !== `${portalUrl()}/callback`) ctx.throw(400);
    const user = remembered.get(ctx.cookies.get('device') ?? '');
    if (user !== undefined) {
      ctx.redirect(back({ redirectUri, state, user, isProven: true }));
      return;
    }
    const id = randomBytes(16).toString('hex');
    signIns.set(id, { redirectUri, state, user: '', isProven: false });
    ctx.body = form(
      id,
      'Sign in',
      '<p><label>User name <input name="username" autocomplete="username"></label></p><button>Next</button>',
      'identify',
    );
  });
  router.post('/identify', (ctx) => {
    const id = field(ctx, 'flow');
    const signIn = existing(signIns.get(id), 400);
    signIn.user = field(ctx, 'username').trim();
    ctx.body = form(
      id,
      'Enter password',
      `<p>${escape(signIn.user)}</p><p><label>Password <input name="password" type="password"></label></p><button>Sign in</button>`,
      'password',
    );
  });
  router.post('/password', (ctx) => {
    const id = field(ctx, 'flow');
    const signIn = existing(signIns.get(id), 400);
    signIn.isProven = signIn.user === account.username && field(ctx, 'password') === account.password;
    ctx.body = signIn.isProven
      ? form(
          id,
          'Stay signed in?',
          '<p>This reduces the number of times you are asked to sign in.</p><button name="stay" value="no">No</button> <button name="stay" value="yes">Yes</button>',
          'stay',
        )
      : form(
          id,
          'Enter password',
          '<p role="alert">Your account or password is incorrect.</p><p><label>Password <input name="password" type="password"></label></p><button>Sign in</button>',
          'password',
        );
  });
  router.post('/stay', (ctx) => {
    const id = field(ctx, 'flow');
    const signIn = existing(signIns.get(id), 400);
    if (!signIn.isProven) ctx.throw(400);
    signIns.delete(id);
    if (field(ctx, 'stay') === 'yes') {
      const device = randomBytes(24).toString('hex');
      remembered.set(device, signIn.user);
      ctx.cookies.set('device', device, { httpOnly: true, maxAge: 86_400_000 });
    }
    ctx.redirect(back(signIn));
  });
  router.get('/signed/:file', async (ctx) => {
    const pro = ctx.params['file']?.replace(/\.pdf$/, '') ?? '';
    const { expires = '', signature = '' } = ctx.query as Record<string, string | undefined>;
    if (signature !== signatureOf(pro, expires) || Number(expires) < Date.now()) ctx.throw(403);
    ctx.type = 'application/pdf';
    ctx.body = existing(await deliveries.proof(pro));
  });

  const application = new Koa();
  application.use(formOf).use(router.routes());
  return {
    application,
    redeem(code) {
      const user = codes.get(code);
      codes.delete(code);
      return user;
    },
  };
}
